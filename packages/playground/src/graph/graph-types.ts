// What the factor graph tab asks of its worker.
import type { Algorithm } from '@parley/core'
import type { Failure, Task } from '../work/tasks.js'

export type Language = 'json' | 'rules'

/** The graph as it is drawn. */
export interface Drawing {
  readonly variables: readonly { readonly name: string; readonly slot: number; readonly values: number }[]
  readonly factors: readonly {
    readonly name: string
    readonly kind: string
    /** In the order of the graph's literals. */
    readonly links: readonly { readonly variable: number; readonly slot: number; readonly negated: boolean }[]
  }[]
}

/** An iteration of AD³. */
export interface GraphStep {
  readonly iteration: number
  readonly dual: number
  /** By slot. */
  readonly beliefs: Float32Array
  /** By link, factor after factor. */
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
  /** The best assignment found, in words; empty if there is none. */
  readonly answer: readonly string[]
  /** What the answer breaks at what cost (rules), or what clashes (an infeasible graph). */
  readonly remarks: readonly string[]
}

export type GraphProgress =
  | { readonly kind: 'graph'; readonly drawing: Drawing }
  | { readonly kind: 'steps'; readonly steps: readonly GraphStep[] }
  | { readonly kind: 'row'; readonly algorithm: Algorithm; readonly row: BoundRow }

export interface GraphTasks {
  /** A source with mistakes has a list of them instead of a result. */
  solve: Task<
    { readonly language: Language; readonly source: string },
    GraphProgress,
    GraphResult | { readonly problems: readonly Failure[] }
  >
}
