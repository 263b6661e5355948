// The second pass of pruning against enumeration of all trees.

import { Random } from '@parleyjs/core/internal'
import { Weights } from '@parleyjs/learn/internal'
import { describe, expect, it } from 'vitest'
import { Analysis } from '../analysis.js'
import { Encoder } from '../features/encode.js'
import { Labels } from '../labels/labels.js'
import type { ArcList } from '../trees/arc-list.js'
import { FinePruner } from './fine-pruner.js'
import { Pruner } from './pruner.js'

function uniforms(seed: number): () => number {
  const random = new Random(seed)
  return () => random.uniform()
}

/** A model of random weights, and a sentence of n words. */
function setUp(n: number, seed: number, singleRoot: boolean, size: number) {
  const uniform = uniforms(seed)
  const table = (scale: number) => {
    const weights = new Weights(12)
    for (let i = 0; i < weights.values.length; i++) weights.values[i] = scale * (uniform() - 0.5)
    return weights
  }
  const encoder = new Encoder(new Int32Array(0), ['A', 'B', 'C'])
  const analysis = new Analysis({
    encoder,
    labels: new Labels(['x'], new Int32Array(0)),
    pruner: new Pruner(table(size)),
    finePruner: new FinePruner(table(size)),
    arcWeights: table(1),
    labelWeights: table(1),
    network: null,
    singleRoot,
  })
  const forms = Array.from({ length: n }, () => `w${Math.floor(9 * uniform())}`)
  analysis.load({ forms, upos: forms.map(() => 'ABC'[Math.floor(3 * uniform())]) })
  return analysis
}

/** The probability of each candidate, from a list of all trees. */
function enumerate({ candidates, model, arcFeatures, length, features }: Analysis): Float64Array {
  const { weights } = model.finePruner
  const { head, modifier, start, count } = candidates
  const score = Float64Array.from({ length: count }, (_, a) =>
    weights.score(features, arcFeatures.arc(head[a], modifier[a], weights.shift, features)),
  )
  const marginals = new Float64Array(count)
  const chosen = new Int32Array(length + 1)
  let total = 0
  const extend = (m: number, sum: number) => {
    if (m <= length) {
      for (let a = start[m]; a < start[m + 1]; a++) {
        chosen[m] = a
        extend(m + 1, sum + score[a])
      }
      return
    }
    let roots = 0
    for (let i = 1; i <= length; i++) {
      if (head[chosen[i]] === 0) roots++
      let at = i
      for (let steps = 0; at !== 0 && steps <= length; steps++) at = head[chosen[at]]
      if (at !== 0) return
    }
    if (model.singleRoot && roots !== 1) return
    total += Math.exp(sum)
    for (let i = 1; i <= length; i++) marginals[chosen[i]] += Math.exp(sum)
  }
  extend(1, 0)
  return marginals.map((p) => p / total)
}

const headsOf = (arcs: ArcList, m: number) => Array.from(arcs.head.subarray(arcs.start[m], arcs.start[m + 1]))

describe.each([false, true])('the second pass of pruning, single root: %s', (singleRoot) => {
  it('keeps the arcs that are probable over all trees of candidates, and says how probable', () => {
    let left = 0
    for (let seed = 1; seed <= 30; seed++) {
      const analysis = setUp(5, seed, singleRoot, seed % 2 === 0 ? 0.5 : 2)
      analysis.prune()
      const { arcs, candidates } = analysis
      const expected = enumerate(analysis)
      for (let m = 1; m <= 5; m++) {
        const from = candidates.start[m]
        const p = Array.from(expected.subarray(from, candidates.start[m + 1]))
        const most = Math.max(...p)
        const kept = headsOf(candidates, m).filter((_, i) => p[i] >= 0.02 * most)
        expect(headsOf(arcs, m)).toEqual(kept)
        left += p.length - kept.length
        for (let a = arcs.start[m]; a < arcs.start[m + 1]; a++)
          expect(arcs.probability[a]).toBeCloseTo(expected[candidates.find(arcs.head[a], m)], 9)
      }
    }
    expect(left).toBeGreaterThan(50)
  })

  it('keeps at most ten heads of a word, and one more on request', () => {
    const analysis = setUp(15, 3, singleRoot, 0.01)
    analysis.prune()
    const { arcs } = analysis
    for (let m = 1; m <= 15; m++) expect(headsOf(arcs, m)).toHaveLength(10)
    const chain = Array.from({ length: 15 }, (_, i) => i)
    analysis.prune(chain)
    for (let m = 1; m <= 15; m++) {
      expect(headsOf(arcs, m)).toContain(m - 1)
      expect(headsOf(arcs, m).length).toBeLessThanOrEqual(11)
    }
  })

  it('learns to give the gold tree nearly all of the probability', () => {
    const analysis = setUp(6, 11, singleRoot, 0)
    const gold = [2, 0, 2, 5, 3, 2]
    const pruner = new FinePruner(new Weights(14))
    const likelihood = () => {
      analysis.refine(pruner, gold)
      const { arcs } = analysis
      return gold.reduce((sum, h, i) => sum + Math.log(arcs.probability[arcs.find(h, i + 1)]), 0)
    }
    analysis.findCandidates(gold)
    expect(likelihood()).toBeLessThan(-5)
    for (let step = 0; step < 200; step++) analysis.learnToRefine(pruner, gold)
    expect(likelihood()).toBeGreaterThan(-0.1)
  })

  it('takes long sentences, where each word chooses its head by itself', () => {
    const analysis = setUp(320, 5, singleRoot, 1)
    expect(analysis.pruneToTree({ singleRoot, projective: false })).toBe(true)
    for (let m = 1; m <= 320; m++) expect(headsOf(analysis.arcs, m).length).toBeGreaterThan(0)
  })
})
