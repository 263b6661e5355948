// From parsed sentences to the problem of their summary: concepts are weighed, sentences become trees.
import type { Concept, ConceptSentence } from './concepts.js'
import { findConcepts } from './concepts.js'
import { sentenceTree, type UnitScores, wholeSentence } from './sentence-tree.js'
import type { SummariserModel, SummariserSettings } from './summariser-model.js'
import { makeProblem, type SummaryProblem } from './summary-problem.js'

/** A concept with its weight. */
export interface WorthyConcept extends Concept {
  readonly weight: number
}

/** The concepts of a collection with a positive weight. */
export function weighConcepts(
  sentences: readonly ConceptSentence[],
  model: SummariserModel,
): WorthyConcept[] {
  const concepts = findConcepts(sentences)
  const shares = model.concepts.shares(concepts, sentences)
  return concepts
    .map((concept, c) => ({ ...concept, weight: weightOf(concept, shares[c], model.settings) }))
    .filter(({ weight }) => weight > 0)
}

function weightOf({ kind }: Concept, share: number, settings: SummariserSettings): number {
  const { words, stopPairs, stopWords = 0, least } = settings
  if (share < least) return 0
  const factors = { word: words, 'stop word': stopWords, pair: 1, 'stop pair': stopPairs }
  return factors[kind] * share
}

/** A sentence that may be used: its number among all sentences, and what may be deleted from it. */
export interface Candidate {
  readonly sentence: number
  readonly scores: UnitScores
}

export interface BuiltProblem {
  readonly problem: SummaryProblem
  /** For every candidate, where the compressor's units are among the problem's. */
  readonly places: readonly Int32Array[]
}

/** The problem of choosing among candidates. */
export function buildProblem(
  candidates: readonly Candidate[],
  concepts: readonly WorthyConcept[],
  settings: SummariserSettings,
  { budget, extractive }: { readonly budget: number; readonly extractive: boolean },
): BuiltProblem {
  const make = extractive ? wholeSentence : sentenceTree
  const trees = candidates.map(({ scores }) => make(scores, settings.prices))
  const numberOf = new Map(candidates.map(({ sentence }, i) => [sentence, i]))
  const weighted = concepts.map(({ weight, tokens }) => ({
    weight,
    tokens: tokens.flatMap(({ sentence, first, second }) => {
      const i = numberOf.get(sentence)
      if (i === undefined) return []
      const { of } = candidates[i].scores.units
      const a = of[first]
      const b = second < 0 ? a : of[second]
      // A word tagged as punctuation is in no unit; the other word then stands for both.
      if (a < 0 && b < 0) return []
      const { placeOf } = trees[i]
      return [[i, placeOf[a < 0 ? b : a], placeOf[b < 0 ? a : b]] as const]
    }),
  }))
  const problem = makeProblem(
    trees.map(({ tree }) => tree),
    weighted,
    budget,
  )
  return { problem, places: trees.map(({ placeOf }, i) => placeOf.map((u) => u + problem.sentenceStart[i])) }
}
