// The command line, as data: what each command takes. Parsing and `parley help` both read it.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.js'

interface Option {
  /** Placeholder of the value in the help; none for a switch. */
  readonly value?: string
  readonly short?: string
  readonly help: string
}

export interface Command {
  readonly synopsis: string
  readonly summary: string
  readonly options: Readonly<Record<string, Option>>
  /** What the help says below the options. */
  readonly notes: string
}

export const ALGORITHMS = ['ad3', 'subgradient', 'mplp', 'exact', 'lp', 'ilp'] as const
export type AlgorithmName = (typeof ALGORITHMS)[number]

export const INPUT_FORMATS = ['uai', 'fg', 'wcsp', 'json'] as const
export type InputFormat = (typeof INPUT_FORMATS)[number]

export const OUTPUT_FORMATS = ['uai', 'json', 'lp', 'dot'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

const INPUT_OPTIONS = {
  'input-format': { value: 'FORMAT', help: 'uai, fg, wcsp or json, where the name of FILE does not tell' },
  evidence: { value: 'F', short: 'e', help: 'fix variables to the values in a UAI evidence file' },
} satisfies Record<string, Option>

export const COMMANDS = {
  solve: {
    synopsis: 'parley solve FILE [options]',
    summary: 'Find the best assignment of a factor graph, with a bound that proves how good it is.',
    options: {
      algorithm: {
        value: 'NAME',
        short: 'a',
        help: 'ad3 (default), subgradient, mplp, exact; lp, ilp (by HiGHS)',
      },
      ...INPUT_OPTIONS,
      'max-iterations': { value: 'N', help: 'stop after N iterations (exact: nodes)' },
      'time-limit': { value: 'S', help: 'stop after S seconds of solving' },
      tolerance: { value: 'X', help: 'relative gap that counts as solved (default 1e-6)' },
      tighten: { help: 'ad3, mplp: add violated clusters until the relaxation is tight' },
      k: { value: 'K', help: 'the K best assignments, by exact search' },
      diverse: { value: 'D', help: 'with --k: each differs from the others in at least D variables' },
      repeat: { value: 'N', help: 'warm up, solve N times, report the best time' },
      trace: { value: 'F.csv', help: 'write one line per iteration' },
      explain: { help: 'list what every variable and factor contributed' },
      json: { help: 'print one JSON object' },
    },
    notes: `FILE is a graph in .uai, .fg, .wcsp or Parley's .json format, each also as .gz; "-" reads standard input
(then give --input-format). Scores are maximised: value and bound are natural logarithms for .uai,
and a .wcsp cost of 12 is the value -12.

A progress line is shown on a terminal. Ctrl-C stops and prints the best answer so far; a second Ctrl-C quits.

Status: optimal (value and bound meet), fractional (the relaxation is solved but not tight), infeasible,
interrupted (by a limit or Ctrl-C; value and bound hold all the same).
Exit code: 0 solved or stopped by a limit, 1 infeasible, 2 bad input or usage, 130 Ctrl-C, 70 a bug in Parley.`,
  },
  convert: {
    synopsis: 'parley convert FILE --to FORMAT [options]',
    summary: 'Write a factor graph in another format.',
    options: {
      to: { value: 'FORMAT', short: 't', help: 'uai, json, lp (CPLEX LP format) or dot (Graphviz)' },
      out: { value: 'F', short: 'o', help: 'write to F (default: standard output)' },
      integer: { help: 'lp: demand whole numbers, for an integer program' },
      ...INPUT_OPTIONS,
    },
    notes: `FILE is a graph in .uai, .fg, .wcsp or Parley's .json format, each also as .gz; "-" reads standard input.
The output file appears only when it is complete.
Exit code: 0 done, 2 bad input or usage, 70 a bug in Parley.`,
  },
  eval: {
    synopsis: 'parley eval GOLD SYSTEM [options]',
    summary: 'Compare a parsed or tagged CoNLL-U file with the correct one, by the CoNLL 2018 metrics.',
    options: {
      'allow-multiple-roots': { help: 'do not mention sentences with several roots' },
      'single-root': { help: 'refuse sentences with several roots, as the official script does' },
      json: { help: 'print one JSON object' },
    },
    notes: `Words are aligned by their characters, so SYSTEM may have its own tokens and sentences, but not its own text.
Beside the official metrics: LAS-subtypes tells nsubj:pass from nsubj; UAS-nopunct and LAS-nopunct leave out
words with UPOS PUNCT or DEPREL punct (without any in GOLD: forms of punctuation marks only).
Both files may be packed with gzip; "-" reads standard input.
Exit code: 0 done, 2 bad input or usage, 70 a bug in Parley.`,
  },
  check: {
    synopsis: 'parley check FILE [FILE2] [options]',
    summary: 'Look through a CoNLL-U treebank before training: what is in it, and what looks wrong.',
    options: {
      json: { help: 'print one JSON object' },
    },
    notes: `With two files, FILE is the training part and FILE2 the development or test part: sentences in both, and
tags and relations that cannot be learned, are reported.
Files may be packed with gzip; "-" reads standard input.
Exit code: 0 usable, 1 there are errors (cycles, wrong heads, no sentences), 2 bad input or usage,
70 a bug in Parley.`,
  },
} satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

/** The values of a command line by option name, and the rest. */
export interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
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
  for (const [option, { value, short }] of Object.entries(known))
    options[option] = { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) }
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      tokens: true,
    })
    requireOnce(name, tokens)
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

/** The files of a command line; `words` name them in messages, and `least` of them must be there. */
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
    const near = nearest(value, words)
    throw new UsageError(
      `--${option} ${value}: choose one of ${words.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`,
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

/** The word that is within two typing errors of the given one, if there is one. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined
  let fewest = Math.min(3, word.length)
  for (const candidate of candidates) {
    const edits = distance(word, candidate)
    if (edits < fewest) {
      fewest = edits
      best = candidate
    }
  }
  return best
}

function requireOnce(name: CommandName, tokens: readonly { kind: string; name?: string }[]): void {
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option' || token.name === undefined) continue
    if (seen.has(token.name)) throw new UsageError(`--${token.name} was given twice.`, name)
    seen.add(token.name)
  }
}

function explainParseError(error: unknown, options: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /^Unknown option '(-{1,2})([^']*)'/.exec(message)
  if (unknown) {
    const near = nearest(unknown[2]!, options)
    return `Unknown option ${unknown[1]}${unknown[2]}.${near ? ` Did you mean --${near}?` : ''}`
  }
  return message.split('\n')[0]!
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
