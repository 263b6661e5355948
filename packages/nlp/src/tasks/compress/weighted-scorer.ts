// Learned scores of units: a weight per feature, in bytes. A file holds the features that have a weight, in
// ascending order as differences, and their weights.
import { ParleyError } from '@parleyjs/core'
import type { Model } from '@parleyjs/learn'
import { packNumbers, requireKind, unpackNumbers } from '@parleyjs/learn/internal'
import type { Sentence } from '../../text/conllu/sentence.js'
import type { UnitScorer } from './compressor.js'
import { FEATURE_COUNT, FEATURE_VERSION, FEATURES, unitFeatures } from './unit-features.js'
import type { Units } from './units.js'

/** The header of a compressor. */
export interface CompressorAbout {
  /** SPDX name of the licence of the weights. */
  readonly licence: string
  /** The training data. */
  readonly trainedOn: string
  /** The probability from which on a word is kept. */
  readonly threshold: number
}

const KIND = 'compressor'

/** Learned scores. */
export class WeightedScorer implements UnitScorer {
  private constructor(
    private readonly weights: Int8Array,
    private readonly scale: number,
    private readonly about: CompressorAbout,
  ) {}

  get threshold(): number {
    return this.about.threshold
  }

  /** Rounds weights to bytes. */
  static fromWeights(weights: Float64Array, about: CompressorAbout): WeightedScorer {
    const most = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0)
    const scale = most === 0 ? 1 : most / 127
    return new WeightedScorer(
      Int8Array.from(weights, (weight) => Math.round(weight / scale)),
      scale,
      about,
    )
  }

  /** The scorer of a model of kind `compressor`; anything else is refused. */
  static fromModel(model: Model): WeightedScorer {
    requireKind(model, KIND, FEATURE_VERSION)
    const steps = unpackNumbers('The compressor', model.arrays.features)
    const values = model.arrays.weights
    const { scale, threshold, licence, trainedOn } = model.header
    const weights = new Int8Array(FEATURES)
    let feature = 0
    for (let i = 0; i < steps.length; i++) {
      feature += steps[i]
      weights[feature] = values?.[i] ?? 0
    }
    if (
      values?.length !== steps.length ||
      feature >= FEATURES ||
      typeof scale !== 'number' ||
      !(scale > 0) ||
      typeof threshold !== 'number'
    )
      throw new ParleyError('bad-input', 'The compressor does not fit together. Train it again.')
    return new WeightedScorer(weights, scale, { licence, trainedOn, threshold })
  }

  toModel(): Model {
    const steps: number[] = []
    const values: number[] = []
    let last = 0
    this.weights.forEach((weight, feature) => {
      if (weight === 0) return
      steps.push(feature - last)
      values.push(weight)
      last = feature
    })
    return {
      header: { kind: KIND, ...this.about, features: FEATURE_VERSION, scale: this.scale },
      arrays: { features: packNumbers(steps), weights: Int8Array.from(values) },
    }
  }

  score(sentence: Sentence, units: Units, keep: Float64Array, top: Float64Array): void {
    const { weights, scale } = this
    const features = unitFeatures(sentence, units)
    for (let u = 0; u < units.length; u++) {
      let withParent = 0
      let without = 0
      for (let i = u * FEATURE_COUNT; i < (u + 1) * FEATURE_COUNT; i++) {
        withParent += weights[features.keep[i]]
        without += weights[features.top[i]]
      }
      keep[u] = scale * withParent
      top[u] = scale * without
    }
  }
}
