// A sentence as the matcher reads it: fields as places in its text, so that only what a pattern asks for is
// read, and the relations between words. One view serves all sentences, one after the other.
import { grown } from '@parleyjs/core/internal'
import { STRIDE } from '../../text/conllu/columns.js'
import type { PackedSentence } from '../../text/conllu/sentence.js'

const EQUALS = 61
const UNDERSCORE = 95

export class TreeView {
  /** Number of words. */
  length = 0
  /** Elementary steps since the sentence was opened. */
  steps = 0
  /** Where the value of the last key begins and ends that `findKey` has found. */
  from = 0
  to = 0
  private source = ''
  private offsets: Int32Array = new Int32Array()
  private wordRows: Int32Array | null = null
  private heads: Int32Array = new Int32Array()
  private hasLists = false
  /** The first dependent of each word, and the next dependent of its head; −1 at the end. */
  private firsts = new Int32Array(64)
  private nexts = new Int32Array(64)

  open({ source, offsets, wordRows, heads }: PackedSentence): void {
    this.source = source
    this.offsets = offsets
    this.wordRows = wordRows
    this.heads = heads
    this.length = heads.length
    this.steps = 0
    this.hasLists = false
  }

  /** Head of a word: its index, −1 for a root, −2 if it is not known or not in the sentence. */
  head(word: number): number {
    const head = this.heads[word]
    return head >= 0 && head <= this.length ? head - 1 : -2
  }

  field(word: number, column: number): string {
    const o = this.place(word, column)
    return this.source.slice(this.offsets[o], this.offsets[o + 1] - 1)
  }

  /** Whether a field has this text. */
  equals(word: number, column: number, text: string): boolean {
    const o = this.place(word, column)
    return this.has(this.offsets[o], this.offsets[o + 1] - 1, text)
  }

  /** Whether a field is not `_`. */
  isPresent(word: number, column: number): boolean {
    const o = this.place(word, column)
    const from = this.offsets[o]
    return this.offsets[o + 1] - 2 !== from || this.source.charCodeAt(from) !== UNDERSCORE
  }

  /** Finds `key=value` between bars in a field, and sets `from` and `to` to the value. */
  findKey(word: number, column: number, key: string): boolean {
    const o = this.place(word, column)
    const end = this.offsets[o + 1] - 1
    for (let at = this.offsets[o]; at < end; at++) {
      let next = this.source.indexOf('|', at)
      if (next < 0 || next > end) next = end
      const equals = at + key.length
      if (equals < next && this.source.charCodeAt(equals) === EQUALS && this.has(at, equals, key)) {
        this.from = equals + 1
        this.to = next
        return true
      }
      at = next
    }
    return false
  }

  /** Whether the value that `findKey` found has this text. */
  valueEquals(text: string): boolean {
    return this.has(this.from, this.to, text)
  }

  value(): string {
    return this.source.slice(this.from, this.to)
  }

  /** Whether one word is above another on the path to the root. Cycles are followed once. */
  isAbove(upper: number, lower: number): boolean {
    let word = this.head(lower)
    for (let left = this.length; word >= 0 && left > 0; left--) {
      this.steps++
      if (word === upper) return true
      word = this.head(word)
    }
    return false
  }

  /** Whether the path upwards from a word ends, at a root or at a word whose head is not known. */
  reachesRoot(word: number): boolean {
    let upper = word
    for (let left = this.length; left > 0 && upper >= 0; left--) {
      this.steps++
      upper = this.head(upper)
    }
    return upper < 0
  }

  /** The first dependent of a word, or −1. */
  firstChild(word: number): number {
    if (!this.hasLists) this.makeLists()
    return this.firsts[word]
  }

  /** The next dependent of the same head, or −1. */
  nextSibling(word: number): number {
    if (!this.hasLists) this.makeLists()
    return this.nexts[word]
  }

  private makeLists(): void {
    while (this.firsts.length < this.length) {
      this.firsts = grown(this.firsts)
      this.nexts = grown(this.nexts)
    }
    this.firsts.fill(-1, 0, this.length)
    for (let word = this.length - 1; word >= 0; word--) {
      const head = this.head(word)
      this.nexts[word] = head < 0 ? -1 : this.firsts[head]
      if (head >= 0) this.firsts[head] = word
    }
    this.hasLists = true
  }

  private place(word: number, column: number): number {
    return (this.wordRows === null ? word : this.wordRows[word]) * STRIDE + column
  }

  private has(from: number, to: number, text: string): boolean {
    if (to - from !== text.length) return false
    for (let i = 0; i < text.length; i++)
      if (this.source.charCodeAt(from + i) !== text.charCodeAt(i)) return false
    return true
  }
}
