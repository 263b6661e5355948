// A hypergraph as a factor: its links are what the edges of a derivation switch on.
import type { Factor } from '@parleyjs/core'
import { requireCount } from '../common/check.js'
import { offByModifier } from '../trees/tree-arcs.js'
import type { Hypergraph } from './hypergraph.js'
import { InsideOutside } from './inside-outside.js'
import { type Derivation, kBestDerivations } from './k-best.js'
import { Viterbi } from './viterbi.js'

/** Options of a hypergraph factor. */
export interface HypergraphFactorOptions {
  /** All derivations; null if there are none. */
  graph: Hypergraph | null
  /** The group of each link (a word, a modifier). Every derivation has exactly one link of every group. */
  groups: ArrayLike<number>
  /** Name of the factor in explanations. */
  name?: string
}

/**
 * The links at 1 are those of one derivation, whose own score is the sum of its edges. Everything takes one
 * or two passes over the edges. Where several derivations have the same links, the best counts (in marginals,
 * their sum).
 *
 * @example
 * const factor = new HypergraphFactor({ graph, groups: [0, 0] }) // two tags of one word
 * factor.maximize(Float64Array.of(0, 5), configuration)
 * factor.derivation() // the edges of the best derivation
 */
export class HypergraphFactor implements Factor {
  readonly name: string
  readonly graph: Hypergraph | null
  private readonly groups: Int32Array
  private readonly viterbi: Viterbi | null
  private inOut: InsideOutside | null = null // made on first use
  private readonly scratch: Float64Array
  private readonly fixed: Float64Array

  constructor({ graph, groups, name = 'hypergraph' }: HypergraphFactorOptions) {
    if (graph !== null)
      requireCount('The groups of a hypergraph', groups.length, graph.linkCount, 'one for each link')
    this.name = name
    this.graph = graph
    this.groups = Int32Array.from(groups)
    this.viterbi = graph && new Viterbi(graph)
    this.scratch = new Float64Array(2 * (1 + this.groups.reduce((most, g) => Math.max(most, g), -1)))
    this.fixed = new Float64Array(groups.length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    configuration.fill(0)
    const { graph, viterbi } = this
    if (graph === null || viterbi!.run(scores) === Number.NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY
    const edges = viterbi!.trace()
    let own = 0
    for (let i = 0; i < edges.length; i++) {
      const e = edges[i]
      own += graph.score[e]
      if (graph.link[e] < graph.linkCount) configuration[graph.link[e]] = 1
    }
    return own
  }

  /**
   * The edges of the derivation that was found last, by `maximize` or `score`, each before those of its
   * children.
   */
  derivation(): Int32Array {
    return this.viterbi?.trace() ?? new Int32Array(0)
  }

  /** The best derivation with exactly these links. */
  score(configuration: Float64Array): number {
    const { graph, viterbi, fixed } = this
    if (graph === null) return Number.NEGATIVE_INFINITY
    let wanted = 0
    for (let i = 0; i < fixed.length; i++) {
      fixed[i] = configuration[i] > 0.5 ? 0 : Number.NEGATIVE_INFINITY
      if (configuration[i] > 0.5) wanted++
    }
    const value = viterbi!.run(fixed)
    if (value === Number.NEGATIVE_INFINITY) return value
    const edges = viterbi!.trace()
    let found = 0
    for (let i = 0; i < edges.length; i++) if (graph.link[edges[i]] < graph.linkCount) found++
    return found === wanted ? value : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    if (this.graph === null) {
      on.fill(Number.NEGATIVE_INFINITY)
      off.fill(Number.NEGATIVE_INFINITY)
      return Number.NEGATIVE_INFINITY
    }
    this.inOut ??= new InsideOutside(this.graph)
    const value = this.inOut.max(scores, on)
    offByModifier(this.groups, on, off, this.scratch)
    return value
  }

  marginals(scores: Float64Array, marginals: Float64Array): number {
    marginals.fill(0)
    if (this.graph === null) return Number.NEGATIVE_INFINITY
    this.inOut ??= new InsideOutside(this.graph)
    return this.inOut.sum(scores, marginals)
  }

  /** The k best derivations, the best first. Several may have the same links. */
  kBest(scores: Float64Array, k: number): Derivation[] {
    return this.graph === null ? [] : kBestDerivations(this.graph, scores, k)
  }
}
