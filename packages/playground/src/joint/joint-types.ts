// What the tab of two models asks of the worker with the model.
import type { JointRound, PennTree } from '@parley/nlp'
import type { Task } from '../work/tasks.js'

/** How multipliers move: as in paper 3's appendix B, or by Polyak's rule. */
export type StepRule = 'rush' | 'polyak'

export interface JointResult {
  readonly words: readonly string[]
  /** More than one sentence was given; the first is looked at. */
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
