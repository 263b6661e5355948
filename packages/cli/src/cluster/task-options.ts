// The options of a task as a job carries them: checked at the door, plain data from then on.
import type { JobHeader, Json } from '@parley/cluster'
import { ParleyError } from '@parley/core'
import { choice, flag, number, type Parsed } from '../args.js'
import { KEEP_OR_PREDICT, PARSE_ALGORITHMS, SUMMARY_FORMATS } from '../text-commands.js'
import { UsageError } from '../usage-error.js'

export const TASKS = ['parse', 'tag', 'summarize'] as const
export type TaskName = (typeof TASKS)[number]

/** For parse and tag. */
export type TextTaskOptions = {
  readonly format: 'conllu' | 'json'
  readonly tags?: 'keep' | 'predict'
  readonly confidence?: true
  readonly offsets?: true
  readonly k?: number
  readonly algorithm?: (typeof PARSE_ALGORITHMS)[number]
  readonly maxIterations?: number
  readonly projective?: true
}

export type SummaryTaskOptions = {
  readonly format: (typeof SUMMARY_FORMATS)[number]
  readonly words: number
  readonly extractive?: true
  readonly showDeleted?: true
}

const LINES = ['conllu', 'json'] as const
const PARSE_ONLY = ['tags', 'confidence', 'k', 'algorithm', 'max-iterations', 'projective']
const SUMMARY_ONLY = ['words', 'extractive', 'show-deleted']

/** Reads the options of a task; those of another are refused. */
export function taskOptions(task: TaskName, parsed: Parsed): { readonly [name: string]: Json } {
  const foreign = [
    ...(task === 'parse' ? [] : PARSE_ONLY),
    ...(task === 'summarize' ? ['offsets'] : SUMMARY_ONLY),
  ].find((option) => parsed.values[option] !== undefined)
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not go with --task ${task}.`, 'cluster')
  return task === 'summarize' ? summaryOptions(parsed) : textOptions(parsed)
}

function textOptions(parsed: Parsed): TextTaskOptions {
  const tags = choice('cluster', parsed, 'tags', KEEP_OR_PREDICT)
  const k = number('cluster', parsed, 'k', { least: 1, whole: true })
  const algorithm = choice('cluster', parsed, 'algorithm', PARSE_ALGORITHMS)
  const maxIterations = number('cluster', parsed, 'max-iterations', { least: 1, whole: true })
  return {
    format: choice('cluster', parsed, 'format', LINES) ?? 'conllu',
    ...(tags !== undefined && { tags }),
    ...(flag(parsed, 'confidence') && { confidence: true }),
    ...(flag(parsed, 'offsets') && { offsets: true }),
    ...(k !== undefined && { k }),
    ...(algorithm !== undefined && { algorithm }),
    ...(maxIterations !== undefined && { maxIterations }),
    ...(flag(parsed, 'projective') && { projective: true }),
  }
}

function summaryOptions(parsed: Parsed): SummaryTaskOptions {
  return {
    format: choice('cluster', parsed, 'format', SUMMARY_FORMATS) ?? 'text',
    words: number('cluster', parsed, 'words', { least: 1, whole: true }) ?? 100,
    ...(flag(parsed, 'extractive') && { extractive: true }),
    ...(flag(parsed, 'show-deleted') && { showDeleted: true }),
  }
}

/** Throws unless the file of a job has a task that there is, and options of it. */
export function requireOptions({ id, task, options }: Pick<JobHeader, 'id' | 'task' | 'options'>): void {
  const { format, ...rest } = task === 'summarize' ? SUMMARY_OPTIONS : TEXT_OPTIONS
  const isKnown = (TASKS as readonly string[]).includes(task) && isOption(format, options.format)
  const foreign = Object.entries(options).find(
    ([name, value]) => name !== 'format' && !(Object.hasOwn(rest, name) && isOption(rest[name], value)),
  )
  if (isKnown && foreign === undefined && (task !== 'summarize' || options.words !== undefined)) return
  const what = isKnown ? `the option ${foreign?.[0] ?? 'words'}` : `the task ${task}`
  throw new ParleyError('unsupported', `Job ${id} asks for ${what} in a way that this worker does not know.`)
}

/** The values that an option may have: some words, a whole number from 1, or true. */
type OptionValues = readonly string[] | 'whole' | 'true'

const TEXT_OPTIONS: Readonly<Record<string, OptionValues>> = {
  format: LINES,
  tags: KEEP_OR_PREDICT,
  confidence: 'true',
  offsets: 'true',
  k: 'whole',
  algorithm: PARSE_ALGORITHMS,
  maxIterations: 'whole',
  projective: 'true',
}
const SUMMARY_OPTIONS: Readonly<Record<string, OptionValues>> = {
  format: SUMMARY_FORMATS,
  words: 'whole',
  extractive: 'true',
  showDeleted: 'true',
}

function isOption(values: OptionValues, value: Json | undefined): boolean {
  if (values === 'true') return value === true
  if (values === 'whole') return Number.isSafeInteger(value) && (value as number) >= 1
  return typeof value === 'string' && values.includes(value)
}
