// How much a request may ask for, and a client may hold.
import type { ConnectionLimits } from './connections.js'

export interface Limits extends ConnectionLimits {
  /** Bytes of a request's body. */
  readonly body: number
  /** Milliseconds from the request's arrival to the last byte of the answer, waiting included. */
  readonly time: number
  /** Milliseconds for a request to arrive whole: who sends slower is cut off. */
  readonly arrival: number
  /** Variables and factors of a graph, and combinations that rules go through. */
  readonly graph: number
  /** Megabytes of JavaScript objects that a thread may have: a request that needs more is refused, and the thread replaced. */
  readonly memory: number
  /** Milliseconds that requests and downloads have to end when the server shuts down. */
  readonly grace: number
  /** Trees or assignments of one answer. */
  readonly answers: number
}

const DEFAULTS = {
  body: 2_000_000,
  time: 30_000,
  arrival: 30_000,
  graph: 1_000_000,
  answers: 50,
  connections: 1000,
  connectionsPerAddress: 256,
  send: 15_000,
}
const MEMORY = 512

/** The limits where no others are chosen. Memory grows with the bodies that are taken, and grace with the time for requests. */
export function limitsWith(chosen: Partial<Limits> = {}): Limits {
  const limits = { ...DEFAULTS, ...chosen }
  return {
    ...limits,
    memory: chosen.memory ?? Math.round(MEMORY * Math.max(1, limits.body / DEFAULTS.body)),
    grace: chosen.grace ?? limits.time,
  }
}

export const DEFAULT_LIMITS: Limits = limitsWith()
