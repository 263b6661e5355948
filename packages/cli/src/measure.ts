// Evaluates a new model on the development part. Each stage gets the input that it has in use: text, words or
// tags.
import {
  evaluateConllu,
  type MetricName,
  type Model,
  parseConllu,
  readPipeline,
  type Sentence,
  writeConllu,
  writeModel,
} from '@parleyjs/nlp'
import { treebankText } from '@parleyjs/nlp/internal'

const METRICS: Readonly<Record<string, readonly MetricName[]>> = {
  tokenizer: ['Tokens', 'Sentences', 'Words'],
  tagger: ['UPOS', 'XPOS', 'UFeats', 'Lemmas'],
  parser: ['UAS', 'LAS'],
  pipeline: ['Tokens', 'Sentences', 'Words', 'UPOS', 'XPOS', 'UFeats', 'Lemmas', 'UAS', 'LAS'],
}

/** One line per metric, measured on the model after saving and loading. */
export function measure(what: string, model: Model, gold: readonly Sentence[]): string {
  const pipeline = readPipeline(writeModel(model))
  const system: Sentence[] = []
  if (what === 'tokenizer' || what === 'pipeline')
    for (const { sentence } of pipeline.process(treebankText(gold))) system.push(sentence)
  else
    for (const sentence of parseConllu(writeConllu(gold), { strict: false, onWarning: () => {} }))
      system.push(
        pipeline.processSentence(sentence, { tags: what === 'tagger' ? 'predict' : 'keep' }).sentence,
      )
  const { scores } = evaluateConllu(gold, system)
  return METRICS[what]
    .map((name) => {
      const score = scores[name]
      return `dev ${name.padEnd(10)}${score === null ? '-' : (100 * score.f1).toFixed(2).padStart(6)}\n`
    })
    .join('')
}
