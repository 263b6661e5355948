// The worker that holds the English model.
import {
  Compressor,
  ConstituencyParser,
  Parser,
  Pipeline,
  readModel,
  type SectionModels,
  Summariser,
  splitModel,
  Tagger,
  Tokenizer,
  unpackSummariser,
} from '@parley/nlp'
import { agreeCorpusWide, type Scorers } from '../corpus/corpus-work.js'
import { reachAgreement } from '../joint/joint-work.js'
import { ParserChoice, parseText, studySentence } from '../parse/parse-work.js'
import { SummaryDesk } from '../summarise/summary-work.js'
import { fetchModel } from './fetch-model.js'
import { serve } from './serve.js'
import type { LanguageTasks, Loading, ModelFacts } from './tasks.js'

interface Loaded extends Scorers {
  readonly choice: ParserChoice
  readonly facts: ModelFacts
  /** Grammar and trigram tagger, made when they are first needed. */
  readonly constituency: () => ConstituencyParser
  readonly desk: () => SummaryDesk
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
  const models = splitModel(model)
  const { tokenizer, tagger, parser } = models
  const whole = Parser.fromModel(parser!)
  const tags = Tagger.fromModel(tagger!)
  const pipeline = new Pipeline({
    tokenizer: Tokenizer.fromModel(tokenizer!),
    tagger: tags,
    parser: whole,
  })
  const { licence, trainedOn } = model.header
  return {
    pipeline,
    tagger: tags,
    parser: whole,
    choice: new ParserChoice(whole),
    constituency: once(() => ConstituencyParser.fromModels(models)),
    desk: once(() => new SummaryDesk(pipeline, summariserOf(pipeline, models))),
    facts: {
      parts: whole.parts,
      sections: Object.keys(models),
      licence: String(licence),
      trainedOn: String(trainedOn),
      bytes: bytes.length,
    },
  }
}

function summariserOf(pipeline: Pipeline, models: SectionModels): Summariser {
  const model = unpackSummariser(models.summariser!)
  return new Summariser({ pipeline, compressor: Compressor.fromModels(models), model })
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

serve<LanguageTasks>({
  load: async (_, { tell }) => (await loaded(tell)).facts,
  parse: async (request, work) => {
    const { pipeline, choice } = await loaded()
    return parseText(pipeline, choice, request, work)
  },
  study: async (request, work) => studySentence((await loaded()).choice, request, work),
  corpus: async (request, work) => agreeCorpusWide(await loaded(), request, work),
  summarise: async (request, work) => (await loaded()).desk().summarise(request, work),
  agree: async (request, work) => {
    const { pipeline, constituency } = await loaded()
    return reachAgreement(pipeline.stages.tokenizer!, constituency(), request, work)
  },
})
