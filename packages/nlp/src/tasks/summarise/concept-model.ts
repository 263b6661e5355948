// The weight of a concept: the expected share of reference summaries that have it, by logistic regression.
import { portableExp, shuffle } from '@parleyjs/core/internal'
import { conceptFeatures, FEATURES, type SparseVector } from './concept-features.js'
import type { Concept, ConceptSentence } from './concepts.js'

/** A concept in training: its features, and the share of the references that have it. */
export interface ConceptExample {
  readonly features: SparseVector
  readonly share: number
}

/** The weights of features. */
export class ConceptModel {
  constructor(readonly weights: Float64Array) {}

  /** For every concept, the expected share of references with it. */
  shares(concepts: readonly Concept[], sentences: readonly ConceptSentence[]): Float64Array {
    return Float64Array.from(conceptFeatures(concepts, sentences), (features) => this.share(features))
  }

  share({ at, value }: SparseVector): number {
    let sum = 0
    for (let i = 0; i < at.length; i++) sum += this.weights[at[i]] * value[i]
    return logistic(sum)
  }
}

/** AdaGrad: the rate, passes over the data, and the pull of every weight towards 0. */
const RATE = 0.1
const EPOCHS = 20
const DECAY = 1e-6

/** Learns the weights; the same examples in the same order give the same weights. */
export function trainConceptModel(examples: readonly ConceptExample[]): ConceptModel {
  const model = new ConceptModel(new Float64Array(FEATURES))
  const { weights } = model
  const squares = new Float64Array(FEATURES).fill(1e-3)
  const order = shuffled(examples.length)
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const e of order) {
      const { features, share } = examples[e]
      const error = share - model.share(features)
      for (let i = 0; i < features.at.length; i++) {
        const f = features.at[i]
        const gradient = error * features.value[i] - DECAY * weights[f]
        squares[f] += gradient * gradient
        weights[f] += (RATE * gradient) / Math.sqrt(squares[f])
      }
    }
  return new ConceptModel(weights.map(Math.fround))
}

/** A fixed order without a pattern. */
function shuffled(count: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i)
  let state = 1
  shuffle(order, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  })
  return order
}

function logistic(x: number): number {
  return 1 / (1 + portableExp(-x))
}
