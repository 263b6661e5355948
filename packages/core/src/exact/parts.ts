import type { FactorGraph } from '../graph/graph.js'
import type { Certificate } from '../solvers/solution.js'
import { PartSolver } from './part.js'
import { type Found, NEVER, type Run } from './run.js'
import { type Simplified, simplify } from './simplify.js'

// A graph is simplified and cut into parts, which are solved one by one; the bound and the value are their sums.

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
