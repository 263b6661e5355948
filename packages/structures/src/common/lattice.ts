// The dynamic programs of all sequences and automata: a lattice is a graph whose paths are the
// configurations. Maximum and sum are one recursion, because a sum in log space is the maximum and a
// correction.
import { carveInts } from '@parleyjs/core/internal'
import { asProbability, logSum } from './log-sum.js'

/**
 * Nodes are numbered from 0, which begins all paths, so that edges lead to greater numbers. The edges into a
 * node come from consecutive nodes. Their scores are in an array of their own, which lattices may share.
 */
export interface Lattice {
  /**
   * The nodes of level l are level[l] … level[l + 1] − 1. Node 0 is level 0; paths end anywhere in the last
   * level.
   */
  readonly level: Int32Array
  /** The first node before each node. */
  readonly from: Int32Array
  /** How many nodes are before each node. */
  readonly count: Int32Array
  /** The edge from node from[v] + i into v has its score at edge[v] + i·stride[v]. */
  readonly edge: Int32Array
  readonly stride: Int32Array
  /** The link that a path through each node sets to 1; −1 if there is none. */
  readonly link: Int32Array
}

/** Writes a lattice, node by node. */
export class LatticeBuilder {
  private readonly lattice: Lattice
  private nodes = 1
  private levels = 1

  constructor(nodes: number, levels: number) {
    const ints = () => carveInts(nodes)
    this.lattice = {
      level: carveInts(levels + 1),
      from: ints(),
      count: ints(),
      edge: ints(),
      stride: ints(),
      link: ints(),
    }
    this.lattice.link[0] = -1
    this.endLevel()
  }

  /** Adds a node to the current level. */
  node(link: number, from: number, count: number, edge: number, stride = 1): void {
    const { lattice } = this
    const v = this.nodes++
    lattice.link[v] = link
    lattice.from[v] = from
    lattice.count[v] = count
    lattice.edge[v] = edge
    lattice.stride[v] = stride
  }

  endLevel(): void {
    this.lattice.level[this.levels++] = this.nodes
  }

  build(): Lattice {
    return this.lattice
  }
}

const NONE = Number.NEGATIVE_INFINITY

/**
 * The ⊕ of all paths to each node, its own link included, with the best node before it; returns the ⊕ of all
 * whole paths. The scores of edges begin at `at`.
 */
export function inside(
  lattice: Lattice,
  edges: Float64Array,
  at: number,
  scores: Float64Array,
  sum: boolean,
  best: Float64Array,
  before: Int32Array,
): number {
  const { level } = lattice
  const nodes = level[level.length - 1]
  best[0] = 0
  advance(lattice, edges, at, scores, sum, best, before, 1, nodes)
  return sum ? logSum(best, level[level.length - 2], nodes) : best[bestEnd(level, best)]
}

/** The part of `inside` for the nodes `node` … `end` − 1. */
export function advance(
  { from, count, edge, stride, link }: Lattice,
  edges: Float64Array,
  at: number,
  scores: Float64Array,
  sum: boolean,
  best: Float64Array,
  before: Int32Array,
  node: number,
  end: number,
): void {
  for (let v = node; v < end; v++) {
    const first = from[v]
    const stop = first + count[v]
    const step = stride[v]
    let most = NONE
    let which = first
    let e = at + edge[v]
    for (let u = first; u < stop; u++, e += step) {
      const candidate = best[u] + edges[e]
      if (candidate > most) {
        most = candidate
        which = u
      }
    }
    if (sum && most > NONE) {
      let total = 0
      e = at + edge[v]
      for (let u = first; u < stop; u++, e += step) total += Math.exp(best[u] + edges[e] - most)
      most += Math.log(total)
    }
    const l = link[v]
    best[v] = l < 0 ? most : most + scores[l]
    before[v] = which
  }
}

/** The node in which the best path ends. */
export function bestEnd(level: Int32Array, best: Float64Array): number {
  const nodes = level[level.length - 1]
  let end = level[level.length - 2]
  for (let v = end + 1; v < nodes; v++) if (best[v] > best[end]) end = v
  return end
}

/** The best path from each node on, the node's own link not counted. */
export function backward(
  { level, from, count, edge, stride, link }: Lattice,
  edges: Float64Array,
  at: number,
  scores: Float64Array,
  rest: Float64Array,
): void {
  const last = level[level.length - 2]
  const nodes = level[level.length - 1]
  rest.fill(NONE, 0, last)
  rest.fill(0, last, nodes)
  for (let v = nodes - 1; v > 0; v--) {
    const through = link[v] < 0 ? rest[v] : rest[v] + scores[link[v]]
    const end = from[v] + count[v]
    const step = stride[v]
    for (let u = from[v], e = at + edge[v]; u < end; u++, e += step) {
      const candidate = edges[e] + through
      if (candidate > rest[u]) rest[u] = candidate
    }
  }
}

/**
 * After `inside` with sums: the probability that a path passes each node, times `share`. Those of all edges
 * are added to `expected`, if given.
 */
export function pathProbabilities(
  { level, from, count, edge, stride, link }: Lattice,
  edges: Float64Array,
  at: number,
  scores: Float64Array,
  sums: Float64Array,
  logZ: number,
  share: number,
  probability: Float64Array,
  expected?: Float64Array,
): void {
  const last = level[level.length - 2]
  const nodes = level[level.length - 1]
  probability.fill(0, 0, last)
  for (let v = last; v < nodes; v++) probability[v] = share * Math.exp(sums[v] - logZ)
  // From the last level to the first: P(u) = Σ P(v) · P(u | v) over the nodes v after u, in their order.
  for (let l = level.length - 2; l > 0; l--)
    for (let v = level[l]; v < level[l + 1]; v++) {
      const p = probability[v]
      if (p === 0) continue
      const sum = link[v] < 0 ? sums[v] : sums[v] - scores[link[v]]
      const end = from[v] + count[v]
      const step = stride[v]
      for (let u = from[v], e = at + edge[v]; u < end; u++, e += step) {
        const both = p * Math.exp(sums[u] + edges[e] - sum)
        probability[u] += both
        if (expected !== undefined) expected[e] = asProbability(expected[e] + both)
      }
    }
}

/** The scores of the edges on the path that sets exactly the links of a configuration, in their order. */
export function pathScore(
  { level, from, count, edge, stride, link }: Lattice,
  edges: Float64Array,
  configuration: Float64Array,
): number {
  let own = 0
  let at = 0
  for (let l = 1; l + 1 < level.length; l++)
    for (let v = level[l]; v < level[l + 1]; v++) {
      if (link[v] >= 0 && configuration[link[v]] < 0.5) continue
      if (at < from[v] || at >= from[v] + count[v]) continue
      own += edges[edge[v] + (at - from[v]) * stride[v]]
      at = v
      break
    }
  return own
}
