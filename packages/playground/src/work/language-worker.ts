// The worker that holds the English model.
import { Parser, Pipeline, readModel, splitModel, Tagger, Tokenizer } from '@parley/nlp'
import { ParserChoice, parseText, studySentence } from '../parse/parse-work.js'
import { fetchModel } from './fetch-model.js'
import { serve } from './serve.js'
import type { LanguageTasks, Loading, ModelFacts } from './tasks.js'

interface Loaded {
  readonly pipeline: Pipeline
  readonly choice: ParserChoice
  readonly facts: ModelFacts
}

let loading: Promise<Loaded> | undefined

/** The model, loaded once. */
function loaded(tell: (loading: Loading) => void = () => {}): Promise<Loaded> {
  loading ??= load(tell).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(tell: (loading: Loading) => void): Promise<Loaded> {
  const bytes = await fetchModel(tell)
  const model = readModel(bytes)
  const { tokenizer, tagger, parser } = splitModel(model)
  const whole = Parser.fromModel(parser!)
  const pipeline = new Pipeline({
    tokenizer: Tokenizer.fromModel(tokenizer!),
    tagger: Tagger.fromModel(tagger!),
    parser: whole,
  })
  const { licence, trainedOn } = model.header
  return {
    pipeline,
    choice: new ParserChoice(whole),
    facts: {
      parts: whole.parts,
      licence: String(licence),
      trainedOn: String(trainedOn),
      bytes: bytes.length,
    },
  }
}

serve<LanguageTasks>({
  load: async (_, { tell }) => (await loaded(tell)).facts,
  parse: async (request, work) => {
    const { pipeline, choice } = await loaded()
    return parseText(pipeline, choice, request, work)
  },
  study: async (request, work) => studySentence((await loaded()).choice, request, work),
})
