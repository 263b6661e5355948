// The corpora of the experiments in parsing across domains: contexts of tags whose heads should have the same tag.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  arcScorer,
  consensusProblem,
  ParseCorpus,
  ParseFactor,
  Parser,
  readModel,
  shareWords,
  splitModel,
  TagContexts,
} from '@parley/nlp'
import { type Part, readTreebank } from '../parsing/treebanks.js'
import { accuracyBy, type Experiment } from './experiment.js'

/** The problem of a treebank under the arc scores of a model. */
export function parsingExperiment(
  modelPath: string,
  treebank: string,
  part: Part,
  penalty: number,
): Experiment {
  const bytes = readFileSync(modelPath)
  const model = readModel(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes)
  const corpus = new ParseCorpus(arcScorer(Parser.fromModel(splitModel(model).parser!)))
  const contexts = new TagContexts([-1, 0, 1])
  const gold: number[] = []
  for (const sentence of readTreebank(treebank, part)) {
    corpus.add(sentence)
    contexts.add(sentence.upos)
    gold.push(...sentence.heads)
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
