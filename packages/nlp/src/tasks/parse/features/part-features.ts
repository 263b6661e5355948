// Features of parts beyond second order. A word n + 1 stands for "none". See second-features.ts for siblings
// and grandparents.
import { spread } from '@parleyjs/core/internal'
import type { TableMemory } from '@parleyjs/learn/internal'
import { distanceBin } from './arc-features.js'
import type { EncodedSentence } from './encode.js'
import type { PartKey } from './part-key.js'
import { type SentenceViews, Templates, type View } from './templates.js'

type Four = readonly [View, View, View, View]

/** Grandparent, head, nearer sibling, farther sibling. */
const GRAND_SIBLINGS: readonly Four[] = [
  ['p', 'p', 'p', 'p'],
  ['x', 'x', 'x', 'x'],
  ['lp', 'p', 'p', 'p'],
  ['p', 'lp', 'p', 'p'],
  ['p', 'p', 'lp', 'p'],
  ['p', 'p', 'p', 'lp'],
  ['w', 'p', 'p', 'p'],
  ['p', 'w', 'p', 'p'],
  ['p', 'p', 'w', 'p'],
  ['p', 'p', 'p', 'w'],
  ['pf', 'pf', 'pf', 'pf'],
  ['p', 'none', 'p', 'p'],
  ['lp', 'none', 'p', 'p'],
  ['p', 'none', 'lp', 'p'],
  ['p', 'none', 'p', 'lp'],
]

/** Head, and three siblings, the nearest first. */
const TRI_SIBLINGS: readonly Four[] = [
  ['p', 'p', 'p', 'p'],
  ['x', 'x', 'x', 'x'],
  ['lp', 'p', 'p', 'p'],
  ['p', 'lp', 'p', 'p'],
  ['p', 'p', 'lp', 'p'],
  ['p', 'p', 'p', 'lp'],
  ['w', 'p', 'p', 'p'],
  ['p', 'w', 'p', 'p'],
  ['p', 'p', 'w', 'p'],
  ['p', 'p', 'p', 'w'],
  ['none', 'p', 'p', 'p'],
  ['none', 'lp', 'p', 'p'],
  ['none', 'p', 'lp', 'p'],
  ['none', 'p', 'p', 'lp'],
  ['p', 'p', 'none', 'p'],
]

/** Head, and two modifiers, the left one first. */
const ANY_SIBLINGS: readonly (readonly [View, View, View])[] = [
  ['none', 'p', 'p'],
  ['p', 'p', 'p'],
  ['lp', 'p', 'p'],
  ['p', 'lp', 'p'],
  ['p', 'p', 'lp'],
  ['x', 'x', 'x'],
  ['lp', 'lp', 'p'],
  ['lp', 'p', 'lp'],
  ['p', 'lp', 'lp'],
  ['p', 'case', 'case'],
  ['none', 'lp', 'p'],
  ['none', 'p', 'lp'],
  ['none', 'l', 'l'],
  ['none', 'w', 'w'],
  ['none', 'pf', 'pf'],
]
/** The first few also come with the distance. */
const ANY_WITH_DISTANCE = 3

/** Head of the first word, the first word, the second word, its head. */
const HEAD_BIGRAMS: readonly Four[] = [
  ['none', 'p', 'p', 'none'],
  ['none', 'x', 'x', 'none'],
  ['none', 'lp', 'p', 'none'],
  ['none', 'p', 'lp', 'none'],
  ['none', 'around', 'p', 'none'],
  ['none', 'p', 'around', 'none'],
  ['p', 'none', 'none', 'p'],
  ['p', 'p', 'p', 'none'],
  ['none', 'p', 'p', 'p'],
  ['p', 'p', 'p', 'p'],
  ['x', 'x', 'x', 'x'],
  ['lp', 'p', 'p', 'p'],
  ['p', 'lp', 'p', 'p'],
  ['p', 'p', 'lp', 'p'],
  ['p', 'p', 'p', 'lp'],
]

/** Room for the features of one of these parts. */
export const MAX_PART_FEATURES = Math.max(
  GRAND_SIBLINGS.length,
  TRI_SIBLINGS.length,
  ANY_SIBLINGS.length + ANY_WITH_DISTANCE,
  HEAD_BIGRAMS.length,
)

const constants = (salt: number, length: number) =>
  Int32Array.from({ length }, (_, i) => spread((salt << 12) + i))
const GRAND_SHAPE = constants(0x11, 12)
const TRI_SHAPE = constants(0x12, 3)
const ANY_SHAPE = constants(0x13, 4)
const BIGRAM_SHAPE = constants(0x14, 36)

/** The features of the parts of one sentence at a time. */
export class PartFeatures {
  private readonly grandSiblings: Templates
  private readonly triSiblings: Templates
  private readonly anySiblings: Templates
  private readonly headBigrams: Templates
  private none = 0

  constructor(memory: TableMemory | null = null) {
    this.grandSiblings = new Templates(9, GRAND_SIBLINGS, memory)
    this.triSiblings = new Templates(10, TRI_SIBLINGS, memory)
    this.anySiblings = new Templates(11, ANY_SIBLINGS, memory)
    this.headBigrams = new Templates(12, HEAD_BIGRAMS, memory)
  }

  /** Takes the next sentence. */
  fill({ length }: EncodedSentence, views: SentenceViews): void {
    this.none = length + 1
    this.grandSiblings.fill(length, views)
    this.triSiblings.fill(length, views)
    this.anySiblings.fill(length, views)
    this.headBigrams.fill(length, views)
  }

  /**
   * Consecutive modifiers of a head on one side, nearer first, one of which may be "none", and the head's own
   * head.
   */
  grandSibling(g: number, h: number, near: number, far: number, key: PartKey): void {
    const m = near === this.none ? far : near
    const shape = (g === 0 ? 2 : g < h ? 1 : 0) * 4 + (h < m ? 2 : 0) + (g < m ? 1 : 0)
    key.four(this.grandSiblings, g, h, near, far, GRAND_SHAPE[shape])
  }

  /**
   * Three consecutive modifiers of a head on one side, nearest first; the first and the last may be "none".
   */
  triSibling(h: number, near: number, m: number, far: number, key: PartKey): void {
    key.four(this.triSiblings, h, near, m, far, TRI_SHAPE[h === 0 ? 0 : h < m ? 1 : 2])
  }

  /** Two modifiers of a head, the left one first. */
  anySibling(h: number, left: number, right: number, key: PartKey): void {
    const shape = ANY_SHAPE[h === 0 ? 0 : right < h ? 1 : left < h ? 2 : 3]
    key
      .three(this.anySiblings, h, left, right, shape)
      .withDistance(ANY_WITH_DISTANCE, distanceBin(left, right))
  }

  /** A word and the word before it, with their heads. */
  headBigram(headBefore: number, m: number, h: number, key: PartKey): void {
    const before = m - 1
    const relation = headBefore === h ? 1 : h === before ? 2 : headBefore === m ? 3 : 0
    const sideBefore = headBefore === 0 ? 0 : headBefore < before ? 1 : 2
    const side = h === 0 ? 0 : h < m ? 1 : 2
    key.four(this.headBigrams, headBefore, before, m, h, BIGRAM_SHAPE[(relation * 3 + sideBefore) * 3 + side])
  }
}
