// Which words a token stands for: "don't" is do + n't. Forms in a list are looked up; others are split by
// what was learned of affixes.
import { ownText } from '../../text/own-text.js'
import type { Splitter } from './splitter.js'

/** How to split the end of a token: `put` stays with the first word, the other words follow. */
interface Rule {
  readonly put: string
  readonly words: readonly string[]
}

/** The rules as they are stored in a model: forms, affixes or endings, and the words for each. */
export interface MultiwordTables {
  /** Lower-case forms, each followed by its words; a form followed by itself alone is never split. */
  readonly forms: readonly (readonly string[])[]
  /**
   * Endings of lower-case forms, each followed by the part that the first word keeps and by the other words.
   * Only models that were trained before there was a splitter have them.
   */
  readonly endings: readonly (readonly string[])[]
}

/** Longer forms are split only if they are in the list. */
const LONGEST_SPLIT = 64
/** Number of forms whose words are remembered. */
const MAX_KEPT = 1 << 14

/** Splits tokens into words. */
export class Multiwords {
  private readonly forms: Map<string, readonly string[]>
  private readonly endings: Map<string, Rule>
  private readonly kept = new Map<string, readonly string[]>()
  private longest = 0

  constructor(
    readonly tables: MultiwordTables,
    /** Splits forms that are not in the list; null in models without multiword tokens or with endings. */
    readonly splitter: Splitter | null = null,
  ) {
    this.forms = new Map(tables.forms.map(([form, ...words]) => [form, words]))
    this.endings = new Map(tables.endings.map(([ending, put, ...words]) => [ending, { put, words }]))
    for (const ending of this.endings.keys()) this.longest = Math.max(this.longest, ending.length)
  }

  /** The words of a token; only the token itself if it is one word. */
  split(form: string): readonly string[] {
    const words = this.find(form)
    return words.length === 1 || words.every(isWord) ? words : [form]
  }

  private find(form: string): readonly string[] {
    const lower = lowerForm(form)
    if (lower.length !== form.length) return [form]
    const known = this.forms.get(lower)
    if (known !== undefined) return known.length === 1 ? [form] : spell(form, lower, known)
    if (this.splitter !== null)
      return form.length > LONGEST_SPLIT ? [form] : this.splitBy(this.splitter, form, lower)
    for (let n = Math.min(this.longest, lower.length - 1); n > 0; n--) {
      const rule = this.endings.get(lower.slice(-n))
      if (rule === undefined) continue
      const stem = lower.slice(0, -n)
      return spell(form, lower, [stem + rule.put, ...rule.words])
    }
    return [form]
  }

  private splitBy(splitter: Splitter, form: string, lower: string): readonly string[] {
    const kept = this.kept.get(form)
    if (kept !== undefined) return kept
    const words = splitter.split(lower, isCapital(form))
    const spelled = words.length === 1 ? [form] : spell(form, lower, words)
    if (this.kept.size >= MAX_KEPT) this.kept.clear()
    this.kept.set(ownText(form), spelled.map(ownText))
    return spelled
  }
}

/** The lower-case form by which a token is looked up; curly apostrophes count as straight ones. */
export function lowerForm(form: string): string {
  return form.toLowerCase().replaceAll('’', "'")
}

/** Whether a form begins with a capital. */
export function isCapital(form: string): boolean {
  return form[0] !== form[0].toLowerCase()
}

/** Whether a word can be written to CoNLL-U. */
function isWord(word: string): boolean {
  return word !== '' && !/^\s|\s$|\s\s/.test(word)
}

/** Gives words the capitals of their token. */
function spell(form: string, lower: string, words: readonly string[]): string[] {
  if (words.join('') === lower) {
    let at = 0
    return words.map((word) => form.slice(at, (at += word.length)))
  }
  const capitals = form.length > 1 && form === form.toUpperCase() && form !== lower
  const initial = form[0] !== lower[0]
  return words.map((word, i) =>
    capitals ? word.toUpperCase() : i === 0 && initial ? word[0].toUpperCase() + word.slice(1) : word,
  )
}
