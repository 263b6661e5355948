// The worker that holds the English model. The code for parsing is loaded at once; the rest follows after the
// model, so that it is available without a network, too.
import { Parser, Pipeline, readModel, splitModel, Tagger, Tokenizer } from '@parleyjs/nlp'
import type { SectionModels } from '@parleyjs/nlp/internal'
import { ParserChoice, parseText, studySentence } from '../parse/parse-work.js'
import { fetchModel } from '../work/fetch-model.js'
import { serve } from '../work/serve.js'
import type { LanguageTasks, Loading, ModelFacts } from '../work/tasks.js'

interface Loaded {
  readonly pipeline: Pipeline
  readonly tagger: Tagger
  readonly parser: Parser
  readonly choice: ParserChoice
  readonly models: SectionModels
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
  const { bytes, keep, forget } = await fetchModel(tell)
  try {
    const made = make(bytes)
    await keep()
    return made
  } catch (error) {
    await forget()
    throw error
  }
}

function make(bytes: Uint8Array): Loaded {
  const model = readModel(bytes)
  const models = splitModel(model)
  const parser = Parser.fromModel(models.parser!)
  const tagger = Tagger.fromModel(models.tagger!)
  const tokenizer = Tokenizer.fromModel(models.tokenizer!)
  const { licence, trainedOn } = model.header
  return {
    pipeline: new Pipeline({ tokenizer, tagger, parser }),
    tagger,
    parser,
    choice: new ParserChoice(parser),
    models,
    facts: {
      parts: parser.parts,
      sections: Object.keys(models),
      licence: String(licence),
      trainedOn: String(trainedOn),
      bytes: bytes.length,
    },
  }
}

/** Code that is loaded after the model; each module prepares its part of the model once. */
const LATER = {
  joint: once(() => import('../joint/joint-work.js')),
  corpus: once(() => import('../corpus/corpus-work.js')),
  summaries: once(() => import('../summarise/summary-work.js')),
}
const agreement = once(async () => (await LATER.joint()).agreementOf((await loaded()).models))
const desk = once(async () => {
  const { pipeline, models } = await loaded()
  return (await LATER.summaries()).SummaryDesk.of(pipeline, models)
})

/** Calls `make` once and keeps the result; a failed call is repeated next time. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

serve<LanguageTasks>({
  load: async (_, { tell }) => {
    const { facts } = await loaded(tell)
    for (const fetchCode of Object.values(LATER)) void fetchCode().catch(() => undefined)
    return facts
  },
  parse: async (request, work) => {
    const { pipeline, choice } = await loaded()
    return parseText(pipeline, choice, request, work)
  },
  study: async (request, work) => studySentence((await loaded()).choice, request, work),
  agree: async (request, work) => {
    const { tokenizer } = (await loaded()).pipeline.stages
    return (await agreement()).reach(tokenizer!, request, work)
  },
  corpus: async (request, work) => {
    const scorers = await loaded()
    return (await LATER.corpus()).agreeCorpusWide(scorers, request, work)
  },
  summarise: async (request, work) => (await desk()).summarise(request, work),
})
