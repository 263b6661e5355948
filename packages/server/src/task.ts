// What a thread gets, as plain data: the model when it starts, and tasks.
import type { Algorithm } from '@parleyjs/core'
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

/** Sentences to search for a pattern. */
export interface SearchTask extends TaskValues<'search', 'http'> {
  readonly kind: 'search'
  readonly pattern: string
  readonly conllu: string
}

/** A request of a UDPipe client. */
export interface ProcessTask {
  readonly kind: 'process'
  readonly data: string
  readonly input: 'text' | 'lines' | 'conllu' | 'horizontal' | 'vertical'
  readonly tag: boolean
  readonly parse: boolean
  /** Whether MISC gets the white space of the text, and the offsets of the tokens. */
  readonly spaces: boolean
  readonly offsets: boolean
  readonly output: 'conllu' | 'horizontal' | 'vertical'
}

export type Task = TextTask | SolveTask | SummaryTask | SearchTask | ProcessTask

/** What a thread is started with. */
export interface ThreadSettings {
  /** The model, unpacked: one copy in shared memory for all threads. */
  readonly model: SharedArrayBuffer
}
