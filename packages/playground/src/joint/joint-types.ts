// Requests of the tab of two models to the worker with the model, and their results.
import type { PennTree } from '@parleyjs/nlp'
import type { JointRound } from '@parleyjs/nlp/internal'
import type { Task } from '../work/tasks.js'

/** The step rule of the multipliers: as in paper 3's appendix B, or Polyak's. */
export type StepRule = 'rush' | 'polyak'

export interface JointResult {
  readonly words: readonly string[]
  /** Whether there were more sentences; only the first is used. */
  readonly cut: boolean
  readonly rounds: readonly JointRound[]
  readonly tree: PennTree
  readonly tags: readonly string[]
  readonly status: string
  readonly value: number
  readonly bound: number
  /** False if the grammar has no tree for the sentence. */
  readonly derived: boolean
}

export type JointTask = Task<
  { readonly text: string; readonly step: StepRule },
  { readonly rounds: number },
  JointResult | null
>
