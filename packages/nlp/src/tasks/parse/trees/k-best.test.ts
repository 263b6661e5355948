// The k best trees against all trees of short sentences.

import { evaluate } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import type { TrainingSentence } from '../interface/parser-input.js'
import { trainParser } from '../learn/train-parser.js'
import type { Parser } from '../parser.js'
import type { ParseProblem } from '../parts/part-decoder.js'
import { bestTrees } from './k-best.js'

const generator = new Random(7)
const random = (n: number) => generator.below(n)
const bits = { pruner: 9, fine: 9, arc: 12, label: 9, treeLabel: 9, second: 12, higher: 12 }

/** Random trees: a model learned from them is uncertain everywhere, and a lot of arcs survive pruning. */
function sentence(n: number): TrainingSentence {
  const root = random(n)
  const heads = Array.from({ length: n }, (_, i) => (i === root ? 0 : root + 1))
  for (let i = 0; i < n; i++) if (i !== root && random(2) === 0) heads[i] = i < root ? i + 2 : i
  return {
    forms: heads.map(() => `w${random(5)}`),
    upos: heads.map(() => ['A', 'B'][random(2)]),
    heads,
    deprels: heads.map((h) => (h === 0 ? 'root' : ['x', 'y'][random(2)])),
  }
}

/** The values of all trees over the arcs of a problem, the best first. */
function allValues({ graph, arcs }: ParseProblem, n: number, singleRoot: boolean): number[] {
  const values: number[] = []
  const heads = new Int32Array(n)
  const assignment = new Int32Array(arcs.head.length)
  const extend = (m: number): void => {
    if (m > n) {
      if (isTree(heads) && (!singleRoot || heads.filter((h) => h === 0).length === 1))
        values.push(evaluate(graph, assignment))
      return
    }
    for (let a = 0; a < arcs.head.length; a++) {
      if (arcs.modifier[a] !== m) continue
      heads[m - 1] = arcs.head[a]
      assignment[a] = 1
      extend(m + 1)
      assignment[a] = 0
    }
  }
  extend(1)
  return values.sort((a, b) => b - a)
}

function isTree(heads: Int32Array): boolean {
  return heads.every((_, i) => {
    let at = i + 1
    for (let step = 0; at !== 0 && step <= heads.length; step++) at = heads[at - 1]
    return at === 0
  })
}

const treebank = Array.from({ length: 40 }, () => sentence(1 + random(5)))
const severalRoots = { ...sentence(3), heads: [0, 0, 0] }

describe.each(['arc', 'second', 'full'] as const)('the best trees by %s', (parts) => {
  const single = trainParser(treebank, { parts, epochs: 4, bits, network: false })
  const several = trainParser([...treebank, severalRoots], { parts, epochs: 4, bits, network: false })

  const check = (parser: Parser, singleRoot: boolean) => {
    let proven = 0
    let all = 0
    for (let s = 0; s < 12; s++) {
      const n = 1 + (s % 5)
      const input = sentence(n)
      const problem = parser.problem(input)
      const expected = allValues(problem, n, singleRoot)
      const trees = bestTrees(parser.problem(input), 6, { maxIterations: 1000 })
      expect(trees).toHaveLength(Math.min(6, expected.length))
      const seen = new Set(trees.map(({ chosen }) => chosen.join(' ')))
      expect(seen.size).toBe(trees.length)
      trees.forEach(({ chosen, value, bound, status }, i) => {
        const assignment = new Int32Array(problem.arcs.head.length)
        for (let m = 1; m <= n; m++) assignment[chosen[m]] = 1
        expect(value).toBeCloseTo(evaluate(problem.graph, assignment), 9)
        // Whatever the status, the bound holds for the tree of this rank.
        expect(bound).toBeGreaterThanOrEqual(expected[i] - 1e-6)
        all++
        if (status !== 'optimal') return
        proven++
        expect(value).toBeCloseTo(expected[i], 5)
      })
    }
    expect(proven / all).toBeGreaterThan(parts === 'arc' ? 0.999 : 0.6)
    expect(all).toBeGreaterThan(30)
  }

  it('are those that enumeration finds, with one root', () => check(single, true))
  it('are those that enumeration finds, with any number of roots', () => check(several, false))

  it('as parses: the first is the best tree, and each has relations of its own', () => {
    const input = sentence(5)
    const parses = single.parseBest(input, 4)
    const best = single.parse(input)
    expect(parses[0].heads).toEqual(best.heads)
    expect(parses[0].deprels).toEqual(best.deprels)
    expect(parses[0].value).toBeCloseTo(best.value, 9)
    for (let i = 1; i < parses.length; i++) expect(parses[i].value).toBeLessThanOrEqual(parses[i - 1].value)
    for (const { heads, deprels, value, bound, gap, confidence, margin } of parses) {
      expect(isTree(heads)).toBe(true)
      expect([deprels.length, confidence.length, margin.length]).toEqual([5, 5, 5])
      expect(gap).toBe(bound - value)
    }
  })

  it('respect constraints, and are as few as those leave', () => {
    const input = sentence(4)
    const chain = [2, 3, 4, 0]
    expect(single.parseBest(input, 5, { heads: chain }).map(({ heads }) => Array.from(heads))).toEqual([
      chain,
    ])
    for (const { heads } of single.parseBest(input, 5, { heads: [null, 0], forbidden: [[2, 1]] })) {
      expect(heads[1]).toBe(0)
      expect(heads[0]).not.toBe(2)
    }
  })

  it('of no words are one, and of no trees none', () => {
    expect(single.parseBest({ forms: [] }, 3)).toHaveLength(1)
    expect(single.parseBest({ forms: ['w1'] }, 3)).toHaveLength(1)
    expect(() => single.parseBest({ forms: ['w1'] }, 0)).toThrow(/number of trees is 0/)
  })
})
