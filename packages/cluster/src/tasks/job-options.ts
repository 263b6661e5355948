// The options of a task in a job, as the table of options defines them. Checked when the job is read.
import { ParleyError } from '@parleyjs/core'
import type { TaskValues } from '@parleyjs/runner'
import { isJobTask, wrongJobOption } from '@parleyjs/runner/internal'
import type { JobHeader } from '../job.js'

/** The options of a job to parse or to tag. */
export type TextTaskOptions = TaskValues<'parse', 'job'> & { readonly format: 'conllu' | 'json' }

/** The options of a job to summarise. */
export type SummaryTaskOptions = TaskValues<'summarize', 'job'> & {
  readonly format: 'text' | 'json' | 'html'
  readonly words: number
}

/** Throws unless a job has a known task and valid options of that task. */
export function requireJobOptions({ id, task, options }: Pick<JobHeader, 'id' | 'task' | 'options'>): void {
  const wrong = isJobTask(task) ? wrongJobOption(task, options) : null
  if (wrong === undefined) return
  const what = wrong === null ? `the task ${task}` : `the option ${wrong}`
  throw new ParleyError('unsupported', `Job ${id} asks for ${what} in a way that this worker does not know.`)
}
