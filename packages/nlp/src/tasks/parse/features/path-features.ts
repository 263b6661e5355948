// Features of paths, from a word to one of its descendants, and of arcs that are not projective. They are
// like the features of arcs, but coarser: there are many paths, and what they say is vague.
import { spread } from '@parleyjs/core/internal'
import { distanceBin } from './arc-features.js'
import type { EncodedSentence } from './encode.js'
import { type SentenceViews, Templates, type View } from './templates.js'

type Pair = readonly [View, View]

/** Ancestor, descendant. The first few also come with the distance. */
const PATHS: readonly Pair[] = [
  ['none', 'none'],
  ['p', 'p'],
  ['x', 'x'],
  ['p', 'none'],
  ['none', 'p'],
  ['lp', 'p'],
  ['p', 'lp'],
  ['lp', 'none'],
  ['none', 'lp'],
  ['pf', 'pf'],
  ['lp', 'lp'],
]

/** Head, modifier. The first few also come with the distance. */
const NON_PROJECTIVE: readonly Pair[] = [
  ['none', 'none'],
  ['p', 'p'],
  ['x', 'x'],
  ['p', 'none'],
  ['none', 'p'],
  ['lp', 'p'],
  ['p', 'lp'],
  ['lp', 'none'],
  ['none', 'lp'],
  ['pf', 'pf'],
  ['none', 'around'],
  ['around', 'none'],
]

const WITH_DISTANCE = 3

/** Room for the features of one of these parts. */
export const MAX_PATH_FEATURES = Math.max(PATHS.length, NON_PROJECTIVE.length) + WITH_DISTANCE + 3

const PATH_SIDE = Int32Array.from({ length: 2 }, (_, i) => spread(0x15000 + i))
const ARC_SIDE = Int32Array.from({ length: 2 }, (_, i) => spread(0x16000 + i))
const COUNTS = Int32Array.from({ length: 3 * 4 }, (_, i) => spread(0x17000 + i))

/** The features of the paths of one sentence at a time. */
export class PathFeatures {
  private readonly paths = new Templates(13, PATHS)
  private readonly arcs = new Templates(14, NON_PROJECTIVE)
  private sentence: EncodedSentence | null = null

  /** Takes the next sentence. */
  fill(sentence: EncodedSentence, views: SentenceViews): void {
    this.sentence = sentence
    this.paths.fill(sentence.length, views)
    this.arcs.fill(sentence.length, views)
  }

  /** A word that descends from another. */
  path(ancestor: number, descendant: number, shift: number, out: Int32Array): number {
    return pair(this.paths, ancestor, descendant, PATH_SIDE, shift, out)
  }

  /**
   * An arc over a word that does not descend from its head; also how many verbs, marks and coordinators it
   * spans.
   */
  nonProjective(head: number, modifier: number, shift: number, out: Int32Array): number {
    const { verbs, marks, coordinators } = this.sentence!
    let n = pair(this.arcs, head, modifier, ARC_SIDE, shift, out)
    const low = Math.min(head, modifier)
    const high = Math.max(head, modifier)
    const { count } = this.arcs
    // Template 1 is the pair of coarse tags.
    const tags = this.arcs.part(0)[head * count + 1] + this.arcs.part(1)[modifier * count + 1]
    out[n++] = (tags + COUNTS[Math.min(3, verbs[high] - verbs[low + 1])]) >>> shift
    out[n++] = (tags + COUNTS[4 + Math.min(3, marks[high] - marks[low + 1])]) >>> shift
    out[n++] = (tags + COUNTS[8 + Math.min(3, coordinators[high] - coordinators[low + 1])]) >>> shift
    return n
  }
}

function pair(
  templates: Templates,
  a: number,
  b: number,
  sides: Int32Array,
  shift: number,
  out: Int32Array,
): number {
  const { count } = templates
  const first = templates.part(0)
  const second = templates.part(1)
  const side = sides[a < b ? 1 : 0]
  for (let k = 0; k < count; k++) out[k] = (first[a * count + k] + second[b * count + k] + side) >>> shift
  const apart = distanceBin(a, b)
  for (let k = 0; k < WITH_DISTANCE; k++) out[count + k] = out[k] + 1 + apart
  return count + WITH_DISTANCE
}
