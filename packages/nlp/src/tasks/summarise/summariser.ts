// Summaries of one or many documents on a topic: sentences are chosen and shortened together, within a number
// of words.
import { ParleyError, type Status } from '@parleyjs/core'
import type { Pipeline } from '../../pipeline/pipeline.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import type { Compressor } from '../compress/compressor.js'
import type { Units } from '../compress/units.js'
import { type AnalysedSentence, analyse } from './analyse.js'
import {
  type BuiltProblem,
  buildProblem,
  type Candidate,
  type WorthyConcept,
  weighConcepts,
} from './build-problem.js'
import { chooseCandidates } from './candidates.js'
import { requiredUnits } from './complements.js'
import { requirePlainText, warningsOf } from './input-checks.js'
import type { UnitScores } from './sentence-tree.js'
import { type SolvedSummary, type SolveSummaryOptions, solveSummary } from './solve-summary.js'
import type { SummariserModel } from './summariser-model.js'
import { type SummarySentence, summarySentence } from './summary-sentence.js'

/** A document: its text, or sentences that are already split (and perhaps tagged and parsed). */
export type SummaryDocument = string | readonly Sentence[]

export interface SummariseOptions extends SolveSummaryOptions {
  /** How many words the summary may have, punctuation aside. Default 100. */
  readonly words?: number
  /** Whole sentences only; nothing is parsed then. */
  readonly extractive?: boolean
  /** Maximum number of sentences that are considered, those with the most weight per word. Default 1000. */
  readonly maxSentences?: number
  /** Names of the documents in messages. */
  readonly names?: readonly string[]
}

export interface SummaryConcept {
  /** A stem, or two. */
  readonly key: string
  readonly weight: number
  /** How often it occurs in the documents. */
  readonly count: number
  readonly covered: boolean
}

export interface Summary {
  /** The sentences of the summary, in reading order, with spaces between. */
  readonly text: string
  /** Words in it, and in the documents, punctuation aside. */
  readonly words: number
  readonly allWords: number
  readonly status: Status
  readonly value: number
  /** No summary of the considered sentences scores more. */
  readonly bound: number
  readonly gap: number
  readonly iterations: number
  readonly sentences: readonly SummarySentence[]
  /** What the documents are about, by falling weight; single stop words aside. */
  readonly concepts: readonly SummaryConcept[]
  /** Sentences of the documents, and how many of them were considered. */
  readonly allSentences: number
  readonly considered: number
  /** Reasons to doubt the summary, such as documents in another language. */
  readonly warnings: readonly string[]
}

/** The components of a summariser. */
export interface SummariserParts {
  readonly pipeline: Pipeline
  readonly compressor: Compressor
  readonly model: SummariserModel
}

/** A candidate, and the units from which its words follow; null for a whole sentence. */
interface UsableSentence extends Candidate {
  readonly units: Units | null
}

const WORDS = 100
const MOST_SENTENCES = 1000

/**
 * Summarises documents.
 *
 * @example
 * const summariser = summariserOf(bytes) // of a model file, unpacked
 * const { text, status, sentences } = summariser.summarise([first, second], { words: 100 })
 */
export class Summariser {
  constructor(private readonly parts: SummariserParts) {}

  summarise(documents: readonly SummaryDocument[], options: SummariseOptions = {}): Summary {
    const { words = WORDS } = options
    if (!Number.isInteger(words) || words < 1)
      throw new ParleyError(
        'bad-argument',
        `A summary of ${words} words was requested; the number must be a whole number of at least 1.`,
      )
    documents.forEach((document, d) => {
      if (typeof document === 'string') requirePlainText(document, options.names?.[d])
    })
    const { pipeline, model } = this.parts
    const sentences = analyse(pipeline, documents)
    const allWords = sentences.reduce((sum, { words: count }) => sum + count, 0)
    const concepts = weighConcepts(sentences, model)
    const common = { allWords, allSentences: sentences.length, warnings: warningsOf(sentences) }
    if (allWords <= words) return { ...common, ...everything(sentences, concepts) }
    const { candidates, problem, places } = this.build(sentences, concepts, options)
    const solved = solveSummary(problem, options)
    const used = candidates.flatMap(({ sentence, units }, i) => {
      const kept = places[i].map((u) => solved.kept[u])
      return kept.some((k) => k === 1) ? [summarySentence(sentences[sentence], units, kept)] : []
    })
    return { ...common, ...finished(used, concepts, solved), considered: candidates.length }
  }

  /** The optimisation problem behind a summary, for `solveSummary` and other solvers. */
  problem(documents: readonly SummaryDocument[], options: SummariseOptions = {}): BuiltProblem {
    const sentences = analyse(this.parts.pipeline, documents)
    return this.build(sentences, weighConcepts(sentences, this.parts.model), options)
  }

  private build(
    sentences: readonly AnalysedSentence[],
    concepts: readonly WorthyConcept[],
    { words = WORDS, extractive = false, maxSentences = MOST_SENTENCES }: SummariseOptions,
  ): BuiltProblem & { readonly candidates: readonly UsableSentence[] } {
    const chosen = chooseCandidates(sentences, concepts, words, maxSentences)
    const candidates = chosen.map((sentence) => this.candidate(sentences[sentence], sentence, extractive))
    const { settings } = this.parts.model
    return { candidates, ...buildProblem(candidates, concepts, settings, { budget: words, extractive }) }
  }

  private candidate(analysed: AnalysedSentence, sentence: number, extractive: boolean): UsableSentence {
    if (extractive) return { sentence, units: null, scores: wholeScores(analysed) }
    analysed.parse()
    const { units, keep, top } = this.parts.compressor.scores(analysed.sentence)
    const required = requiredUnits(analysed.sentence, units)
    return { sentence, units, scores: { units: { ...units, required }, keep, top } }
  }
}

function finished(
  sentences: readonly SummarySentence[],
  concepts: readonly WorthyConcept[],
  { status, value, bound, gap, iterations }: SolvedSummary,
) {
  return {
    text: sentences.map(({ text }) => text).join(' '),
    words: sentences.reduce((sum, { words }) => sum + words, 0),
    status,
    value,
    bound,
    gap,
    iterations,
    sentences,
    concepts: reportConcepts(sentences, concepts),
  }
}

/** The total number of words: a larger budget leaves nothing to choose. */
function everything(sentences: readonly AnalysedSentence[], concepts: readonly WorthyConcept[]) {
  const value = concepts.reduce((sum, { weight }) => sum + weight, 0)
  const whole = sentences.map((analysed) => summarySentence(analysed, null, []))
  const solved = { status: 'optimal', value, bound: value, gap: 0, iterations: 0 } as const
  return {
    ...finished(whole, concepts, { ...solved, kept: new Uint8Array(0) }),
    considered: sentences.length,
  }
}

/** A sentence as one unit, kept or deleted as a whole. */
function wholeScores({ sentence, words }: AnalysedSentence): UnitScores {
  const units = {
    length: 1,
    of: Int32Array.from(sentence.upos, (upos) => (upos === 'PUNCT' ? -1 : 0)),
    parents: Int32Array.of(-1),
    sizes: Int32Array.of(words),
    required: Uint8Array.of(0),
  }
  return { units, keep: [0], top: [0] }
}

function reportConcepts(
  used: readonly SummarySentence[],
  concepts: readonly WorthyConcept[],
): SummaryConcept[] {
  const keptIn = new Map(used.map(({ index, kept }) => [index, kept]))
  return concepts
    .filter(({ kind }) => kind !== 'stop word')
    .map(({ key, weight, tokens }) => ({
      key,
      weight,
      count: tokens.length,
      covered: tokens.some(({ sentence, first, second }) => {
        const kept = keptIn.get(sentence)
        return kept !== undefined && kept[first] === 1 && (second < 0 || kept[second] === 1)
      }),
    }))
    .sort((a, b) => b.weight - a.weight)
}
