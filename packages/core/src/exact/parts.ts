// Simplifies a graph and cuts it into parts, which are solved in turn; the bound and the value are their
// sums.
import type { FactorGraph } from '../graph/graph.js'
import type { Steps } from '../limits/steps.js'
import type { Certificate } from '../result/solution.js'
import { BlockSums } from './block-sums.js'
import { PartSolver } from './part.js'
import { type Found, NEVER, type Run } from './run.js'
import { type Simplified, simplifySteps } from './simplify.js'

/** All parts of a graph together. */
export class Parts implements Found {
  /** The bound so far; at the end of `begin` and `finish`, the one that `certificate` proves. */
  bound = Number.POSITIVE_INFINITY
  value = NEVER
  certificate: Certificate = { kind: 'none' }
  private readonly parts: PartSolver[]
  private readonly bounds: BlockSums
  private readonly sums: BlockSums
  private lifted: Uint8Array | null = null
  private quiet = false
  /** True if some part is infeasible: then the whole graph is, whatever the state of the other parts. */
  private impossible: boolean

  private constructor(
    private readonly simplified: Simplified,
    run: Run,
    /** Called when the bound or the value has improved. */
    private readonly onChange: (parts: Parts) => void,
  ) {
    const { parts, constant } = simplified
    this.impossible = constant === NEVER
    this.bounds = new BlockSums(new Float64Array(parts.length).fill(Number.POSITIVE_INFINITY), constant)
    this.sums = new BlockSums(new Float64Array(parts.length).fill(NEVER), constant)
    this.parts = parts.map((part, p) => new PartSolver(part.graph, run, () => this.changed(p)))
  }

  /** Simplifies the graph under the decisions and cuts it into parts. Null if stopped. */
  static *of(
    graph: FactorGraph,
    decisions: readonly number[],
    run: Run,
    onChange: (parts: Parts) => void,
  ): Steps<Parts | null> {
    const simplified = yield* simplifySteps(graph, decisions)
    return simplified === null ? null : new Parts(simplified, run, onChange)
  }

  /** Values of the graph's slots. */
  get values(): Uint8Array | null {
    if (this.value === NEVER) return null
    this.lifted ??= this.simplified.lift(this.parts.map((part) => part.values!))
    return this.lifted
  }

  /** Finds bounds and values of all parts. The relaxations are solved to a relative tolerance. */
  *begin(tolerance: number): Steps<void> {
    this.quiet = true
    for (const part of this.parts) {
      yield* part.begin(tolerance)
      if (part.bound === NEVER) break
    }
    this.quiet = false
    this.update()
    this.certificate = this.collect()
  }

  /** Closes the gap of all parts together to `slack`, the smallest part first. */
  *finish(slack: number): Steps<void> {
    const order = [...this.parts.keys()].sort((a, b) => this.parts[a].size - this.parts[b].size || a - b)
    let total = 0
    for (const part of this.parts) total += part.size
    for (const p of order) {
      const part = this.parts[p]
      if (part.size === 0 || this.bound === NEVER) continue
      yield* part.finish((slack * part.size) / total)
      this.changed(p)
    }
    // Bounds of running solvers may have been ahead of their proofs.
    this.bound = Number.POSITIVE_INFINITY
    this.update()
    this.certificate = this.collect()
  }

  private collect(): Certificate {
    return { kind: 'parts', parts: this.parts.map((part) => part.certificate) }
  }

  private changed(p: number): void {
    const part = this.parts[p]
    if (part.bound === NEVER) this.impossible = true
    this.bounds.set(p, part.bound)
    this.sums.set(p, part.value)
    if (!this.quiet) this.update()
  }

  private update(): void {
    const bound = this.impossible ? NEVER : this.bounds.total()
    const value = this.sums.total()
    if (bound < this.bound) this.bound = bound
    if (value > this.value) {
      this.value = value
      this.lifted = null
    }
    this.onChange(this)
  }
}
