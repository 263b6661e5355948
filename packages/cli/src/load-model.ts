// The model of a command: a file, or the English one that comes with Parley.
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { ParleyError } from '@parley/core'
import type { Pipeline } from '@parley/nlp'
import { readBytes } from './read-bytes.js'
import { UsageError } from './usage-error.js'

/** Loads a model of any kind as a pipeline; without a path, the English one. */
export async function loadModel(path: string | undefined): Promise<Pipeline> {
  const file = path ?? (await englishModel())
  // Loaded here, for commands that only hand the bytes on.
  const { openModel, readPipeline, shareModel } = await import('@parley/nlp')
  // In memory of WebAssembly, so that its tables need not be copied there.
  return readPipeline(openModel(shareModel(await modelBytes(file))), file)
}

/** The bytes of a model, unpacked if they are gzip. */
export async function modelBytes(file: string): Promise<Uint8Array> {
  const bytes = await readBytes(file)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { chunkSize: 1 << 18 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const fact = `This is not a usable model: it is damaged or cut off (${reason}). Fetch it again.`
    throw new ParleyError('bad-input', fact, { file })
  }
}

/** The file of the English model. */
export async function englishModel(): Promise<string> {
  try {
    const { modelUrl } = await import('@parley/model-en')
    return fileURLToPath(modelUrl)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError(
      'The English model is not installed. Install it (npm install @parley/model-en), or name a model: --model M',
    )
  }
}
