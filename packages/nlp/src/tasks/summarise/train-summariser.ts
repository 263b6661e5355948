// Learns the weights of concepts from topics with summaries written by people.
import { conceptFeatures } from './concept-features.js'
import { type ConceptExample, trainConceptModel } from './concept-model.js'
import { type ConceptSentence, findConcepts } from './concepts.js'
import { rougeWords } from './rouge.js'
import type { SummariserModel, SummariserSettings } from './summariser-model.js'

/** A topic to learn from: tagged sentences, and reference summaries. */
export interface SummaryExample {
  readonly sentences: readonly ConceptSentence[]
  readonly references: readonly string[]
}

/**
 * Learns the weights of concepts; the settings are given.
 *
 * @example
 * packSummariser(trainSummariser(topics, settings), { licence: 'MIT', trainedOn: 'FewSum' })
 */
export function trainSummariser(
  topics: readonly SummaryExample[],
  settings: SummariserSettings,
): SummariserModel {
  return { concepts: trainConceptModel(topics.flatMap(examplesOf)), settings }
}

/** For every concept of a topic, its features and the share of the references that have it. */
function examplesOf({ sentences, references }: SummaryExample): ConceptExample[] {
  const concepts = findConcepts(sentences)
  const keys = references.map(keysOf)
  return conceptFeatures(concepts, sentences).map((features, c) => ({
    features,
    share: keys.filter((set) => set.has(concepts[c].key)).length / Math.max(1, keys.length),
  }))
}

/** The concepts of a reference, by the words that ROUGE compares. */
function keysOf(reference: string): Set<string> {
  const words = rougeWords(reference)
  const keys = new Set(words)
  for (let i = 1; i < words.length; i++) keys.add(`${words[i - 1]} ${words[i]}`)
  return keys
}
