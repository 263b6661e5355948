// Features of two arcs: consecutive siblings (a head, a modifier, the next modifier on the same side) and
// grandparents (a word's head, the word, its modifier).
import { spread } from '@parleyjs/core/internal'
import type { TableMemory } from '@parleyjs/learn/internal'
import { distanceBin } from './arc-features.js'
import type { EncodedSentence } from './encode.js'
import type { PartKey } from './part-key.js'
import { type SentenceViews, Templates, type View } from './templates.js'

type Triple = readonly [View, View, View]

/** Head, nearer sibling, farther sibling. The first few also come with the distance between the siblings. */
const SIBLINGS: readonly Triple[] = [
  ['none', 'p', 'p'],
  ['p', 'p', 'p'],
  ['lp', 'p', 'p'],
  ['p', 'lp', 'p'],
  ['p', 'p', 'lp'],
  ['x', 'x', 'x'],
  ['w', 'p', 'p'],
  ['lp', 'lp', 'p'],
  ['lp', 'p', 'lp'],
  ['p', 'lp', 'lp'],
  ['pf', 'p', 'p'],
  ['p', 'pf', 'p'],
  ['p', 'p', 'pf'],
  ['verb', 'case', 'case'],
  ['lp', 'case', 'case'],
  ['p', 'pAfter', 'pBefore'],
  ['p', 'around', 'p'],
  ['p', 'p', 'around'],
  ['around', 'p', 'p'],
  ['none', 'x', 'x'],
  ['none', 'lp', 'p'],
  ['none', 'p', 'lp'],
  ['none', 'l', 'l'],
  ['none', 'w', 'w'],
  ['none', 's', 's'],
  ['none', 'pf', 'pf'],
  ['none', 'pAfter', 'pBefore'],
  ['none', 'pBefore', 'pAfter'],
  ['none', 'around', 'p'],
  ['none', 'p', 'around'],
]
const WITH_DISTANCE = 7

/** Grandparent, head, modifier. */
const GRANDPARENTS: readonly Triple[] = [
  ['p', 'p', 'p'],
  ['x', 'x', 'x'],
  ['lp', 'p', 'p'],
  ['p', 'lp', 'p'],
  ['p', 'p', 'lp'],
  ['lp', 'lp', 'p'],
  ['lp', 'p', 'lp'],
  ['p', 'lp', 'lp'],
  ['w', 'p', 'p'],
  ['p', 'w', 'p'],
  ['p', 'p', 'w'],
  ['pf', 'p', 'p'],
  ['p', 'pf', 'p'],
  ['p', 'p', 'pf'],
  ['verb', 'case', 'case'],
  ['p', 'around', 'p'],
  ['p', 'p', 'around'],
  ['around', 'p', 'p'],
  ['p', 'none', 'p'],
  ['x', 'none', 'x'],
  ['lp', 'none', 'p'],
  ['p', 'none', 'lp'],
  ['l', 'none', 'l'],
  ['w', 'none', 'w'],
  ['s', 'none', 's'],
  ['pf', 'none', 'pf'],
  ['pAfter', 'none', 'pBefore'],
  ['pBefore', 'none', 'pAfter'],
]

/** Room for the features of one part. */
export const MAX_SECOND_FEATURES = Math.max(SIBLINGS.length + WITH_DISTANCE, GRANDPARENTS.length)

const SIDE = Int32Array.from({ length: 3 }, (_, d) => spread(0xb000 + d))
const SHAPE = Int32Array.from({ length: 16 }, (_, d) => spread(0xc000 + d))

/** The features of the parts of one sentence at a time. */
export class SecondFeatures {
  private readonly siblings: Templates
  private readonly grandparents: Templates
  private length = 0

  constructor(memory: TableMemory | null = null) {
    this.siblings = new Templates(5, SIBLINGS, memory)
    this.grandparents = new Templates(6, GRANDPARENTS, memory)
  }

  /** Takes the next sentence. */
  fill(sentence: EncodedSentence, views: SentenceViews): void {
    this.length = sentence.length
    this.siblings.fill(sentence.length, views)
    this.grandparents.fill(sentence.length, views)
  }

  /**
   * Consecutive modifiers of a head on one side, nearer first; the word n + 1 stands for "none before" and
   * "none after".
   */
  sibling(head: number, near: number, far: number, toTheRight: boolean, key: PartKey): void {
    const none = this.length + 1
    const apart =
      far === none
        ? near === none
          ? 13
          : 12
        : near === none
          ? distanceBin(head, far)
          : distanceBin(near, far)
    key
      .three(this.siblings, head, near, far, SIDE[head === 0 ? 0 : toTheRight ? 1 : 2])
      .withDistance(WITH_DISTANCE, apart)
  }

  /** A word's head, the word, and its modifier. */
  grandparent(grandparent: number, head: number, modifier: number, key: PartKey): void {
    const shape =
      (grandparent === 0 ? 8 : 0) +
      (grandparent < head ? 4 : 0) +
      (head < modifier ? 2 : 0) +
      (grandparent < modifier ? 1 : 0)
    key.three(this.grandparents, grandparent, head, modifier, SHAPE[shape])
  }
}
