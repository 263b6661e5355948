// Storage on a local file system, or on one that all machines share.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Storage, StorageError } from './storage.js'

export class FileStorage implements Storage {
  async size(path: string): Promise<number | null> {
    try {
      const found = await stat(path)
      return found.isFile() ? found.size : null
    } catch (error) {
      if (isMissing(error)) return null
      throw failed('read', path, error)
    }
  }

  async read(path: string, start: number, end: number): Promise<Uint8Array> {
    try {
      const file = await open(path, 'r')
      try {
        // At most the bytes that exist: the caller's range may be wrong.
        const { size } = await file.stat()
        const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
        let filled = 0
        while (filled < bytes.length) {
          const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
          if (bytesRead === 0) break
          filled += bytesRead
        }
        return bytes.subarray(0, filled)
      } finally {
        await file.close()
      }
    } catch (error) {
      throw failed('read', path, error)
    }
  }

  async *chunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) yield chunk as Uint8Array
    } catch (error) {
      throw failed('read', path, error)
    }
  }

  async write(path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const folder = dirname(path)
    const temporary = join(folder, `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`)
    try {
      const file = await create(temporary)
      try {
        for await (const piece of pieces) await file.writeFile(piece)
        // Flush before renaming: otherwise a power cut could leave an empty file under the final name.
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw failed('write', path, error)
    }
  }

  async list(folder: string): Promise<string[]> {
    try {
      return (await readdir(folder)).sort()
    } catch (error) {
      if (isMissing(error)) return []
      throw failed('read', folder, error)
    }
  }

  async remove(path: string): Promise<void> {
    try {
      // Other processes may still be writing into a folder that is being removed.
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
    } catch (error) {
      throw failed('remove', path, error)
    }
  }
}

/** Creates a file and its folder, even if another process removes the folder in between. */
async function create(path: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true })
    try {
      return await open(path, 'wx')
    } catch (error) {
      if (attempt === 5 || !isMissing(error)) throw error
    }
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. Do all machines see it under this path?',
  ENOSPC:
    'the disk is full. Make room, then start the worker or submit the job again: what is done stays done.',
  EDQUOT:
    'the quota is used up. Make room, then start the worker or submit the job again: what is done stays done.',
  EACCES: 'no permission.',
  EROFS: 'the file system is read-only.',
}

/**
 * Converts an error of the file system to a `StorageError`; returns others (a piece could not be made)
 * unchanged.
 */
function failed(doing: string, path: string, error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (error instanceof StorageError || syscall === undefined || code === undefined) return error
  return new StorageError(`Cannot ${doing} ${path}: ${REASONS[code] ?? message}`, isMissing(error))
}
