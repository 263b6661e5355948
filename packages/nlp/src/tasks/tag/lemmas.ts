// Lemmas: forms seen in training are looked up; for other forms a linear classifier chooses the rule that
// makes the lemma.
import { mix } from '@parleyjs/core/internal'
import { Collector, featureOf, type LinearModel, trainLinear } from '@parleyjs/learn/internal'
import { ownText } from '../../text/own-text.js'
import { EXACT, LOWER, MARKS, PREFIX, SHAPE, SUFFIX, Words } from '../../word-features/words.js'
import { KnownLemmas, LemmaCounts, type LemmaTable } from './known-lemmas.js'
import { lemmaByRules } from './lemma-by-rules.js'
import { isSymbol, wellFormed } from './lemma-checks.js'
import type { LemmaExample } from './lemma-examples.js'
import { isConstant, lemmaRule } from './lemma-rules.js'

const MAX_LEMMA_FEATURES = 32
/** Maximum number of copies of one word (same tags and lemma) among the training examples. */
const MAX_COPIES = 4
const MAX_KEPT = 1 << 15

/** Finds lemmas of words with known analyses. */
export class Lemmatizer {
  private readonly row = new Int32Array(MAX_LEMMA_FEATURES)
  private readonly scores: Int32Array
  private readonly kept = new Map<number, Map<string, string>>()
  private size = 0

  /**
   * @param rules all rules
   * @param choices rules seen with each UPOS
   * @param known what training saw; null in models written without this table
   */
  constructor(
    readonly rules: readonly string[],
    readonly choices: readonly Int32Array[],
    readonly model: LinearModel,
    readonly known: KnownLemmas | null = null,
  ) {
    this.scores = new Int32Array(Math.max(1, rules.length))
  }

  /** The lemma of a form. `words` holds the feature numbers of the word or has capacity for them. */
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

  /** A lemmatizer with the same rules and another table of seen forms. */
  withKnown(known: KnownLemmas): Lemmatizer {
    return new Lemmatizer(this.rules, this.choices, this.model, known)
  }

  private find(form: string, analysis: number, coarse: number, words: Words): string {
    const { scores, row, rules, known } = this
    const exception = known?.lemma(form, analysis)
    if (exception !== undefined) return exception
    if (isSymbol(form)) return wellFormed(form)
    this.model.score(row, lemmaFeatures(form, analysis, coarse, words, row), scores)
    return lemmaByRules(form, rules, this.choices[coarse], scores, known)
  }
}

/**
 * Learns lemmas, given the number of tags and the tag of each analysis; null if there are none to learn from.
 */
export function trainLemmatizer(
  examples: Iterable<LemmaExample>,
  coarseCount: number,
  coarseOf: ArrayLike<number>,
  options: { epochs: number; seed: number },
): Lemmatizer | null {
  const copies = new Map<string, number>()
  const numbers = new Map<string, number>()
  const seen = Array.from({ length: coarseCount }, () => new Set<number>())
  const collector = new Collector(MAX_LEMMA_FEATURES)
  const words = new Words()
  const saw = new LemmaCounts()
  for (const { form, lemma, analysis, coarse } of examples) {
    const rule = lemmaRule(form, lemma)
    saw.add(form, lemma, analysis)
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
  return withLemmasOf(saw, new Lemmatizer(rules, choices, model), coarseOf)
}

/**
 * The lemmatizer with the table of a treebank: every form of the treebank then gets its most frequent lemma
 * there.
 */
export function withLemmasOf(
  saw: LemmaCounts,
  lemmatizer: Lemmatizer,
  coarseOf: ArrayLike<number>,
): Lemmatizer {
  const constants = constantForms(saw, lemmatizer)
  const byRules = lemmatizer.withKnown(new KnownLemmas({ exceptions: [], constants }))
  const words = new Words()
  const exceptions: LemmaTable['exceptions'][number][] = []
  for (const [form, lemma, analysis] of saw.entries()) {
    words.begin(1)
    if (byRules.lemma(form, analysis, coarseOf[analysis], words) !== lemma && canBeWritten(lemma))
      exceptions.push([form, lemma, analysis])
  }
  return lemmatizer.withKnown(new KnownLemmas({ exceptions, constants }))
}

/**
 * For every constant rule (one that keeps nothing of the form): the forms whose most frequent lemma it makes.
 */
function constantForms(saw: LemmaCounts, { rules }: Lemmatizer): LemmaTable['constants'] {
  const forms = new Map<string, Set<string>>()
  for (const rule of rules) if (isConstant(rule)) forms.set(rule, new Set())
  for (const [form, lemma] of saw.entries())
    if (forms.has(`=${lemma}`)) forms.get(`=${lemma}`)!.add(form.toLowerCase())
  return rules.flatMap((rule, number) =>
    isConstant(rule) ? [[number, ...[...forms.get(rule)!].sort()] as const] : [],
  )
}

function canBeWritten(lemma: string): boolean {
  return /^\S+( \S+)*$/.test(lemma) && wellFormed(lemma) === lemma
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
