import type { Certificate } from '../solvers/solution.js'
import type { TighteningOptions } from './tightening.js'

/** What the parts of one exact solve share. */
export interface Run {
  /** Nodes looked at. */
  nodes: number
  /** Whether a limit or the caller ends the run now. */
  stop(): boolean
  /** Entries of the largest table that elimination may make; 0 switches it off. */
  readonly tableLimit: number
  /** How to tighten relaxations; null for not at all. */
  readonly tightening: TighteningOptions | null
  /** Numbers kept for proofs and warm starts. */
  memory: number
  /** Beyond so many, the proof of a search is given up. */
  readonly mostMemory: number
}

/** What is known of a graph's optimum. */
export interface Found {
  /** The bound that the certificate proves. */
  readonly bound: number
  /** Score of the best assignment found, −Infinity without one. */
  readonly value: number
  /** Values of the graph's slots. */
  readonly values: Uint8Array | null
  readonly certificate: Certificate
}

/** Where better assignments go. The values may be made when they are asked for. */
export interface Incumbent {
  readonly value: number
  offer(value: number, values: Uint8Array | (() => Uint8Array)): void
}

export const NEVER = Number.NEGATIVE_INFINITY
