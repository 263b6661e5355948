// What the main thread asks of the solving thread, and what it gets back: plain data, so that both can copy it.
import type { Explanation, Status, TraceRow } from '@parley/core'
import type { RulesReport } from '@parley/logic'
import type { AlgorithmName } from './commands.js'
import type { Input } from './graph-format.js'
import type { RulesInput } from './rules-input.js'

export interface SolveJob {
  readonly input: Input
  /** For a rules file. */
  readonly rules?: RulesInput
  readonly evidence?: { readonly file: string; readonly bytes: Uint8Array }
  readonly algorithm: AlgorithmName
  /** Threads for AD³ on a large graph; absent: the cores. */
  readonly workers?: number
  readonly options: {
    readonly maxIterations?: number
    readonly timeLimit?: number
    readonly tolerance?: number
    readonly tighten?: boolean
  }
  /** Absent for the usual single answer. */
  readonly k?: number
  readonly diverse?: number
  /** Absent: solve once, without a warm-up. */
  readonly repeat?: number
  readonly trace: boolean
  readonly explain: boolean
}

/** One assignment and what is known of it. */
export interface Answer {
  readonly status: Status
  readonly value: number
  readonly bound: number
  readonly gap: number
  readonly assignment: Int32Array | null
}

export interface FactorReference {
  readonly index: number
  readonly kind: string
  readonly name: string | undefined
}

/** Everything that is printed about a solved graph. */
export interface Report extends Answer {
  readonly file: string
  readonly algorithm: AlgorithmName
  readonly iterations: number
  readonly seconds: number
  readonly variables: number
  readonly factors: number
  /** What the graph demands: assignments score more than this. */
  readonly scoreAbove?: number
  /** Names of the variables, if any has one. */
  readonly names: readonly (string | undefined)[] | null
  readonly clash?: readonly FactorReference[]
  /** Structured factors, by name, whose answers the proof takes on trust. */
  readonly trusted?: readonly string[]
  /** For a rules file: the answer in its words. */
  readonly rules?: RulesReport
  readonly explanation?: Explanation
  /** With `--k`: all answers, best first. */
  readonly solutions?: readonly Answer[]
  readonly trace?: readonly TraceRow[]
}
