// What the page asks its workers, and what they answer. Everything here can be sent by postMessage.
import type { CorpusTask } from '../corpus/corpus-types.js'
import type { JointTask } from '../joint/joint-types.js'
import type { ParseTask, StudyTask } from '../parse/parse-types.js'
import type { SummaryTask } from '../summarise/summary-types.js'

/** Something to do: what is given, what is told on the way, what comes back. */
export interface Task<Request, Progress, Result> {
  request: Request
  progress: Progress
  result: Result
}

/** How much of the model has arrived, and how much there is (0 if nobody said). */
export interface Loading {
  readonly received: number
  readonly total: number
}

/** What the model is made of. */
export interface ModelFacts {
  readonly parts: readonly string[]
  /** What else it holds besides tokenizer, tagger and parser. */
  readonly sections: readonly string[]
  readonly licence: string
  readonly trainedOn: string
  readonly bytes: number
}

/** What the worker with the model does. */
export interface LanguageTasks {
  load: Task<Record<string, never>, Loading, ModelFacts>
  parse: ParseTask
  study: StudyTask
  agree: JointTask
  corpus: CorpusTask
  summarise: SummaryTask
}

/** What went wrong, as far as a reader can use it. */
export interface Failure {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** To a worker: do this, or stop that. */
export type Order = { id: number; name: string; request: unknown } | { id: number; stop: true }
/** From a worker. */
export type Report =
  | { id: number; kind: 'progress'; progress: unknown }
  | { id: number; kind: 'result'; result: unknown }
  | { id: number; kind: 'failure'; failure: Failure }
  | { id: number; kind: 'stopped' }
