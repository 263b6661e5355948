// The corpora of the experiments in parsing across domains: contexts of tags whose heads should have the same tag.
import { arcScorer, consensusProblem, ParseCorpus, ParseFactor, shareWords, TagContexts } from '@parley/nlp'
import { loadParser } from '../parsing/trained-models.js'
import { type Part, readTreebank } from '../parsing/treebanks.js'
import { accuracyBy, type Experiment } from './experiment.js'

export interface ParsingChoice {
  /** The file of the parser, which sees forms and UPOS alone. */
  readonly model: string
  readonly treebank: string
  readonly part: Part
  /** Which words' tags make the context, the word itself being 0. */
  readonly offsets: readonly number[]
  readonly penalty: number
  /** So many sentences at most. */
  readonly limit: number
}

/** The problem of a treebank under the arc scores of a parser. */
export function parsingExperiment(choice: ParsingChoice): Experiment {
  const { model, treebank, part, offsets, penalty, limit } = choice
  const corpus = new ParseCorpus(arcScorer(loadParser(model)))
  const contexts = new TagContexts(offsets)
  const gold: number[] = []
  for (const { forms, upos, heads } of readTreebank(treebank, part).slice(0, limit)) {
    corpus.add({ forms, upos })
    contexts.add(upos)
    gold.push(...heads)
  }
  const sets = contexts.sets(corpus.values, { penalty })
  const shared = shareWords(sets, corpus.length)
  const k = sets.values.length
  const own = new ParseFactor(corpus, shared, k)
  const models = () => {
    const factor = new ParseFactor(corpus, shared, k)
    return (f: number) => factor.at(f)
  }
  const attached = () => gold.filter((head, i) => head === own.heads[i]).length / gold.length
  return {
    sets,
    shared,
    models,
    problem: () => consensusProblem(sets, shared, models()),
    accuracy: accuracyBy(shared, k, (f) => own.at(f), attached),
  }
}
