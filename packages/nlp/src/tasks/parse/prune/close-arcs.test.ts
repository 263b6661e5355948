// Close arcs: the slack, and its growth until the arcs contain a tree.
import { expect, it } from 'vitest'
import { ArcList } from '../trees/arc-list.js'
import { containsTree } from '../trees/contains-tree.js'
import { CloseArcs } from './close-arcs.js'

const SHAPE = { singleRoot: true, projective: false }

/** Arcs [head, score] of each word. */
function scored(words: readonly (readonly (readonly [number, number])[])[]) {
  const arcs = new ArcList()
  const score: number[] = []
  arcs.clear(words.length)
  words.forEach((heads, i) => {
    for (const [head, own] of heads) {
      arcs.add(head, i + 1, 1 / heads.length)
      score.push(own)
    }
    arcs.end(i + 1)
  })
  return { arcs, score: Float64Array.from(score) }
}

function listed({ arcs, score }: CloseArcs): number[][] {
  return Array.from({ length: arcs.count }, (_, a) => [arcs.head[a], arcs.modifier[a], score[a]])
}

it('keeps arcs within the slack of the best into their word, with their scores', () => {
  const close = new CloseArcs()
  const all = scored([
    [
      [0, 3],
      [2, 1],
      [3, 2],
    ],
    [
      [1, -4],
      [3, -5],
    ],
    [[1, 0]],
  ])
  close.fill(all, 3, SHAPE, 1)
  expect(listed(close)).toEqual([
    [0, 1, 3],
    [3, 1, 2],
    [1, 2, -4],
    [3, 2, -5],
    [1, 3, 0],
  ])
  close.fill(all, 3, SHAPE, 0)
  expect(listed(close)).toEqual([
    [0, 1, 3],
    [1, 2, -4],
    [1, 3, 0],
  ])
})

it('takes more arcs where the close ones contain no tree', () => {
  const close = new CloseArcs()
  // Each word prefers the other; the root is 5 and 9 away.
  const cycle = scored([
    [
      [0, 0],
      [2, 5],
    ],
    [
      [0, 0],
      [1, 9],
    ],
  ])
  for (const slack of [0, 1, 4.9]) {
    close.fill(cycle, 2, SHAPE, slack)
    expect(containsTree(close.arcs, 2, SHAPE)).toBe(true)
    expect(close.arcs.find(0, 1)).toBeGreaterThanOrEqual(0)
  }
  // Both hang on the root, which may have one only.
  const roots = scored([
    [
      [0, 5],
      [2, 0],
    ],
    [
      [0, 5],
      [1, 0],
    ],
  ])
  close.fill(roots, 2, SHAPE, 1)
  expect(close.arcs.count).toBe(4)
  close.fill(roots, 2, { singleRoot: false, projective: false }, 1)
  expect(close.arcs.count).toBe(2)
})
