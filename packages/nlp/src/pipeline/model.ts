// A pipeline in one model file: its header holds the headers of the stages; arrays are named after their
// stage.
import { ParleyError } from '@parleyjs/core'
import { type Model, type ModelArray, type ModelHeader, readModel } from '@parleyjs/learn'
import { Fields, reading } from '@parleyjs/learn/internal'
import { NETWORK_KIND, readNetwork } from '../neural/network-model.js'
import { NetworkScores } from '../neural/network-scores.js'
import { NetworkTagger } from '../neural/network-tagger.js'
import { WordReader } from '../neural/word-reader.js'
import { Parser } from '../tasks/parse/parser.js'
import { TreeParser } from '../tasks/parse/tree-parser.js'
import { Tagger } from '../tasks/tag/tagger.js'
import { Tokenizer } from '../tasks/tokenize/tokenizer.js'
import { Pipeline } from './pipeline.js'
import type { Stages } from './stages.js'

/** The stages of a pipeline in order. */
const STAGES = ['tokenizer', 'tagger', 'parser'] as const
type StageName = (typeof STAGES)[number]

/** Models of single stages. */
export type StageModels = { readonly [name in StageName]?: Model }

/**
 * Other parts of a model file, for constituency trees, sentence compression and summaries. Pipelines ignore
 * them.
 */
const ADDITIONS = [
  'grammar',
  'trigram-tagger',
  'lexicalised-grammar',
  'dependency-model',
  'compressor',
  'summariser',
] as const
const SECTIONS = [...STAGES, NETWORK_KIND, ...ADDITIONS] as const
type SectionName = (typeof SECTIONS)[number]

/** Models of stages, and the other parts of a file. */
export type SectionModels = { readonly [name in SectionName]?: Model }

/**
 * Joins several models into one.
 *
 * @example
 * const about = { licence: 'CC-BY-SA-4.0', trainedOn: 'UD_English-EWT 2.16' }
 * writeModel(joinModels({ tagger: tagger.toModel() }, about))
 */
export function joinModels(
  models: SectionModels,
  about: { readonly licence: string; readonly trainedOn: string },
): Model {
  const stages: Partial<Record<SectionName, ModelHeader>> = {}
  const arrays: Record<string, ModelArray> = {}
  for (const name of SECTIONS) {
    const model = models[name]
    if (model === undefined) continue
    if (model.header.kind !== name)
      throw new ParleyError(
        'bad-argument',
        `A model of kind "${model.header.kind}" was given as the ${name}.`,
      )
    stages[name] = model.header
    for (const [key, array] of Object.entries(model.arrays)) arrays[`${name}.${key}`] = array
  }
  return { header: { kind: 'pipeline', ...about, stages }, arrays }
}

/** The models inside a model: those of a pipeline, or the model itself if it is a single stage. */
export function splitModel(model: Model): SectionModels {
  const { kind } = model.header
  const single = SECTIONS.find((name) => name === kind)
  if (single !== undefined) return { [single]: model }
  const stages = model.header.stages as Partial<Record<SectionName, ModelHeader>> | undefined
  if (kind !== 'pipeline' || stages === undefined)
    throw new ParleyError(
      'bad-input',
      `This is a model of kind "${kind}"; a pipeline, tokenizer, tagger, parser or network is needed.`,
    )
  const sections = new Fields('its header', { stages }).fields('stages')
  const models: { [name in SectionName]?: Model } = {}
  for (const name of SECTIONS) {
    if (!sections.has(name)) continue
    const header = sections.fields(name).header()
    const own = Object.entries(model.arrays).filter(([key]) => key.startsWith(`${name}.`))
    models[name] = {
      header,
      arrays: Object.fromEntries(own.map(([key, array]) => [key.slice(name.length + 1), array])),
      ...(model.file !== undefined && { file: model.file }),
    }
  }
  return models
}

/**
 * A pipeline from the bytes of a model; the model of a single stage gives a pipeline of that stage. A network
 * tags and parses in place of the tagger and the parser.
 *
 * @example
 * const pipeline = readPipeline(gunzipSync(await readFile('english.parley.gz')))
 */
export function readPipeline(bytes: Uint8Array, file?: string): Pipeline {
  const model = readModel(bytes, file)
  const { tokenizer, tagger, parser, network } = reading(file, () => splitModel(model))
  return reading(
    file,
    () =>
      new Pipeline({
        ...(tokenizer && { tokenizer: Tokenizer.fromModel(tokenizer) }),
        ...(tagger && network === undefined && { tagger: Tagger.fromModel(tagger) }),
        ...(parser && network === undefined && { parser: Parser.fromModel(parser) }),
        ...(network && networkStages(network)),
      }),
  )
}

/** A tagger and a parser that share one pass of a network over each sentence. */
function networkStages(model: Model): Pick<Stages, 'tagger' | 'parser'> {
  const reader = new WordReader(readNetwork(model))
  return { tagger: new NetworkTagger(reader), parser: new TreeParser(new NetworkScores(reader)) }
}
