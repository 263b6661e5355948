// Part graphs against the scores of all trees, computed part by part.

import { ad3, evaluate, exact } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { Weights } from '@parleyjs/learn/internal'
import { describe, expect, it } from 'vitest'
import { Analysis } from '../analysis.js'
import { Encoder } from '../features/encode.js'
import { Labels } from '../labels/labels.js'
import { LearningDecoder } from '../learn/learning-decoder.js'
import { verdictOf } from '../proven.js'
import { FinePruner } from '../prune/fine-pruner.js'
import { Pruner } from '../prune/pruner.js'
import { bestTree, type TreeShape } from '../trees/decode-tree.js'
import { PART_LIMITS } from './part-limits.js'
import { PartScorer } from './part-scorer.js'
import { PART_NAMES, Part, type PartName, partList } from './parts.js'

/** A sentence and a parser with weights drawn at random: every part matters, and nothing is easy. */
function randomCase(parts: readonly PartName[], seed: number, n: number, size: number, limits = PART_LIMITS) {
  const generator = Random.of(seed)
  const random = () => generator.uniform() - 0.5
  const table = (scale: number) => {
    const weights = new Weights(10)
    for (let i = 0; i < weights.values.length; i++) weights.values[i] = scale * random()
    return weights
  }
  const encoder = new Encoder(new Int32Array(0), ['A', 'B', 'C'])
  const labels = new Labels(['x', 'y'], new Int32Array(0))
  const none = { pruner: new Pruner(new Weights(4)), finePruner: new FinePruner(new Weights(4)) }
  const weights = { secondWeights: table(2 * size), higherWeights: table(2 * size) }
  const analysis = new Analysis({
    encoder,
    labels,
    ...none,
    arcWeights: table(size),
    labelWeights: table(size),
    network: null,
    singleRoot: false,
  })
  const forms = Array.from({ length: n }, () => `w${Math.floor(9 * (random() + 0.5))}`)
  analysis.load({ forms, upos: forms.map(() => 'ABC'[Math.floor(3 * (random() + 0.5))]) })
  prune(analysis, random, seed % 3 === 0 ? -0.3 : 0)
  analysis.scoreArcs()
  const decoder = new LearningDecoder(analysis, parts, weights, limits)
  decoder.load()
  const scorer = new PartScorer(parts, weights)
  scorer.fill(analysis)
  return { analysis, decoder, scorer }
}

/**
 * A random half of all arcs, or a fifth, so that many words have but one head; and a random tree among them.
 */
function prune(analysis: Analysis, random: () => number, below: number): void {
  const { arcs, length } = analysis
  const order = Array.from({ length }, (_, i) => [random(), i + 1]).sort(([a], [b]) => a - b)
  const keep = new Int32Array(length + 1)
  order.forEach(([, m], i) => {
    keep[m] = i === 0 ? 0 : order[Math.floor((random() + 0.5) * i)][1]
  })
  arcs.clear(length)
  for (let m = 1; m <= length; m++) {
    for (let h = 0; h <= length; h++) if (h !== m && (h === keep[m] || random() < below)) arcs.add(h, m, 0.5)
    arcs.end(m)
  }
}

/** All trees over the arcs, by trying every head of every word. */
function* trees({ arcs, length }: Analysis, shape: TreeShape): Generator<Int32Array> {
  const heads = new Int32Array(length)
  function* extend(m: number): Generator<Int32Array> {
    if (m > length) {
      const roots = heads.filter((h) => h === 0).length
      const isTree = heads.every((_, i) => isAncestor(heads, 0, i + 1))
      if (isTree && (!shape.singleRoot || roots === 1) && !(shape.projective && crosses(heads)))
        yield heads.slice()
      return
    }
    for (let a = arcs.start[m]; a < arcs.start[m + 1]; a++) {
      heads[m - 1] = arcs.head[a]
      yield* extend(m + 1)
    }
  }
  yield* extend(1)
}

/** Whether two arcs cross, the root standing before all words. */
function crosses(heads: ArrayLike<number>): boolean {
  const arcs = Array.from(heads, (h, i) => [Math.min(h, i + 1), Math.max(h, i + 1)])
  return arcs.some(([a, b]) => arcs.some(([c, d]) => a < c && c < b && b < d))
}

/** Whether the way up from d passes a; d itself counts. */
function isAncestor(heads: ArrayLike<number>, a: number, d: number): boolean {
  let at = d
  for (let step = 0; at !== a && at !== 0 && step <= heads.length; step++) at = heads[at - 1]
  return at === a
}

/** The score of a tree, part by part as the names of parts define them, by loops over all words. */
function scoreOfTree(
  heads: ArrayLike<number>,
  { arcs, score, length: n }: Analysis,
  scorer: PartScorer,
  parts: readonly PartName[],
): number {
  const words = Array.from({ length: n }, (_, i) => i + 1)
  const none = n + 1
  const headOf = (m: number) => heads[m - 1]
  let total = 0
  const count = (name: PartName, kind: number, ...numbers: [number, number, number?, number?]) => {
    if (parts.includes(name)) total += scorer.score(kind, ...numbers)
  }
  for (const m of words) total += score[arcs.find(headOf(m), m)]
  for (const h of [0, ...words])
    for (const isRight of [false, true]) {
      const onSide = (m: number) => isRight === h < m
      const mods = words.filter((m) => headOf(m) === h && onSide(m))
      if (!isRight) mods.reverse()
      const line = [none, ...mods, none]
      for (let i = 1; i < line.length; i++)
        count('sibling', Part.sibling, h, line[i - 1], line[i], isRight ? 1 : 0)
      if (mods.length === 0) continue
      for (let i = 1; i < line.length; i++)
        if (h > 0) count('grand-sibling', Part.grandSibling, headOf(h), h, line[i - 1], line[i])
      for (let i = 1; i + 1 < line.length; i++)
        count('tri-sibling', Part.triSibling, h, line[i - 1], line[i], line[i + 1])
    }
  for (const m of words) {
    const h = headOf(m)
    if (h > 0) count('grandparent', Part.grandparent, headOf(h), h, m)
    if (m > 1) count('head-bigram', Part.headBigram, headOf(m - 1), m, h)
    for (const s of words) if (m < s && headOf(s) === h) count('any-sibling', Part.anySibling, h, m, s)
    for (const a of words) if (a !== m && isAncestor(heads, a, m)) count('path', Part.path, a, m)
    const between = words.filter((k) => Math.min(h, m) < k && k < Math.max(h, m))
    if (between.some((k) => !isAncestor(heads, h, k))) count('non-projective', Part.nonProjective, h, m)
  }
  return total
}

const FREE: TreeShape = { singleRoot: false, projective: false }
const SINGLE: TreeShape = { singleRoot: true, projective: false }
const shapeOf = (seed: number): TreeShape => ({ singleRoot: seed % 2 === 0, projective: seed % 3 === 0 })

const LISTS: (readonly PartName[])[] = [
  ...PART_NAMES.slice(1).map((name): PartName[] => ['arc', name]),
  ...['second', 'full', 'logic'].map(partList),
  ['arc', 'sibling', 'tri-sibling'],
  ['arc', 'grandparent', 'tri-sibling'],
  PART_NAMES,
]

describe.each(LISTS.map((parts) => [parts.join(', '), parts] as const))('a graph of %s', (_, parts) => {
  it('scores every tree as its parts do, and leaves nothing open once the arcs are known', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const shape = shapeOf(seed)
      const { analysis, decoder, scorer } = randomCase(parts, seed, 1 + (seed % 6), 0.05)
      const { graph, round, headsOf } = decoder.problem(shape)
      let tried = 0
      for (const heads of trees(analysis, shape)) {
        if (tried++ >= 40) break
        const wanted = scoreOfTree(heads, analysis, scorer, parts)
        const { arcs } = analysis
        const marginals = new Float64Array(graph.slotCount)
        for (let m = 1; m <= heads.length; m++) marginals[arcs.find(heads[m - 1], m)] = 1
        const values = new Uint8Array(graph.slotCount)
        expect(round(marginals, values)).toBe(true)
        expect(headsOf(values)).toEqual(heads)
        expect(evaluate(graph, values)).toBeCloseTo(wanted, 8)
        expect(decoder.scoreOf(heads)).toBeCloseTo(wanted, 8)
        expect(
          decoder.compare(heads).score +
            heads.reduce((sum, h, i) => sum + analysis.score[arcs.find(h, i + 1)], 0),
        ).toBeCloseTo(wanted, 8)
        if (tried > 2) continue
        for (let a = 0; a < arcs.count; a++) graph.fix(graph.variable(a), marginals[a])
        const fixed = exact(graph)
        expect(fixed.status).toBe('optimal')
        expect(fixed.value).toBeCloseTo(wanted, 5)
        for (let a = 0; a < arcs.count; a++) graph.release(graph.variable(a))
      }
    }
  })

  it.each(['ad3', 'subgradient'] as const)('is solved as enumeration solves it, by %s', (algorithm) => {
    let optimal = 0
    for (let seed = 1; seed <= 16; seed++) {
      const shape = shapeOf(seed)
      const { analysis, decoder, scorer } = randomCase(parts, 100 + seed, 1 + (seed % 5), 0.03)
      let best = Number.NEGATIVE_INFINITY
      for (const heads of trees(analysis, shape))
        best = Math.max(best, scoreOfTree(heads, analysis, scorer, parts))
      if (best === Number.NEGATIVE_INFINITY) continue
      const { chosen, solution } = decoder.decode({ shape, algorithm, maxIterations: 300 })
      const heads = Array.from({ length: analysis.length }, (_, i) => analysis.arcs.head[chosen[i + 1]])
      expect(solution.value).toBeCloseTo(scoreOfTree(heads, analysis, scorer, parts), 6)
      expect(solution.bound).toBeGreaterThanOrEqual(best - 1e-6)
      if (solution.status !== 'optimal') continue
      optimal++
      expect(solution.value).toBeCloseTo(best, 4)
    }
    expect(optimal).toBeGreaterThan(5)
  })
})

it('leaves parts out where there are too many, in the graph as in the list of parts', () => {
  const { analysis, decoder } = randomCase(PART_NAMES, 11, 80, 0.05)
  const tree = bestTree(analysis.arcs, analysis.score, 80, FREE)!
  const heads = Int32Array.from({ length: 80 }, (_, i) => analysis.arcs.head[tree[i + 1]])
  const { graph, round } = decoder.problem(FREE)
  const values = new Uint8Array(graph.slotCount)
  const marginals = new Float64Array(graph.slotCount)
  for (let m = 1; m <= 80; m++) marginals[tree[m]] = 1
  round(marginals, values)
  let wanted = decoder.compare(heads).score
  for (let m = 1; m <= 80; m++) wanted += analysis.score[tree[m]]
  expect(evaluate(graph, values)).toBeCloseTo(wanted, 6)
  expect(graph.slotCount).toBe(analysis.arcs.count)
})

describe('with tight limits', () => {
  const tight = { modifiers: 1, flows: 8 }

  it.each(
    [...PART_NAMES.slice(1).map((name): PartName[] => ['arc', name]), PART_NAMES].map((parts) => [
      parts.join(', '),
      parts,
    ]),
  )('value and bound of a tree include all parts, and left-out parts are reported: %s', (_, parts) => {
    const said = new Set<PartName>()
    for (let seed = 1; seed <= 12; seed++) {
      const { analysis, decoder, scorer } = randomCase(parts as PartName[], seed, 2 + (seed % 4), 0.05, tight)
      const shape = shapeOf(seed)
      let best = Number.NEGATIVE_INFINITY
      for (const heads of trees(analysis, shape)) {
        const wanted = scoreOfTree(heads, analysis, scorer, parts as PartName[])
        expect(decoder.scoreOf(heads)).toBeCloseTo(wanted, 8)
        best = Math.max(best, wanted)
      }
      if (best === Number.NEGATIVE_INFINITY) continue
      const { chosen, solution } = decoder.decode({ shape })
      const heads = Array.from({ length: analysis.length }, (_, i) => analysis.arcs.head[chosen[i + 1]])
      const { status, value, bound, dropped = [] } = verdictOf(decoder, heads, solution, 1e-6)
      expect(value).toBeCloseTo(scoreOfTree(heads, analysis, scorer, parts as PartName[]), 8)
      expect(bound).toBeGreaterThanOrEqual(best - 1e-6)
      if (status === 'optimal') expect(value).toBeCloseTo(best, 4)
      expect(dropped).toEqual(decoder.problem(shape).dropped ?? [])
      for (const name of dropped) said.add(name)
    }
    const limited = ['grand-sibling', 'tri-sibling', 'any-sibling', 'path', 'non-projective']
    expect([...said].sort()).toEqual(limited.filter((name) => parts.includes(name as PartName)).sort())
  })
})

it('compares two trees by the parts that only one of them has', () => {
  const { analysis, decoder } = randomCase(PART_NAMES, 7, 5, 0.05)
  const some = Array.from(trees(analysis, FREE)).slice(0, 12)
  expect(some.length).toBeGreaterThan(3)
  for (const heads of some)
    for (const other of some) {
      const whole = decoder.compare(heads).score - decoder.compare(other).score
      const parts = decoder.compare(heads, other).score - decoder.compare(other, heads).score
      expect(parts).toBeCloseTo(whole, 8)
    }
})

it('learns the parts of a tree: a step moves its score by the number of its features', () => {
  const { analysis, decoder } = randomCase(PART_NAMES, 3, 5, 0)
  const [heads] = trees(analysis, FREE)
  const { count } = decoder.compare(heads, null, 0.5)
  // Features may share places in a small table: each then counts several times over.
  expect(decoder.compare(heads).score).toBeGreaterThanOrEqual(0.5 * count)
})

it('is a graph like any other: its own rounding is optional', () => {
  const { analysis, decoder } = randomCase(partList('second'), 5, 5, 0.05)
  const { graph, headsOf } = decoder.problem(SINGLE)
  const { chosen, solution } = decoder.decode({ shape: SINGLE })
  const other = ad3(graph)
  expect(other.value).toBeCloseTo(solution.value, 5)
  const heads = Array.from({ length: 5 }, (_, i) => analysis.arcs.head[chosen[i + 1]])
  expect(Array.from(headsOf(other.assignment!))).toEqual(heads)
})
