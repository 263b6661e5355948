// Determines the format of a graph file.
import { INPUT_FORMATS, type InputFormat } from './commands.js'
import { UsageError } from './usage-error.js'

/** The bytes of a file and its format. The main thread reads it; the worker thread parses it. */
export interface Input {
  /** The name as the user wrote it; "-" is standard input. */
  readonly file: string
  readonly format: InputFormat
  readonly bytes: Uint8Array
}

/**
 * The format according to the name of a file.
 *
 * @example
 * formatOf('grid.uai.gz') // 'uai'
 */
export function formatOf(file: string): InputFormat {
  const name = file.replace(/\.gz$/i, '')
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase()
  const format = INPUT_FORMATS.find((f) => f === extension)
  if (format !== undefined) return format
  const known = INPUT_FORMATS.map((f) => `.${f}`).join(', ')
  throw new UsageError(
    file === '-'
      ? `Standard input has no name that tells its format: add --input-format (${INPUT_FORMATS.join(', ')}).`
      : `${file}: the format is not clear from the name. Known are ${known}, also with .gz; ` +
          'or say it with --input-format.',
  )
}
