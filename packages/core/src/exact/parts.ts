import type { FactorGraph } from '../graph/graph.js'
import { compile, type Problem } from '../problem/problem.js'
import { Rounder } from '../rounding/rounding.js'
import { multipliersOf } from '../solvers/finish.js'
import { infeasibleBelow } from '../solvers/least-value.js'
import type { Certificate } from '../solvers/solution.js'
import { eliminate } from './elimination.js'
import { persistentValues } from './persistency.js'
import { excludedBound, fixings, reducedCosts } from './reduced-costs.js'
import { type Relaxation, relax, warmth } from './relax.js'
import { type Found, NEVER, type Run } from './run.js'
import { Search } from './search.js'
import { type Simplified, simplify } from './simplify.js'

// A graph is simplified and cut into parts. Each part is solved by elimination if its width is small; else by the
// relaxation, which fixes values, and what is left is either simplified again or searched.

const ROOT_ITERATIONS = 1000
/** What is left is simplified again if this share of the free slots was fixed. */
const SHRINK = 0.05
/** Shares of the tolerance that values ruled out, and values overwritten, may cost. */
const EXCLUDED_SHARE = 0.7
const LOSS_SHARE = 0.25

/** All parts of a graph together. */
export class Parts implements Found {
  bound = Number.POSITIVE_INFINITY
  value = NEVER
  values: Uint8Array | null = null
  certificate: Certificate = { kind: 'none' }
  private readonly simplified: Simplified
  private readonly parts: PartSolver[]

  constructor(
    graph: FactorGraph,
    decisions: readonly number[],
    run: Run,
    /** Called when the bound or the value improved. */
    private readonly onChange: (parts: Parts) => void,
  ) {
    this.simplified = simplify(graph, decisions)
    this.parts = this.simplified.parts.map((part) => new PartSolver(part.graph, run, () => this.changed()))
  }

  /** Bounds and values of all parts; the relaxations are solved to a relative tolerance. */
  begin(tolerance: number): void {
    this.quiet = true
    for (const part of this.parts) {
      part.begin(tolerance)
      if (part.bound === NEVER) break
    }
    this.quiet = false
    this.changed()
    this.certificate = this.collect()
  }
  private quiet = false

  /** Closes the gap of all parts together to `slack`, the smallest part first. */
  finish(slack: number): void {
    const order = [...this.parts.keys()].sort((a, b) => this.parts[a]!.size - this.parts[b]!.size || a - b)
    let total = 0
    for (const part of this.parts) total += part.size
    for (const p of order) {
      const part = this.parts[p]!
      if (part.size === 0 || this.bound === NEVER) continue
      part.finish((slack * part.size) / total)
      this.changed()
    }
    this.certificate = this.collect()
  }

  private collect(): Certificate {
    return { kind: 'parts', parts: this.parts.map((part) => part.certificate) }
  }

  private changed(): void {
    if (this.quiet) return
    let bound = this.simplified.constant
    let value = this.simplified.constant
    for (const part of this.parts) {
      bound = part.bound === NEVER || bound === NEVER ? NEVER : bound + part.bound
      value += part.value
    }
    if (bound < this.bound) this.bound = bound
    if (value > this.value) {
      this.value = value
      this.values = this.simplified.lift(this.parts.map((part) => part.values!))
    }
    this.onChange(this)
  }
}

/** One connected part. */
class PartSolver implements Found {
  bound = Number.POSITIVE_INFINITY
  value = NEVER
  values: Uint8Array | null = null
  certificate: Certificate = { kind: 'none' }
  /** Number of links if elimination could not solve it: its share of the tolerance goes by it. */
  size = 0
  private tolerance = 0
  private rooted: { problem: Problem; relaxation: Relaxation; multipliers: Float64Array } | undefined

  constructor(
    private readonly graph: FactorGraph,
    private readonly run: Run,
    private readonly onChange: () => void,
  ) {}

  /** First: elimination, or a bound and a value by AD³ and rounding. */
  begin(tolerance: number): void {
    const problem = compile(this.graph)
    if (problem.conflict !== null) {
      this.settle(NEVER, { kind: 'none' })
      return
    }
    const exact = eliminate(problem, { largest: this.run.tableLimit })
    if (exact !== null) {
      this.offer(exact.value, exact.values)
      this.settle(exact.value, { kind: 'elimination' })
      return
    }
    this.size = problem.linkSlot.length
    this.tolerance = tolerance
    const least = infeasibleBelow(problem)
    const relaxation = relax(problem, undefined, {
      cutoff: least,
      slack: 0,
      relative: 0.1 * tolerance,
      maxIterations: ROOT_ITERATIONS,
      impatient: false,
      stop: () => this.run.stop(),
    })
    const multipliers = multipliersOf(problem, relaxation.x)
    this.run.memory += multipliers.length
    const impossible = relaxation.bound < least
    this.settle(impossible ? NEVER : relaxation.bound, { kind: 'multipliers', multipliers })
    if (impossible) return
    const rounder = new Rounder(problem)
    rounder.round(relaxation.beliefs, relaxation.x, 2)
    this.offer(rounder.value, rounder.values)
    this.rooted = { problem, relaxation, multipliers }
  }

  /** Then: closes the gap to `slack`. */
  finish(slack: number): void {
    if (this.rooted === undefined || this.bound <= this.value + slack || this.run.stop()) return
    const { problem, relaxation, multipliers } = this.rooted
    const own = this.bound
    const costs = reducedCosts(problem, relaxation.x)
    // Where nothing can beat the value, the search below says so.
    const decisions = fixings(problem, costs, this.value + EXCLUDED_SHARE * slack) ?? []
    const excluded = excludedBound(costs, decisions)
    const persistent = persistentValues(problem, relaxation.x, relaxation.beliefs, LOSS_SHARE * slack)
    const fixed = decisions.length + persistent.decisions.length
    let free = 0
    for (let s = 0; s < this.graph.slotCount; s++) if (problem.fixed[s] === -1) free++

    if (fixed > 0 && fixed >= SHRINK * free) {
      const all = [...decisions, ...persistent.decisions]
      const rest = new Parts(this.graph, all, this.run, (parts) => {
        if (parts.values !== null) this.offer(parts.value, parts.values)
        this.lower(Math.max(excluded, parts.bound) + persistent.loss)
      })
      rest.begin(this.tolerance)
      rest.finish(slack - persistent.loss)
      this.settle(Math.min(own, Math.max(excluded, rest.bound) + persistent.loss), {
        kind: 'fixing',
        multipliers,
        decisions,
        persistent: persistent.decisions,
        rest: rest.certificate,
      })
      return
    }
    const search = new Search(this.graph, decisions, this, slack, warmth(problem, relaxation), this.run, () =>
      this.lower(Math.max(excluded, search.bound)),
    )
    search.finish()
    this.settle(Math.min(own, Math.max(excluded, search.bound)), {
      kind: 'fixing',
      multipliers,
      decisions,
      persistent: [],
      rest: search.certificate,
    })
  }

  offer(value: number, values: Uint8Array): void {
    if (!(value > this.value)) return
    this.value = value
    this.values = values.slice(0, this.graph.slotCount)
    this.onChange()
  }

  /** A bound on the way to its proof. */
  private lower(bound: number): void {
    if (bound < this.bound) this.bound = bound
    this.onChange()
  }

  private settle(bound: number, certificate: Certificate): void {
    this.bound = bound
    this.certificate = certificate
    this.onChange()
  }
}
