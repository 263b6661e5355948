// The messages between the main thread and its worker threads: tasks, results and errors, as plain data.
import type { Algorithm, ErrorCode, ErrorPlace } from '@parleyjs/core'
import type { Data } from '@parleyjs/logic'
import type { TaskValues } from '@parleyjs/runner'

/** Sentences to tag or parse, with the options. */
export interface TextTask extends TaskValues<'parse', 'http'> {
  readonly kind: 'parse' | 'tag'
  /** Raw text, or sentences in CoNLL-U. */
  readonly text?: string | undefined
  readonly conllu?: string | undefined
  /** The output format of a sentence. */
  readonly as: 'json' | 'conllu'
}

/** A factor graph to solve, or rules with their data. */
export interface SolveTask {
  readonly kind: 'solve'
  /** In Parley's JSON (docs/json-format.md). */
  readonly graph?: object | undefined
  /** In the rule language (docs/logic.md). */
  readonly rules?: string | undefined
  readonly data?: Data | undefined
  readonly algorithm?: Algorithm | undefined
  readonly maxIterations?: number | undefined
  /** Time limit, in seconds. */
  readonly timeLimit?: number | undefined
  readonly tolerance?: number | undefined
  readonly k?: number | undefined
  readonly explain?: boolean | undefined
  /** The limit of the server for variables, for factors and for combinations. */
  readonly limit: number
}

/** Documents on one topic to summarise. */
export interface SummaryTask extends TaskValues<'summarize', 'http'> {
  readonly kind: 'summarize'
  readonly documents: readonly string[]
}

export type Task = TextTask | SolveTask | SummaryTask

/**
 * Why a task failed. Only errors in the request are described; all other failures are bugs, and have no
 * details.
 */
export interface TaskFault {
  readonly code: ErrorCode
  readonly message: string
  readonly place: ErrorPlace
}

/**
 * A message from a worker thread. `pieces` are text of the answer; `TaskControl` limits how many batches are
 * sent.
 */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly pieces: readonly string[] }
  | { readonly done: true }
  | { readonly fault: TaskFault }
  | { readonly bug: string }

/** A task for a worker thread. */
export interface WorkerOrder {
  readonly task: Task
  /** See `TaskControl`. */
  readonly control: SharedArrayBuffer
}

export interface WorkerSettings {
  /** The model, unpacked: one copy in shared memory for all threads. */
  readonly model: SharedArrayBuffer
}
