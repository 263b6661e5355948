// Interprets the arguments of a command on text: files, standard input, or the text itself.
import { statSync } from 'node:fs'
import { ParleyError } from '@parleyjs/core'
import type { CommandName } from './commands.js'
import { say } from './say.js'
import { UsageError } from './usage-error.js'

/** A file ("-" is standard input), or a text from the command line. */
export type Source = { readonly file: string } | { readonly text: string }

/**
 * The sources of a command line. An argument that is not a file is text if it has white space, or neither an
 * extension nor a slash. `note` receives a message about single words, which may have been meant as file
 * names.
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

/** The size of a file in bytes; 0 if it does not exist. Reading it reports the error. */
export function fileSize(source: Source): number {
  if ('text' in source || source.file === '-') return 0
  try {
    return statSync(source.file).size
  } catch {
    return 0
  }
}

function exists(path: string): boolean {
  // A long text is not a path: the system may refuse to look it up.
  if (path.length > 4096) return false
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
