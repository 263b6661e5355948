// Requests of the parse tab to the worker with the model, and their results.
import type { PartName } from '@parleyjs/nlp/internal'
import type { Task } from '../work/tasks.js'

/** Settings of the parser. */
export interface ParseSettings {
  readonly parts: readonly PartName[]
  readonly algorithm: 'ad3' | 'subgradient'
  readonly projective: boolean
}

/** Demands on the tree of a sentence: words count from 1, and 0 is the root. */
export interface Demands {
  /** Pairs of word and head. */
  readonly forced: readonly (readonly [word: number, head: number])[]
  readonly forbidden: readonly (readonly [word: number, head: number])[]
}

/** A sentence with its tree. */
export interface ParsedSentence {
  readonly forms: readonly string[]
  readonly upos: readonly string[]
  readonly heads: readonly number[]
  readonly deprels: readonly string[]
  readonly status: string
  readonly conllu: string
}

/** Parses all sentences of a text; `cut` if there were more than the page accepts. */
export type ParseTask = Task<
  { readonly text: string; readonly settings: ParseSettings },
  { readonly sentences: number },
  { readonly sentences: readonly ParsedSentence[]; readonly cut: boolean }
>

/** An iteration of AD³: the belief of each factor in each arc that it knows. */
export interface StudyStep {
  readonly iteration: number
  readonly dual: number
  readonly primalResidual: number
  readonly dualResidual: number
  readonly activeFactors: number
  /** Marginals, by arc. */
  readonly beliefs: Float32Array
  /** Beliefs by factor and arc, in the order of `Study.factors`; NaN before the first iteration. */
  readonly votes: Float32Array
}

/** Bound and value in the solver's trace. */
export interface ConvergenceRow {
  readonly iteration: number
  readonly dual: number
  readonly bound: number
  readonly value: number
  readonly primalResidual: number
  readonly dualResidual: number
  readonly activeFactors: number
}

export interface RankedTree {
  readonly heads: readonly number[]
  readonly deprels: readonly string[]
  readonly value: number
  readonly status: string
}

/** One sentence with details of its solution. */
export interface Study extends ParsedSentence {
  readonly confidence: readonly number[]
  readonly margin: readonly number[]
  readonly value: number
  readonly bound: number
  readonly iterations: number
  /** Kinds of parts that were left out because the sentence is too long for them. */
  readonly dropped: readonly string[]
  /** The arcs that survived pruning. */
  readonly arcs: {
    readonly head: Int32Array
    readonly modifier: Int32Array
    readonly probability: Float64Array
  }
  /** The name of every factor, and the arcs it knows. */
  readonly factors: readonly { readonly name: string; readonly arcs: readonly number[] }[]
  readonly rows: readonly ConvergenceRow[]
  /** The next best trees. */
  readonly alternatives: readonly RankedTree[]
}

/** Parses one sentence, given as CoNLL-U with tags, under demands. Reports the steps while it works. */
export type StudyTask = Task<
  { readonly conllu: string; readonly settings: ParseSettings; readonly demands: Demands },
  { readonly steps: readonly StudyStep[] },
  Study
>
