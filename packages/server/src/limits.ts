// The limits of the server: how much a request may ask for, and how many resources a client may hold.
import type { ConnectionLimits } from './connections.js'

export interface Limits extends ConnectionLimits {
  /** Maximum size of a request body, in bytes. */
  readonly body: number
  /**
   * Maximum time from the arrival of a request to the last byte of its answer, including waiting, in
   * milliseconds.
   */
  readonly time: number
  /** Maximum time for a request to arrive completely, in milliseconds. Slower clients are cut off. */
  readonly arrival: number
  /** Maximum number of variables, of factors, and of combinations that rules go through. */
  readonly graph: number
  /**
   * Maximum heap size of a thread, in megabytes. A request that needs more is refused, and its thread is
   * replaced.
   */
  readonly memory: number
  /** Time that requests and downloads have to finish when the server shuts down, in milliseconds. */
  readonly grace: number
  /** Maximum number of trees or assignments in one answer. */
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

/**
 * The chosen limits, with defaults for the others. The default of `memory` grows with `body`; the default of
 * `grace` is `time`.
 */
export function limitsWith(chosen: Partial<Limits> = {}): Limits {
  const limits = { ...DEFAULTS, ...chosen }
  return {
    ...limits,
    memory: chosen.memory ?? Math.round(MEMORY * Math.max(1, limits.body / DEFAULTS.body)),
    grace: chosen.grace ?? limits.time,
  }
}

export const DEFAULT_LIMITS: Limits = limitsWith()
