// The limits and the result that the parts of an exact solve share.
import type { Certificate } from '../result/solution.js'
import type { TighteningOptions } from './tightening.js'

/** The state that the parts of one exact solve share. */
export interface Run {
  /** Number of nodes so far. */
  nodes: number
  /** Whether a limit or the caller ends the run. */
  stop(): boolean
  /** Most entries in a table that elimination may make; 0 turns elimination off. */
  readonly tableLimit: number
  /** How to tighten relaxations; null turns tightening off. */
  readonly tightening: TighteningOptions | null
  /** Count of the numbers that are kept for proofs and warm starts. */
  memory: number
  /** If more numbers are kept, the proof of a search is given up. */
  readonly mostMemory: number
}

/** A bound and a value of a graph, with a proof of the bound. */
export interface Found {
  /** The bound that the certificate proves. */
  readonly bound: number
  /** Score of the best assignment found, −Infinity without one. */
  readonly value: number
  /** Values of the graph's slots. */
  readonly values: Uint8Array | null
  readonly certificate: Certificate
}

/** Receives better assignments. The values may be computed later, when they are needed. */
export interface Incumbent {
  readonly value: number
  offer(value: number, values: Uint8Array | (() => Uint8Array)): void
}

export const NEVER = Number.NEGATIVE_INFINITY
