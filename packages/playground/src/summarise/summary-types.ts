// Requests of the summaries tab to the worker with the model, and their results.
import type { Task } from '../work/tasks.js'

export interface SummarySettings {
  /** Maximum number of words of the summary. */
  readonly words: number
  /** Whether only whole sentences are used. */
  readonly extractive: boolean
}

/** A run of text: whether it is in the summary, and whether it belongs to a main concept. */
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
  /** The sentences of each document, split into runs. */
  readonly documents: readonly (readonly { readonly used: boolean; readonly runs: readonly Run[] }[])[]
  /** The concepts with the largest weights. */
  readonly concepts: readonly { readonly key: string; readonly weight: number; readonly covered: boolean }[]
  readonly warnings: readonly string[]
}

/** Makes a summary; null if there is no text. */
export type SummaryTask = Task<
  { readonly documents: readonly string[]; readonly settings: SummarySettings },
  { readonly sentences: number },
  SummaryResult | null
>
