// Reads the options of a task from the command line, according to the table of options.
import {
  type DoorName,
  flagOf,
  type OptionType,
  optionsAt,
  type TaskName,
  type TaskValues,
} from '@parleyjs/runner'
import { choice, flag, number, type Parsed } from './args.js'
import type { CommandName } from './commands.js'

/** The options of a task that were given to a command: for the task itself, or for a job. */
export function taskValues<N extends TaskName, D extends DoorName>(
  command: CommandName,
  parsed: Parsed,
  task: N,
  door: D,
): TaskValues<N, D> {
  const values: Record<string, unknown> = {}
  for (const { name, type } of optionsAt(task, door)) {
    const value = valueFor(command, parsed, flagOf(name), type)
    if (value !== undefined) values[name] = value
  }
  return values as TaskValues<N, D>
}

function valueFor(
  command: CommandName,
  parsed: Parsed,
  option: string,
  type: OptionType,
): boolean | number | string | undefined {
  if (type.kind === 'flag') return flag(parsed, option) || undefined
  if (type.kind === 'choice') return choice(command, parsed, option, type.words)
  return number(command, parsed, option, { ...type, whole: type.kind === 'whole' })
}
