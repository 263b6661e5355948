// Unpacks models on any platform: browsers and Node have DecompressionStream.
import { ParleyError } from '@parleyjs/core'
import { isGzip } from '@parleyjs/core/internal'
import { ModelBytes } from './model-bytes.js'

/**
 * The bytes of a model, unpacked if they are gzip. Never takes more memory than the model's header declares,
 * nor more than `limit` bytes (500 MiB by default).
 *
 * @example
 * const response = await fetch('english.parley.gz')
 * const pipeline = readPipeline(await unpackModel(new Uint8Array(await response.arrayBuffer())))
 */
export async function unpackModel(
  packed: Uint8Array<ArrayBuffer>,
  options: { readonly file?: string; readonly limit?: number } = {},
): Promise<Uint8Array> {
  if (!isGzip(packed)) return packed
  const model = new ModelBytes(options.file, options.limit)
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) model.push(next.value)
  } catch (error) {
    // Ends the decompression when the output is not read to its end.
    await reader.cancel().catch(() => {})
    if (error instanceof ParleyError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ParleyError(
      'bad-input',
      `This is not a usable model: it is damaged or cut off (${reason}). Fetch it again.`,
      options.file === undefined ? {} : { file: options.file },
    )
  }
  return model.finish()
}
