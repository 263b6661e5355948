// Features of parts beyond second order: places in a table of weights, gathered into a buffer. A word n + 1 stands for
// "none". See second-features.ts for siblings and grandparents.
import { distanceBin } from './arc-features.js'
import { type EncodedSentence, mix } from './encode.js'
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
  Int32Array.from({ length }, (_, i) => mix((salt << 12) + i))
const GRAND_SHAPE = constants(0x11, 12)
const TRI_SHAPE = constants(0x12, 3)
const ANY_SHAPE = constants(0x13, 4)
const BIGRAM_SHAPE = constants(0x14, 36)

/** The features of the parts of one sentence at a time. */
export class PartFeatures {
  private readonly grandSiblings = new Templates(9, GRAND_SIBLINGS)
  private readonly triSiblings = new Templates(10, TRI_SIBLINGS)
  private readonly anySiblings = new Templates(11, ANY_SIBLINGS)
  private readonly headBigrams = new Templates(12, HEAD_BIGRAMS)
  private none = 0

  /** Takes the next sentence. */
  fill({ length }: EncodedSentence, views: SentenceViews): void {
    this.none = length + 1
    this.grandSiblings.fill(length, views)
    this.triSiblings.fill(length, views)
    this.anySiblings.fill(length, views)
    this.headBigrams.fill(length, views)
  }

  /** Consecutive modifiers of a head on one side, nearer first, one of which may be "none", and the head's own head. */
  grandSibling(g: number, h: number, near: number, far: number, shift: number, out: Int32Array): number {
    const m = near === this.none ? far : near
    const shape = (g === 0 ? 2 : g < h ? 1 : 0) * 4 + (h < m ? 2 : 0) + (g < m ? 1 : 0)
    return four(this.grandSiblings, g, h, near, far, GRAND_SHAPE[shape], shift, out)
  }

  /** Three consecutive modifiers of a head on one side, nearest first; the first and the last may be "none". */
  triSibling(h: number, near: number, m: number, far: number, shift: number, out: Int32Array): number {
    const shape = TRI_SHAPE[h === 0 ? 0 : h < m ? 1 : 2]
    return four(this.triSiblings, h, near, m, far, shape, shift, out)
  }

  /** Two modifiers of a head, the left one first. */
  anySibling(h: number, left: number, right: number, shift: number, out: Int32Array): number {
    const { count } = this.anySiblings
    const heads = this.anySiblings.part(0)
    const lefts = this.anySiblings.part(1)
    const rights = this.anySiblings.part(2)
    const shape = ANY_SHAPE[h === 0 ? 0 : right < h ? 1 : left < h ? 2 : 3]
    for (let k = 0; k < count; k++)
      out[k] = (heads[h * count + k] + lefts[left * count + k] + rights[right * count + k] + shape) >>> shift
    const apart = distanceBin(left, right)
    for (let k = 0; k < ANY_WITH_DISTANCE; k++) out[count + k] = out[k] + 1 + apart
    return count + ANY_WITH_DISTANCE
  }

  /** A word and the word before it, with their heads. */
  headBigram(headBefore: number, m: number, h: number, shift: number, out: Int32Array): number {
    const before = m - 1
    const relation = headBefore === h ? 1 : h === before ? 2 : headBefore === m ? 3 : 0
    const sideBefore = headBefore === 0 ? 0 : headBefore < before ? 1 : 2
    const side = h === 0 ? 0 : h < m ? 1 : 2
    const shape = BIGRAM_SHAPE[(relation * 3 + sideBefore) * 3 + side]
    return four(this.headBigrams, headBefore, before, m, h, shape, shift, out)
  }
}

function four(
  templates: Templates,
  a: number,
  b: number,
  c: number,
  d: number,
  shape: number,
  shift: number,
  out: Int32Array,
): number {
  const { count } = templates
  const first = templates.part(0)
  const second = templates.part(1)
  const third = templates.part(2)
  const fourth = templates.part(3)
  for (let k = 0; k < count; k++)
    out[k] =
      (first[a * count + k] +
        second[b * count + k] +
        third[c * count + k] +
        fourth[d * count + k] +
        shape) >>>
      shift
  return count
}
