// Learning to compress: a conditional random field over the tree of units, whose gradients are exact. Steps
// are those of FTRL-proximal (McMahan et al. 2013), whose L1 term leaves most weights at 0, so that the model
// is small.

import { ParleyError } from '@parleyjs/core'
import { randomOf } from '@parleyjs/learn/internal'
import type { Sentence } from '../../text/conllu/sentence.js'
import { CompressionTree } from './compression-tree.js'
import { FEATURE_COUNT, FEATURES, unitFeatures } from './unit-features.js'
import { type Units, unitsOf } from './units.js'
import { type CompressorAbout, WeightedScorer } from './weighted-scorer.js'

/** A parsed sentence, and 1 for every word that its compression kept (see `alignCompression`). */
export interface CompressionExample {
  readonly sentence: Sentence
  readonly kept: ArrayLike<number>
}

export interface CompressorTraining extends Partial<CompressorAbout> {
  /** Passes over the examples. Default 4. */
  readonly epochs?: number
  /** For the order of examples. Default 1. */
  readonly seed?: number
  /** Step size. Default 0.1. */
  readonly rate?: number
  /** Strength of the L1 term, which draws weights to 0. Default 3. */
  readonly sparsity?: number
  /** Called after every epoch, with the mean of −log P of the examples' compressions. */
  readonly onProgress?: (epoch: number, loss: number) => void
}

interface Prepared {
  readonly tree: Units
  readonly keepFeatures: Int32Array
  readonly topFeatures: Int32Array
  /** 1 for units that are kept: the compression that the units allow and that is closest to the example's. */
  readonly gold: Uint8Array
}

/** Learns the scores of units from examples; the same examples and options give the same bits. */
export function trainCompressor(
  examples: Iterable<CompressionExample>,
  options: CompressorTraining = {},
): WeightedScorer {
  const { epochs = 4, seed = 1, onProgress, licence = 'unknown', threshold = 0.4 } = options
  const prepared = Array.from(examples, prepare).filter(({ tree }) => tree.length > 0)
  if (prepared.length === 0)
    throw new ParleyError('bad-input', 'There is no compression to learn from: no pair could be aligned.')
  const learner = new Learner(options.rate ?? 0.1, options.sparsity ?? 3)
  const random = randomOf(seed)
  for (let epoch = 1; epoch <= epochs; epoch++) {
    let loss = 0
    for (const i of random.order(prepared.length)) loss += learner.learn(prepared[i])
    onProgress?.(epoch, loss / prepared.length)
  }
  const trainedOn = options.trainedOn ?? `${prepared.length} pairs`
  return WeightedScorer.fromWeights(learner.weights(), { licence, trainedOn, threshold })
}

function prepare({ sentence, kept }: CompressionExample): Prepared {
  const tree = unitsOf(sentence)
  const { keep, top } = unitFeatures(sentence, tree)
  return { tree, keepFeatures: keep, topFeatures: top, gold: closestUnits(tree, kept) }
}

/** The units of the compression that agrees with the example in most words; the shortest of several. */
export function closestUnits(units: Units, kept: ArrayLike<number>): Uint8Array {
  const agreement = new Float64Array(units.length)
  units.of.forEach((u, w) => {
    if (u >= 0) agreement[u] += kept[w] === 1 ? 1 : -1.001
  })
  const top = agreement.map((score, u) => (units.leads[u] === 1 ? score : Number.NEGATIVE_INFINITY))
  const { parents, required } = units
  const found = new Float64Array(units.length)
  new CompressionTree({ parents, required, keep: agreement, top }).maximize(
    new Float64Array(units.length),
    found,
  )
  return Uint8Array.from(found)
}

/** Weights that learn; `z` and `n` are FTRL's sums of gradients and of their squares. */
class Learner {
  private readonly z = new Float64Array(FEATURES)
  private readonly n = new Float64Array(FEATURES)

  constructor(
    private readonly rate: number,
    private readonly sparsity: number,
  ) {}

  /** One step; returns −log P of the example before it. */
  learn({ tree, keepFeatures, topFeatures, gold }: Prepared): number {
    const { length, parents, required, leads } = tree
    const keep = new Float64Array(length)
    const top = new Float64Array(length).fill(Number.NEGATIVE_INFINITY)
    for (let u = 0; u < length; u++) {
      keep[u] = this.sum(keepFeatures, u)
      if (leads[u] === 1) top[u] = this.sum(topFeatures, u)
    }
    const nothing = new Float64Array(length)
    const field = new CompressionTree({ parents, keep, top, required })
    const [together, alone] = [new Float64Array(length), new Float64Array(length)]
    const logZ = field.expectations(nothing, together, alone)
    for (let u = 0; u < length; u++) {
      const withParent = parents[u] >= 0 && gold[parents[u]] === 1
      this.step(keepFeatures, u, together[u] - (withParent && gold[u] === 1 ? 1 : 0))
      if (leads[u] === 1) this.step(topFeatures, u, alone[u] - (!withParent && gold[u] === 1 ? 1 : 0))
    }
    return logZ - field.score(Float64Array.from(gold))
  }

  weights(): Float64Array {
    return Float64Array.from(this.z, (_, feature) => this.weight(feature))
  }

  private weight(feature: number): number {
    const { z, n, rate, sparsity } = this
    const sum = z[feature]
    if (Math.abs(sum) <= sparsity) return 0
    return -(sum - Math.sign(sum) * sparsity) / ((1 + Math.sqrt(n[feature])) / rate)
  }

  private sum(features: Int32Array, u: number): number {
    let sum = 0
    for (let i = u * FEATURE_COUNT; i < (u + 1) * FEATURE_COUNT; i++) sum += this.weight(features[i])
    return sum
  }

  private step(features: Int32Array, u: number, gradient: number): void {
    const { z, n, rate } = this
    if (gradient === 0) return
    const square = gradient * gradient
    for (let i = u * FEATURE_COUNT; i < (u + 1) * FEATURE_COUNT; i++) {
      const f = features[i]
      const before = this.weight(f)
      const sigma = (Math.sqrt(n[f] + square) - Math.sqrt(n[f])) / rate
      z[f] += gradient - sigma * before
      n[f] += square
    }
  }
}
