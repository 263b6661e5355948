// What the parse tab asks of the worker with the model.
import type { PartName } from '@parley/nlp'
import type { Task } from '../work/tasks.js'

/** How to parse. */
export interface ParseSettings {
  readonly parts: readonly PartName[]
  readonly algorithm: 'ad3' | 'subgradient'
  readonly projective: boolean
}

/** What the tree of a sentence must respect: words count from 1, and 0 is the root. */
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

/** All sentences of a text; `cut` if there were more than the page takes. */
export type ParseTask = Task<
  { readonly text: string; readonly settings: ParseSettings },
  { readonly sentences: number },
  { readonly sentences: readonly ParsedSentence[]; readonly cut: boolean }
>

/** An iteration of AD³: what each factor believes of each arc it knows. */
export interface StudyStep {
  readonly iteration: number
  readonly dual: number
  readonly primalResidual: number
  readonly dualResidual: number
  readonly activeFactors: number
  /** By arc. */
  readonly beliefs: Float32Array
  /** By factor and its arcs, one after the other, as in `Study.factors`; NaN before the first iteration. */
  readonly votes: Float32Array
}

/** Bound and value as the solver saw them. */
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

/** One sentence, looked at closely. */
export interface Study extends ParsedSentence {
  readonly confidence: readonly number[]
  readonly margin: readonly number[]
  readonly value: number
  readonly bound: number
  readonly iterations: number
  /** Parts that the sentence is too long for. */
  readonly dropped: readonly string[]
  /** The arcs that survived pruning. */
  readonly arcs: {
    readonly head: Int32Array
    readonly modifier: Int32Array
    readonly probability: Float64Array
  }
  /** Every factor in words, and the arcs it knows. */
  readonly factors: readonly { readonly name: string; readonly arcs: readonly number[] }[]
  readonly rows: readonly ConvergenceRow[]
  /** The next best trees. */
  readonly alternatives: readonly RankedTree[]
}

/** One sentence, as CoNLL-U with its tags, under demands. Steps are told on the way. */
export type StudyTask = Task<
  { readonly conllu: string; readonly settings: ParseSettings; readonly demands: Demands },
  { readonly steps: readonly StudyStep[] },
  Study
>
