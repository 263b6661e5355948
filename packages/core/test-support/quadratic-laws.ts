// The quadratic step of AD³ for a kind of factor: optimal by the variational inequality over all vertices
// of the polytope, inside the polytope, and the same as HiGHS finds.
import { describe, expect, it } from 'vitest'
import { type Random, SCORES, SORTS, seeded } from '../src/kinds/common/random-scores.js'
import { type FactorCase, type KindCase, makeCase } from './factor-case.js'
import { violation } from './polytope.js'
import { envelope, optimalityGap, type Step, solveByHighs, stepSize } from './quadratic.js'

const ETAS = [0.01, 0.5, 10]

function randomStep(c: FactorCase, sort: string, eta: number, random: Random): Step {
  // Targets are means of beliefs: often exactly 0, 1 or ½.
  const target = () => (random.chance(0.5) ? random.below(3) / 2 : random.uniform())
  return {
    x: Float64Array.from({ length: c.links }, () => SCORES[sort](random)),
    p: Float64Array.from({ length: c.links }, target),
    eta,
  }
}

function project(c: FactorCase, step: Step): Float64Array {
  const z = new Float64Array(c.problem.linkSlot.length).fill(7)
  // Solvers cut the active-set method short; here it may go on to the end.
  if (c.group.rounds !== undefined) c.group.rounds = 500
  // The kernels take the target p + x/η of each link.
  const target = new Float64Array(c.problem.linkSlot.length)
  for (let l = 0; l < c.links; l++) target[l] = step.p[l] + step.x[l] / step.eta
  c.group.project(Int32Array.of(c.factor), 0, 1, target, step.eta, z)
  return z
}

/** Own score and optimality; the active-set method stops at a gap of 1e−10, closed forms are exact. */
function check(c: FactorCase, step: Step, z: Float64Array): number {
  const own = c.group.relaxedScore(c.factor, z)
  const tolerance = c.kind.iterative
    ? 2e-10 * step.eta + 1e-12 * stepSize(c, step)
    : 1e-13 * stepSize(c, step)
  if (!z.every((value) => value >= 0 && value <= 1))
    expect.fail(`${c.label}: ${z.join()} leaves the unit cube`)
  if (!(violation(c, z) <= 1e-14 * c.links))
    expect.fail(`${c.label}: ${z.join()} is outside by ${violation(c, z)}`)
  const gap = optimalityGap(c, step, z, own)
  if (!(gap <= tolerance))
    expect.fail(
      `${c.label}, η = ${step.eta}: ${z.join()} is not optimal, a vertex is better by ${gap} > ${tolerance}`,
    )
  return own
}

/** The first random factor that is not dissolved and has at least this many configurations. */
function someCase(kind: KindCase, n: number, sort: string, random: Random, fewest = 1): FactorCase {
  for (let time = 0; time < 1000; time++) {
    const c = makeCase(kind, n, sort, random)
    if (c !== null && c.vertices.length >= fewest) return c
  }
  throw new Error(`No ${kind.label} over ${n} literals with ${sort} scores in 1000 tries.`)
}

/** Tests the quadratic step. */
export function testQuadraticStep(kind: KindCase): void {
  describe(kind.label, () => {
    const { label } = kind
    it('project solves the quadratic step', () => {
      const random = seeded(label.length * 104729)
      let checked = 0
      for (const n of [1, 2, 3, 4, 5, 7, 12])
        for (const sort of SORTS)
          for (const eta of ETAS)
            for (let round = 0; round < (n > 5 ? 1 : 6); round++) {
              if (n === 12 && random.chance(0.7)) continue
              const c = makeCase(kind, n, sort, random)
              if (c === null) continue
              // Three times on one factor: the later ones start warm.
              for (let time = 0; time < 3; time++) {
                const step = randomStep(c, SORTS[random.below(SORTS.length)], eta, random)
                check(c, step, project(c, step))
                checked++
              }
            }
      expect(checked).toBeGreaterThan(100)
    })

    it('project stays in the polytope, and relaxedScore is the best own score there', () => {
      const random = seeded(label.length * 1299709)
      for (const n of [2, 3, 4, 5])
        for (const sort of ['ordinary', 'ties', 'huge'])
          for (let round = 0; round < 3; round++) {
            const c = makeCase(kind, n, sort, random)
            if (c === null) continue
            const step = randomStep(c, SORTS[random.below(SORTS.length)], ETAS[random.below(3)], random)
            const z = project(c, step)
            const own = c.group.relaxedScore(c.factor, z)
            const best = envelope(c, z)
            if (best === null) expect.fail(`${c.label}: ${z.join()} is outside the polytope`)
            expect(Math.abs(own - best)).toBeLessThanOrEqual(1e-6 * (1 + c.size))
          }
    })

    it('after a reset project gives the same bits as at first', () => {
      const random = seeded(label.length * 86028121)
      for (let round = 0; round < 20; round++) {
        const c = makeCase(kind, 2 + random.below(6), 'ordinary', random)
        if (c === null) continue
        const steps = Array.from({ length: 6 }, () => randomStep(c, 'ordinary', 0.5, random))
        const once = steps.map((step) => project(c, step).join())
        c.group.reset()
        expect(steps.map((step) => project(c, step).join())).toEqual(once)
      }
    })

    it('project agrees with HiGHS', () => {
      const random = seeded(label.length * 15485863)
      let cases = 0
      let solved = 0
      for (const n of [2, 3, 4])
        for (let round = 0; round < 6; round++) {
          const c = makeCase(kind, n, round % 2 ? 'ordinary' : 'ties', random)
          if (c === null) continue
          const step = randomStep(c, round % 3 ? 'ordinary' : 'ties', [0.5, 2, 10][round % 3], random)
          const z = project(c, step)
          const other = solveByHighs(c, step)
          cases++
          if (other === null) continue
          solved++
          for (let l = 0; l < c.links; l++)
            expect(Math.abs(z[l] - other[l]), `${c.label}: ${z.join()} against ${other.join()}`).toBeLessThan(
              1e-4,
            )
        }
      expect(solved).toBeGreaterThan(cases / 2)
    })
  })

  if (kind.iterative !== true) return

  describe(`${kind.label}, again and again`, () => {
    const { label } = kind
    it('project stays exact while the targets move slowly, as in AD³', () => {
      const random = seeded(label.length * 32452843)
      for (const sort of ['ordinary', 'ties', 'zero', 'huge', 'mixed'])
        for (const n of [4, 6, 9]) {
          const c = someCase(kind, n, sort, random)
          const step = randomStep(c, 'ordinary', ETAS[random.below(3)], random)
          for (let time = 0; time < 200; time++) {
            for (let l = 0; l < c.links; l++) {
              step.x[l] += (random.uniform() - 0.5) * (time % 40 === 0 ? 10 : 0.05)
              step.p[l] = Math.min(1, Math.max(0, step.p[l] + (random.uniform() - 0.5) * 0.1))
            }
            if (time % 50 === 49) step.eta = ETAS[random.below(3)]
            check(c, step, project(c, step))
          }
        }
    })

    it('the kept inverse does not decay in thousands of steps', () => {
      const random = seeded(label.length * 49979687)
      const c = someCase(kind, 9, 'ordinary', random, 10)
      for (let time = 0; time < 4000; time++) {
        const step = randomStep(c, 'ordinary', 0.5, random)
        const z = project(c, step)
        if (time % 20 === 0 || time > 3900) check(c, step, z)
      }
    })
  })
}
