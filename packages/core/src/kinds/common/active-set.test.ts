// The active-set method, on sets of configurations that are hard for it.
import { describe, expect, it } from 'vitest'
import { ActiveSet, type LocalMaximizer, Scratch } from './active-set.js'
import { type Random, SCORES, SORTS, seeded } from './random-scores.js'

interface Row {
  on: number[]
  own: number
}

class Rows implements LocalMaximizer {
  own = 0
  constructor(readonly rows: Row[]) {}

  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number {
    let best: Row | undefined
    let most = Number.NEGATIVE_INFINITY
    for (const row of this.rows) {
      const score = row.on.reduce((sum, l) => sum + w[l], row.own / eta)
      if (score > most) {
        most = score
        best = row
      }
    }
    this.own = best === undefined ? Number.NEGATIVE_INFINITY : best.own
    on.set(best?.on ?? [])
    return best?.on.length ?? 0
  }
}

/** Gain of the best row over z along the gradient at z: 0 at the solution. */
function gap(rows: Row[], a: Float64Array, eta: number, z: Float64Array, own: number): number {
  const gain = (row: Row) => row.on.reduce((sum, l) => sum + eta * (a[l] - z[l]), row.own)
  const here = z.reduce((sum, v, l) => sum + eta * (a[l] - v) * v, own)
  return Math.max(...rows.map(gain)) - here
}

/** Sets of configurations that make the KKT matrix singular, or nearly so. */
const SETS: Readonly<Record<string, (random: Random, links: number, own: () => number) => Row[]>> = {
  'all configurations': (_, links, own) =>
    Array.from({ length: 2 ** links }, (__, bits) => ({
      on: Array.from({ length: links }, (_, l) => l).filter((l) => (bits >> l) & 1),
      own: own(),
    })),
  'a single configuration': (_, links, own) => [{ on: [links - 1], own: own() }],
  'the empty configuration': (_, __, own) => [{ on: [], own: own() }],
  'the same configuration with many own scores': (_, __, own) =>
    Array.from({ length: 6 }, () => ({ on: [0, 1], own: own() })),
  'rows given twice': (random, links, own) => {
    const rows = Array.from({ length: 5 }, () => ({ on: subset(random, links), own: own() }))
    return [...rows, ...rows.map((row) => ({ on: row.on.slice(), own: row.own }))]
  },
  'a face of the cube': (_, links, own) =>
    Array.from({ length: 2 ** (links - 1) }, (__, bits) => ({
      on: [...Array.from({ length: links - 1 }, (_, l) => l).filter((l) => (bits >> l) & 1), links - 1],
      own: own(),
    })),
}

const subset = (random: Random, links: number) =>
  Array.from({ length: links }, (_, l) => l).filter(() => random.chance(0.5))

describe.each(Object.entries(SETS))('%s', (name, make) => {
  it.each(SORTS)('every solution of a long warm-started run is optimal, %s own scores', (sort) => {
    const random = seeded(name.length * 13 + sort.length)
    for (let round = 0; round < 6; round++) {
      const links = 2 + random.below(4)
      const rows = make(random, links, () => SCORES[sort](random))
      const size = rows.reduce((most, row) => Math.max(most, Math.abs(row.own)), 0)
      const set = new ActiveSet(links, links)
      const scratch = new Scratch(links)
      const maximizer = new Rows(rows)
      const a = Float64Array.from({ length: links }, () => random.below(3) / 2)
      const z = new Float64Array(links)
      for (let time = 0; time < 60; time++) {
        const eta = [0.01, 0.5, 10][random.below(3)]
        if (time % 3 === 2) for (let l = 0; l < links; l++) a[l] = a[l] + (random.uniform() - 0.5) * 0.2
        if (time % 20 === 19) for (let l = 0; l < links; l++) a[l] = random.below(3) - 1
        const before = set.calls
        set.solve(a, eta, maximizer, 30, z, scratch)
        expect(set.size).toBeLessThanOrEqual(links + 1)
        expect(set.calls - before, 'maximisations').toBeLessThanOrEqual(31)
        const distance = gap(rows, a, eta, z, set.ownScore())
        const tolerance = 3e-10 * eta + 1e-12 * (size + eta * links)
        expect(distance, `${name}, time ${time}, η ${eta}: ${z.join()}`).toBeLessThanOrEqual(tolerance)
      }
    }
  })
})

describe('an active set', () => {
  it('clips the target if nothing is allowed, and recovers when something is', () => {
    const set = new ActiveSet(3, 3)
    const rows = new Rows([])
    const z = new Float64Array(3)
    const scratch = new Scratch(3)
    set.solve(Float64Array.of(-1, 0.25, 7), 1, rows, 30, z, scratch)
    expect([...z]).toEqual([0, 0.25, 1])
    rows.rows.push({ on: [1], own: 0 })
    set.solve(Float64Array.of(-1, 0.25, 7), 1, rows, 30, z, scratch)
    expect([...z]).toEqual([0, 1, 0])
  })

  it('stops after the given number of maximisations with a distribution over configurations', () => {
    const random = seeded(5)
    const rows = SETS['all configurations'](random, 8, () => random.uniform())
    const set = new ActiveSet(8, 8)
    const z = new Float64Array(8)
    set.solve(new Float64Array(8).fill(0.4), 1, new Rows(rows), 2, z, new Scratch(8))
    expect(set.calls).toBeLessThanOrEqual(3)
    expect(z.every((v) => v >= 0 && v <= 1)).toBe(true)
  })
})
