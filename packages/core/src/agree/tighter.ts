// Tightens an agreement of two models. If they vote differently even with optimal multipliers, the relaxation
// is not tight; agreement on more links of the same answers is a tighter relaxation. The second run starts
// from the multipliers of the first, so that the bound does not get worse.
import { ParleyError } from '../error.js'
import type { Factor } from '../kinds/custom/factor.js'
import type { OptionKeys } from '../options.js'
import type { Solution, TraceRow } from '../result/solution.js'
import { type Agreement, type AgreeOptions, agreeOnce, type OnRound } from './once.js'

/** Further links for two models to agree on if some rounds have not proven an answer. */
export interface Tighter<A, B> {
  /** Number of rounds before that; they count towards `maxIterations`. Default 15. */
  readonly after?: number
  /**
   * Both models with more links, which begin with the original links in the same order. Called at most once.
   */
  models(): Tightened<A, B>
}

export const TIGHTER_KEYS = { after: true, models: true } satisfies OptionKeys<Tighter<unknown, unknown>>

/** Two models and what they share. */
export interface Tightened<A, B> {
  readonly first: Factor<A>
  readonly second: Factor<B>
  readonly links: number
}

type Options<A, B> = AgreeOptions & { readonly onRound?: OnRound<A, B> }

const AFTER = 15
/** Default of `maxIterations` of the message-passing solvers. */
const MOST_ITERATIONS = 1000

/**
 * `agree` on a few links first, and on more if nothing is proven. Rounds, calls and times of both runs add
 * up.
 */
export function agreeOnMore<A, B>(
  first: Factor<A>,
  second: Factor<B>,
  links: number,
  options: Options<A, B>,
  tighter: Tighter<A, B>,
): Agreement<A, B> {
  const { maxIterations = MOST_ITERATIONS, timeLimit = Number.POSITIVE_INFINITY, signal } = options
  const { after = AFTER } = tighter
  if (!(after >= 1))
    throw new ParleyError('bad-argument', `\`after\` of \`tighter\` is ${after}; it must be a number ≥ 1.`)
  const start = performance.now()
  const listener = new Listener(options)
  const before = agreeOnce(first, second, links, {
    ...options,
    ...listener.functions(),
    maxIterations: Math.min(maxIterations, Math.ceil(after) - 1),
  })
  // The first decoding of a run is a round as well.
  const rounds = before.iterations + 1
  const left = timeLimit - (performance.now() - start) / 1000
  const isOver = listener.isStopped || signal?.aborted || left <= 0 || rounds > maxIterations
  if (isOver || before.status === 'optimal' || before.status === 'infeasible') return before

  const more = tighter.models()
  listener.goOn(rounds, before)
  const then = agreeOnce(more.first, more.second, more.links, {
    ...options,
    ...listener.functions(),
    maxIterations: maxIterations - rounds,
    ...(timeLimit < Number.POSITIVE_INFINITY && { timeLimit: left }),
    warmStart: carriedOver(before, more.links),
    known: before.assignment,
  })
  const trace = [...(before.trace ?? []), ...(then.trace ?? []).map((row) => listener.row(row))]
  return {
    ...(then.value < before.value ? before : then),
    iterations: rounds + then.iterations,
    calls: [before.calls[0] + then.calls[0], before.calls[1] + then.calls[1]],
    ...(options.trace && { trace }),
  }
}

/** Reports two runs to the caller as one, and records whether the caller has stopped. */
class Listener<A, B> {
  isStopped = false
  private rounds = 0
  private bound = Number.POSITIVE_INFINITY
  private value = Number.NEGATIVE_INFINITY

  constructor(private readonly options: Options<A, B>) {}

  /** Starts the second run, after `rounds` rounds. */
  goOn(rounds: number, { bound, value }: { readonly bound: number; readonly value: number }): void {
    this.rounds = rounds
    this.bound = bound
    this.value = value
  }

  functions(): Pick<Options<A, B>, 'onIteration' | 'onRound'> {
    const { onIteration, onRound } = this.options
    return {
      ...(onIteration && { onIteration: (row) => this.hear(onIteration(this.row(row))) }),
      ...(onRound && {
        onRound: (round) => this.hear(onRound({ ...this.best(round), round: round.round + this.rounds })),
      }),
    }
  }

  row(row: TraceRow): TraceRow {
    return { ...this.best(row), iteration: row.iteration + this.rounds }
  }

  private best<T extends { bound: number; value: number }>(row: T): T {
    return { ...row, bound: Math.min(row.bound, this.bound), value: Math.max(row.value, this.value) }
  }

  private hear(goesOn: boolean | undefined): boolean | undefined {
    if (goesOn === false) this.isStopped = true
    return goesOn
  }
}

/** Converts a solution to one of a problem with more links; the multipliers of new links are 0. */
function carriedOver<A, B>(solution: Agreement<A, B>, count: number): Solution {
  const { certificate } = solution
  if (certificate.kind !== 'multipliers' || certificate.origins === undefined) return solution
  const before = solution.marginals.length
  // The literals of the first model come first, then those of the second.
  const origins = certificate.origins.map((at) => (at < before ? at : at - before + count))
  return { ...solution, certificate: { ...certificate, origins } }
}
