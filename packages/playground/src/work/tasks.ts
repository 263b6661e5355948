// The calls from the page to its workers, and their results. Everything here can be sent by postMessage.
import type { CorpusTask } from '../corpus/corpus-types.js'
import type { JointTask } from '../joint/joint-types.js'
import type { ParseTask, StudyTask } from '../parse/parse-types.js'
import type { SummaryTask } from '../summarise/summary-types.js'

/** A task: its request, its progress reports, its result. */
export interface Task<Request, Progress, Result> {
  request: Request
  progress: Progress
  result: Result
}

/** Bytes of the model received so far, and their total (0 if unknown). */
export interface Loading {
  readonly received: number
  readonly total: number
}

/** Facts about the model that the page shows. */
export interface ModelFacts {
  readonly parts: readonly string[]
  /** Sections of the model besides tokenizer, tagger and parser. */
  readonly sections: readonly string[]
  readonly licence: string
  readonly trainedOn: string
  readonly bytes: number
}

/** The tasks of the worker with the model. */
export interface LanguageTasks {
  load: Task<Record<string, never>, Loading, ModelFacts>
  parse: ParseTask
  study: StudyTask
  agree: JointTask
  corpus: CorpusTask
  summarise: SummaryTask
}

/** An error in the form that is shown to the reader. */
export interface Failure {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** A message to a worker: start a call, or stop one. */
export type Order = { id: number; name: string; request: unknown } | { id: number; stop: true }
/** From a worker. */
export type Report =
  | { id: number; kind: 'progress'; progress: unknown }
  | { id: number; kind: 'result'; result: unknown }
  | { id: number; kind: 'failure'; failure: Failure }
  | { id: number; kind: 'stopped' }
