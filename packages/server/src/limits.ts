// How much a request may ask for.

export interface Limits {
  /** Bytes of a request's body. */
  readonly body: number
  /** Milliseconds from the request's arrival to the last byte of the answer, waiting included. */
  readonly time: number
  /** Milliseconds for a request to arrive whole: who sends slower is cut off. */
  readonly arrival: number
  /** Variables and factors of a graph, and combinations that rules go through. */
  readonly graph: number
  /** Trees or assignments of one answer. */
  readonly answers: number
}

export const DEFAULT_LIMITS: Limits = {
  body: 2_000_000,
  time: 30_000,
  arrival: 30_000,
  graph: 1_000_000,
  answers: 50,
}
