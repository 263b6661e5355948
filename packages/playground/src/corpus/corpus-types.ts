// Requests of the corpus tab to the worker with the model, and their results.
import type { Change } from '@parleyjs/nlp'
import type { Task } from '../work/tasks.js'

/** What should agree: the tags of new words, or the heads of words between the same tags. */
export type Consensus = 'tags' | 'heads'

export interface CorpusSettings {
  readonly consensus: Consensus
  /** The penalty for each member that differs from its set. */
  readonly penalty: number
  /** Minimum number of members of a set. */
  readonly least: number
}

export interface CorpusResult {
  readonly sentences: readonly { readonly forms: readonly string[]; readonly tags: readonly string[] }[]
  /** Members are [sentence, word], from 0. */
  readonly sets: readonly {
    readonly name: string
    readonly members: readonly (readonly [number, number])[]
  }[]
  readonly changes: readonly Change[]
  readonly status: string
  readonly value: number
  readonly bound: number
  readonly rounds: number
  readonly rows: readonly { readonly iteration: number; readonly bound: number; readonly value: number }[]
  /** Whether there were more sentences than the page accepts. */
  readonly cut: boolean
}

export type CorpusTask = Task<
  { readonly text: string; readonly settings: CorpusSettings },
  { readonly sentences: number },
  CorpusResult
>
