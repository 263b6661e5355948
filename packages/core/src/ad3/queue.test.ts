// Each block is taken once, by any thread; each mark is found once, at any position.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OWN_ROOM } from '../threads/room.js'
import { newMarks, takeMarks } from './marks.js'
import type { Ad3Memory } from './memory.js'
import { APART, type BlockPart, BlockQueue } from './queue.js'

const part = (from: number, to: number, pinned: boolean, firstOnly = false): BlockPart => ({
  from,
  to,
  pinned,
  firstOnly,
  weight: (b) => 1 + (b % 3),
})

function queues(members: number, parts: readonly BlockPart[]): BlockQueue[] {
  const memory = { taken: new Int32Array(APART * members) } as Pick<Ad3Memory, 'taken'> as Ad3Memory
  return Array.from({ length: members }, (_, m) => new BlockQueue(memory, m, members, parts))
}

describe('blocks', () => {
  test('are taken once each, in whatever order threads come', () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(4)),
        (blocks, members, turns) => {
          const all = queues(members, [part(3, 3 + blocks, false), part(300, 300 + blocks, true)])
          const taken = turns.map((turn) => all[turn % members].take()).filter((b) => b >= 0)
          for (const queue of all) for (let b = queue.take(); b >= 0; b = queue.take()) taken.push(b)
          const pinned = all.flatMap((queue) => Array.from(queue.pinned))
          const expected = Array.from({ length: blocks }, (_, i) => i)
          expect(taken.sort((a, b) => a - b)).toEqual(expected.map((i) => 3 + i))
          expect(pinned.sort((a, b) => a - b)).toEqual(expected.map((i) => 300 + i))
        },
      ),
    )
  })

  test('of a kind that only the first thread has are its own', () => {
    const [first, second] = queues(2, [part(0, 7, true, true)])
    expect(Array.from(first.pinned)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect([second.pinned.length, second.take(), first.take()]).toEqual([0, -1, -1])
  })

  test('of others are taken by a thread that is done', () => {
    const [first, second] = queues(2, [part(0, 64, false)])
    const own = [first.take(), first.take()]
    const rest = new Set<number>()
    for (let b = second.take(); b >= 0; b = second.take()) rest.add(b)
    expect(rest.size).toBe(62)
    expect(own.some((b) => rest.has(b))).toBe(false)
    expect(first.take()).toBe(-1)
  })
})

describe('marks', () => {
  test('are found in order and cleared, within a range and not beyond it', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(60), fc.nat(60), (marked, a, b) => {
        const [from, to] = [Math.min(a, b, marked.length), Math.min(Math.max(a, b), marked.length)]
        const marks = newMarks(OWN_ROOM, marked.length)
        for (const [k, mark] of marked.entries()) marks.bytes[k] = mark ? 1 : 0
        const found = new Int32Array(60)
        const within = (k: number) => k >= from && k < to
        const expected = marked.flatMap((mark, k) => (mark && within(k) ? [k] : []))
        expect(Array.from(found.subarray(0, takeMarks(marks, from, to, found)))).toEqual(expected)
        for (const [k, mark] of marked.entries()) expect(marks.bytes[k]).toBe(mark && !within(k) ? 1 : 0)
      }),
    )
  })
})
