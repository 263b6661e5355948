// The parser of paper 1, Table 1, in the rule language: the same relaxation as the factors built by hand (App. F).
import { ad3, exact, linearProgram } from '@parley/core'
import { describe, expect, test } from 'vitest'
import { loadExample } from '../test-support/examples.js'
import { solveProgram } from '../test-support/highs.js'
import { type PartScores, parserGraph } from '../test-support/parser-graph.js'
import { randomSource } from '../test-support/random-program.js'
import { ground } from './ground.js'

const { program } = loadExample('dependency-parser')

/** Scores for n words, from [−size, size] for everything beyond arcs. */
function randomScores(
  n: number,
  seed: number,
  parts: readonly (keyof PartScores)[],
  size: number,
): PartScores {
  const random = randomSource(seed)
  const rows = (part: keyof PartScores, arity: number, keep: (...args: number[]) => boolean) => {
    const found: number[][] = []
    for (let code = 0; code < (n + 1) ** arity; code++) {
      const args = Array.from({ length: arity }, (_, i) => Math.floor(code / (n + 1) ** i) % (n + 1))
      const score = (random() * 2 - 1) * (part === 'arc' ? 1 : size)
      if (keep(...args) && parts.includes(part)) found.push([...args, score])
    }
    return found
  }
  return {
    arc: rows('arc', 2, (h, m) => m !== 0 && h !== m),
    nextsibl: rows('nextsibl', 3, (h, s, m) => m !== 0 && ((h! <= s! && s! < m!) || (m! < s! && s! <= h!))),
    grand: rows('grand', 3, (g, h, m) => h !== 0 && m !== 0 && g !== h && g !== m && h !== m),
    sibl: rows('sibl', 3, (h, m, s) => m! > 0 && m! < s! && h !== m && h !== s),
    bigram: rows('bigram', 3, (b, h, m) => m! > 1 && b !== m! - 1 && h !== m),
    path: rows('path', 2, (a, d) => a !== 0 && d !== 0 && a !== d),
    nonproj: rows('nonproj', 2, (h, m) => h !== 0 && m !== 0 && Math.abs(h! - m!) > 1),
  }
}

const CASES: readonly [string, readonly (keyof PartScores)[]][] = [
  ['arcs', ['arc']],
  ['arcs and consecutive siblings', ['arc', 'nextsibl']],
  ['arcs, all siblings, grandparents and bigrams', ['arc', 'sibl', 'grand', 'bigram']],
  ['arcs, paths and non-projective arcs', ['arc', 'path', 'nonproj']],
  ['everything', ['arc', 'nextsibl', 'sibl', 'grand', 'bigram', 'path', 'nonproj']],
]

describe('the relaxation of the program is that of trees and automata', () => {
  test.each(CASES)('%s', (_, parts) => {
    let fractional = 0
    for (let seed = 0; seed < 4; seed++) {
      const n = 3 + (seed & 1)
      const scores = randomScores(n, seed, parts, 1)
      const grounding = ground(program, { n, ...scores })
      const optimum = solveProgram(linearProgram(grounding.graph))!
      const byHand = ad3(parserGraph(n, scores).graph, { tolerance: 1e-7, maxIterations: 4000 })
      expect(byHand.bound, `seed ${seed}`).toBeCloseTo(optimum, 4)
      if (byHand.status === 'fractional') fractional++
      if (parts.length === 1) expect(byHand.status).toBe('optimal')
    }
    if (parts.length > 5) expect(fractional).toBeGreaterThan(0)
  })
})

test('the best tree of the program is the best tree', () => {
  for (let seed = 0; seed < 2; seed++) {
    const scores = randomScores(4, 50 + seed, ['arc', 'nextsibl', 'grand', 'nonproj'], 0.5)
    const { graph, arcs } = parserGraph(4, scores)
    const byHand = exact(graph)
    const answer = ground(program, { n: 4, ...scores }).solve({ algorithm: 'exact' })
    expect(answer.value).toBeCloseTo(byHand.value, 6)
    const tree = arcs.filter((_, a) => byHand.assignment![a] === 1).sort(([a, b], [c, d]) => a - c || b - d)
    expect(answer.atoms('arc')).toEqual(tree)
  }
})
