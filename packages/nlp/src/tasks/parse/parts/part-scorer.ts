// The weights of parts: what each part of a sentence scores, and what training adds to it. A part is a kind
// and four numbers, the same in the factor graph (part-graph.ts) and in the list of a tree's parts
// (tree-parts.ts):
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

import { type TableMemory, Weights } from '@parleyjs/learn/internal'
import type { Analysis } from '../analysis.js'
import { MAX_PART_FEATURES, PartFeatures } from '../features/part-features.js'
import { PartKey } from '../features/part-key.js'
import { MAX_PATH_FEATURES, PathFeatures } from '../features/path-features.js'
import { MAX_SECOND_FEATURES, SecondFeatures } from '../features/second-features.js'
import type { PartScores } from '../tree-scores.js'
import { Part, type PartName } from './parts.js'

/** The tables of weights of parts beyond arcs; null where there are no such parts. */
export interface PartWeights {
  /** Weights of siblings and grandparents. */
  readonly secondWeights: Weights | null
  /** Weights of all other parts. */
  readonly higherWeights: Weights | null
}

/** Which tables a list of parts needs. */
export function tablesFor(parts: readonly PartName[]): { second: boolean; higher: boolean } {
  const isSecond = (name: PartName) => name === 'sibling' || name === 'grandparent'
  return { second: parts.some(isSecond), higher: parts.some((name) => name !== 'arc' && !isSecond(name)) }
}

/** Scores the parts of one sentence at a time. */
export class PartScorer {
  private readonly secondFeatures: SecondFeatures
  private readonly partFeatures: PartFeatures
  private readonly pathFeatures = new PathFeatures()
  private readonly key = new PartKey()
  private readonly places = new Int32Array(
    Math.max(MAX_SECOND_FEATURES, MAX_PART_FEATURES, MAX_PATH_FEATURES),
  )
  private readonly second: Weights
  private readonly higher: Weights
  private readonly hasHigher: boolean
  private readonly hasPaths: boolean

  /** @param memory the memory of the weights, or null if they are in ordinary arrays */
  constructor(
    parts: readonly PartName[],
    { secondWeights, higherWeights }: PartWeights,
    memory: TableMemory | null = null,
  ) {
    this.secondFeatures = new SecondFeatures(memory)
    this.partFeatures = new PartFeatures(memory)
    this.second = secondWeights ?? new Weights(1)
    this.higher = higherWeights ?? new Weights(1)
    this.hasHigher = higherWeights !== null
    this.hasPaths = parts.includes('path') || parts.includes('non-projective')
  }

  /** The scorer of the sentences of an analysis. */
  static of(analysis: Analysis, parts: readonly PartName[], weights: PartWeights): PartScorer & PartScores {
    const scorer = new PartScorer(parts, weights, analysis.model.memory)
    return Object.assign(scorer, { begin: () => scorer.fill(analysis) })
  }

  /** Takes the sentence of an analysis. */
  fill({ sentence, views }: Analysis): void {
    this.secondFeatures.fill(sentence, views)
    if (this.hasHigher) this.partFeatures.fill(sentence, views)
    if (this.hasPaths) this.pathFeatures.fill(sentence, views)
  }

  /** The score of a part. */
  score(kind: number, a: number, b: number, c = 0, d = 0): number {
    const weights = this.weightsOf(kind)
    if (kind >= Part.path) return weights.score(this.places, this.pathPlaces(kind, a, b))
    this.find(kind, a, b, c, d)
    return this.key.score(weights, this.places)
  }

  /** No part of a kind scores more than this; at least 0. */
  most(kind: number): number {
    const features =
      kind >= Part.path
        ? MAX_PATH_FEATURES
        : kind <= Part.grandparent
          ? MAX_SECOND_FEATURES
          : MAX_PART_FEATURES
    return features * this.weightsOf(kind).most
  }

  /** Number of features of a part. */
  count(kind: number, a: number, b: number, c: number, d: number): number {
    return this.gather(kind, a, b, c, d)
  }

  /** Adds a step to the weights of a part. */
  learn(kind: number, a: number, b: number, c: number, d: number, step: number): void {
    this.weightsOf(kind).add(this.places, this.gather(kind, a, b, c, d), 0, step)
  }

  private weightsOf(kind: number): Weights {
    return kind <= Part.grandparent ? this.second : this.higher
  }

  private gather(kind: number, a: number, b: number, c: number, d: number): number {
    if (kind >= Part.path) return this.pathPlaces(kind, a, b)
    this.find(kind, a, b, c, d)
    return this.key.places(this.weightsOf(kind).shift, this.places)
  }

  private pathPlaces(kind: number, a: number, b: number): number {
    const { places, pathFeatures } = this
    const { shift } = this.higher
    return kind === Part.path
      ? pathFeatures.path(a, b, shift, places)
      : pathFeatures.nonProjective(a, b, shift, places)
  }

  /** Takes a part that is no path. */
  private find(kind: number, a: number, b: number, c: number, d: number): void {
    const { key, secondFeatures, partFeatures } = this
    if (kind === Part.sibling) secondFeatures.sibling(a, b, c, d === 1, key)
    else if (kind === Part.grandparent) secondFeatures.grandparent(a, b, c, key)
    else if (kind === Part.grandSibling) partFeatures.grandSibling(a, b, c, d, key)
    else if (kind === Part.triSibling) partFeatures.triSibling(a, b, c, d, key)
    else if (kind === Part.anySibling) partFeatures.anySibling(a, b, c, key)
    else partFeatures.headBigram(a, b, c, key)
  }
}
