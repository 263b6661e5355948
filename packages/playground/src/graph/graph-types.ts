// Requests of the factor graph tab to its worker, and their results.
import type { Algorithm } from '@parleyjs/core'
import type { Failure, Task } from '../work/tasks.js'

export type Language = 'json' | 'rules'

/** The graph in the form in which it is drawn. */
export interface Drawing {
  readonly variables: readonly { readonly name: string; readonly slot: number; readonly values: number }[]
  readonly factors: readonly {
    readonly name: string
    readonly kind: string
    /** The links of the factor, in the order of the graph's literals. */
    readonly links: readonly { readonly variable: number; readonly slot: number; readonly negated: boolean }[]
  }[]
}

/** An iteration of AD³. */
export interface GraphStep {
  readonly iteration: number
  readonly dual: number
  /** Marginals, by slot. */
  readonly beliefs: Float32Array
  /** Beliefs of the factors, by link, factor after factor. */
  readonly votes: Float32Array
}

export interface BoundRow {
  readonly iteration: number
  readonly bound: number
  readonly value: number
}

export interface SolvedBy {
  readonly algorithm: Algorithm
  readonly status: string
  readonly value: number
  readonly bound: number
  readonly iterations: number
  readonly milliseconds: number
}

export interface GraphResult {
  readonly solved: readonly SolvedBy[]
  /** The best assignment found, in readable form; empty if there is none. */
  readonly answer: readonly string[]
  /** Violated rules with their costs, or the constraints that clash in an infeasible graph. */
  readonly remarks: readonly string[]
}

export type GraphProgress =
  | { readonly kind: 'graph'; readonly drawing: Drawing }
  | { readonly kind: 'steps'; readonly steps: readonly GraphStep[] }
  | { readonly kind: 'row'; readonly algorithm: Algorithm; readonly row: BoundRow }

export interface GraphTasks {
  /** The result of a source, or a list of its errors. */
  solve: Task<
    { readonly language: Language; readonly source: string },
    GraphProgress,
    GraphResult | { readonly problems: readonly Failure[] }
  >
}
