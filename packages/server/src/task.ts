// What a request asks of a working thread: plain data, which threads can send each other.
import type { Algorithm, ErrorCode, ErrorPlace } from '@parley/core'
import type { Data } from '@parley/logic'
import type { TaskValues } from '@parley/runner'

/** Sentences to tag or parse, and how. */
export interface TextTask extends TaskValues<'parse', 'http'> {
  readonly kind: 'parse' | 'tag'
  /** Raw text, or sentences in CoNLL-U. */
  readonly text?: string | undefined
  readonly conllu?: string | undefined
  /** What a sentence becomes. */
  readonly as: 'json' | 'conllu'
}

/** A factor graph, or rules with their data, to solve. */
export interface SolveTask {
  readonly kind: 'solve'
  /** In Parley's JSON (docs/json-format.md). */
  readonly graph?: object | undefined
  /** In the rule language (docs/logic.md). */
  readonly rules?: string | undefined
  readonly data?: Data | undefined
  readonly algorithm?: Algorithm | undefined
  readonly maxIterations?: number | undefined
  /** Seconds. */
  readonly timeLimit?: number | undefined
  readonly tolerance?: number | undefined
  readonly k?: number | undefined
  readonly explain?: boolean | undefined
  /** The server's limit of variables, factors and combinations. */
  readonly limit: number
}

/** Documents on a topic, to say in fewer words. */
export interface SummaryTask extends TaskValues<'summarize', 'http'> {
  readonly kind: 'summarize'
  readonly documents: readonly string[]
}

export type Task = TextTask | SolveTask | SummaryTask

/** Why a task failed, where it is the asker's fault; otherwise it is a bug, of which nothing is told. */
export interface TaskFault {
  readonly code: ErrorCode
  readonly message: string
  readonly place: ErrorPlace
}

/** What a thread reports. Pieces are the answer's text; a batch waits for its receipt before too many others follow. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly pieces: readonly string[] }
  | { readonly done: true }
  | { readonly fault: TaskFault }
  | { readonly bug: string }

/** What a thread is told. */
export interface WorkerOrder {
  readonly task: Task
  /** See `TaskControl`. */
  readonly control: SharedArrayBuffer
}

export interface WorkerSettings {
  /** The model, unpacked: one copy in memory for all threads. */
  readonly model: SharedArrayBuffer
}
