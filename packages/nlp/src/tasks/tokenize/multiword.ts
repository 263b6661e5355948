// Which words a token stands for: "don't" is do + n't. Learned from a treebank as a list of forms, and as
// rules for the endings of other forms.
import type { GoldToken } from './gold.js'

/** How to split the end of a token: `put` stays with the first word, the other words follow. */
interface Rule {
  readonly put: string
  readonly words: readonly string[]
}

/** The rules as they are stored in a model: forms or endings, and the words for each. */
export interface MultiwordTables {
  /** Lower-case forms, each followed by its words; a form followed by itself alone is never split. */
  readonly forms: readonly (readonly string[])[]
  /**
   * Endings of lower-case forms, each followed by the part that the first word keeps and by the other words.
   */
  readonly endings: readonly (readonly string[])[]
}

/** Splits tokens into words. */
export class Multiwords {
  private readonly forms: Map<string, readonly string[]>
  private readonly endings: Map<string, Rule>
  private longest = 0

  constructor(readonly tables: MultiwordTables) {
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
    const lower = form.toLowerCase()
    if (lower.length !== form.length) return [form]
    const known = this.forms.get(lower)
    if (known !== undefined) return known.length === 1 ? [form] : spell(form, lower, known)
    for (let n = Math.min(this.longest, lower.length - 1); n > 0; n--) {
      const rule = this.endings.get(lower.slice(-n))
      if (rule === undefined) continue
      const stem = lower.slice(0, -n)
      return spell(form, lower, [stem + rule.put, ...rule.words])
    }
    return [form]
  }
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

/** Learns how tokens are split. */
export function learnMultiwords(tokens: Iterable<GoldToken>): MultiwordTables {
  const seen = new Map<string, Map<string, number>>()
  let any = false
  for (const { form, words } of tokens) {
    if (words?.length === 0) continue
    const lower = form.toLowerCase()
    const analysis = words === null ? lower : words.join('\t').toLowerCase()
    if (words !== null && words.length > 1) any = true
    count(seen, lower, analysis)
  }
  if (!any) return { forms: [], endings: [] }
  const best = new Map<string, string>()
  for (const [form, analyses] of seen) best.set(form, mostFrequent(analyses))
  const endings = learnEndings(best)
  const tables: MultiwordTables = { forms: [], endings }
  const byRule = new Multiwords(tables)
  const forms: string[][] = []
  // Only forms that the rules get wrong have to be stored.
  for (const [form, analysis] of [...best].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (byRule.split(form).join('\t') !== analysis) forms.push([form, ...analysis.split('\t')])
  return { forms, endings }
}

/** Endings that stand for several words in most of the forms that have them. */
function learnEndings(best: ReadonlyMap<string, string>): string[][] {
  const rules = new Map<string, Map<string, number>>()
  for (const [form, analysis] of best) {
    const words = analysis.split('\t')
    if (words.length < 2) continue
    let same = 0
    while (same < words[0].length && same < form.length - 1 && words[0][same] === form[same]) same++
    // The ending, alone and with up to two characters before it.
    for (let from = same; from >= Math.max(1, same - 2); from--)
      count(rules, form.slice(from), [words[0].slice(from), ...words.slice(1)].join('\t'))
  }
  const totals = new Map<string, number>()
  for (const form of best.keys())
    for (let from = 1; from < form.length; from++) {
      const ending = form.slice(from)
      if (rules.has(ending)) totals.set(ending, (totals.get(ending) ?? 0) + 1)
    }
  const endings: string[][] = []
  for (const ending of [...rules.keys()].sort()) {
    const outcome = mostFrequent(rules.get(ending)!)
    const times = rules.get(ending)!.get(outcome)!
    if (times >= 2 && times * 2 > totals.get(ending)!) endings.push([ending, ...outcome.split('\t')])
  }
  return endings
}

function count(counts: Map<string, Map<string, number>>, key: string, value: string): void {
  const values = counts.get(key) ?? new Map<string, number>()
  counts.set(key, values.set(value, (values.get(value) ?? 0) + 1))
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  let best = ''
  let most = 0
  for (const [value, times] of counts)
    if (times > most || (times === most && value < best)) {
      best = value
      most = times
    }
  return best
}
