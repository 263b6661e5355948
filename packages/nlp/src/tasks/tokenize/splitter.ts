// Splits forms that training has not seen: a classifier chooses among the ways to take affixes off, by the
// affixes, what is beside them, and whether a stem is a known word.
import { mix } from '@parleyjs/core/internal'
import {
  Collector,
  featureOf,
  hashText,
  type LinearModel,
  LinearRows,
  trainLinear,
} from '@parleyjs/learn/internal'
import type { Affixes, Candidate } from './affixes.js'

/** Number of characters beside an affix that features see, and the longest stem they tell apart. */
const BESIDE = 3
const LONGEST = 7
const MAX_SPLIT_FEATURES = 64

/** Labels of the classifier. */
const WRONG = 0
const RIGHT = 1

/** A form of the training data. */
export interface SplitExample {
  readonly form: string
  readonly words: readonly string[]
  /** Whether it was always written with a capital. */
  readonly isCapital: boolean
}

/** Splits forms in lower case. */
export class Splitter {
  private readonly row = new Int32Array(MAX_SPLIT_FEATURES)
  private readonly scores = new Int32Array(2)

  /**
   * @param scorer tells right candidates from wrong ones
   * @param stems one label; its score is above 0 for a known word
   */
  constructor(
    readonly affixes: Affixes,
    readonly scorer: LinearModel,
    readonly stems: LinearModel,
  ) {}

  /** The words of a form. */
  split(form: string, isCapital: boolean): readonly string[] {
    const candidates = this.affixes.candidates(form)
    const { row, scores } = this
    let best = candidates[0]
    if (candidates.length === 1) return best.words
    let most = Number.NEGATIVE_INFINITY
    const known = candidates.map(({ stem }) => this.knows(stem))
    candidates.forEach((candidate, i) => {
      this.scorer.score(row, splitFeatures(candidate, i, known, isCapital, row), scores)
      const score = scores[RIGHT] - scores[WRONG]
      if (score <= most) return
      best = candidate
      most = score
    })
    return best.words
  }

  private knows(stem: string): boolean {
    this.row[0] = stemFeature(stem)
    this.stems.score(this.row, 1, this.scores)
    return this.scores[0] > 0
  }
}

/** Learns which candidates are right; null if there are none to choose from. */
export function trainSplitter(
  examples: readonly SplitExample[],
  affixes: Affixes,
  seed: number,
): Splitter | null {
  if (affixes.before.length + affixes.after.length === 0) return null
  const counts = new Map<string, number>()
  const readings = examples.map((example) => {
    const candidates = affixes.candidates(example.form)
    const gold = example.words.join('\t')
    const right = candidates.findIndex(({ words }) => words.join('\t') === gold)
    const stem = right < 0 ? null : candidates[right].stem
    if (stem !== null) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    return { candidates, right, stem, isCapital: example.isCapital }
  })
  const collector = new Collector(MAX_SPLIT_FEATURES)
  for (const { candidates, right, stem, isCapital } of readings) {
    if (right < 0 || candidates.length === 1) continue
    // As for a new form: the form itself is no evidence for its stem.
    const known = candidates.map((one) => (counts.get(one.stem) ?? 0) > (one.stem === stem ? 1 : 0))
    candidates.forEach((candidate, i) => {
      collector.add(i === right ? RIGHT : WRONG, (out) => splitFeatures(candidate, i, known, isCapital, out))
    })
  }
  const scorer = trainLinear(collector.examples(2), {
    epochs: 8,
    seed,
    minCount: 2,
    fullCount: 1,
    threshold: 0.02,
    prune: 0.02,
  })
  return new Splitter(affixes, scorer, stemsOf(counts.keys()))
}

/** Known words as a classifier with one label: a compact set that threads can share. */
function stemsOf(stems: Iterable<string>): LinearModel {
  const rows = new LinearRows()
  for (const feature of [...new Set([...stems].map(stemFeature))].sort((a, b) => a - b)) {
    rows.add(0, 1)
    rows.end(feature)
  }
  return rows.model(1, 1)
}

function stemFeature(stem: string): number {
  return featureOf(hashText(stem))
}

/** Writes the features of a candidate among others; returns their number. */
function splitFeatures(
  { before, after, rest, stem }: Candidate,
  at: number,
  known: readonly boolean[],
  isCapital: boolean,
  out: Int32Array,
): number {
  const front = hashOf(before)
  const back = hashOf(after)
  const both = mix(front, back)
  const length = Math.min(rest.length, LONGEST)
  const counts = before.length * 8 + after.length
  // Nothing is known of a form that stays whole, but whether another way gives a known stem.
  const isKnown = at === 0 ? (known.includes(true, 1) ? 2 : 3) : known[at] ? 1 : 0
  let n = 0
  let t = 700
  const add = (value: number) => {
    out[n++] = featureOf(mix(++t, value))
  }
  add(both)
  add(front)
  add(back)
  add(mix(both, length))
  add(mix(both, isKnown))
  add(mix(mix(both, isKnown), length))
  add(mix(front, isKnown))
  add(mix(back, isKnown))
  add(mix(counts, mix(isKnown, length)))
  add(mix(both, isCapital ? 1 : 2))
  add(mix(front, mix(isKnown, length)))
  add(mix(back, mix(isKnown, length)))
  const nextFront = mix(before.length > 0 ? before[before.length - 1] : -1, 3)
  const nextBack = mix(after.length > 0 ? after[after.length - 1] : -1, 4)
  add(mix(nextFront, isKnown))
  add(mix(nextBack, isKnown))
  for (let k = 1; k <= BESIDE; k++) {
    const first = k <= stem.length ? hashText(stem, 0, k) : k
    const last = k <= rest.length ? hashText(rest, rest.length - k, rest.length) : k
    add(mix(front, first))
    add(mix(back, last))
    add(mix(nextFront, first))
    add(mix(nextBack, last))
    add(mix(both, mix(first, 1)))
    add(mix(both, mix(last, 2)))
    add(mix(counts, mix(first, 3)))
    add(mix(counts, mix(last, 4)))
  }
  return n
}

function hashOf(affixes: readonly number[]): number {
  let hash = affixes.length + 1
  for (const affix of affixes) hash = mix(hash, affix)
  return hash
}
