// Measures when proofs are found: every sentence is tried with growing limits until its answer is proven.

export interface Attempt {
  readonly proven: boolean
  /** Whether the relaxation was solved, tight or not. */
  readonly solved: boolean
  readonly iterations: number
  readonly heads: Int32Array
}

/** The results within a limit. */
export interface Reached {
  readonly limit: number
  /** Number of iterations of each proven sentence. */
  readonly proven: readonly number[]
  /** Number of solved relaxations. */
  readonly solved: number
  /** The heads of every sentence. */
  readonly heads: readonly Int32Array[]
}

/**
 * Runs `attempt` on every item with each limit in turn. Items solved within a limit (proven, or the
 * relaxation found not to be tight) are not tried again: the result would be the same.
 *
 * @example
 * proofTimes(sentences, [10, 100], parse)[0].proven.length // how many are proven within 10 iterations
 */
export function proofTimes<T>(
  items: readonly T[],
  limits: readonly number[],
  attempt: (item: T, limit: number) => Attempt,
): Reached[] {
  const last: (Attempt | undefined)[] = items.map(() => undefined)
  return limits.map((limit) => {
    items.forEach((item, i) => {
      if (last[i]?.solved !== true) last[i] = attempt(item, limit)
    })
    const done = last as Attempt[]
    return {
      limit,
      proven: done.filter(({ proven }) => proven).map(({ iterations }) => iterations),
      solved: done.filter(({ solved }) => solved).length,
      heads: done.map(({ heads }) => heads),
    }
  })
}

/** The share of items that are proven after a number of iterations, given the results of `proofTimes`. */
export function shareBy(iteration: number, runs: readonly Reached[], count: number): number {
  const run = runs.find(({ limit }) => limit >= iteration) ?? runs.at(-1)!
  return run.proven.filter((iterations) => iterations <= iteration).length / count
}
