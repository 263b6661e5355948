// The weights of parts: what each part of a sentence scores, and what training adds to it. A part is a kind and four
// numbers, the same in the factor graph (part-graph.ts) and in the list of a tree's parts (tree-parts.ts):
//
//   sibling         head, nearer modifier, farther modifier, 1 on the right of the head
//   grandparent     grandparent, head, modifier
//   grand-sibling   grandparent, head, nearer modifier, farther modifier
//   tri-sibling     head, three modifiers, the nearest first
//   any-sibling     head, left modifier, right modifier
//   head-bigram     head of the word before, word, its head
//   path            ancestor, descendant
//   non-projective  head, modifier
//
// Modifiers that follow each other begin and end with "none", which is n + 1.
import type { Analysis } from '../analysis.js'
import { MAX_PART_FEATURES, PartFeatures } from '../features/part-features.js'
import { MAX_PATH_FEATURES, PathFeatures } from '../features/path-features.js'
import { MAX_SECOND_FEATURES, SecondFeatures } from '../features/second-features.js'
import { Weights } from '../weights/weights.js'
import { Part, type PartName } from './parts.js'

/** The tables of weights of parts beyond arcs; null where there are no such parts. */
export interface PartWeights {
  /** Of siblings and grandparents. */
  readonly secondWeights: Weights | null
  /** Of all other parts. */
  readonly higherWeights: Weights | null
}

/** Which tables a list of parts needs. */
export function tablesFor(parts: readonly PartName[]): { second: boolean; higher: boolean } {
  const isSecond = (name: PartName) => name === 'sibling' || name === 'grandparent'
  return { second: parts.some(isSecond), higher: parts.some((name) => name !== 'arc' && !isSecond(name)) }
}

/** Scores the parts of one sentence at a time. */
export class PartScorer {
  private readonly secondFeatures = new SecondFeatures()
  private readonly partFeatures = new PartFeatures()
  private readonly pathFeatures = new PathFeatures()
  private readonly places = new Int32Array(
    Math.max(MAX_SECOND_FEATURES, MAX_PART_FEATURES, MAX_PATH_FEATURES),
  )
  private readonly second: Weights
  private readonly higher: Weights
  private readonly hasHigher: boolean
  private readonly hasPaths: boolean

  constructor(parts: readonly PartName[], { secondWeights, higherWeights }: PartWeights) {
    this.second = secondWeights ?? new Weights(1)
    this.higher = higherWeights ?? new Weights(1)
    this.hasHigher = higherWeights !== null
    this.hasPaths = parts.includes('path') || parts.includes('non-projective')
  }

  /** Takes the sentence of an analysis. */
  fill({ sentence, views }: Analysis): void {
    this.secondFeatures.fill(sentence, views)
    if (this.hasHigher) this.partFeatures.fill(sentence, views)
    if (this.hasPaths) this.pathFeatures.fill(sentence, views)
  }

  /** What a part scores. */
  score(kind: number, a: number, b: number, c = 0, d = 0): number {
    const weights = kind <= Part.grandparent ? this.second : this.higher
    return weights.score(this.places, this.gather(kind, a, b, c, d))
  }

  /** How many features a part has. */
  count(kind: number, a: number, b: number, c: number, d: number): number {
    return this.gather(kind, a, b, c, d)
  }

  /** Adds a step to the weights of a part. */
  learn(kind: number, a: number, b: number, c: number, d: number, step: number): void {
    const weights = kind <= Part.grandparent ? this.second : this.higher
    weights.add(this.places, this.gather(kind, a, b, c, d), 0, step)
  }

  private gather(kind: number, a: number, b: number, c: number, d: number): number {
    const { places, secondFeatures, partFeatures, pathFeatures } = this
    const { shift } = kind <= Part.grandparent ? this.second : this.higher
    switch (kind) {
      case Part.sibling:
        return secondFeatures.sibling(a, b, c, d === 1, shift, places)
      case Part.grandparent:
        return secondFeatures.grandparent(a, b, c, shift, places)
      case Part.grandSibling:
        return partFeatures.grandSibling(a, b, c, d, shift, places)
      case Part.triSibling:
        return partFeatures.triSibling(a, b, c, d, shift, places)
      case Part.anySibling:
        return partFeatures.anySibling(a, b, c, shift, places)
      case Part.headBigram:
        return partFeatures.headBigram(a, b, c, shift, places)
      case Part.path:
        return pathFeatures.path(a, b, shift, places)
      default:
        return pathFeatures.nonProjective(a, b, shift, places)
    }
  }
}
