// Solves one connected part: by elimination if its width is small; otherwise the relaxation fixes values, and
// if it fixes many, the rest is simplified and cut again; then a tighter relaxation fixes more; then a
// search.
import type { FactorGraph } from '../graph/graph.js'
import type { Steps } from '../limits/steps.js'
import { infeasibleBelow } from '../problem/least-value.js'
import { compileSteps, type Problem } from '../problem/problem.js'
import { multipliersOf } from '../result/make-solution.js'
import type { Certificate } from '../result/solution.js'
import { Rounder } from '../rounding/rounding.js'
import { eliminateSteps } from './elimination.js'
import { Parts } from './parts.js'
import { type Persistent, persistentValues } from './persistency.js'
import { excludedBound, fixings, type ReducedCosts, reducedCostsSteps } from './reduced-costs.js'
import { type Goal, type Relaxation, relaxSteps, warmth } from './relax.js'
import { type Found, NEVER, type Run } from './run.js'
import { Search } from './search.js'
import { tightenInRounds } from './tightening.js'

const ROOT_ITERATIONS = 1000
const ROUND_ITERATIONS = 500
/** The rest is simplified again if at least this share of the free slots was fixed. */
const SHRINK = 0.05
/** Shares of the tolerance that ruled-out values and overwritten values may cost. */
const EXCLUDED_SHARE = 0.7
const LOSS_SHARE = 0.25

/** A relaxation of the part: of its graph, or of a tightened graph whose first slots are the same. */
interface Root {
  graph: FactorGraph
  problem: Problem
  relaxation: Relaxation
  multipliers: Float64Array
  clusters: number[][]
  costs?: ReducedCosts
}

export class PartSolver implements Found {
  /** The bound so far; after `begin` and `finish`, the one that `certificate` proves. */
  bound = Number.POSITIVE_INFINITY
  value = NEVER
  certificate: Certificate = { kind: 'none' }
  /** Number of links if elimination could not solve the part: its share of the tolerance depends on it. */
  size = 0
  private best: Uint8Array | (() => Uint8Array) | null = null
  private proven = Number.POSITIVE_INFINITY
  private tolerance = 0
  private root: Root | undefined

  constructor(
    private readonly graph: FactorGraph,
    private readonly run: Run,
    private readonly onChange: () => void,
  ) {}

  get values(): Uint8Array | null {
    if (typeof this.best === 'function') this.best = this.best()
    return this.best
  }

  /**
   * The first phase: elimination, or a bound and a value by AD³ and rounding. There is no result if it is
   * stopped earlier.
   */
  *begin(tolerance: number): Steps<void> {
    const problem = yield* compileSteps(this.graph)
    if (problem === null) return
    if (problem.conflict !== null) {
      this.settle(NEVER, { kind: 'none' })
      return
    }
    const exact = yield* eliminateSteps(problem, { largest: this.run.tableLimit })
    if (exact !== null) {
      this.offer(exact.value, exact.values)
      this.settle(exact.value, { kind: 'elimination' })
      return
    }
    this.size = problem.linkSlot.length
    this.tolerance = tolerance
    const least = infeasibleBelow(problem)
    const goal = this.goal(least, 0, 0.1 * tolerance, ROOT_ITERATIONS)
    const relaxation = yield* relaxSteps(problem, undefined, goal)
    const root = this.rootOf(this.graph, problem, relaxation, [])
    const impossible = relaxation.bound < least
    this.settle(impossible ? NEVER : relaxation.bound, { kind: 'multipliers', multipliers: root.multipliers })
    if (impossible) return
    yield* this.round(problem, relaxation)
    this.root = root
  }

  /** The second phase: closes the gap to `slack`. */
  *finish(slack: number): Steps<void> {
    if (this.root !== undefined) yield* this.close(this.root, slack)
    this.bound = this.proven
  }

  private *close(root: Root, slack: number): Steps<void> {
    if (this.isClosed(slack)) return
    if ((yield* this.fixAndShrink(root, slack, true)) || this.isClosed(slack)) return
    const tight = yield* this.tighten(root, slack)
    if (tight === null) {
      if (!this.run.stop()) yield* this.search(root, slack)
    } else if (!this.isClosed(slack) && !(yield* this.fixAndShrink(tight, slack, false)))
      yield* this.search(tight, slack)
  }

  private isClosed(slack: number): boolean {
    return this.bound <= this.value + slack || this.run.stop()
  }

  /** Fixes values. If they are many, solves the rest and returns true; also true if stopped. */
  private *fixAndShrink(root: Root, slack: number, overwrite: boolean): Steps<boolean> {
    const { problem, relaxation, multipliers, clusters } = root
    const costs = yield* this.costsOf(root)
    if (costs === null) return true
    const slots = this.graph.slotCount
    const decisions = this.ruledOut(root, costs, slack)
    const excluded = excludedBound(costs, decisions)
    const persistent: Persistent = overwrite
      ? yield* persistentValues(problem, relaxation.x, relaxation.beliefs, LOSS_SHARE * slack)
      : { decisions: [], loss: 0 }
    const all = [...decisions, ...persistent.decisions]
    let free = 0
    for (let s = 0; s < slots; s++) if (problem.fixed[s] === -1) free++
    if (all.length === 0 || all.length < SHRINK * free) return false

    const rest = yield* Parts.of(this.graph, all, this.run, (parts) => {
      if (parts.value > NEVER) this.offer(parts.value, () => parts.values!)
      this.lower(Math.max(excluded, parts.bound) + persistent.loss)
    })
    if (rest === null) return true
    yield* rest.begin(this.tolerance)
    yield* rest.finish(slack - persistent.loss)
    this.settle(Math.min(relaxation.bound, Math.max(excluded, rest.bound) + persistent.loss), {
      kind: 'fixing',
      multipliers,
      clusters,
      decisions,
      persistent: persistent.decisions,
      rest: rest.certificate,
    })
    return true
  }

  private *costsOf(root: Root): Steps<ReducedCosts | null> {
    const costs = root.costs ?? (yield* reducedCostsSteps(root.problem, root.relaxation.x))
    if (costs !== null) root.costs = costs
    return costs
  }

  /** Decisions on the part's own slots that all better assignments follow. */
  private ruledOut(root: Root, costs: ReducedCosts, slack: number): number[] {
    const found = fixings(root.problem, costs, this.value + EXCLUDED_SHARE * slack)
    // If no assignment can beat the value, the search proves it.
    return (found ?? []).filter((d) => d >> 1 < this.graph.slotCount)
  }

  /** Adds clusters to the relaxation; null if there are none to add. */
  private *tighten(root: Root, slack: number): Steps<Root | null> {
    if (this.run.tightening === null) return null
    const goal = this.goal(this.value + slack, 0.1 * slack, 0, ROUND_ITERATIONS)
    const afterRound = function* (this: PartSolver, relaxation: Relaxation): Steps<void> {
      yield* this.round(root.problem, relaxation)
      this.lower(relaxation.bound)
    }.bind(this)
    const found = yield* tightenInRounds(root.problem, root.relaxation, goal, this.run.tightening, afterRound)
    if (found === null) return null
    const tight = this.rootOf(found.graph, found.problem, found.relaxation, found.clusters)
    const { multipliers, clusters } = tight
    this.settle(found.relaxation.bound, { kind: 'multipliers', multipliers, clusters })
    return tight
  }

  private *search(root: Root, slack: number): Steps<void> {
    const { problem, relaxation, multipliers, clusters } = root
    const costs = yield* this.costsOf(root)
    if (costs === null) return
    const decisions = this.ruledOut(root, costs, slack)
    const excluded = excludedBound(costs, decisions)
    const start = warmth(problem, relaxation)
    const search = new Search(root.graph, this.graph, decisions, this, slack, start, this.run, () =>
      this.lower(Math.max(excluded, search.bound)),
    )
    yield* search.finish()
    const rest: Certificate = {
      kind: 'fixing',
      multipliers,
      decisions,
      persistent: [],
      rest: search.certificate,
    }
    this.settle(
      Math.min(relaxation.bound, Math.max(excluded, search.bound)),
      clusters.length === 0 ? rest : { kind: 'tightened', clusters, rest },
    )
  }

  private rootOf(graph: FactorGraph, problem: Problem, relaxation: Relaxation, clusters: number[][]): Root {
    const multipliers = multipliersOf(problem, relaxation.x)
    this.run.memory += multipliers.length
    return { graph, problem, relaxation, multipliers, clusters }
  }

  private goal(cutoff: number, slack: number, relative: number, maxIterations: number): Goal {
    return { cutoff, slack, relative, maxIterations, impatient: false, stop: () => this.run.stop() }
  }

  /** Rounds a relaxed solution whose first slots are the problem's. */
  private *round(problem: Problem, relaxation: Relaxation): Steps<void> {
    const rounder = new Rounder(problem)
    yield* rounder.roundSteps(relaxation.beliefs.slice(0, problem.slots), 2)
    this.offer(rounder.value, rounder.values)
  }

  offer(value: number, values: Uint8Array | (() => Uint8Array)): void {
    if (!(value > this.value)) return
    this.value = value
    this.best = typeof values === 'function' ? values : values.slice(0, this.graph.slotCount)
    this.onChange()
  }

  /** Lowers the bound before its proof is complete. */
  private lower(bound: number): void {
    if (bound < this.bound) this.bound = bound
    this.onChange()
  }

  /** Stores a bound and its proof, unless a better bound is proven already. */
  private settle(bound: number, certificate: Certificate): void {
    if (bound <= this.proven) {
      this.proven = bound
      this.certificate = certificate
    }
    this.lower(bound)
  }
}
