import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { MatrixTree, SpanningTree } from '../index.js'

type Arc = [head: number, modifier: number]

function uniforms(seed: number): () => number {
  const random = new Random(seed)
  return () => random.uniform()
}

function someArcs(length: number, share: number, uniform: () => number): Arc[] {
  const arcs: Arc[] = []
  for (let h = 0; h < length; h++)
    for (let m = 1; m < length; m++) if (h !== m && uniform() < share) arcs.push([h, m])
  for (let i = arcs.length - 1; i > 0; i--) {
    const j = Math.floor(uniform() * (i + 1))
    const kept = arcs[i]
    arcs[i] = arcs[j]
    arcs[j] = kept
  }
  return arcs
}

/** All trees, as lists of places in the list of arcs. */
function allTrees(length: number, arcs: Arc[], singleRoot: boolean): number[][] {
  const trees: number[][] = []
  const heads = [0]
  const chosen: number[] = []
  const leadsToRoot = (m: number) => {
    let at = m
    for (let steps = 0; at !== 0 && steps < length; steps++) at = heads[at]
    return at === 0
  }
  const extend = (m: number) => {
    if (m === length) {
      if (singleRoot && length > 1 && heads.slice(1).filter((h) => h === 0).length !== 1) return
      if (heads.every((_, v) => leadsToRoot(v))) trees.push(chosen.slice())
      return
    }
    arcs.forEach(([h, modifier], a) => {
      if (modifier !== m) return
      heads[m] = h
      chosen.push(a)
      extend(m + 1)
      chosen.pop()
    })
  }
  extend(1)
  return trees
}

/** Logarithm of Σ exp. */
function sumOf(values: number[]): number {
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (most === Number.NEGATIVE_INFINITY) return most
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0))
}

const sorts: Record<string, (uniform: () => number) => number> = {
  'ordinary scores': (uniform) => uniform() * 4 - 2,
  'all scores 0': () => 0,
  'scores up to ±50': (uniform) => uniform() * 100 - 50,
  'scores of −50 and 50': (uniform) => (uniform() < 0.5 ? -50 : 50),
  'forbidden arcs': (uniform) => (uniform() < 0.3 ? Number.NEGATIVE_INFINITY : uniform() * 10),
  'scores up to ±1000': (uniform) => (uniform() * 2 - 1) * 1000,
  'scores of ±1e6 beside scores of 1': (uniform) =>
    uniform() < 0.3 ? Math.sign(uniform() - 0.5) * 1e6 : uniform(),
}

describe.each([false, true])('trees, a single root: %s', (singleRoot) => {
  it.each(Object.entries(sorts))('marginals and sum agree with enumeration: %s', (_, draw) => {
    const uniform = uniforms(7)
    let withTrees = 0
    for (let run = 0; run < 250; run++) {
      const length = run % 25 === 0 ? 6 : 1 + Math.floor(uniform() * 5)
      const arcs = someArcs(length, 0.3 + 0.7 * uniform(), uniform)
      const scores = Float64Array.from(arcs, () => draw(uniform))
      const trees = allTrees(length, arcs, singleRoot)
      const totals = trees.map((tree) => tree.reduce((sum, a) => sum + scores[a], 0))
      const logSum = sumOf(totals)
      const marginals = new Float64Array(arcs.length).fill(0.5)
      const found = new SpanningTree({ length, arcs, singleRoot }).marginals(scores, marginals)
      if (logSum === Number.NEGATIVE_INFINITY) {
        expect(found).toBe(logSum)
        expect(marginals.every((p) => p === 0)).toBe(true)
        continue
      }
      withTrees++
      const size = scores.reduce(
        (most, x) => (x > Number.NEGATIVE_INFINITY ? Math.max(most, Math.abs(x)) : most),
        1,
      )
      expect(Math.abs(found - logSum)).toBeLessThan(1e-12 * size * length)
      arcs.forEach((_, a) => {
        const p = Math.exp(sumOf(totals.filter((_, t) => trees[t].includes(a))) - logSum)
        // Nothing cancels: where the number of roots is free, small probabilities are as exact as great ones.
        const error = 1e-11 * Math.max(1, size / 10) * p + (singleRoot ? 1e-10 : 1e-100)
        expect(Math.abs(marginals[a] - p)).toBeLessThanOrEqual(error)
      })
    }
    expect(withTrees).toBeGreaterThan(80)
  })

  it('the heads of every word add up to 1, and the roots to 1 if there is a single one', () => {
    const sums = new MatrixTree()
    for (const [length, scale] of [
      [30, 1],
      [61, 20],
      [120, 5],
      [8, 60],
    ]) {
      const uniform = uniforms(length)
      const arcs = someArcs(length, 0.4, uniform)
      const head = Int32Array.from(arcs, ([h]) => h)
      const modifier = Int32Array.from(arcs, ([, m]) => m)
      const scores = Float64Array.from(arcs, () => (uniform() * 2 - 1) * scale)
      const marginals = new Float64Array(arcs.length)
      const logSum = sums.solve(length, head, modifier, arcs.length, scores, marginals, singleRoot)
      expect(Number.isFinite(logSum)).toBe(true)
      const perWord = new Float64Array(length)
      for (let a = 0; a < arcs.length; a++) {
        perWord[modifier[a]] += marginals[a]
        if (head[a] === 0) perWord[0] += marginals[a]
      }
      for (let m = 1; m < length; m++) expect(perWord[m]).toBeCloseTo(1, 10)
      if (singleRoot) expect(perWord[0]).toBeCloseTo(1, 9)
      else expect(perWord[0]).toBeGreaterThan(1 - 1e-9)
    }
  })

  it('marginals are the slopes of the sum', () => {
    const uniform = uniforms(99)
    const length = 25
    const arcs = someArcs(length, 0.3, uniform)
    const tree = new SpanningTree({ length, arcs, singleRoot })
    const scores = Float64Array.from(arcs, () => uniform() * 6 - 3)
    const marginals = new Float64Array(arcs.length)
    const rest = new Float64Array(arcs.length)
    tree.marginals(scores, marginals)
    for (let a = 0; a < arcs.length; a += 7) {
      const step = 1e-4
      scores[a] += step
      const up = tree.marginals(scores, rest)
      scores[a] -= 2 * step
      const down = tree.marginals(scores, rest)
      scores[a] += step
      expect((up - down) / (2 * step)).toBeCloseTo(marginals[a], 6)
    }
  })
})

it('the sum is the determinant of the Laplacian', () => {
  const uniform = uniforms(5)
  const length = 20
  const arcs = someArcs(length, 0.5, uniform)
  const scores = Float64Array.from(arcs, () => uniform() * 2 - 1)
  const n = length - 1
  const laplacian = Array.from({ length: n }, () => new Float64Array(n))
  arcs.forEach(([h, m], a) => {
    laplacian[m - 1][m - 1] += Math.exp(scores[a])
    if (h > 0) laplacian[m - 1][h - 1] -= Math.exp(scores[a])
  })
  let logDeterminant = 0
  for (let k = 0; k < n; k++) {
    logDeterminant += Math.log(laplacian[k][k])
    for (let i = k + 1; i < n; i++) {
      const f = laplacian[i][k] / laplacian[k][k]
      for (let j = k; j < n; j++) laplacian[i][j] -= f * laplacian[k][j]
    }
  }
  const found = new SpanningTree({ length, arcs }).marginals(scores, new Float64Array(arcs.length))
  expect(found).toBeCloseTo(logDeterminant, 10)
})

it('words whose heads can only be each other or the root', () => {
  // Only the root and each other can be heads of 1 and 2, so 3 cannot be the only word below the root.
  const arcs: Arc[] = [
    [0, 1],
    [2, 1],
    [0, 2],
    [1, 2],
    [0, 3],
    [2, 3],
  ]
  const marginals = new Float64Array(6)
  const tree = new SpanningTree({ length: 4, arcs, singleRoot: true })
  expect(tree.marginals(new Float64Array(6), marginals)).toBeCloseTo(Math.log(2), 12)
  expect(Array.from(marginals, (p) => Math.round(p * 1e12) / 1e12)).toEqual([0.5, 0.5, 0.5, 0.5, 0, 1])
  const two: Arc[] = [
    [0, 1],
    [0, 2],
  ]
  const none = new SpanningTree({ length: 3, arcs: two, singleRoot: true })
  expect(none.marginals(new Float64Array(2), new Float64Array(2))).toBe(Number.NEGATIVE_INFINITY)
})
