// A tree (or forest) of one-hot groups, each scored with its parent: max-product up the tree, then down. The
// roots are children of one more node, `length`, which has a single state and no scores.
import { type Factor, ParleyError } from '@parleyjs/core'
import { carveFloats, carveInts, portableExp, portableLog } from '@parleyjs/core/internal'
import { requireCount, requireInteger, requireScores } from '../common/check.js'
import { asProbability } from '../common/log-sum.js'
import { offFromOthers, readPath } from './one-hot-paths.js'
import { parentsFirst } from './parents-first.js'

/** Scores of a tree of groups. */
export interface GeneralTreeOptions {
  /** The number of states of each node. */
  states: ArrayLike<number>
  /** The parent of each node, −1 for a root. Parents may come before or after their children. */
  parents: ArrayLike<number>
  /**
   * For each node that has a parent, in the order of the nodes: a row per state of the parent, in it a
   * score per state of the node. −Infinity forbids.
   */
  scores: ArrayLike<number>
}

/**
 * The links are one-hot groups, one per node; every edge of a tree scores the states at its ends.
 *
 * @example
 * const tree = new GeneralTree({ states: [2, 2, 2], parents: [-1, 0, 0], scores: [0, 1, 0, 0, 0, 2, 0, 0] })
 * const configuration = new Float64Array(6)
 * tree.maximize(Float64Array.of(0, 2, 0, 0, 0, 0), configuration)
 * // 3, and configuration is [1, 0, 0, 1, 0, 1]
 */
export class GeneralTree implements Factor {
  readonly name = 'general tree'
  readonly length: number
  private readonly parent: Int32Array
  private readonly width: Int32Array
  private readonly first: Int32Array // the first link of each node
  private readonly edge: Int32Array // where the scores of each node's edge begin
  private readonly order: Int32Array // all nodes, parents before children
  private readonly scores: Float64Array // roots have zeros
  /** After `upward`: the ⊕ of the subtree of each link's node, the link included. */
  readonly below: Float64Array
  private readonly above: Float64Array // best score of the rest of the tree for each link
  private readonly upFirst: Int32Array // where the messages of a node to the states of its parent begin in …
  private readonly up: Float64Array // the best of its subtree for each state of its parent
  private readonly choice: Int32Array // its own state there
  private readonly others: Float64Array // the best of all outside its subtree for each state of its parent
  private readonly sum: Float64Array // running sums over siblings, per link of the parent
  private readonly state: Int32Array

  constructor({ states, parents, scores }: GeneralTreeOptions) {
    const length = states.length
    if (length === 0)
      throw new ParleyError('bad-argument', 'A general tree needs at least one node, and has none.')
    requireCount('Parents of a general tree', parents.length, length, 'one per node')
    this.length = length
    this.order = parentsFirst(parents, 'a general tree', 'node')
    this.parent = carveInts(length)
    this.width = carveInts(length + 1).fill(1)
    this.first = carveInts(length + 1)
    for (let i = 0; i < length; i++) {
      this.width[i] = requireInteger(`The number of states of node ${i} of a general tree`, states[i], 1)
      this.parent[i] = parents[i] < 0 ? length : parents[i]
      this.first[i + 1] = this.first[i] + this.width[i]
    }
    this.edge = carveInts(length + 1)
    this.upFirst = carveInts(length + 1)
    for (let i = 0; i < length; i++) {
      const rows = this.width[this.parent[i]]
      this.edge[i + 1] = this.edge[i] + rows * this.width[i]
      this.upFirst[i + 1] = this.upFirst[i] + rows
    }
    this.scores = this.withRoots(requireScores('Scores of a general tree', scores))
    const degree = this.first[length] // the node `length` has the link after the last
    this.below = carveFloats(degree + 1)
    this.above = carveFloats(degree + 1)
    this.sum = carveFloats(degree + 1)
    this.up = carveFloats(this.upFirst[length])
    this.choice = carveInts(this.upFirst[length])
    this.others = carveFloats(this.upFirst[length])
    this.state = carveInts(length + 1)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { parent, first, order, upFirst, choice, state } = this
    configuration.fill(0)
    if (this.upward(scores, false) === Number.NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY
    for (let k = 0; k < order.length; k++) {
      const i = order[k]
      state[i] = choice[upFirst[i] + state[parent[i]]]
      configuration[first[i] + state[i]] = 1
    }
    return this.own()
  }

  score(configuration: Float64Array): number {
    return readPath(this.first, configuration, this.state) ? this.own() : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const value = this.upward(scores, false)
    this.downward(scores)
    for (let link = 0; link < on.length; link++) on[link] = this.below[link] + this.above[link]
    offFromOthers(this.first, on, off)
    return value
  }

  /**
   * The probability of every link being 1 where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { length, parent, width, first, edge, order, scores: own, below, up, upFirst } = this
    const logZ = this.upward(scores, true)
    marginals.fill(0)
    if (logZ === Number.NEGATIVE_INFINITY) return logZ
    // Parents before children: P(j) = Σ P(q) · P(j | q) over the states q of the parent.
    for (let k = 0; k < order.length; k++) {
      const i = order[k]
      for (let q = 0; q < width[parent[i]]; q++) {
        const p = parent[i] === length ? 1 : marginals[first[parent[i]] + q]
        if (p === 0) continue
        const at = edge[i] + q * width[i]
        const sum = up[upFirst[i] + q]
        for (let j = 0; j < width[i]; j++)
          marginals[first[i] + j] += p * portableExp(below[first[i] + j] + own[at + j] - sum)
      }
      for (let j = first[i]; j < first[i] + width[i]; j++) marginals[j] = asProbability(marginals[j])
    }
    return logZ
  }

  /** The scores as given, with zeros for the roots put in. */
  private withRoots(given: Float64Array): Float64Array {
    const { length, parent, edge } = this
    const scores = carveFloats(edge[length])
    let next = 0
    for (let i = 0; i < length; i++) {
      if (parent[i] === length) continue
      for (let at = edge[i]; at < edge[i + 1]; at++) scores[at] = given[next++]
    }
    requireCount(
      'Scores of a general tree',
      given.length,
      next,
      'states of the parent times states of the node, over all edges',
    )
    return scores
  }

  private own(): number {
    const { length, parent, width, edge, scores, state } = this
    let own = 0
    for (let i = 0; i < length; i++) own += scores[edge[i] + state[parent[i]] * width[i] + state[i]]
    return own
  }

  /** Children before parents: the ⊕ of the subtree of each link's node; returns the ⊕ of all. */
  upward(variable: Float64Array, sum: boolean): number {
    const { length, parent, width, first, edge, order, scores, below, up, upFirst, choice } = this
    const degree = first[length]
    for (let link = 0; link < degree; link++) below[link] = variable[link]
    below[degree] = 0
    for (let k = order.length - 1; k >= 0; k--) {
      const i = order[k]
      const p = parent[i]
      for (let q = 0; q < width[p]; q++) {
        const shift = edge[i] + q * width[i] - first[i]
        let most = Number.NEGATIVE_INFINITY
        let which = first[i]
        for (let j = first[i]; j < first[i + 1]; j++) {
          const candidate = below[j] + scores[shift + j]
          if (candidate > most) {
            most = candidate
            which = j
          }
        }
        if (sum && most > Number.NEGATIVE_INFINITY) {
          let total = 0
          for (let j = first[i]; j < first[i + 1]; j++)
            total += portableExp(below[j] + scores[shift + j] - most)
          most += portableLog(total)
        }
        up[upFirst[i] + q] = most
        choice[upFirst[i] + q] = which - first[i]
        below[first[p] + q] += most
      }
    }
    return below[degree]
  }

  /**
   * Parents before children. Sums over the other siblings are built from both sides: no subtraction is
   * needed.
   */
  private downward(variable: Float64Array): void {
    const { length, parent, width, first, edge, order, scores, above, up, upFirst, others, sum } = this
    const degree = first[length]
    for (let link = 0; link < degree; link++) sum[link] = variable[link]
    sum[degree] = 0
    for (let i = 0; i < length; i++) {
      const to = first[parent[i]]
      for (let q = 0; q < width[parent[i]]; q++) {
        others[upFirst[i] + q] = sum[to + q]
        sum[to + q] += up[upFirst[i] + q]
      }
    }
    sum.fill(0)
    for (let i = length - 1; i >= 0; i--) {
      const to = first[parent[i]]
      for (let q = 0; q < width[parent[i]]; q++) {
        others[upFirst[i] + q] += sum[to + q]
        sum[to + q] += up[upFirst[i] + q]
      }
    }
    above[degree] = 0
    for (let k = 0; k < order.length; k++) {
      const i = order[k]
      const p = parent[i]
      for (let j = 0; j < width[i]; j++) {
        let best = Number.NEGATIVE_INFINITY
        for (let q = 0; q < width[p]; q++) {
          const candidate = above[first[p] + q] + others[upFirst[i] + q] + scores[edge[i] + q * width[i] + j]
          if (candidate > best) best = candidate
        }
        above[first[i] + j] = best
      }
    }
  }
}
