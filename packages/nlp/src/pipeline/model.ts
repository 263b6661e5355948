// A pipeline in one model file: the headers of its stages in the header, their arrays under the name of the stage.
import { ParleyError } from '@parley/core'
import { type Model, type ModelArray, type ModelHeader, readModel } from '../model/container.js'
import { Fields, reading } from '../model/fields.js'
import { Parser } from '../parse/parser.js'
import { Tagger } from '../tag/tagger.js'
import { Tokenizer } from '../tokenize/tokenizer.js'
import { Pipeline } from './pipeline.js'

/** The stages of a pipeline, in their order. */
const STAGES = ['tokenizer', 'tagger', 'parser'] as const
type StageName = (typeof STAGES)[number]

/** Models of single stages. */
export type StageModels = { readonly [name in StageName]?: Model }

/** What else a model file may hold, for constituency trees, shorter sentences and summaries. Pipelines pass over it. */
const ADDITIONS = [
  'grammar',
  'trigram-tagger',
  'lexicalised-grammar',
  'dependency-model',
  'compressor',
  'summariser',
] as const
const SECTIONS = [...STAGES, ...ADDITIONS] as const
type SectionName = (typeof SECTIONS)[number]

/** Models of stages, and of what else a file holds. */
export type SectionModels = { readonly [name in SectionName]?: Model }

/**
 * One model of several.
 *
 * @example
 * writeModel(joinModels({ tagger: tagger.toModel() }, { licence: 'CC-BY-SA-4.0', trainedOn: 'UD_English-EWT 2.16' }))
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

/** The models that a model is made of: those of a pipeline, or the one that it is. */
export function splitModel(model: Model): SectionModels {
  const { kind } = model.header
  const single = SECTIONS.find((name) => name === kind)
  if (single !== undefined) return { [single]: model }
  const stages = model.header.stages as Partial<Record<SectionName, ModelHeader>> | undefined
  if (kind !== 'pipeline' || stages === undefined)
    throw new ParleyError(
      'bad-input',
      `This is a model of kind "${kind}"; a pipeline, tokenizer, tagger or parser is needed.`,
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
 * A pipeline from the bytes of a model; a model of one stage gives a pipeline of that stage alone.
 *
 * @example
 * const pipeline = readPipeline(gunzipSync(await readFile('english.parley.gz')))
 */
export function readPipeline(bytes: Uint8Array, file?: string): Pipeline {
  const model = readModel(bytes, file)
  const { tokenizer, tagger, parser } = reading(file, () => splitModel(model))
  return reading(
    file,
    () =>
      new Pipeline({
        ...(tokenizer && { tokenizer: Tokenizer.fromModel(tokenizer) }),
        ...(tagger && { tagger: Tagger.fromModel(tagger) }),
        ...(parser && { parser: Parser.fromModel(parser) }),
      }),
  )
}
