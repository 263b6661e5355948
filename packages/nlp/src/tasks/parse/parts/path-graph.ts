// Directed paths in a factor graph of arcs, as a multi-commodity flow (paper 1, Table 1): every word d is
// reached by one unit of flow from the root, path(a, d) says that it passes a, and flow(h, m, d) that it
// passes the arc h → m.
//
//   path(0, d), path(d, d)              are true
//   path(m, d) = ∃! h: flow(h, m, d)    for m ≠ 0, m ≠ d
//   path(h, d) = ∃! m: flow(h, m, d)    for h ≠ d
//   flow(h, m, m) = arc(h, m), and flow(h, m, d) ⇒ arc(h, m)
//   nonproj(h, m) = arc(h, m) ∧ ∃ k between h and m: ¬path(h, k)
//
// What no sequence of arcs allows is left out. Where a word has one possible head, flow(h, m, d) is path(m,
// d).
import type { BinaryVariable, FactorGraph, Literal } from '@parleyjs/core'
import type { PartGraphInput } from './part-graph.js'
import { Part } from './parts.js'

/** The variables of paths, flows and arcs that are not projective. */
export class Paths {
  private readonly size: number
  private readonly path: (BinaryVariable | null)[] // [a · size + d]; null: no path a → d, or always
  private readonly flows: number[] = [] // slot, h, m, d
  private readonly crossed: number[] = [] // slots of "crossed" and "not projective", h, m

  constructor(
    private readonly graph: FactorGraph,
    private readonly literals: readonly BinaryVariable[],
    private readonly input: PartGraphInput,
  ) {
    const { parts, length, scorer } = input
    this.size = length + 1
    const reach = this.reachable()
    const score = parts.has('path') ? (a: number, d: number) => scorer.score(Part.path, a, d) : () => 0
    this.path = Array.from(reach, (yes, i) => {
      const [a, d] = [Math.floor(i / this.size), i % this.size]
      return yes === 1 && a !== d && a !== 0 ? graph.binary(score(a, d)) : null
    })
    for (let d = 1; d <= length; d++) this.addFlow(d)
    if (parts.has('non-projective')) this.addNonProjective()
  }

  /** Writes the values that follow from a tree's heads. */
  complete(heads: ArrayLike<number>, values: Uint8Array): void {
    const { size, path, flows, crossed } = this
    const passes = new Uint8Array(size * size)
    for (let d = 1; d < size; d++) {
      for (let a = d; a !== 0; a = heads[a - 1]) passes[a * size + d] = 1
      passes[d] = 1
    }
    path.forEach((variable, i) => {
      if (variable !== null) values[variable.slot] = passes[i]
    })
    for (let i = 0; i < flows.length; i += 4) {
      const [slot, h, m, d] = flows.slice(i, i + 4)
      values[slot] = heads[m - 1] === h ? passes[m * size + d] : 0
    }
    for (let i = 0; i < crossed.length; i += 4) {
      const [slot, both, h, m] = crossed.slice(i, i + 4)
      values[slot] = 0
      for (let k = Math.min(h, m) + 1; k < Math.max(h, m); k++)
        if (passes[h * size + k] === 0) values[slot] = 1
      values[both] = heads[m - 1] === h ? values[slot] : 0
    }
  }

  /** reach[a · size + d] is 1 where a sequence of arcs leads from a to d. */
  private reachable(): Uint8Array {
    const { arcs } = this.input
    const { size } = this
    const reach = new Uint8Array(size * size)
    const stack: number[] = []
    for (let d = 0; d < size; d++) {
      reach[d * size + d] = 1
      stack.push(d)
      while (stack.length > 0) {
        const m = stack.pop()!
        if (m === 0) continue
        for (let a = arcs.start[m]; a < arcs.start[m + 1]; a++) {
          const at = arcs.head[a] * size + d
          if (reach[at] === 1) continue
          reach[at] = 1
          stack.push(arcs.head[a])
        }
      }
    }
    return reach
  }

  /** The unit of flow to a word d. */
  private addFlow(d: number): void {
    const { graph, literals, size, path } = this
    const { arcs, length } = this.input
    const out: Literal[][] = Array.from({ length: size }, () => [])
    for (let m = 1; m <= length; m++) {
      if (m === d) {
        for (let a = arcs.start[m]; a < arcs.start[m + 1]; a++) out[arcs.head[a]].push(literals[a])
        continue
      }
      const through = path[m * size + d]
      if (through === null) continue
      const into: Literal[] = []
      const isOnly = arcs.start[m + 1] - arcs.start[m] === 1
      for (let a = arcs.start[m]; a < arcs.start[m + 1]; a++) {
        const h = arcs.head[a]
        if (h === d) continue
        const flow = isOnly ? through : graph.binary(0)
        out[h].push(flow)
        into.push(flow)
        if (isOnly) continue
        this.flows.push(flow.slot, h, m, d)
        graph.implies([flow], literals[a])
      }
      if (!isOnly || into.length === 0) graph.xorOut(into, through)
    }
    for (let h = 1; h <= length; h++) {
      const through = path[h * size + d]
      if (through !== null) graph.xorOut(out[h], through)
    }
    graph.xor(out[0])
  }

  private addNonProjective(): void {
    const { graph, literals, size, path, crossed } = this
    const { arcs, scorer } = this.input
    for (let a = 0; a < arcs.count; a++) {
      const [h, m] = [arcs.head[a], arcs.modifier[a]]
      // All words descend from the root, and there is nothing between neighbours.
      if (h === 0 || Math.abs(h - m) === 1) continue
      const score = scorer.score(Part.nonProjective, h, m)
      const missing: Literal[] = []
      let always = false
      for (let k = Math.min(h, m) + 1; k < Math.max(h, m); k++) {
        const through = path[h * size + k]
        if (through === null) always = true
        else missing.push(through.not)
      }
      if (always) {
        const { data } = graph.scores
        graph.setScore(literals[a], data[literals[a].slot] + score)
        continue
      }
      const anyMissing = graph.binary(0)
      const both = graph.binary(score)
      graph.orOut(missing, anyMissing)
      graph.andOut([literals[a], anyMissing], both)
      crossed.push(anyMissing.slot, both.slot, h, m)
    }
  }
}
