// The messages between the main thread and the solving thread, as plain data.
import type { Explanation, Status, TraceRow } from '@parleyjs/core'
import type { RulesReport } from '@parleyjs/logic'
import type { AlgorithmName } from './commands.js'
import type { Input } from './graph-format.js'
import type { RulesInput } from './rules-input.js'

export interface SolveJob {
  readonly input: Input
  /** The data and options for a rules file. */
  readonly rules?: RulesInput
  readonly evidence?: { readonly file: string; readonly bytes: Uint8Array }
  readonly algorithm: AlgorithmName
  /** Number of threads for AD³ on a large graph. Default: the number of cores. */
  readonly workers?: number
  readonly options: {
    readonly maxIterations?: number
    readonly timeLimit?: number
    readonly tolerance?: number
    readonly tighten?: boolean
  }
  /** Options for several answers; absent for a single one. */
  readonly k?: number
  readonly diverse?: number
  /** Number of timed runs after a warm-up. Absent: one run without a warm-up. */
  readonly repeat?: number
  readonly trace: boolean
  readonly explain: boolean
}

/** One assignment with its value and explanation. */
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

/** All results that are printed for a solved graph. */
export interface Report extends Answer {
  readonly file: string
  readonly algorithm: AlgorithmName
  readonly iterations: number
  readonly seconds: number
  readonly variables: number
  readonly factors: number
  /** The score that assignments must exceed, if the graph demands one. */
  readonly scoreAbove?: number
  /** Names of the variables, if any variable has a name. */
  readonly names: readonly (string | undefined)[] | null
  readonly clash?: readonly FactorReference[]
  /** Names of the structured factors whose answers the proof does not check. */
  readonly trusted?: readonly string[]
  /** For a rules file: the answer in terms of the rules. */
  readonly rules?: RulesReport
  readonly explanation?: Explanation
  /** With `--k`: all answers, best first. */
  readonly solutions?: readonly Answer[]
  readonly trace?: readonly TraceRow[]
}
