// What the tab of summaries asks of the worker with the model.
import type { Task } from '../work/tasks.js'

export interface SummarySettings {
  /** How many words the summary may have. */
  readonly words: number
  /** Whole sentences only. */
  readonly extractive: boolean
}

/** A run of text: whether it is in the summary, and whether it is one of the words that matter. */
export interface Run {
  readonly text: string
  readonly kept: boolean
  readonly concept: boolean
}

export interface SummaryResult {
  readonly text: string
  readonly words: number
  readonly allWords: number
  readonly status: string
  readonly value: number
  readonly bound: number
  readonly iterations: number
  /** Documents, their sentences, and those in runs. */
  readonly documents: readonly (readonly { readonly used: boolean; readonly runs: readonly Run[] }[])[]
  /** The concepts of most weight. */
  readonly concepts: readonly { readonly key: string; readonly weight: number; readonly covered: boolean }[]
  readonly warnings: readonly string[]
}

/** Null if there is no text. */
export type SummaryTask = Task<
  { readonly documents: readonly string[]; readonly settings: SummarySettings },
  { readonly sentences: number },
  SummaryResult | null
>
