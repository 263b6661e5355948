// Lemmas by rules: what to do with the capitals of a form, what to take from its two ends and what to put there.
// "Dogs" → dog is the rule L0||1| (lower case, nothing at the beginning, one character less at the end).
import { Collector } from '../classify/collector.js'
import { featureOf, mix } from '../classify/hash.js'
import type { LinearModel } from '../classify/linear.js'
import { ownText } from '../classify/own-text.js'
import { trainLinear } from '../classify/train.js'
import { EXACT, LOWER, MARKS, PREFIX, SHAPE, SUFFIX, Words } from './words.js'

const MAX_LEMMA_FEATURES = 32
/** So many copies of a word with the same tags and lemma are learned from. */
const MAX_COPIES = 4
const MAX_KEPT = 1 << 15

/** The simplest rule that makes a lemma from a form. */
export function lemmaRule(form: string, lemma: string): string {
  let best = ''
  let least = Number.POSITIVE_INFINITY
  for (const way of ['L', 'K', 'T']) {
    const { rule, cost } = editRule(way, recase(form, way), lemma)
    if (cost < least) {
      best = rule
      least = cost
    }
  }
  return best
}

/** Applies a rule to a form; null if it does not fit. */
export function applyRule(rule: string, form: string): string | null {
  if (rule[0] === '=') return rule.slice(1)
  const base = recase(form, rule[0])
  const [takeFirst, putFirst, takeLast, putLast] = rule.slice(1).split('\t')
  const from = Number(takeFirst)
  const to = base.length - Number(takeLast)
  if (to <= from) return null
  return putFirst + base.slice(from, to) + putLast
}

function recase(form: string, way: string): string {
  if (way === 'K') return form
  const lower = form.toLowerCase()
  return way === 'L' ? lower : (form[0] ?? '') + lower.slice(form[0]?.length ?? 0)
}

/** The rule around the longest piece that form and lemma have in common. */
function editRule(way: string, base: string, lemma: string): { rule: string; cost: number } {
  let longest = 0
  let from = 0
  let put = 0
  for (let i = 0; i < base.length; i++)
    for (let j = 0; j < lemma.length; j++) {
      let n = 0
      while (i + n < base.length && j + n < lemma.length && base[i + n] === lemma[j + n]) n++
      if (n > longest) {
        longest = n
        from = i
        put = j
      }
    }
  if (longest === 0) return { rule: `=${lemma}`, cost: 1000 }
  const takeLast = base.length - from - longest
  const putLast = lemma.slice(put + longest)
  return {
    rule: `${way}${from}\t${lemma.slice(0, put)}\t${takeLast}\t${putLast}`,
    cost: from + put + takeLast + putLast.length,
  }
}

/** A word to learn from. */
export interface LemmaExample {
  readonly form: string
  readonly lemma: string
  /** Number of its analysis, and of its UPOS. */
  readonly analysis: number
  readonly coarse: number
}

/** Finds lemmas of words with known analyses. */
export class Lemmatizer {
  private readonly row = new Int32Array(MAX_LEMMA_FEATURES)
  private readonly scores: Int32Array
  private readonly kept = new Map<number, Map<string, string>>()
  private size = 0

  /**
   * @param rules all rules
   * @param choices rules seen with each UPOS
   */
  constructor(
    readonly rules: readonly string[],
    readonly choices: readonly Int32Array[],
    readonly model: LinearModel,
  ) {
    this.scores = new Int32Array(Math.max(1, rules.length))
  }

  /** The lemma of a word, of which `words` has the numbers, or has room for them. */
  lemma(form: string, analysis: number, coarse: number, words: Words): string {
    let known = this.kept.get(analysis)
    const found = known?.get(form)
    if (found !== undefined) return found
    const lemma = ownText(this.find(form, analysis, coarse, words))
    if (++this.size > MAX_KEPT) {
      this.kept.clear()
      this.size = 0
      known = undefined
    }
    if (known === undefined) this.kept.set(analysis, (known = new Map()))
    known.set(ownText(form), lemma)
    return lemma
  }

  private find(form: string, analysis: number, coarse: number, words: Words): string {
    const { scores, row, rules } = this
    this.model.score(row, lemmaFeatures(form, analysis, coarse, words, row), scores)
    const choices = this.choices[coarse]
    // The best rule mostly applies; if not, the best of those that are worse is next.
    for (let last = -1; ; ) {
      let best = -1
      for (let i = 0; i < choices.length; i++) {
        const rule = choices[i]
        if (last >= 0 && !isBetter(last, rule, scores)) continue
        if (best < 0 || isBetter(rule, best, scores)) best = rule
      }
      if (best < 0) return form
      const lemma = applyRule(rules[best], form)
      if (lemma !== null && lemma !== '') return lemma
      last = best
    }
  }
}

/** Whether a rule scores more than another, the first among equals. */
function isBetter(rule: number, other: number, scores: Int32Array): boolean {
  return scores[rule] > scores[other] || (scores[rule] === scores[other] && rule < other)
}

/** Learns lemmas; null if there are none to learn from. */
export function trainLemmatizer(
  examples: Iterable<LemmaExample>,
  coarseCount: number,
  options: { epochs: number; seed: number },
): Lemmatizer | null {
  const copies = new Map<string, number>()
  const numbers = new Map<string, number>()
  const seen = Array.from({ length: coarseCount }, () => new Set<number>())
  const collector = new Collector(MAX_LEMMA_FEATURES)
  const words = new Words()
  for (const { form, lemma, analysis, coarse } of examples) {
    const rule = lemmaRule(form, lemma)
    if (!numbers.has(rule)) numbers.set(rule, numbers.size)
    const number = numbers.get(rule)!
    const key = `${analysis}\t${rule}\t${form}`
    const copy = (copies.get(key) ?? 0) + 1
    copies.set(key, copy)
    if (copy > MAX_COPIES) continue
    seen[coarse].add(number)
    words.begin(1)
    collector.add(number, (out) => lemmaFeatures(form, analysis, coarse, words, out))
  }
  const rules = [...numbers.keys()]
  if (rules.length === 0) return null
  const choices = seen.map((set) => Int32Array.from(set).sort())
  const model = trainLinear(collector.examples(rules.length), {
    ...options,
    minCount: 1,
    dropout: 0.2,
    threshold: 0.05,
    prune: 0.2,
  })
  return new Lemmatizer(rules, choices, model)
}

function lemmaFeatures(
  form: string,
  analysis: number,
  coarse: number,
  words: Words,
  out: Int32Array,
): number {
  const at = words.place(form)
  const v = words.numbers
  let n = 0
  let t = 400
  const fine = mix(analysis, 77)
  out[n++] = feature(++t, fine)
  out[n++] = feature(++t, mix(fine, v[at + LOWER]))
  out[n++] = feature(++t, mix(coarse, v[at + LOWER]))
  out[n++] = feature(++t, mix(fine, v[at + EXACT]))
  out[n++] = feature(++t, mix(fine, v[at + SHAPE]))
  out[n++] = feature(++t, mix(fine, v[at + MARKS]))
  for (let k = 1; k <= 5; k++) out[n++] = feature(++t, mix(fine, v[at + SUFFIX + k]))
  for (let k = 2; k <= 5; k++) out[n++] = feature(++t, mix(coarse, v[at + SUFFIX + k]))
  for (let k = 2; k <= 4; k++) out[n++] = feature(++t, mix(fine, v[at + PREFIX + k]))
  return n
}

function feature(template: number, value: number): number {
  return featureOf(mix(template, value))
}
