// Words as integers: every column of a word becomes a hash, or "unknown" where training saw it once or never.
// Models hold the hashes of what is known and no strings, so that a vocabulary loads as one typed array.

import { fnv, IntTable, spread, USUAL_WORDS } from '@parleyjs/core/internal'
import { ownText } from '../../../text/own-text.js'
import type { ParserInput } from '../interface/parser-input.js'

/** What is known of a word: one hash per atom, side by side. */
export const Atom = {
  form: 0,
  lemma: 1,
  upos: 2,
  xpos: 3,
  feats: 4,
  /** Case. */
  case: 5,
  /** What heads and modifiers agree in: gender, number and person. */
  agreement: 6,
  /** Kind of verb form: VerbForm, Mood and Voice. */
  verb: 7,
  /** The last three letters. */
  suffix: 8,
  /** Upper case, digits, hyphens. */
  shape: 9,
} as const
export const ATOMS = 10

/** Numbers of coarse tags end here; further tags share the last one, so that a set of tags is one integer. */
export const MAX_TAGS = 32

const SALT = Int32Array.from({ length: ATOMS }, (_, i) => Math.imul(i + 1, 0x9e3779b1))
const ROOT = 0x51ed270b
const OUTSIDE = 0x2545f491
const UNKNOWN = 0x7f4a7c15

/** What stands for a form or a lemma that training did not see, or saw once. */
export const UNKNOWN_FORM = spread(UNKNOWN + SALT[Atom.form])
export const UNKNOWN_LEMMA = spread(UNKNOWN + SALT[Atom.lemma])

/** Columns that are counted: an atom seen less than twice in training is unknown. */
const COUNTED = 5

/** The hash of part of a string, by UTF-16 units. */
function hashString(text: string, salt: number, start = 0, end = text.length): number {
  return spread(fnv(text, salt ^ 0x811c9dc5, start, end))
}

/**
 * The atoms of a sentence: `atoms[(i + 2) · ATOMS + a]` for word i; 0 is the root, −2, −1, n + 1 and n + 2
 * are outside.
 */
export class EncodedSentence {
  length = 0
  atoms = new Int32Array(0)
  /** Number of the coarse tag of each word, below MAX_TAGS; the root has the last. */
  tags = new Int32Array(0)
  /** Running counts of verbs, punctuation and coordinators: those before word i, for words up to n + 1. */
  verbs = new Int32Array(0)
  marks = new Int32Array(0)
  coordinators = new Int32Array(0)

  /** Reserves space for n words. */
  reserve(n: number): void {
    this.length = n
    if (this.tags.length >= n + 1) return
    const room = Math.max(USUAL_WORDS, 2 * (n + 8))
    this.atoms = new Int32Array((room + 4) * ATOMS)
    this.tags = new Int32Array(room)
    this.verbs = new Int32Array(room + 1)
    this.marks = new Int32Array(room + 1)
    this.coordinators = new Int32Array(room + 1)
  }
}

/** Turns words into atoms with the vocabulary of a model. */
export class Encoder {
  private readonly known: IntTable
  private readonly tagNumbers: Map<string, number>
  private readonly tagCache = new Map<string, Int32Array>()

  constructor(
    /** Hashes of the atoms that training saw at least twice, ascending. */
    readonly vocabulary: Int32Array,
    /** Coarse tags by number. */
    readonly tagset: readonly string[],
  ) {
    this.known = IntTable.numbering(vocabulary)
    this.tagNumbers = new Map(tagset.map((tag, i) => [tag, Math.min(i, MAX_TAGS - 2)]))
  }

  /** Learns the vocabulary and the tags of a treebank. */
  static learn(sentences: Iterable<ParserInput>): Encoder {
    const counts = new Map<number, number>()
    const tags = new Map<string, number>()
    const count = (hash: number) => counts.set(hash, (counts.get(hash) ?? 0) + 1)
    for (const { forms, lemmas, upos, xpos, feats } of sentences)
      for (let i = 0; i < forms.length; i++) {
        count(hashString(forms[i].toLowerCase(), SALT[Atom.form]))
        count(hashString(lemmas?.[i]?.toLowerCase() ?? '_', SALT[Atom.lemma]))
        count(hashString(upos?.[i] ?? '_', SALT[Atom.upos]))
        count(hashString(xpos?.[i] ?? '_', SALT[Atom.xpos]))
        count(hashString(feats?.[i] ?? '_', SALT[Atom.feats]))
        tags.set(upos?.[i] ?? '_', (tags.get(upos?.[i] ?? '_') ?? 0) + 1)
      }
    const vocabulary = Int32Array.from([...counts].filter(([, n]) => n > 1).map(([hash]) => hash)).sort()
    const tagset = [...tags].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([tag]) => tag)
    return new Encoder(vocabulary, tagset)
  }

  /** The number of a coarse tag; unknown ones share a number with the rarest. */
  tagNumber(tag: string): number {
    return this.tagNumbers.get(tag) ?? MAX_TAGS - 2
  }

  encode(input: ParserInput, into: EncodedSentence): void {
    const { forms, lemmas, upos, xpos, feats } = input
    const n = forms.length
    into.reserve(n)
    const { atoms, tags, verbs, marks, coordinators } = into
    for (let a = 0; a < ATOMS; a++) {
      const outside = spread(OUTSIDE + SALT[a])
      atoms[a] = outside
      atoms[ATOMS + a] = outside
      atoms[2 * ATOMS + a] = spread(ROOT + SALT[a])
      atoms[(n + 3) * ATOMS + a] = outside
      atoms[(n + 4) * ATOMS + a] = outside
    }
    tags[0] = MAX_TAGS - 1
    verbs[0] = marks[0] = coordinators[0] = 0
    verbs[1] = marks[1] = coordinators[1] = 0
    for (let i = 1; i <= n; i++) {
      const at = (i + 2) * ATOMS
      const form = forms[i - 1]
      const lower = form.toLowerCase()
      const tag = upos?.[i - 1] ?? '_'
      const morphology = feats?.[i - 1] ?? '_'
      atoms[at + Atom.form] = this.hash(lower, Atom.form)
      atoms[at + Atom.lemma] = this.hash(lemmas?.[i - 1]?.toLowerCase() ?? '_', Atom.lemma)
      atoms[at + Atom.upos] = this.hash(tag, Atom.upos)
      atoms[at + Atom.xpos] = this.hash(xpos?.[i - 1] ?? '_', Atom.xpos)
      const parts = this.morphology(morphology)
      atoms[at + Atom.feats] = parts[0]
      atoms[at + Atom.case] = parts[1]
      atoms[at + Atom.agreement] = parts[2]
      atoms[at + Atom.verb] = parts[3]
      atoms[at + Atom.suffix] = hashString(lower, SALT[Atom.suffix], Math.max(0, lower.length - 3))
      atoms[at + Atom.shape] = spread(shapeOf(form) + SALT[Atom.shape])
      tags[i] = this.tagNumber(tag)
      verbs[i + 1] = verbs[i] + (tag === 'VERB' || tag === 'AUX' ? 1 : 0)
      marks[i + 1] = marks[i] + (tag === 'PUNCT' ? 1 : 0)
      coordinators[i + 1] = coordinators[i] + (tag === 'CCONJ' ? 1 : 0)
    }
  }

  private hash(text: string, atom: number): number {
    const hash = hashString(text, SALT[atom])
    return atom < COUNTED && !this.known.has(hash) ? spread(UNKNOWN + SALT[atom]) : hash
  }

  /** Hashes of a FEATS column: whole, case, agreement, verb form. Few differ, so they are kept. */
  private morphology(feats: string): Int32Array {
    const kept = this.tagCache.get(feats)
    if (kept !== undefined) return kept
    const group = [0, 0, 0]
    for (const pair of feats.split('|')) {
      const name = pair.slice(0, pair.indexOf('='))
      const place = GROUPS[name]
      if (place !== undefined) group[place] = spread(group[place] + hashString(pair, 0))
    }
    const parts = Int32Array.of(
      this.hash(feats, Atom.feats),
      spread(group[0] + SALT[Atom.case]),
      spread(group[1] + SALT[Atom.agreement]),
      spread(group[2] + SALT[Atom.verb]),
    )
    // The cache is bounded: a text may contain any number of different FEATS.
    if (this.tagCache.size < 10_000) this.tagCache.set(ownText(feats), parts)
    return parts
  }
}

const GROUPS: Readonly<Record<string, number>> = {
  Case: 0,
  Gender: 1,
  Number: 1,
  Person: 1,
  VerbForm: 2,
  Mood: 2,
  Voice: 2,
}

/** Initial upper case, all upper case, digits, hyphens, one character: a bit each. */
function shapeOf(form: string): number {
  let upper = 0
  let other = 0
  for (let i = 0; i < form.length; i++) {
    const code = form.charCodeAt(i)
    if (code >= 65 && code <= 90) upper++
    else if (code >= 48 && code <= 57) other |= 1
    else if (code === 45) other |= 2
  }
  const first = form.charCodeAt(0)
  const initial = first >= 65 && first <= 90
  return (initial ? 1 : 0) | (upper > 1 ? 2 : 0) | (other << 2) | (form.length === 1 ? 16 : 0)
}
