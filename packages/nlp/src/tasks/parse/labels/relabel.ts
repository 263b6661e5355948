// Chooses labels once the tree is known: the children, siblings and grandparent of a word tell more about its
// relation than the arc alone ("to go" under a verb is one thing, "that he goes" another).

import { spread } from '@parleyjs/core/internal'
import { doublesIn, integersIn, type TableMemory, type Weights } from '@parleyjs/learn/internal'
import { type ArcFeatures, directionOf } from '../features/arc-features.js'
import type { EncodedSentence } from '../features/encode.js'
import { type SentenceViews, Templates, type View } from '../features/templates.js'
import { NETWORK_SHARE, type Network } from '../network/network.js'
import { type Labels, placeOf } from './labels.js'

/** Head, modifier, and a third word: a child, a sibling or the grandparent. */
const THIRD: readonly (readonly [View, View, View])[] = [
  ['none', 'p', 'p'],
  ['p', 'p', 'p'],
  ['none', 'p', 'lp'],
  ['p', 'p', 'lp'],
  ['lp', 'p', 'p'],
  ['x', 'x', 'x'],
  ['none', 'lp', 'p'],
]
/** A child of the modifier, whichever it is. */
const CHILD: readonly (readonly [View, View, View])[] = [
  ['none', 'none', 'lp'],
  ['none', 'p', 'lp'],
  ['p', 'p', 'p'],
  ['p', 'x', 'x'],
  ['lp', 'none', 'lp'],
]
const KINDS = 7
const KIND = Int32Array.from({ length: KINDS * 3 }, (_, k) => spread(0xd000 + k))
const COUNT = Int32Array.from({ length: 64 }, (_, k) => spread(0xe000 + k))
/** Maximum number of children that features depend on. */
const MAX_CHILDREN = 24
/** Maximum step of an update. */
const STEP = 0.02

/** Labels the arcs of one tree at a time. */
export class Relabeller {
  private readonly third = new Templates(7, THIRD)
  private readonly child = new Templates(8, CHILD)
  private readonly places: Int32Array
  private readonly sums: Float64Array
  /** The labels to be scored, in the memory of look-ups if there is one. */
  private readonly someLabels: Int32Array
  private readonly said: Float64Array // scores of all labels by the network
  private readonly words = new Int32Array(KINDS)
  private sentence: EncodedSentence | null = null
  private count = 0

  constructor(
    readonly weights: Weights,
    private readonly labels: Labels,
    /** Its scores are added; it has loaded the same sentence. */
    private readonly network: Network | null = null,
    /** Memory of the weights, or null. */
    private readonly memory: TableMemory | null = null,
  ) {
    this.places = memory?.list ?? new Int32Array(512)
    this.sums = doublesIn(memory, labels.names.length)
    this.someLabels = integersIn(memory, labels.names.length)
    this.said = new Float64Array(labels.names.length)
  }

  /** Takes the next sentence. */
  fill(sentence: EncodedSentence, views: SentenceViews): void {
    this.sentence = sentence
    this.third.fill(sentence.length, views)
    this.child.fill(sentence.length, views)
  }

  /** The best label for the arc into a word among the first `count` of a list, given all heads. */
  label(
    heads: ArrayLike<number>,
    arcs: ArcFeatures,
    modifier: number,
    list: Int32Array,
    count: number,
  ): number {
    if (count === 1) return list[0]
    const { sums } = this
    this.score(heads, arcs, modifier, list, 0, count)
    this.addNetwork(heads[modifier - 1], modifier, list, count)
    let best = 0
    for (let i = 1; i < count; i++) if (sums[i] > sums[best]) best = i
    return list[best]
  }

  /** Moves the weights so that the gold label wins, by a margin of 1 if the step is long enough. */
  learn(heads: ArrayLike<number>, arcs: ArcFeatures, modifier: number, gold: number): void {
    const { weights, labels, sums, places } = this
    const [from, to] = this.allowed(heads[modifier - 1], modifier)
    if (to - from === 1) return
    this.score(heads, arcs, modifier, labels.list, from, to)
    const found = this.bestAgainst(gold, from, to)
    if (found === gold) return
    let loss = 0
    for (let i = from; i < to; i++) {
      if (labels.list[i] === found) loss += 1 + sums[i - from]
      if (labels.list[i] === gold) loss -= sums[i - from]
    }
    const step = Math.min(STEP, loss / (2 * this.count))
    weights.add(places, this.count, gold, step)
    weights.add(places, this.count, found, -step)
  }

  /** sums[i − from] := the score of label list[i] on the arc into a word, given all heads. */
  private score(
    heads: ArrayLike<number>,
    arcs: ArcFeatures,
    modifier: number,
    list: Int32Array,
    from: number,
    to: number,
  ): void {
    const { memory, weights, sums, someLabels } = this
    this.count = this.gather(heads, arcs, modifier)
    const place = weights.placeIn(memory)
    if (memory === null || place === null) weights.scoreRows(this.places, this.count, list, from, to, sums)
    else {
      for (let i = from; i < to; i++) someLabels[i - from] = list[i]
      memory.sumRows(this.count, someLabels, 0, to - from, place, sums)
    }
  }

  /** The best label where all but the gold one get a bonus of 1. */
  private bestAgainst(gold: number, from: number, to: number): number {
    const { labels, sums } = this
    let best = Number.NEGATIVE_INFINITY
    let which = -1
    for (let i = from; i < to; i++) {
      const score = labels.list[i] === gold ? sums[i - from] : sums[i - from] + 1
      if (score <= best) continue
      best = score
      which = labels.list[i]
    }
    return which
  }

  /** Adds the network's scores of the first labels of a list. */
  private addNetwork(head: number, modifier: number, list: Int32Array, count: number): void {
    const { network, said, sums } = this
    if (network === null) return
    network.labels(head, modifier, said)
    for (let i = 0; i < count; i++) sums[i] += NETWORK_SHARE * said[list[i]]
  }

  /** Where the labels of an arc begin and end in the list. */
  private allowed(head: number, modifier: number): [number, number] {
    const { tags } = this.sentence!
    const place = placeOf(tags[head], tags[modifier], head < modifier)
    return [this.labels.first(place), this.labels.first(place + 1)]
  }

  private gather(heads: ArrayLike<number>, arcs: ArcFeatures, modifier: number): number {
    const { places, third, child, words } = this
    const { length } = this.sentence!
    const { shift } = this.weights
    const head = heads[modifier - 1]
    const direction = directionOf(head, modifier)
    let n =
      this.memory === null
        ? arcs.labelled(head, modifier, shift, places)
        : arcs.labelledInMemory(head, modifier, shift)
    const none = length + 1
    words.fill(none)
    words[6] = head === 0 ? none : heads[head - 1]
    let left = 0
    let right = 0
    let nearer = 0
    const children = child.count
    const side = KIND[direction]
    const c0 = head * children
    const c1 = modifier * children
    for (let w = 1; w <= length; w++) {
      if (heads[w - 1] === modifier) {
        if (w < modifier) {
          if (left++ === 0) words[0] = w
          words[1] = w
        } else {
          if (right++ === 0) words[2] = w
          words[3] = w
        }
        if (left + right > MAX_CHILDREN) continue
        const c2 = w * children
        for (let k = 0; k < children; k++)
          places[n++] =
            (child.part(0)[c0 + k] + child.part(1)[c1 + k] + child.part(2)[c2 + k] + side) >>> shift
      } else if (w !== modifier && heads[w - 1] === head && head < w === head < modifier) {
        const isNearer = head < modifier ? w < modifier : w > modifier
        if (isNearer) {
          nearer++
          if (head < modifier || words[4] === none) words[4] = w
        } else if (head > modifier || words[5] === none) words[5] = w
      }
    }
    const { count } = third
    for (let kind = 0; kind < KINDS; kind++) {
      const salt = KIND[kind * 3 + direction]
      const a = head * count
      const b = modifier * count
      const c = words[kind] * count
      for (let k = 0; k < count; k++)
        places[n++] = (third.part(0)[a + k] + third.part(1)[b + k] + third.part(2)[c + k] + salt) >>> shift
    }
    // How many children there are on either side, and how many siblings before, with the modifier's and the
    // head's tag.
    const numbers = Math.min(left, 3) * 16 + Math.min(right, 3) * 4 + Math.min(nearer, 3)
    const empty = none * count
    places[n++] =
      (third.part(0)[head * count + 1] +
        third.part(1)[modifier * count + 1] +
        third.part(2)[empty] +
        COUNT[numbers]) >>>
      shift
    places[n++] = (third.part(1)[modifier * count + 1] + COUNT[numbers]) >>> shift
    return n
  }
}
