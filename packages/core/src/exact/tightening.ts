// Rounds of tightening: find clusters where the relaxation is loose, add them, and continue from the last
// state.

import type { FactorGraph } from '../graph/graph.js'
import { PairGroup } from '../kinds/pair/pair-group.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import type { OptionKeys } from '../options.js'
import { compileSteps, type Problem } from '../problem/problem.js'
import { typicalScore } from '../problem/typical-score.js'
import { multipliersOf } from '../result/make-solution.js'
import type { Certificate } from '../result/solution.js'
import { findClusters } from './clusters.js'
import { violatedCycles } from './cycles.js'
import { type Goal, type Relaxation, relaxSteps, type Warmth, warmth } from './relax.js'
import { bothBelief, edgeKey, type Tightened, tightenSteps } from './tighten.js'

/** Another round follows only if the last one covered this share of the bound's distance from the cutoff. */
const PROGRESS = 1e-3

export interface TighteningOptions {
  /**
   * Largest number of rounds that look for clusters. Default 20; the rounds end earlier if they gain little.
   */
  rounds?: number
  /** Most clusters to add in a round. Default 1000. */
  clustersPerRound?: number
}

export const TIGHTENING_KEYS = {
  rounds: true,
  clustersPerRound: true,
} satisfies OptionKeys<TighteningOptions>

export interface Tightening {
  /** All clusters, in the order in which they were added. */
  clusters: number[][]
  /** The tightened graph; its first slots are those of the problem's graph. */
  graph: FactorGraph
  problem: Problem
  relaxation: Relaxation
}

/** Tightens the relaxation of a problem. Null if there is nothing to add. */
export function* tightenInRounds(
  base: Problem,
  root: Relaxation,
  goal: Goal,
  options: TighteningOptions,
  /** Runs after every round. */
  afterRound?: (relaxation: Relaxation) => Steps<void>,
): Steps<Tightening | null> {
  const rounds = options.rounds ?? 20
  const most = options.clustersPerRound ?? 1000
  const clusters: number[][] = []
  const known = new Set<string>()
  let tightened: Tightened | undefined
  let stopped: Warmth | undefined
  let best: Tightening | null = null
  for (let round = 0; round < rounds && !goal.stop(); round++) {
    const { x, beliefs } = best?.relaxation ?? root
    let found = round === 0 ? yield* findClusters(base, x, beliefs, most, goal.slack) : []
    if (found.length === 0)
      found = (yield* violatedCycles(base, beliefs, edgeBeliefs(base, tightened, beliefs))).slice(0, most)
    const fresh = found.map((cluster) => cluster.slots).filter((slots) => !known.has(keyOf(slots)))
    if (fresh.length === 0) break
    for (const slots of fresh) {
      known.add(keyOf(slots))
      clusters.push(slots)
    }
    const state = { x: root.x, beliefs: root.beliefs, eta: root.eta }
    const earlier = tightened === undefined ? undefined : { tightened, stopped: stopped! }
    const next: Tightened | null = yield* tightenSteps(base, clusters, state, earlier)
    const problem = next === null ? null : yield* compileSteps(next.graph)
    if (next === null || problem === null) break
    tightened = next
    const relaxation = yield* relaxSteps(problem, tightened.start, goal)
    stopped = warmth(problem, relaxation)
    const before = best?.relaxation.bound ?? root.bound
    best = { clusters: clusters.slice(), graph: tightened.graph, problem, relaxation }
    if (afterRound !== undefined) yield* afterRound(relaxation)
    const way = goal.cutoff === Number.NEGATIVE_INFINITY ? Math.abs(before) : before - goal.cutoff
    if (relaxation.bound <= goal.cutoff || before - relaxation.bound < PROGRESS * way) break
  }
  return best
}

function keyOf(slots: readonly number[]): string {
  return [...slots].sort((a, b) => a - b).join()
}

/** The belief that both ends of a pair are 1: the edge's own, or the pair's best under those of its ends. */
function edgeBeliefs(
  base: Problem,
  tightened: Tightened | undefined,
  beliefs: Float64Array,
): (a: number, b: number) => number {
  const theta = new Map<number, number>()
  for (const group of base.groups) {
    if (!(group instanceof PairGroup)) continue
    for (let f = group.first; f < group.first + group.count; f++) {
      const first = base.factorStart[f]
      const key = edgeKey(base, base.linkSlot[first], base.linkSlot[first + 1])
      theta.set(key, (theta.get(key) ?? 0) + group.theta[f - group.first])
    }
  }
  return (a, b) => {
    const key = edgeKey(base, a, b)
    const slot = tightened?.edgeSlots.get(key)
    return slot === undefined ? bothBelief(theta.get(key) ?? 0, beliefs[a], beliefs[b]) : beliefs[slot]
  }
}

/**
 * The final state of a solver of the relaxation: its bound, link scores and beliefs, and AD³'s penalty if it
 * has one.
 */
export interface Reached {
  bound: number
  x: Float64Array
  beliefs: Float64Array
  eta?: number
}

export interface Tighter {
  bound: number
  /** Beliefs of the problem's slots. */
  beliefs: Float64Array
  certificate: Certificate
}

/**
 * For solvers of the relaxation: adds clusters and continues by AD³ from the solver's final state. Null if
 * there is nothing to add, or nothing gained. `cutoff` is the value to reach.
 */
export function tightenFrom(
  problem: Problem,
  reached: Reached,
  goal: Pick<Goal, 'cutoff' | 'slack' | 'maxIterations' | 'stop'>,
  options: TighteningOptions = {},
): Tighter | null {
  return finishSteps(tightenFromSteps(problem, reached, goal, options))
}

/** `tightenFrom` as a generator. If stopped, the result so far. */
export function* tightenFromSteps(
  problem: Problem,
  reached: Reached,
  goal: Pick<Goal, 'cutoff' | 'slack' | 'maxIterations' | 'stop'>,
  options: TighteningOptions = {},
): Steps<Tighter | null> {
  const root: Relaxation = { ...reached, eta: reached.eta ?? 3 * typicalScore(problem), iterations: 0 }
  const found = yield* tightenInRounds(problem, root, { ...goal, relative: 0, impatient: false }, options)
  if (found === null || found.relaxation.bound >= reached.bound) return null
  return {
    bound: found.relaxation.bound,
    beliefs: found.relaxation.beliefs.slice(0, problem.slots),
    certificate: {
      kind: 'multipliers',
      multipliers: multipliersOf(found.problem, found.relaxation.x),
      clusters: found.clusters,
    },
  }
}
