// The options of a task in a job. They are checked when the job is submitted and when it is read.
import type { JobHeader } from '@parleyjs/cluster'
import type { Json } from '@parleyjs/cluster/internal'
import { ParleyError } from '@parleyjs/core'
import {
  flagOf,
  isTask,
  jobFlags,
  optionsAt,
  type TaskName,
  type TaskValues,
  wrongJobOption,
} from '@parleyjs/runner'
import type { Parsed } from '../args.js'
import { taskValues } from '../task-values.js'
import { UsageError } from '../usage-error.js'

/** The options of a job to parse or to tag. */
export type TextTaskOptions = TaskValues<'parse', 'job'> & { readonly format: 'conllu' | 'json' }

/** The options of a job to summarise. */
export type SummaryTaskOptions = TaskValues<'summarize', 'job'> & {
  readonly format: 'text' | 'json' | 'html'
  readonly words: number
}

/** Reads the options of a task. Options of other tasks are refused. */
export function taskOptions(task: TaskName, parsed: Parsed): { readonly [name: string]: Json } {
  const own = optionsAt(task, 'job')
  const foreign = Object.keys(jobFlags())
    .filter((option) => !own.some(({ name }) => flagOf(name) === option))
    .find((option) => parsed.values[option] !== undefined)
  if (foreign !== undefined) throw new UsageError(`--${foreign} does not go with --task ${task}.`, 'cluster')
  const options = { ...taskValues('cluster', parsed, task, 'job') } as { [name: string]: Json }
  for (const { name, default: standard } of own) if (standard !== undefined) options[name] ??= standard
  return options
}

/** Throws unless a job has a known task and valid options of that task. */
export function requireOptions({ id, task, options }: Pick<JobHeader, 'id' | 'task' | 'options'>): void {
  const wrong = isTask(task) ? wrongJobOption(task, options) : null
  if (wrong === undefined) return
  const what = wrong === null ? `the task ${task}` : `the option ${wrong}`
  throw new ParleyError('unsupported', `Job ${id} asks for ${what} in a way that this worker does not know.`)
}
