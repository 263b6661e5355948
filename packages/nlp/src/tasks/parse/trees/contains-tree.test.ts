// containsTree against bestTree on random lists of arcs.
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { ArcList } from './arc-list.js'
import { containsTree } from './contains-tree.js'
import { bestTree } from './decode-tree.js'

function randomArcs(length: number, seed: number): ArcList {
  const random = Random.of(seed)
  const uniform = () => random.uniform()
  const share = uniform() * 0.7
  const arcs = new ArcList()
  arcs.clear(length)
  for (let m = 1; m <= length; m++) {
    for (let h = 0; h <= length; h++)
      if (h !== m && uniform() < (h === 0 ? share / 2 : share)) arcs.add(h, m, uniform())
    arcs.end(m)
  }
  return arcs
}

describe.each([
  { singleRoot: false, projective: false },
  { singleRoot: true, projective: false },
  { singleRoot: true, projective: true },
])('a tree among arcs, single root: $singleRoot, projective: $projective', (shape) => {
  it('is seen exactly where the best tree is found', () => {
    let trees = 0
    for (let seed = 1; seed <= 600; seed++) {
      const length = 1 + (seed % 9)
      const arcs = randomArcs(length, seed * 7919)
      const found = bestTree(arcs, arcs.probability, length, shape) !== null
      expect(containsTree(arcs, length, shape)).toBe(found)
      if (found) trees++
    }
    expect(trees).toBeGreaterThan(100)
    expect(trees).toBeLessThan(500)
  })
})
