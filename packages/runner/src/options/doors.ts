// Reads the table of options for one front end ("door"): rows for flags and schemas, names of flags, and the
// check of a job.
import { type JobTaskName, TASK_OPTIONS, TASKS, type TaskName } from './table.js'
import type { DoorName, NamesAt, OptionType, TaskOption, TypeAt, ValueOf } from './types.js'

type Table = typeof TASK_OPTIONS

/** The names of the options of a task at a door. */
export type OptionName<N extends TaskName, D extends DoorName> = NamesAt<Table[N], D>

/** The value of an option at a door. */
export type OptionValue<
  N extends TaskName,
  D extends DoorName,
  K extends OptionName<N, D>,
> = Table[N][K] extends infer O extends TaskOption ? ValueOf<TypeAt<O, D>> : never

/** The options that a user gave for a task at a door. */
export type TaskValues<N extends TaskName, D extends DoorName> = {
  readonly [K in OptionName<N, D>]?: OptionValue<N, D, K> | undefined
}

/** An option as one door accepts it. */
export interface OptionAt {
  readonly name: string
  readonly type: OptionType
  readonly value?: string | undefined
  readonly short?: string | undefined
  readonly help: string
  /** Jobs: the value if the option is not given. */
  readonly default?: string | number | undefined
}

/** The options of a task at a door, in the order of the table. */
export function optionsAt(task: TaskName, door: DoorName): OptionAt[] {
  return Object.entries<TaskOption>(TASK_OPTIONS[task]).flatMap(([name, option]) => {
    const { type, value, short, help } = option
    const own: TaskOption['job'] = option[door]
    return own === undefined ? [] : [{ name, type, value, short, help, ...own }]
  })
}

/**
 * The flag of the command line for an option.
 *
 * @example
 * flagOf('maxIterations') // 'max-iterations'
 */
export function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** An option as a command-line flag. */
export interface Flag {
  readonly value?: string
  readonly short?: string
  readonly help: string
}

/** The flags for the options of a task, by flag name. */
export function flagsOf(options: readonly OptionAt[]): Record<string, Flag> {
  return Object.fromEntries(
    options.map(({ name, value, short, help }) => {
      const flag: Flag = { ...(value && { value }), ...(short && { short }), help }
      return [flagOf(name), flag]
    }),
  )
}

/** The flags for the options of all tasks that a job can have. */
export function jobFlags(): Record<string, Flag> {
  return flagsOf(TASKS.flatMap((task) => optionsAt(task, 'job')))
}

/** Whether this is the name of a task that can be a job. */
export function isTask(name: string): name is JobTaskName {
  return TASKS.some((task) => task === name)
}

/**
 * The name of an option of a job that is missing, unknown or has a wrong value. Undefined if all options are
 * valid.
 */
export function wrongJobOption(
  task: TaskName,
  options: Readonly<Record<string, unknown>>,
): string | undefined {
  const known = new Map(optionsAt(task, 'job').map((option) => [option.name, option]))
  for (const { name, default: standard } of known.values())
    if (standard !== undefined && options[name] === undefined) return name
  return Object.keys(options).find((name) => {
    const option = known.get(name)
    return option === undefined || !isValue(option.type, options[name])
  })
}

/** Whether a value is valid for an option. A flag that is not set is not part of a job. */
function isValue(type: OptionType, value: unknown): boolean {
  if (type.kind === 'flag') return value === true
  if (type.kind === 'choice') return typeof value === 'string' && type.words.includes(value)
  const { least, most = Number.MAX_SAFE_INTEGER } = type
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}
