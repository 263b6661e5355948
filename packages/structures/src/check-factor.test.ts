// The factors of this package pass core's test of custom factors, by enumeration, with all operations that
// they have.
import { checkFactor, type Factor } from '@parleyjs/core'
import { expect, test } from 'vitest'
import { HeadAutomaton, ProjectiveTree, Sequence, SpanningTree } from './index.js'

const scores = (count: number) => Float64Array.from({ length: count }, (_, i) => ((i * 7) % 5) - 2)
const arcs = (words: number) => {
  const found: [number, number][] = []
  for (let h = 0; h <= words; h++) for (let m = 1; m <= words; m++) if (h !== m) found.push([h, m])
  return found
}

const FACTORS: Record<string, [Factor, number]> = {
  'spanning tree': [new SpanningTree({ length: 4, arcs: arcs(3) }), 9],
  'projective tree': [new ProjectiveTree({ length: 4, arcs: arcs(3) }), 9],
  sequence: [new Sequence({ states: [2, 3, 2], scores: scores(2 + 6 + 6 + 2) }), 7],
  'head automaton': [new HeadAutomaton({ siblings: scores(15) }), 4],
}

test.each(Object.entries(FACTORS))('%s', (_name, [factor, links]) => {
  const check = checkFactor(factor, links, { trials: 64 })
  expect(check.problems).toEqual([])
  expect(check).toMatchObject({ ok: true, complete: true })
  expect(check.configurations).toBeGreaterThan(3)
})
