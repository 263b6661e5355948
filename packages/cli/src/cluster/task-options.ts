// Reads the options of the task of a job from the command line.
import type { Json } from '@parleyjs/cluster/internal'
import { flagOf, type JobTask, optionsAt } from '@parleyjs/runner'
import { jobFlags } from '@parleyjs/runner/internal'
import type { Parsed } from '../args.js'
import { taskValues } from '../task-values.js'
import { UsageError } from '../usage-error.js'

/** Reads the options of a task. Options of other tasks are refused. */
export function taskOptions(task: JobTask, parsed: Parsed): { readonly [name: string]: Json } {
  const own = optionsAt(task, 'job')
  const foreign = Object.keys(jobFlags())
    .filter((option) => !own.some(({ name }) => flagOf(name) === option))
    .find((option) => parsed.values[option] !== undefined)
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not go with --task ${task}.`, 'cluster')
  const options = { ...taskValues('cluster', parsed, task, 'job') } as { [name: string]: Json }
  for (const { name, default: standard } of own) if (standard !== undefined) options[name] ??= standard
  return options
}
