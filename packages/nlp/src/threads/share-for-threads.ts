// Prepares a model for threads, so that each thread has little left to build from it.
import { type Model, readModel, type SharedModel, shareModel, writeModel } from '@parleyjs/learn'
import { reading } from '@parleyjs/learn/internal'
import { joinModels, splitModel } from '../pipeline/model.js'
import { Tagger } from '../tasks/tag/tagger.js'
import { Tokenizer } from '../tasks/tokenize/tokenizer.js'

export interface ShareOptions {
  /**
   * Keeps only the tagger and the parser, for threads that get sentences already split into words. Default:
   * false.
   */
  readonly wordsOnly?: boolean
  /** The file to name in errors about the model. */
  readonly file?: string | undefined
}

/**
 * Puts a model where threads can share it. The tables of its tokenizer and tagger are stored unpacked, so
 * that they exist once and not once per thread. Threads read it like any model.
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
  const { tokenizer, tagger, parser, network, ...additions } = splitModel(model)
  const { licence, trainedOn } = model.header
  const sections = {
    ...(tokenizer && !wordsOnly && { tokenizer: Tokenizer.fromModel(tokenizer).toModel(true) }),
    ...(tagger && { tagger: Tagger.fromModel(tagger).toModel(true) }),
    ...(parser && { parser }),
    ...(network && { network }),
    ...(!wordsOnly && additions),
  }
  return joinModels(sections, { licence, trainedOn })
}
