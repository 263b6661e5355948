// A model as threads share it: with as little as possible to be made of it in each of them.
import { type Model, readModel, writeModel } from '../model/container.js'
import { reading } from '../model/fields.js'
import { type SharedModel, shareModel } from '../model/shared-model.js'
import { joinModels, splitModel } from '../pipeline/model.js'
import { Tagger } from '../tag/tagger.js'
import { Tokenizer } from '../tokenize/tokenizer.js'

export interface ShareOptions {
  /** Keeps only the tagger and the parser, for threads that get sentences split into words. Default: false. */
  readonly wordsOnly?: boolean
  /** Named in what is wrong with the model. */
  readonly file?: string | undefined
}

/**
 * Puts a model where threads can share it, with the tables of its tokenizer and tagger as they are used, so that these are there once and not
 * once for every thread. Threads read it as they would read the model itself.
 *
 * @example
 * const model = shareForThreads(gunzipSync(await readFile('english.parley.gz')))
 * // in a thread that got it: readPipeline(openModel(model))
 *
 * @param bytes of a model, unpacked
 */
export function shareForThreads(bytes: Uint8Array, options: ShareOptions = {}): SharedModel {
  const { file } = options
  const model = readModel(bytes, file)
  return shareModel(writeModel(reading(file, () => unfold(model, options))))
}

function unfold(model: Model, { wordsOnly = false }: ShareOptions): Model {
  const { tokenizer, tagger, parser, ...additions } = splitModel(model)
  const { licence, trainedOn } = model.header
  const sections = {
    ...(tokenizer && !wordsOnly && { tokenizer: Tokenizer.fromModel(tokenizer).toModel(true) }),
    ...(tagger && { tagger: Tagger.fromModel(tagger).toModel(true) }),
    ...(parser && { parser }),
    ...(!wordsOnly && additions),
  }
  return joinModels(sections, { licence, trainedOn })
}
