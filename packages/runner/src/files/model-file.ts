// Reads a model file: a given one, or the English model that comes with Parley.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import { isGzip } from '@parleyjs/core/internal'
import { ModelBytes } from '@parleyjs/learn'
import { readBytes } from './read-bytes.js'

/** Number of bytes that are unpacked at a time. */
const PIECE = 2 ** 20

/** A model that is being read. */
export interface ModelFile {
  readonly path: string
  /** The bytes. They are kept until `forget`, and read again after it. */
  bytes(): Promise<Uint8Array>
  /** Releases the bytes (tens of megabytes) when the model has been built from them. */
  forget(): void
}

/** Starts reading a model: a file, or the name of an installed one; by default, the English one. */
export async function beginModel(path: string | undefined): Promise<ModelFile> {
  const file = path === undefined ? await englishModel() : ((await installedModel(path)) ?? path)
  let kept: Promise<Uint8Array> | null = modelBytes(file)
  // An error is reported to the callers of `bytes`.
  kept.catch(() => {})
  return {
    path: file,
    bytes: () => kept ?? modelBytes(file),
    forget() {
      kept = null
    },
  }
}

/**
 * The bytes of a model, unpacked if they are gzip. Unpacking runs in another thread, and takes no more memory
 * than the model declares.
 */
export async function modelBytes(file: string): Promise<Uint8Array> {
  const bytes = await readBytes(file)
  if (!isGzip(bytes)) return bytes
  const model = new ModelBytes(file)
  try {
    const gunzip = createGunzip({ chunkSize: PIECE })
    gunzip.end(bytes)
    for await (const piece of gunzip) model.push(piece as Uint8Array)
  } catch (error) {
    if (error instanceof ParleyError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const fact = `This is not a usable model: it is damaged or cut off (${reason}). Fetch it again.`
    throw new ParleyError('bad-input', fact, { file })
  }
  return model.finish()
}

/** The file of the English model. */
export async function englishModel(): Promise<string> {
  try {
    const { modelUrl } = await import('@parleyjs/model-en')
    return fileURLToPath(modelUrl)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new ParleyError(
      'unsupported',
      'The English model is not installed. Install it (npm install @parleyjs/model-en), or name a model: --model M',
    )
  }
}

/** A name, and no path: a language and a size, such as `en-large`. */
const NAME = /^[a-z]{2,3}(?:-[a-z0-9]+)*$/

/** The file of a model by its name, if there is no file of this name; null if it is not installed. */
async function installedModel(name: string): Promise<string | null> {
  if (!NAME.test(name) || existsSync(name)) return null
  const packageName = `@parleyjs/model-${name}`
  try {
    const { modelUrl } = (await import(packageName)) as { modelUrl: URL }
    return fileURLToPath(modelUrl)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new ParleyError(
      'bad-argument',
      `There is no file "${name}", and no model of this name is installed. Install it (npm install ${packageName}), or name a file.`,
    )
  }
}
