// Reads rules files (.parley) and their data for `parley solve` and `parley convert`: options, and the bytes
// of files.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readBytes } from '@parleyjs/runner/internal'
import { number, type Parsed, text } from './args.js'
import type { InputFormat } from './commands.js'
import { UsageError } from './usage-error.js'

/** The bytes of one file of data. */
export interface DataFile {
  readonly file: string
  readonly bytes: Uint8Array
  /**
   * Whether the file holds data of several names. Otherwise it holds the data of the name that the file has.
   */
  readonly many: boolean
}

/** The data and options of a job with a rules file. */
export interface RulesInput {
  readonly data: readonly DataFile[]
  readonly limit?: number
  /** Whether only those ground rules become factors that an answer violates. */
  readonly lazy?: boolean
}

/** The name and the kind of a file of data. */
export const DATA_FILE = /^(.+)\.(csv|tsv|json)(\.gz)?$/i

/** The options for rules; undefined for a graph. */
export async function rulesInput(
  command: 'solve' | 'convert',
  parsed: Parsed,
  format: InputFormat,
): Promise<RulesInput | undefined> {
  const data = text(parsed, 'data')
  const limit = number(command, parsed, 'limit', { least: 1, whole: true })
  if (format === 'parley')
    return {
      data: data === undefined ? [] : await readDataFiles(data),
      ...(limit !== undefined && { limit }),
    }
  const given = data !== undefined ? 'data' : limit !== undefined ? 'limit' : undefined
  if (given !== undefined) throw new UsageError(`--${given} goes with a rules file (.parley).`, command)
  return undefined
}

/** Reads the files of a folder (NAME.csv, NAME.tsv, NAME.json, data.json), or one file of JSON. */
export async function readDataFiles(path: string): Promise<DataFile[]> {
  const info = await stat(path).catch(() => null)
  if (info === null) throw new UsageError(`--data ${path}: there is no such file or folder.`)
  if (!info.isDirectory())
    return [{ file: path, bytes: await readBytes(path), many: /\.json(\.gz)?$/i.test(path) }]
  const names = (await readdir(path)).filter((name) => DATA_FILE.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      file: join(path, name),
      bytes: await readBytes(join(path, name)),
      many: /^data\.json(\.gz)?$/i.test(name),
    })),
  )
}
