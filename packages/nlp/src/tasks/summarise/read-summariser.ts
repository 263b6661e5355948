// A summariser from the bytes of a model file.
import { ParleyError } from '@parleyjs/core'
import { readModel } from '@parleyjs/learn'
import { readPipeline, splitModel } from '../../pipeline/model.js'
import { Compressor } from '../compress/compressor.js'
import { Summariser } from './summariser.js'
import { unpackSummariser } from './summariser-model.js'

/**
 * The summariser of a model, which must have a pipeline as well.
 *
 * @example
 * const summariser = summariserOf(gunzipSync(await readFile('english.parley.gz')))
 */
export function summariserOf(bytes: Uint8Array, file?: string): Summariser {
  const place = file === undefined ? {} : { file }
  const models = splitModel(readModel(bytes, file))
  const { summariser } = models
  if (summariser === undefined)
    throw new ParleyError(
      'bad-input',
      'This model cannot summarise: it has no summariser. Use the English model that comes with Parley.',
      place,
    )
  return new Summariser({
    pipeline: readPipeline(bytes, file),
    compressor: Compressor.fromModels(models),
    model: unpackSummariser(summariser),
  })
}
