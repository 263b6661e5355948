// Laws of the local operations of a kind of factor, tested by enumeration of its configurations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Random, SCORES, SORTS, seeded } from '../src/kinds/common/random-scores.js'
import { type FactorCase, type KindCase, makeCase, type Vertex } from './factor-case.js'

const SIZES = [1, 2, 3, 4, 5, 6, 8, 12]

type Example = { c: FactorCase; x: Float64Array }

/** Random factors of a kind, of every size with every sort of scores. */
function examples(kind: KindCase): Example[] {
  const { label } = kind
  const random = seeded(label.length * 7919 + label.charCodeAt(0))
  const found: Example[] = []
  for (const n of SIZES)
    for (const sort of SORTS)
      for (let round = 0; round < (n > 5 ? 1 : 8); round++) {
        const c = makeCase(kind, n, sort, random)
        if (c !== null)
          found.push({ c, x: Float64Array.from({ length: c.links }, () => SCORES[sort](random)) })
      }
  expect(found.length).toBeGreaterThan(30)
  return found
}

function total(vertex: Vertex, x: Float64Array): number {
  let sum = vertex.own
  for (let l = 0; l < x.length; l++) sum += vertex.z[l] * x[l]
  return sum
}

/** Tolerance for rounding, relative to the sum of absolute scores. */
const tolerated = (c: FactorCase, x: Float64Array) =>
  1e-13 * c.condition * x.reduce((sum, value) => sum + Math.abs(value), 3 * c.size)

function near(actual: number, expected: number, tolerance: number, what: string): void {
  if (actual === expected || Math.abs(actual - expected) <= tolerance) return
  expect.fail(`${what}: ${actual}, by enumeration ${expected}`)
}

function checkMaximize(c: FactorCase, x: Float64Array): void {
  const tolerance = tolerated(c, x)
  const best = c.vertices.reduce((m, v) => Math.max(m, total(v, x)), Number.NEGATIVE_INFINITY)
  const z = new Float64Array(c.links).fill(7)
  near(c.group.maximize(c.factor, x, z), best, tolerance, `${c.label}: maximum`)
  near(c.group.bound(x), best, tolerance, `${c.label}: bound`)
  const maxima = new Float64Array(c.problem.factors)
  c.group.maxima(Int32Array.of(c.factor), 0, 1, x, maxima)
  near(maxima[c.factor], best, tolerance, `${c.label}: maxima`)
  // A vertex may be cut from an edge in two ways that differ by rounding.
  const room = c.kind.cornersBesides === undefined ? 0 : 1e-13 * c.condition
  const vertex = c.vertices.find((v) => v.z.every((value, l) => Math.abs(value - z[l]) <= room))
  if (vertex === undefined) expect.fail(`${c.label}: the maximiser ${z.join()} is not allowed`)
  near(total(vertex, x), best, tolerance, `${c.label}: score of the maximiser`)
}

function checkMaxMarginals(c: FactorCase, x: Float64Array): void {
  const tolerance = tolerated(c, x)
  const on = new Float64Array(c.links).fill(7)
  const off = new Float64Array(c.links).fill(7)
  const bestOn = new Float64Array(c.links).fill(Number.NEGATIVE_INFINITY)
  const bestOff = bestOn.slice()
  let best = Number.NEGATIVE_INFINITY
  for (const vertex of c.vertices) {
    const score = total(vertex, x)
    best = Math.max(best, score)
    for (let l = 0; l < c.links; l++) {
      if (vertex.z[l] === 1) bestOn[l] = Math.max(bestOn[l], score)
      else if (vertex.z[l] === 0) bestOff[l] = Math.max(bestOff[l], score)
    }
  }
  near(c.group.maxMarginals(c.factor, x, on, off), best, tolerance, `${c.label}: best of all`)
  for (let l = 0; l < c.links; l++) {
    near(on[l], bestOn[l], tolerance, `${c.label}: link ${l} at 1`)
    near(off[l], bestOff[l], tolerance, `${c.label}: link ${l} at 0`)
  }
}

function checkScore(c: FactorCase, random: Random): void {
  const tolerance = 1e-13 * c.size
  const share = Math.min(1, 300 / c.points.length)
  for (const point of c.points) {
    if (!random.chance(share)) continue
    near(c.group.score(c.factor, point.z), point.own, tolerance, `${c.label}: score of ${point.z.join()}`)
    if (point.own !== Number.NEGATIVE_INFINITY)
      expect(c.group.leastScore(c.factor)).toBeLessThanOrEqual(point.own + tolerance)
  }
}

/** Tests maximise, max-marginals and score. */
export function testLocalOperations(kind: KindCase): void {
  describe(kind.label, () => {
    const { label } = kind
    let cases: Example[] = []
    beforeAll(() => {
      cases = examples(kind)
    })
    afterAll(() => {
      cases = []
    })

    it('maximize finds the best of all configurations, and what it is worth', () => {
      for (const { c, x } of cases) checkMaximize(c, x)
    })

    it('maxMarginals gives the best score of each link at 1 and at 0', () => {
      for (const { c, x } of cases) checkMaxMarginals(c, x)
    })

    it('score is the own score of every 0/1 point, and no less than leastScore', () => {
      const random = seeded(label.length)
      for (const { c } of cases) checkScore(c, random)
    })
  })
}
