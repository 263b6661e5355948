// The cache of rows: consistency, places within a turn, and how often rows are computed again.
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { KeptRows } from './kept-rows.js'

/** Numbers below a bound, small ones more often, the same ones every time. */
function* draws(bound: number, count: number): Generator<number> {
  const random = new Random(1)
  for (let i = 0; i < count; i++) yield Math.floor(bound * random.uniform() ** 4)
}

describe('rows that are kept', () => {
  it('has one row at a place, and finds it until another one gets the place', () => {
    const kept = new KeptRows([300, 50], 40)
    const held = new Map<number, string>()
    const where = new Map<string, number>()
    for (const number of draws(350, 20_000)) {
      const [kind, row] = number < 300 ? [0, number] : [1, number - 300]
      const name = `${kind} ${row}`
      kept.begin()
      const found = kept.find(kind, row)
      expect(found).toBe(where.get(name) ?? -1)
      if (found >= 0) continue
      const place = kept.place(kind, row)
      expect(place >= 0 && place < 40).toBe(true)
      where.delete(held.get(place) ?? '')
      held.set(place, name)
      where.set(name, place)
    }
    expect(held.size).toBe(40)
  })

  it('leaves what one turn has used in its place', () => {
    const kept = new KeptRows([1000], 20)
    const numbers = [...draws(1000, 9000)]
    for (let i = 0; i < numbers.length; i += 9) {
      kept.begin()
      const turn = new Set(numbers.slice(i, i + 9))
      const places = new Map([...turn].map((row) => [row, kept.find(0, row)] as const))
      for (const [row, place] of places) if (place < 0) places.set(row, kept.place(0, row))
      expect(new Set(places.values()).size).toBe(turn.size)
      for (const [row, place] of places) expect(kept.find(0, row)).toBe(place)
    }
  })

  it('keeps those that come often: fewer are made anew than if all were thrown away when there is no room', () => {
    const kept = new KeptRows([2000], 200)
    let made = 0
    let madeIfCleared = 0
    let all = new Set<number>()
    for (const row of draws(2000, 50_000)) {
      kept.begin()
      if (kept.find(0, row) < 0) {
        kept.place(0, row)
        made++
      }
      if (all.has(row)) continue
      if (all.size === 200) all = new Set()
      all.add(row)
      madeIfCleared++
    }
    expect(made / madeIfCleared).toBeLessThan(0.9)
  })
})
