// The model of a command as a file: a given one, or the English one that comes with Parley.
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ParleyError } from '@parley/core'
import { readBytes } from './read-bytes.js'
import { UsageError } from './usage-error.js'

/** A model that is being read. */
export interface ModelFile {
  readonly path: string
  /** They are kept until `forget`, and read again after it. */
  bytes(): Promise<Uint8Array>
  /** Gives their memory back, once there is a model made of them: tens of megabytes. */
  forget(): void
}

/** Begins to read a model; without a path, the English one. */
export async function beginModel(path: string | undefined): Promise<ModelFile> {
  const file = path ?? (await englishModel())
  let kept: Promise<Uint8Array> | null = modelBytes(file)
  // Whoever asks for them hears what is wrong.
  kept.catch(() => {})
  return {
    path: file,
    bytes: () => kept ?? modelBytes(file),
    forget() {
      kept = null
    },
  }
}

/** The bytes of a model, unpacked if they are gzip: in another thread. */
export async function modelBytes(file: string): Promise<Uint8Array> {
  const bytes = await readBytes(file)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { chunkSize: chunkSize(bytes) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const fact = `This is not a usable model: it is damaged or cut off (${reason}). Fetch it again.`
    throw new ParleyError('bad-input', fact, { file })
  }
}

/** What is unpacked at a time: all at once where its size, in the last four bytes of the file, is that of a model. */
function chunkSize(packed: Uint8Array): number {
  const size = Buffer.from(packed.subarray(-4)).reduceRight((sum, byte) => 256 * sum + byte, 0)
  return Math.min(Math.max(size + 1, 1 << 18), 1 << 26)
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
