// The corpora of the parsing experiments across domains: contexts of tags whose heads should have the same
// tag.
import { ParseCorpus, type Parser, TagContexts } from '@parleyjs/nlp'
import { arcScorer, consensusProblem, ParseFactor, shareWords } from '@parleyjs/nlp/internal'
import { type Part, readTreebank } from '../parsing/treebanks.js'
import type { Crossing } from './across-domains.js'
import { accuracyBy, accuracyOfValues, type Experiment } from './experiment.js'

/** The problem of a treebank's part, limited to a number of sentences, under the arc scores of a parser. */
export function parsingExperiment(
  { to, contexts: { offsets, words }, penalty }: Crossing,
  parser: Parser,
  part: Part,
  limit = Number.POSITIVE_INFINITY,
): Experiment {
  const corpus = new ParseCorpus(arcScorer(parser))
  const contexts = new TagContexts(offsets)
  const gold: number[] = []
  for (const { forms, upos, heads } of readTreebank(to, part).slice(0, limit)) {
    corpus.add({ forms, upos })
    contexts.add(upos, words ? forms : undefined)
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
  const completed = new ParseFactor(corpus, shared, k)
  const attached = ({ heads }: ParseFactor) =>
    gold.filter((head, i) => head === heads[i]).length / gold.length
  return {
    sets,
    shared,
    models,
    problem: () => consensusProblem(sets, shared, models()),
    accuracy: accuracyBy(
      shared,
      k,
      (f) => own.at(f),
      () => attached(own),
    ),
    accuracyOf: accuracyOfValues(
      shared,
      (f, values) => completed.at(f).complete(values),
      () => attached(completed),
    ),
  }
}
