// The interface to inputs and outputs. Files implement it; an object store could implement the same few
// functions.

/** Whole files, addressed by path. Failures are `StorageError`s. */
export interface Storage {
  /** The number of bytes of a file; null if it does not exist. */
  size(path: string): Promise<number | null>
  /** The bytes from `start` up to `end`; fewer if the file ends before. */
  read(path: string, start: number, end: number): Promise<Uint8Array>
  /** All bytes of a file, in pieces. */
  chunks(path: string): AsyncIterable<Uint8Array>
  /** Writes a file, completely or not at all; replaces an existing one. */
  write(path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>
  /** The names in a folder, sorted; empty if the folder does not exist. */
  list(folder: string): Promise<string[]>
  /** Removes a file or a folder with its content, if it exists. */
  remove(path: string): Promise<void>
}

/** The storage does not work as it should: this machine cannot work with it, whatever the shard. */
export class StorageError extends Error {
  constructor(
    message: string,
    /** Whether the only problem is that a file or folder does not exist. */
    readonly isMissing = false,
  ) {
    super(message)
    this.name = 'StorageError'
  }
}

/** The first bytes of a file, at most `most`; null if it does not exist, or was removed while being read. */
export async function readIfThere(storage: Storage, path: string, most: number): Promise<Uint8Array | null> {
  const size = await storage.size(path)
  if (size === null) return null
  try {
    return await storage.read(path, 0, Math.min(size, most))
  } catch (error) {
    if (error instanceof StorageError && error.isMissing) return null
    throw error
  }
}

/** Reads a small JSON file; null if it does not exist. */
export async function readJson<T>(storage: Storage, path: string): Promise<T | null> {
  const bytes = await readIfThere(storage, path, Number.POSITIVE_INFINITY)
  if (bytes === null) return null
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text) as T
  } catch {
    throw new StorageError(`${path} is damaged: it is not JSON. Remove it, and submit the job again.`)
  }
}

/** Writes a small JSON file. */
export async function writeJson(storage: Storage, path: string, value: unknown): Promise<void> {
  await storage.write(path, [new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`)])
}
