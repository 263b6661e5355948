// Compares a system's analysis with the gold one by the metrics of the CoNLL 2018 shared task.
import type { Sentence } from '../conllu/sentence.js'
import { type Alignment, alignWords } from './align.js'
import { badInput, type Corpus, layOut, type Word } from './corpus.js'
import { isPunctuation, type PunctuationRule, punctuationRule } from './punctuation.js'
import { makeScore, type Score, scoreSpans } from './score.js'

/** The metrics of the shared task, in its order. */
export const OFFICIAL_METRICS = [
  'Tokens',
  'Sentences',
  'Words',
  'UPOS',
  'XPOS',
  'UFeats',
  'AllTags',
  'Lemmas',
  'UAS',
  'LAS',
  'CLAS',
  'MLAS',
  'BLEX',
] as const

/** Additional metrics: LAS that compares subtypes, and UAS and LAS of the words that are not punctuation. */
export const OTHER_METRICS = ['LAS-subtypes', 'UAS-nopunct', 'LAS-nopunct'] as const

const PARSING: ReadonlySet<string> = new Set(['UAS', 'LAS', 'CLAS', 'MLAS', 'BLEX', ...OTHER_METRICS])

export type MetricName = (typeof OFFICIAL_METRICS)[number] | (typeof OTHER_METRICS)[number]

export interface EvaluateOptions {
  /** Refuse sentences with several roots, as the official script does. Default: count them and go on. */
  readonly singleRoot?: boolean
  /** Names of the two files in errors. Default: `gold` and `system`. */
  readonly goldName?: string
  readonly systemName?: string
}

/** The result of an evaluation. */
export interface Evaluation {
  /** Scores by metric; null for the metrics of parsing when a file has no heads at all. */
  readonly scores: Readonly<Record<MetricName, Score | null>>
  /** Number of sentences with several roots; the official script would refuse the file. */
  readonly multipleRoots: { readonly gold: number; readonly system: number }
  /**
   * How punctuation is recognised: by UPOS and DEPREL, or by the form where the gold file does not mark it.
   */
  readonly punctuation: PunctuationRule
}

/**
 * Compares two analyses of the same text. Words are aligned by their characters, so that the system may have
 * its own tokens and sentences.
 *
 * @example
 * evaluateConllu(parseConllu(gold), parseConllu(system)).scores.LAS?.f1 // 0.8
 */
export function evaluateConllu(
  gold: Iterable<Sentence>,
  system: Iterable<Sentence>,
  options: EvaluateOptions = {},
): Evaluation {
  const { singleRoot = false, goldName = 'gold', systemName = 'system' } = options
  const goldSide = load(goldName, gold, singleRoot)
  const systemSide = load(systemName, system, singleRoot)
  requireSameText(goldSide, systemSide, systemName)
  const alignment = alignWords(goldSide.words, systemSide.words)
  const punctuation = punctuationRule(goldSide.words)
  const parsed = goldSide.parsed && systemSide.parsed
  const scores = scoreAll(goldSide, systemSide, alignment, punctuation)
  if (!parsed) for (const name of PARSING) scores[name as MetricName] = null
  return {
    scores,
    multipleRoots: { gold: goldSide.manyRoots.count, system: systemSide.manyRoots.count },
    punctuation,
  }
}

type Same = (gold: Word, system: Word) => boolean

function scoreAll(
  { words: gold, tokens: goldTokens, sentences: goldSentences }: Corpus,
  { words: system, tokens: systemTokens, sentences: systemSentences }: Corpus,
  { systemOf, goldOf, count }: Alignment,
  rule: PunctuationRule,
): Record<MetricName, Score | null> {
  const isContent = (word: Word) => word.isContent
  // The gold file decides what is punctuation: a word of the system counts like its gold partner.
  const goldCounts = (word: Word) => !isPunctuation(word, rule)
  const systemCounts = (word: Word, s: number) => goldCounts(goldOf[s] < 0 ? word : gold[goldOf[s]])

  const score = (
    same: Same,
    countsInGold: (word: Word) => boolean = () => true,
    countsInSystem: (word: Word, s: number) => boolean = countsInGold,
  ): Score => {
    let correct = 0
    let aligned = 0
    let total = 0
    gold.forEach((word, g) => {
      if (!countsInGold(word)) return
      total++
      const s = systemOf[g]
      if (s < 0) return
      aligned++
      if (same(word, system[s])) correct++
    })
    return makeScore(correct, total, system.filter(countsInSystem).length, aligned)
  }

  const sameHead: Same = (g, s) => (s.head < 0 ? g.head < 0 : g.head >= 0 && goldOf[s.head] === g.head)
  const sameArc: Same = (g, s) => g.deprel === s.deprel && sameHead(g, s)
  const sameTags: Same = (g, s) => g.upos === s.upos && g.feats === s.feats
  // A gold file without a lemma cannot contradict one.
  const sameLemma: Same = (g, s) => g.lemma === '_' || g.lemma === s.lemma
  const sameFunctionWords: Same = (g, s) =>
    g.functional.length === s.functional.length &&
    g.functional.every((child, i) => {
      const other = s.functional[i]
      const [a, b] = [gold[child], system[other]]
      return goldOf[other] === child && a.deprel === b.deprel && sameTags(a, b)
    })

  return {
    Tokens: scoreSpans(goldTokens, systemTokens),
    Sentences: scoreSpans(goldSentences, systemSentences),
    Words: makeScore(count, gold.length, system.length, null),
    UPOS: score((g, s) => g.upos === s.upos),
    XPOS: score((g, s) => g.xpos === s.xpos),
    UFeats: score((g, s) => g.feats === s.feats),
    AllTags: score((g, s) => sameTags(g, s) && g.xpos === s.xpos),
    Lemmas: score(sameLemma),
    UAS: score(sameHead),
    LAS: score(sameArc),
    CLAS: score(sameArc, isContent),
    MLAS: score((g, s) => sameArc(g, s) && sameTags(g, s) && sameFunctionWords(g, s), isContent),
    BLEX: score((g, s) => sameArc(g, s) && sameLemma(g, s), isContent),
    'LAS-subtypes': score((g, s) => g.fullDeprel === s.fullDeprel && sameHead(g, s)),
    'UAS-nopunct': score(sameHead, goldCounts, systemCounts),
    'LAS-nopunct': score(sameArc, goldCounts, systemCounts),
  }
}

/** Converts one side to spans; errors name its file. */
function load(file: string, sentences: Iterable<Sentence>, singleRoot: boolean): Corpus {
  const corpus = layOut(sentences, file)
  const { count, line } = corpus.manyRoots
  if (singleRoot && line !== undefined) {
    const others = count === 1 ? '' : `, and so have ${count - 1} others`
    throw badInput(file, line, `The sentence has several roots${others}. Allow them, or fix the file.`)
  }
  return corpus
}

/** The error that shows where the two texts begin to differ. */
function requireSameText(gold: Corpus, system: Corpus, file: string): void {
  const a = gold.characters
  const b = system.characters
  if (a === b) return
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const place = (corpus: Corpus) => {
    const token = corpus.tokens.findIndex((end, i) => i % 2 === 1 && end > at)
    return token < 0 ? undefined : corpus.tokenLines[(token - 1) / 2]
  }
  const show = (corpus: Corpus) =>
    place(corpus) === undefined
      ? 'the end of the file'
      : `${JSON.stringify(corpus.characters.slice(at, at + 20))} (line ${place(corpus)})`
  throw badInput(
    file,
    place(system),
    `The two files are not of the same text: after ${at} characters, the gold file goes on with ${show(gold)}, this ` +
      `one with ${show(system)}. Only spaces may differ.`,
  )
}
