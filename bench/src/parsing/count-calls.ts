// Calls of `maximize` by iteration, on the graph of a parser: AD³ as it is, AD³ that solves every factor in
// every iteration, AD³ that also forgets what its active sets found, and the subgradient method.
import { ad3, compile, type FactorGraph, subgradient } from '@parleyjs/core'
import type { ParseProblem } from '@parleyjs/nlp/internal'
// Internals of AD³: options that users have no reason to switch off.
import { Ad3Engine } from '../../../packages/core/dist/ad3/engine.js'

export const VARIANTS = ['as it is', 'no rest', 'fresh', 'subgradient'] as const
export type Variant = (typeof VARIANTS)[number]

/** Without a warm start, the active-set method needs more than the few calls that AD³ normally allows. */
const FRESH_ROUNDS = 30

/** Sums over sentences, by iteration from 1 on. A sentence counts while it runs. */
export class IterationCounts {
  constructor(
    readonly sentences: readonly number[],
    /** All factors, and those with a `maximize` of their own. */
    readonly factors: readonly number[],
    readonly custom: readonly number[],
    readonly variables: readonly number[],
    readonly calls: readonly number[],
    readonly solved: readonly number[],
    readonly moving: readonly number[],
  ) {}

  plus(other: IterationCounts): IterationCounts {
    const add = (a: readonly number[], b: readonly number[]) =>
      (a.length > b.length ? a : b).map((_, t) => (a[t] ?? 0) + (b[t] ?? 0))
    return new IterationCounts(
      add(this.sentences, other.sentences),
      add(this.factors, other.factors),
      add(this.custom, other.custom),
      add(this.variables, other.variables),
      add(this.calls, other.calls),
      add(this.solved, other.solved),
      add(this.moving, other.moving),
    )
  }

  /** Number of sentences that reach this iteration. */
  running(iteration: number): number {
    return this.sentences[iteration - 1] ?? 0
  }

  /**
   * Mean number of `maximize` calls per factor that has one, over iterations `from` to `to` of running
   * sentences.
   */
  callsPerFactor(from: number, to: number): number {
    return sum(this.calls, from, to) / sum(this.custom, from, to)
  }

  /** Share of factors that were solved. */
  solvedShare(from: number, to: number): number {
    return sum(this.solved, from, to) / sum(this.factors, from, to)
  }

  /** Share of variables that moved. */
  movingShare(from: number, to: number): number {
    return sum(this.moving, from, to) / sum(this.variables, from, to)
  }
}

function sum(list: readonly number[], from: number, to: number): number {
  let total = 0
  for (let t = from; t <= Math.min(to, list.length); t++) total += list[t - 1]
  return total
}

/**
 * Counts one sentence until AD³ (in its variants: for as many iterations as AD³ itself) or the subgradient
 * method stops. The calls are those of the steps; calls for bounds are not included.
 */
export function iterationCounts(
  { graph, round, penalty }: ParseProblem,
  variant: Variant,
  maxIterations: number,
): IterationCounts {
  const calls: number[] = []
  const solved: number[] = []
  const moving: number[] = []
  if (variant === 'subgradient') {
    const counter = countMaximize(graph)
    subgradient(graph, {
      round,
      maxIterations: maxIterations - 1,
      onIteration: ({ activeFactors }) => {
        calls.push(counter.calls)
        counter.calls = 0
        solved.push(activeFactors)
        return undefined
      },
    })
  } else {
    const { iterations } = ad3(graph, { round, penalty, maxIterations })
    const counter = countMaximize(graph)
    const step = ad3Steps(graph, penalty, variant)
    for (let t = 0; t < iterations; t++) {
      counter.calls = 0
      const { factors, variables } = step()
      calls.push(counter.calls)
      solved.push(factors)
      moving.push(variables)
    }
  }
  const same = (value: number) => calls.map(() => value)
  const { factorCount, slotCount, customFactors } = graph
  return new IterationCounts(
    same(1),
    same(factorCount),
    same(customFactors.length),
    same(slotCount),
    calls,
    solved,
    moving,
  )
}

/** Counts the calls of every factor's `maximize`. */
export function countMaximize(graph: FactorGraph): { calls: number } {
  const counter = { calls: 0 }
  graph.customFactors.forEach((factor, f) => {
    graph.customFactors[f] = {
      ...(factor.name !== undefined && { name: factor.name }),
      maximize(scores, configuration) {
        counter.calls++
        return factor.maximize(scores, configuration)
      },
      ...(factor.score !== undefined && { score: (configuration) => factor.score!(configuration) }),
    }
  })
  return counter
}

/** Factors solved and variables that moved in a step. */
type Step = () => { factors: number; variables: number }

interface Inside {
  activateAll(): void
  readonly moved: number
}

function ad3Steps(graph: FactorGraph, penalty: number, variant: Variant): Step {
  const engine = Ad3Engine.solo(compile(graph), { penalty })
  const inside = engine as unknown as Inside
  const { groups } = engine.problem
  const custom = groups.filter(({ kind }) => kind === 'custom')
  return () => {
    if (variant !== 'as it is') inside.activateAll()
    if (variant === 'fresh')
      for (const group of custom) {
        group.reset()
        group.rounds = FRESH_ROUNDS
      }
    engine.step()
    return { factors: engine.activeFactors, variables: inside.moved }
  }
}
