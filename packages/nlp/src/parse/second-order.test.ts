import { describe, expect, it } from 'vitest'
import { Analysis } from './analysis.js'
import { Encoder } from './encode.js'
import { FinePruner } from './fine-pruner.js'
import { Labels } from './labels.js'
import { Pruner } from './pruner.js'
import { SecondOrder } from './second-order.js'
import { Weights } from './weights.js'

/** A parser with weights drawn at random: every part matters, and nothing is easy. */
function randomParser(seed: number, size: number) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 8) / 2 ** 24 - 0.5
  }
  const table = (scale: number) => {
    const weights = new Weights(10)
    for (let i = 0; i < weights.values.length; i++) weights.values[i] = scale * random()
    return weights
  }
  const encoder = new Encoder(new Int32Array(0), ['A', 'B', 'C'])
  const labels = new Labels(['x', 'y'], new Int32Array(0))
  const none = { pruner: new Pruner(new Weights(4)), finePruner: new FinePruner(new Weights(4)) }
  const model = { encoder, labels, ...none, arcWeights: table(size), labelWeights: table(size) }
  const analysis = new Analysis(model)
  return { analysis, second: new SecondOrder(analysis, table(2 * size)), random }
}

/** All trees over the arcs, by trying every head of every word. */
function* trees(analysis: Analysis, singleRoot: boolean): Generator<Int32Array> {
  const { arcs, length } = analysis
  const heads = new Int32Array(length)
  function* extend(m: number): Generator<Int32Array> {
    if (m > length) {
      const roots = heads.filter((h) => h === 0).length
      if ((!singleRoot || roots === 1) && isTree(heads)) yield heads
      return
    }
    for (let a = arcs.start[m]; a < arcs.start[m + 1]; a++) {
      heads[m - 1] = arcs.head[a]
      yield* extend(m + 1)
    }
  }
  yield* extend(1)
}

function isTree(heads: Int32Array): boolean {
  return heads.every((_, i) => {
    let at = i + 1
    for (let step = 0; at !== 0 && step <= heads.length; step++) at = heads[at - 1]
    return at === 0
  })
}

function scoreOf({ arcs, score }: Analysis, second: SecondOrder, heads: ArrayLike<number>): number {
  let total = second.compare(heads).score
  for (let m = 1; m <= heads.length; m++) total += score[arcs.find(heads[m - 1], m)]
  return total
}

describe('second order', () => {
  it.each([true, false])('finds what enumeration of all trees finds (single root: %s)', (singleRoot) => {
    let optimal = 0
    for (let seed = 1; seed <= 40; seed++) {
      const { analysis, second, random } = randomParser(seed, 0.05)
      const n = 1 + (seed % 5)
      const forms = Array.from({ length: n }, () => `w${Math.floor(9 * (random() + 0.5))}`)
      analysis.load({ forms, upos: forms.map(() => 'ABC'[Math.floor(3 * (random() + 0.5))]) })
      analysis.prune()
      analysis.scoreArcs()
      second.load()
      const { chosen, solution } = second.decode(singleRoot, { maxIterations: 500 })
      let best = Number.NEGATIVE_INFINITY
      for (const heads of trees(analysis, singleRoot)) best = Math.max(best, scoreOf(analysis, second, heads))
      const heads = Int32Array.from({ length: n }, (_, i) => analysis.arcs.head[chosen[i + 1]])
      expect(isTree(heads)).toBe(true)
      expect(solution.value).toBeCloseTo(scoreOf(analysis, second, heads), 6)
      expect(solution.bound).toBeGreaterThanOrEqual(best - 1e-6)
      if (solution.status === 'optimal') {
        optimal++
        expect(solution.value).toBeCloseTo(best, 4)
      }
    }
    expect(optimal).toBeGreaterThan(20)
  })

  it('compares two trees by the parts that only one of them has', () => {
    const { analysis, second } = randomParser(7, 0.05)
    analysis.load({ forms: ['a', 'b', 'c', 'd'], upos: ['A', 'B', 'C', 'A'] })
    analysis.prune()
    analysis.scoreArcs()
    second.load()
    const all = Array.from(trees(analysis, true), (heads) => heads.slice())
    for (const heads of all.slice(0, 12))
      for (const other of all.slice(0, 12)) {
        const whole = second.compare(heads).score - second.compare(other).score
        const parts = second.compare(heads, other).score - second.compare(other, heads).score
        expect(parts).toBeCloseTo(whole, 6)
      }
  })
})
