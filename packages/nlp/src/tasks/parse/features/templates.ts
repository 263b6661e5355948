// What features look at. A view is what a template sees of one word: some of its atoms and its neighbours'
// tags, as one hash. A template combines a view of each word of a part. Its hash is a sum of one number per
// word, so that all numbers are made once per word, and a feature of an arc costs one addition.
import { fnv, spread, USUAL_WORDS } from '@parleyjs/core/internal'
import { integersIn, type TableMemory } from '@parleyjs/learn/internal'
import { ATOMS, Atom, type EncodedSentence } from './encode.js'

/** [offset of the word, atom] pairs of each view. */
const VIEWS = {
  none: [],
  w: [[0, Atom.form]],
  l: [[0, Atom.lemma]],
  p: [[0, Atom.upos]],
  x: [[0, Atom.xpos]],
  f: [[0, Atom.feats]],
  s: [
    [0, Atom.suffix],
    [0, Atom.upos],
  ],
  shape: [
    [0, Atom.shape],
    [0, Atom.upos],
  ],
  wp: [
    [0, Atom.form],
    [0, Atom.upos],
  ],
  lp: [
    [0, Atom.lemma],
    [0, Atom.upos],
  ],
  wx: [
    [0, Atom.form],
    [0, Atom.xpos],
  ],
  pf: [
    [0, Atom.upos],
    [0, Atom.feats],
  ],
  case: [
    [0, Atom.upos],
    [0, Atom.case],
  ],
  agree: [
    [0, Atom.upos],
    [0, Atom.agreement],
  ],
  verb: [
    [0, Atom.upos],
    [0, Atom.verb],
  ],
  lp1: [
    [0, Atom.lemma],
    [1, Atom.upos],
  ],
  l1p: [
    [0, Atom.lemma],
    [-1, Atom.upos],
  ],
  before: [[-1, Atom.upos]],
  after: [[1, Atom.upos]],
  pBefore: [
    [-1, Atom.upos],
    [0, Atom.upos],
  ],
  pAfter: [
    [0, Atom.upos],
    [1, Atom.upos],
  ],
  around: [
    [-1, Atom.upos],
    [0, Atom.upos],
    [1, Atom.upos],
  ],
  twoBefore: [
    [-2, Atom.upos],
    [-1, Atom.upos],
    [0, Atom.upos],
  ],
  twoAfter: [
    [0, Atom.upos],
    [1, Atom.upos],
    [2, Atom.upos],
  ],
  xBefore: [
    [-1, Atom.xpos],
    [0, Atom.xpos],
  ],
  xAfter: [
    [0, Atom.xpos],
    [1, Atom.xpos],
  ],
  xAround: [
    [-1, Atom.xpos],
    [0, Atom.xpos],
    [1, Atom.xpos],
  ],
  formBefore: [
    [-1, Atom.form],
    [0, Atom.upos],
  ],
  formAfter: [
    [0, Atom.upos],
    [1, Atom.form],
  ],
} as const satisfies Record<string, readonly (readonly [number, number])[]>

export type View = keyof typeof VIEWS

const VIEW_NAMES = Object.keys(VIEWS) as View[]
const VIEW_COUNT = VIEW_NAMES.length
const VIEW_ATOMS = VIEW_NAMES.map((name) => VIEWS[name] as readonly (readonly [number, number])[])

/** The views of all words of a sentence: `values[word · VIEW_COUNT + view]`. Word n + 1 stands for "none". */
export class SentenceViews {
  values: Int32Array

  /** @param memory the memory from which templates read the values, or null */
  constructor(readonly memory: TableMemory | null = null) {
    this.values = integersIn(memory, (USUAL_WORDS + 2) * VIEW_COUNT)
  }

  fill({ length, atoms }: EncodedSentence): void {
    if (this.values.length < (length + 2) * VIEW_COUNT)
      this.values = integersIn(this.memory, 2 * (length + 2) * VIEW_COUNT)
    const { values } = this
    for (let v = 0; v < VIEW_COUNT; v++) {
      const parts = VIEW_ATOMS[v]
      for (let i = 0; i <= length; i++) {
        let hash = Math.imul(v + 1, 0x632be5ab)
        for (let k = 0; k < parts.length; k++)
          hash = spread(Math.imul(hash, 0x9e3779b1) + atoms[(i + 2 + parts[k][0]) * ATOMS + parts[k][1]])
        values[i * VIEW_COUNT + v] = spread(hash)
      }
      values[(length + 1) * VIEW_COUNT + v] = spread(Math.imul(v + 1, 0x3c6ef372))
    }
  }
}

/**
 * The templates of one kind of part, with a view for each of its words, and the numbers of every word of a
 * sentence in every role: the hash of template k on words a, b, c is part(0)[a · count + k] + part(1)[b ·
 * count + k] + part(2)[c · count + k].
 */
export class Templates {
  readonly count: number
  readonly roles: number
  private readonly view: Int32Array // [role · count + template], as bytes from the first view on
  private readonly factor: Int32Array // odd numbers, distinct for each template and role
  private readonly parts: Int32Array[]
  /** Address of the numbers of each role; unused roles point at a block of zeros. */
  readonly address: Int32Array

  constructor(
    salt: number,
    readonly list: readonly (readonly View[])[],
    /** Memory for the numbers of the words, or null. */
    readonly memory: TableMemory | null = null,
  ) {
    this.count = list.length
    this.roles = list[0].length
    this.view = integersIn(memory, this.roles * this.count)
    this.factor = integersIn(memory, this.roles * this.count)
    this.parts = Array.from({ length: this.roles }, () => integersIn(memory, (USUAL_WORDS + 2) * this.count))
    this.address = new Int32Array(4).fill(memory?.zeros ?? 0)
    this.noteAddresses()
    for (let k = 0; k < this.count; k++)
      for (let r = 0; r < this.roles; r++) {
        const seed = `${salt} ${list[k].join(' ')} ${r}`
        this.view[r * this.count + k] = 4 * VIEW_NAMES.indexOf(list[k][r])
        this.factor[r * this.count + k] = spread(fnv(seed)) | 1
      }
  }

  private noteAddresses(): void {
    if (this.memory === null) return
    for (const [r, part] of this.parts.entries()) this.address[r] = part.byteOffset
  }

  /** The numbers of the words in a role, as filled last. */
  part(role: number): Int32Array {
    return this.parts[role]
  }

  fill(length: number, views: SentenceViews): void {
    const { count, view, factor, memory } = this
    for (let r = 0; r < this.roles; r++) {
      if (this.parts[r].length < (length + 2) * count) {
        this.parts[r] = integersIn(memory, 2 * (length + 2) * count)
        this.noteAddresses()
      }
      if (memory === null || memory !== views.memory) this.multiply(r, length + 2, views.values)
      else
        memory.lookUps.numbers(
          views.values.byteOffset,
          4 * VIEW_COUNT,
          length + 2,
          view.byteOffset + 4 * r * count,
          factor.byteOffset + 4 * r * count,
          count,
          this.address[r],
        )
    }
  }

  private multiply(role: number, words: number, values: Int32Array): void {
    const { count, view, factor } = this
    const part = this.parts[role]
    for (let i = 0; i < words; i++)
      for (let k = 0; k < count; k++)
        part[i * count + k] = Math.imul(
          values[i * VIEW_COUNT + (view[role * count + k] >> 2)],
          factor[role * count + k],
        )
  }
}
