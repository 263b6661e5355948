// Parses the command line and checks its options and files.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { didYouMean, nearest } from '@parleyjs/core/internal'
import { COMMANDS, type CommandName, type Option } from './commands.js'
import { UsageError } from './usage-error.js'

/** The option values of a command line by name, and its positional arguments. */
export interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  readonly positionals: readonly string[]
}

/**
 * Parses the arguments after the command's name.
 *
 * @example
 * parseCommand('solve', ['grid.uai', '--k', '3']).values.k // '3'
 */
export function parseCommand(name: CommandName, args: readonly string[]): Parsed {
  const known: Readonly<Record<string, Option>> = COMMANDS[name].options
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } }
  for (const [option, { value, short, many = false }] of Object.entries(known)) {
    const type = value === undefined ? 'boolean' : 'string'
    options[option] = { type, multiple: many, ...(short && { short }) }
  }
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      tokens: true,
    })
    requireOnce(name, tokens, options)
    return { values: values as Parsed['values'], positionals }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(explainParseError(error, Object.keys(options)), name)
  }
}

/** The one FILE of a command line. */
export function onePositional(name: CommandName, { positionals }: Parsed): string {
  const [file, extra] = positionals
  if (file === undefined || file === '') throw new UsageError('No FILE was given.', name)
  if (extra !== undefined) throw new UsageError(`One FILE at a time: got "${file}" and "${extra}".`, name)
  return file
}

/** The files of a command line. `words` are their names in messages; at least `least` files are required. */
export function filePositionals(
  name: CommandName,
  { positionals }: Parsed,
  words: readonly string[],
  least = words.length,
): readonly string[] {
  const missing = words.slice(0, least).find((_, i) => !positionals[i])
  if (missing !== undefined) throw new UsageError(`No ${missing} was given.`, name)
  if (positionals.length > words.length)
    throw new UsageError(`At most ${words.length} files: got ${positionals.length}.`, name)
  if (positionals.filter((file) => file === '-').length > 1)
    throw new UsageError('Only one file can be standard input (-).', name)
  return positionals
}

/** A text option, or undefined. */
export function text(parsed: Parsed, option: string): string | undefined {
  const value = parsed.values[option]
  return typeof value === 'string' ? value : undefined
}

/** The values of an option that may be given several times. */
export function texts(parsed: Parsed, option: string): readonly string[] {
  const values = parsed.values[option]
  return Array.isArray(values) ? values : []
}

export function flag(parsed: Parsed, option: string): boolean {
  return parsed.values[option] === true
}

/** An option that is one of a few words. */
export function choice<T extends string>(
  name: CommandName,
  parsed: Parsed,
  option: string,
  words: readonly T[],
): T | undefined {
  const value = text(parsed, option)
  if (value === undefined) return undefined
  const word = words.find((w) => w === value)
  if (word === undefined) {
    throw new UsageError(
      `--${option} ${value}: choose one of ${words.join(', ')}.${didYouMean(value, words)}`,
      name,
    )
  }
  return word
}

/** A number option, checked against its range. */
export function number(
  name: CommandName,
  parsed: Parsed,
  option: string,
  range: { readonly least: number; readonly whole: boolean },
): number | undefined {
  const value = text(parsed, option)
  if (value === undefined) return undefined
  const n = value.trim() === '' ? Number.NaN : Number(value)
  const sort = range.whole ? 'a whole number' : 'a number'
  if (!Number.isFinite(n) || n < range.least || (range.whole && !Number.isSafeInteger(n)))
    throw new UsageError(`--${option} ${value}: expected ${sort} of at least ${range.least}.`, name)
  return n
}

function requireOnce(
  name: CommandName,
  tokens: readonly { kind: string; name?: string }[],
  options: NonNullable<ParseArgsConfig['options']>,
): void {
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option' || token.name === undefined) continue
    if (options[token.name]?.multiple === true) continue
    if (seen.has(token.name)) throw new UsageError(`--${token.name} was given twice.`, name)
    seen.add(token.name)
  }
}

function explainParseError(error: unknown, options: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /^Unknown option '(-{1,2})([^']*)'/.exec(message)
  if (unknown) {
    const near = nearest(unknown[2], options)
    return `Unknown option ${unknown[1]}${unknown[2]}.${near ? ` Did you mean --${near}?` : ''}`
  }
  const option = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message)?.[1]
  if (option !== undefined && /does not take an argument/.test(message)) return `${option} takes no value.`
  if (option !== undefined && /argument (missing|is ambiguous)/.test(message))
    return `${option} has no value. One that begins with a dash is written ${option}=-1.`
  return message.split('\n')[0]
}
