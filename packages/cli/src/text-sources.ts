// What the arguments of a command on text are: files, standard input, or the text itself.
import { statSync } from 'node:fs'
import { ParleyError } from '@parley/core'
import type { CommandName } from './commands.js'
import { say } from './say.js'
import { UsageError } from './usage-error.js'

/** A file ("-" is standard input), or a text from the command line. */
export type Source = { readonly file: string } | { readonly text: string }

/**
 * The sources of a command line. What is no file is text if it has white space, or neither an extension nor a slash; if
 * it is a single word that may be the name of a file, `note` is told so.
 *
 * @example
 * textSources('parse', ['We go.'], true) // [{ text: 'We go.' }]
 */
export function textSources(
  name: CommandName,
  args: readonly string[],
  isTerminal: boolean,
  note: (message: string) => void = say,
): Source[] {
  if (args.length === 0) {
    if (isTerminal) throw new UsageError('No FILE and no "text" was given.', name)
    return [{ file: '-' }]
  }
  if (args.filter((arg) => arg === '-').length > 1)
    throw new UsageError('Only one file can be standard input (-).', name)
  return args.map((arg) => {
    if (arg.trim() === '') throw new UsageError('An empty text was given.', name)
    if (arg === '-' || exists(arg)) return { file: arg }
    if (/\s/.test(arg)) return { text: arg }
    if (/[/\\]|\.\w{1,8}$/.test(arg)) throw missingFile(name, arg)
    if (/^[\w-]+$/.test(arg)) note(`parley: There is no file "${arg}": it is taken as text.\n`)
    return { text: arg }
  })
}

function missingFile(name: CommandName, file: string): ParleyError {
  const fact = `There is no such file. If it is text, not the name of a file: echo '${file}' | parley ${name}`
  return new ParleyError('bad-input', fact, { file })
}

/** Bytes of a file; 0 of what is none. What is wrong with a file is said where it is read. */
export function fileSize(source: Source): number {
  if ('text' in source || source.file === '-') return 0
  try {
    return statSync(source.file).size
  } catch {
    return 0
  }
}

function exists(path: string): boolean {
  // A long text is no path: the system may refuse even to look.
  if (path.length > 4096) return false
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
