// Where inputs and outputs are: files on shared storage now; an object store would implement the same few functions.

/** Whole files by path. Failures are `StorageError`s. */
export interface Storage {
  /** The number of bytes; null if there is no such file. */
  size(path: string): Promise<number | null>
  /** Bytes from `start` up to `end`; fewer if the file ends before. */
  read(path: string, start: number, end: number): Promise<Uint8Array>
  /** All bytes, piece by piece. */
  chunks(path: string): AsyncIterable<Uint8Array>
  /** Writes a file, complete or not at all, in place of an earlier one. */
  write(path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>
  /** The names in a folder, in order; none if it is not there. */
  list(folder: string): Promise<string[]>
  /** Removes a file or a folder with all that is in it, if it is there. */
  remove(path: string): Promise<void>
}

/** The storage does not do what it should: this machine cannot work with it, whatever the shard. */
export class StorageError extends Error {
  constructor(
    message: string,
    /** Whether it is only that a file or folder is not there. */
    readonly isMissing = false,
  ) {
    super(message)
    this.name = 'StorageError'
  }
}

/** The first bytes of a file, at most so many; null if there is none, or if it went in this moment. */
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

/** A small file as JSON; null if there is none. */
export async function readJson<T>(storage: Storage, path: string): Promise<T | null> {
  const bytes = await readIfThere(storage, path, Number.POSITIVE_INFINITY)
  if (bytes === null) return null
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text) as T
  } catch {
    throw new StorageError(`${path} is damaged: it is no JSON. Remove it, and submit the job again.`)
  }
}

/** Writes a small file as JSON. */
export async function writeJson(storage: Storage, path: string, value: unknown): Promise<void> {
  await storage.write(path, [new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`)])
}
