// A mini-batch of sentences: the embedding rows of their words, with empty words around every sentence, and
// the candidate arcs of each word.

import { grown, type Random } from '@parleyjs/core/internal'
import { ATOMS, Atom, type EncodedSentence, UNKNOWN_FORM, UNKNOWN_LEMMA } from '../features/encode.js'
import type { ArcList } from '../trees/arc-list.js'
import { EMBEDDED, REACH, type Rows } from './layers.js'

const KINDS = EMBEDDED.length

export class Batch {
  /** Number of words, including the empty ones. */
  size = REACH
  rows = new Int32Array(1024 * KINDS)
  /** 1 for a word, 0 for an empty one. */
  isWord = new Float64Array(1024)
  /**
   * For every word that has a head: its arcs, their heads as places in the batch, the place of the right one.
   */
  readonly arcHeads: number[] = []
  readonly arcModifiers: number[] = []
  /** Where each group of arcs begins; one end more. */
  readonly groups: number[] = [0]
  readonly gold: number[] = []
  readonly labels: number[] = []
  /** Arc a has its head at place arcHeads[a]; the sentence's root is at this place. */
  readonly roots: number[] = []

  clear(): void {
    this.size = REACH
    this.isWord.fill(0)
    this.arcHeads.length = this.arcModifiers.length = this.gold.length = this.labels.length = 0
    this.roots.length = 0
    this.groups.length = 1
  }

  /**
   * Adds a sentence with the heads and labels it should get. Some words lose their form and lemma, as unknown
   * ones do.
   */
  add(
    sentence: EncodedSentence,
    candidates: ArcList,
    vocabulary: Rows,
    heads: ArrayLike<number>,
    labels: ArrayLike<number>,
    dropped: number,
    random: Random,
  ): void {
    const n = sentence.length
    for (let i = 1; i <= n; i++) {
      if (random.uniform() >= dropped) continue
      sentence.atoms[(i + 2) * ATOMS + Atom.form] = UNKNOWN_FORM
      sentence.atoms[(i + 2) * ATOMS + Atom.lemma] = UNKNOWN_LEMMA
    }
    const root = this.size
    this.reserve(root + n + 1 + REACH)
    vocabulary.fill(sentence, this.rows, root * KINDS)
    this.isWord.fill(1, root, root + n + 1)
    for (let m = 1; m <= n; m++) {
      const gold = candidates.find(heads[m - 1], m)
      for (let a = candidates.start[m]; a < candidates.start[m + 1]; a++) {
        if (a === gold) this.gold.push(this.arcHeads.length)
        this.arcHeads.push(root + candidates.head[a])
        this.arcModifiers.push(root + m)
        this.roots.push(root)
      }
      this.labels.push(labels[m - 1])
      this.groups.push(this.arcHeads.length)
    }
    this.size = root + n + 1 + REACH
  }

  private reserve(size: number): void {
    if (this.isWord.length >= size) return
    this.rows = grown(this.rows, 2 * size * KINDS)
    this.isWord = grown(this.isWord, 2 * size)
  }
}
