// Measures a pipeline on a treebank: the CoNLL 2018 metrics of its output, for a given kind of input.
import { evaluateConllu, type MetricName, type Pipeline, type Sentence } from '@parleyjs/nlp'
import { treebankText } from '@parleyjs/nlp/internal'
import { countWords, sentencesOf } from './treebanks.js'

/** The input of the pipeline: tokens and tags, tokens alone, or the text. */
export type Given = 'tags' | 'tokens' | 'text'

export interface Measured {
  /** F1 in percent. */
  readonly scores: Readonly<Partial<Record<MetricName, number>>>
  readonly words: number
  readonly sentences: number
  /** Share of the trees that are proven best over the arcs that survived pruning. */
  readonly proven: number
  /**
   * Number of words with the correct head and relation (without subtypes) in each sentence, where sentences
   * were given.
   */
  readonly correct: readonly number[]
}

/** Runs a pipeline over CoNLL-U and compares the result with it. */
export function measurePipeline(pipeline: Pipeline, source: string, given: Given): Measured {
  const gold = sentencesOf(source)
  const system: Sentence[] = []
  let proven = 0
  const results =
    given === 'text'
      ? pipeline.process(treebankText(gold))
      : sentencesOf(source).map((sentence) =>
          pipeline.processSentence(sentence, { tags: given === 'tags' ? 'keep' : 'predict' }),
        )
  for (const { sentence, parse } of results) {
    system.push(sentence)
    if (parse?.status === 'optimal') proven++
  }
  const scores: Partial<Record<MetricName, number>> = {}
  for (const [name, score] of Object.entries(evaluateConllu(gold, system).scores))
    if (score !== null) scores[name as MetricName] = 100 * score.f1
  return {
    scores,
    words: countWords(gold),
    sentences: system.length,
    proven: proven / system.length,
    correct: given === 'text' ? [] : gold.map((sentence, s) => correctWords(sentence, system[s])),
  }
}

function correctWords(gold: Sentence, system: Sentence): number {
  const relation = (deprel: string | undefined) => deprel?.split(':', 1)[0]
  let count = 0
  for (let i = 0; i < gold.length; i++)
    if (gold.heads[i] === system.heads[i] && relation(gold.deprels[i]) === relation(system.deprels[i]))
      count++
  return count
}
