// Writes output files atomically: under a temporary name, then renamed.
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UsageError } from './usage-error.js'

/** Throws if a file cannot be written. Commands call this before long work. */
export function requireWritable(path: string): void {
  const folder = dirname(path)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`Cannot write ${path}: there is no folder ${folder}.`)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`Cannot write ${path}: it is a folder.`)
}

/** Writes a file. An existing file is replaced only when all bytes are written. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  requireWritable(path)
  const existing = statSync(path, { throwIfNoEntry: false })
  try {
    // Devices and pipes (/dev/null, /dev/stdout) are written to, never replaced.
    if (existing !== undefined && !existing.isFile()) writeFileSync(path, content)
    // For a symbolic link, the target is replaced, not the link.
    else replace(existing === undefined ? path : realpathSync(path), content)
  } catch (error) {
    throw new UsageError(`Cannot write ${path}: ${reasonOf(error)}.`)
  }
}

/** The error message of the system, without the name of the temporary file. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return 'you are not allowed to write there'
  return code === undefined ? String(message ?? error) : message.split(',')[0]
}

function replace(path: string, content: string | Uint8Array): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  try {
    writeFileSync(temporary, content, { flag: 'wx' })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
