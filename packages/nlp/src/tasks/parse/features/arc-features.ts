// Features of an arc from a head to a modifier, and of the arc with its label: places in a table of weights,
// gathered into a buffer. Variants of a feature (with the distance, with a label) lie side by side, so that
// they share cache lines.
import { spread } from '@parleyjs/core/internal'
import type { TableMemory, Weights } from '@parleyjs/learn/internal'
import type { EncodedSentence } from './encode.js'
import { type SentenceViews, Templates, type View } from './templates.js'

type Pair = readonly [head: View, modifier: View]

/** With direction, and once more with direction and distance. */
const BOTH: readonly Pair[] = [
  ['none', 'none'],
  ['p', 'none'],
  ['none', 'p'],
  ['x', 'none'],
  ['none', 'x'],
  ['lp', 'none'],
  ['none', 'lp'],
  ['w', 'none'],
  ['none', 'w'],
  ['none', 'around'],
  ['around', 'none'],
  ['p', 'p'],
  ['x', 'x'],
  ['p', 'x'],
  ['x', 'p'],
  ['lp', 'p'],
  ['p', 'lp'],
  ['p', 'w'],
  ['w', 'p'],
  ['pf', 'pf'],
  ['pAfter', 'pBefore'],
  ['pBefore', 'pAfter'],
  ['around', 'p'],
  ['p', 'around'],
]

/** With direction only. */
const PLAIN: readonly Pair[] = [
  ['s', 'none'],
  ['none', 's'],
  ['shape', 'none'],
  ['none', 'shape'],
  ['pf', 'none'],
  ['none', 'pf'],
  ['twoBefore', 'none'],
  ['none', 'twoBefore'],
  ['twoAfter', 'none'],
  ['none', 'twoAfter'],
  ['formBefore', 'none'],
  ['none', 'formBefore'],
  ['formAfter', 'none'],
  ['none', 'formAfter'],
  ['l', 'l'],
  ['lp', 'lp'],
  ['w', 'w'],
  ['wx', 'x'],
  ['x', 'wx'],
  ['l', 'x'],
  ['x', 'l'],
  ['lp', 's'],
  ['s', 'lp'],
  ['s', 's'],
  ['s', 'p'],
  ['p', 's'],
  ['f', 'p'],
  ['p', 'f'],
  ['case', 'case'],
  ['agree', 'agree'],
  ['verb', 'case'],
  ['verb', 'verb'],
  ['verb', 'lp'],
  ['lp', 'case'],
  ['lp', 'verb'],
  ['lp', 'agree'],
  ['pBefore', 'pBefore'],
  ['pAfter', 'pAfter'],
  ['around', 'around'],
  ['xAfter', 'xBefore'],
  ['xBefore', 'xAfter'],
  ['xBefore', 'xBefore'],
  ['xAfter', 'xAfter'],
  ['xAround', 'x'],
  ['x', 'xAround'],
  ['lp', 'pBefore'],
  ['lp', 'pAfter'],
  ['pBefore', 'lp'],
  ['pAfter', 'lp'],
  ['p', 'lp1'],
  ['p', 'l1p'],
  ['p', 'twoBefore'],
  ['p', 'twoAfter'],
  ['p', 'formBefore'],
  ['p', 'formAfter'],
  ['formAfter', 'p'],
]

/** Features of labels, each with direction. */
const LABEL: readonly Pair[] = [
  ['none', 'none'],
  ['p', 'none'],
  ['none', 'p'],
  ['none', 'x'],
  ['x', 'none'],
  ['w', 'none'],
  ['none', 'w'],
  ['lp', 'none'],
  ['none', 'lp'],
  ['none', 'wx'],
  ['none', 's'],
  ['s', 'none'],
  ['none', 'shape'],
  ['none', 'pf'],
  ['none', 'around'],
  ['around', 'none'],
  ['none', 'twoBefore'],
  ['none', 'twoAfter'],
  ['none', 'formBefore'],
  ['none', 'formAfter'],
  ['none', 'lp1'],
  ['none', 'l1p'],
  ['p', 'p'],
  ['x', 'x'],
  ['l', 'p'],
  ['p', 'l'],
  ['l', 'l'],
  ['w', 'x'],
  ['x', 'w'],
  ['s', 's'],
  ['pf', 'pf'],
  ['verb', 'case'],
  ['lp', 'case'],
  ['lp', 'x'],
  ['pAfter', 'pBefore'],
  ['p', 'around'],
  ['around', 'p'],
  ['pBefore', 'pAfter'],
  ['p', 'formBefore'],
  ['p', 'formAfter'],
]

/** Room for the features of one arc. */
export const MAX_ARC_FEATURES = 256
/** About how many an arc has, and a label. */
export const ARC_FEATURES = 2 * BOTH.length + PLAIN.length + 6
export const LABEL_FEATURES = LABEL.length + 3

/** Distances 1 … 6, 7–10, 11–15, 16–30, beyond; another number for arcs from the root. */
export function distanceBin(head: number, modifier: number): number {
  if (head === 0) return 0
  const distance = head < modifier ? modifier - head : head - modifier
  if (distance <= 6) return distance
  return distance <= 10 ? 7 : distance <= 15 ? 8 : distance <= 30 ? 9 : 10
}

/** Hash constants of directions: 0 from the root, 1 to the right, 2 to the left. */
export function directionOf(head: number, modifier: number): number {
  return head === 0 ? 0 : head < modifier ? 1 : 2
}

const DIRECTION = Int32Array.from({ length: 3 }, (_, d) => spread(0x1000 + d))
const TAG_PAIR = Int32Array.from({ length: 2 * 32 }, (_, t) => spread(0x3000 + t) | 1)
const BETWEEN = Int32Array.from({ length: 32 }, (_, t) => spread(0x4000 + t))
const COUNTS = Int32Array.from({ length: 3 * 4 }, (_, c) => spread(0x5000 + c))
const EXACT = spread(0x6000)
const NEAR = spread(0x2000)
const SPREAD = spread(0xa000) | 1

/** The features of the arcs of one sentence at a time. */
export class ArcFeatures {
  private readonly both: Templates
  private readonly plain: Templates
  private readonly label: Templates
  private readonly places = new Int32Array(MAX_ARC_FEATURES)
  private sentence: EncodedSentence | null = null

  /** @param memory the memory of the arc weights, or null if they are in ordinary arrays */
  constructor(private readonly memory: TableMemory | null = null) {
    this.both = new Templates(1, BOTH, memory)
    this.plain = new Templates(2, PLAIN, memory)
    this.label = new Templates(3, LABEL, memory)
  }

  /** Takes the next sentence. */
  fill(sentence: EncodedSentence, views: SentenceViews): void {
    this.sentence = sentence
    this.both.fill(sentence.length, views)
    this.plain.fill(sentence.length, views)
    this.label.fill(sentence.length, views)
  }

  /** Writes the places of an arc's features in a table with this shift; returns how many. */
  arc(head: number, modifier: number, shift: number, out: Int32Array): number {
    const direction = directionOf(head, modifier)
    const side = DIRECTION[direction]
    const far = 1 + distanceBin(head, modifier)
    let n = 0
    {
      const { count } = this.both
      const heads = this.both.part(0)
      const modifiers = this.both.part(1)
      const h = head * count
      const m = modifier * count
      for (let k = 0; k < count; k++) {
        const at = (heads[h + k] + modifiers[m + k] + side) >>> shift
        out[n] = at
        out[n + 1] = at + far
        n += 2
      }
    }
    {
      const { count } = this.plain
      const heads = this.plain.part(0)
      const modifiers = this.plain.part(1)
      const h = head * count
      const m = modifier * count
      for (let k = 0; k < count; k++) out[n++] = (heads[h + k] + modifiers[m + k] + side) >>> shift
    }
    return this.between(head, modifier, side, shift, out, n)
  }

  /** The sum of an arc's weights. */
  score(head: number, modifier: number, weights: Weights): number {
    const { memory, places } = this
    const { shift } = weights
    const place = weights.placeIn(memory)
    if (memory === null || place === null)
      return weights.score(places, this.arc(head, modifier, shift, places))
    const side = DIRECTION[directionOf(head, modifier)]
    const { both, plain } = this
    const found = both.count + plain.count
    const more = this.between(head, modifier, side, shift, memory.list, found) - found
    return memory.lookUps.arc(
      both.address[0] + 4 * head * both.count,
      both.address[1] + 4 * modifier * both.count,
      both.count,
      plain.address[0] + 4 * head * plain.count,
      plain.address[1] + 4 * modifier * plain.count,
      plain.count,
      side,
      1 + distanceBin(head, modifier),
      shift,
      more,
      place.codes,
      place.steps,
      memory.listAddress,
    )
  }

  /** What stands between the two: every kind of tag once, and how many verbs, marks and coordinators. */
  private between(
    head: number,
    modifier: number,
    side: number,
    shift: number,
    out: Int32Array,
    start: number,
  ): number {
    const { tags, verbs, marks, coordinators } = this.sentence!
    const low = head < modifier ? head : modifier
    const high = head < modifier ? modifier : head
    const pair = Math.imul(TAG_PAIR[tags[head]], TAG_PAIR[32 + tags[modifier]]) + side
    let n = start
    out[n++] = (pair + EXACT + (head === 0 ? 0 : Math.min(high - low, 40)) * SPREAD) >>> shift
    let seen = 0
    for (let i = low + 1; i < high; i++) {
      const bit = 1 << tags[i]
      if ((seen & bit) !== 0) continue
      seen |= bit
      out[n++] = (pair + BETWEEN[tags[i]]) >>> shift
    }
    out[n++] = (pair + COUNTS[Math.min(3, verbs[high] - verbs[low + 1])]) >>> shift
    out[n++] = (pair + COUNTS[4 + Math.min(3, marks[high] - marks[low + 1])]) >>> shift
    out[n++] = (pair + COUNTS[8 + Math.min(3, coordinators[high] - coordinators[low + 1])]) >>> shift
    return n
  }

  /** Writes the places of the features that labels follow on; returns how many. */
  labelled(head: number, modifier: number, shift: number, out: Int32Array): number {
    const { count } = this.label
    const side = DIRECTION[directionOf(head, modifier)]
    const heads = this.label.part(0)
    const modifiers = this.label.part(1)
    const h = head * count
    const m = modifier * count
    for (let k = 0; k < count; k++) out[k] = (heads[h + k] + modifiers[m + k] + side) >>> shift
    return this.labelledBetween(head, modifier, side, shift, out)
  }

  /** The same, into the list of the memory that the weights are in. */
  labelledInMemory(head: number, modifier: number, shift: number): number {
    const { lookUps, zeros, list, listAddress } = this.memory!
    const { count, address } = this.label
    const side = DIRECTION[directionOf(head, modifier)]
    const h = address[0] + 4 * head * count
    const m = address[1] + 4 * modifier * count
    lookUps.places(h, m, zeros, zeros, count, side, shift, listAddress)
    return this.labelledBetween(head, modifier, side, shift, list)
  }

  /** Appends features of the distance and of the number of verbs and marks between the two. */
  private labelledBetween(
    head: number,
    modifier: number,
    side: number,
    shift: number,
    out: Int32Array,
  ): number {
    let n = this.label.count
    const { tags, marks, verbs } = this.sentence!
    const pair = Math.imul(TAG_PAIR[tags[head]], TAG_PAIR[32 + tags[modifier]]) + side
    const low = head < modifier ? head : modifier
    const high = head < modifier ? modifier : head
    out[n++] = (pair + NEAR + distanceBin(head, modifier) * SPREAD) >>> shift
    out[n++] = (pair + COUNTS[Math.min(3, verbs[high] - verbs[low + 1])]) >>> shift
    out[n++] = (pair + COUNTS[4 + Math.min(3, marks[high] - marks[low + 1])]) >>> shift
    return n
  }
}
