// The tree-shaped model of which words stay (paper 2, section 1.3.2): every unit of a sentence is kept or
// deleted, and the score of keeping it depends on whether its parent is kept. Deleting scores 0, so a
// sentence without a word has 0. It is a general tree of two states for each unit.
//
//   h(z) = Σ over kept u: keep(u) if its parent is kept, top(u) if that is deleted or u is a root
import { type Factor, ParleyError } from '@parleyjs/core'
import { carveFloats, carveInts, portableExp } from '@parleyjs/core/internal'
import { GeneralTree } from '@parleyjs/structures'
import { parentsFirst } from '@parleyjs/structures/internal'

/** Structure and scores of a compression tree. */
export interface CompressionTreeOptions {
  /** The parent of each unit, −1 for a root. */
  readonly parents: ArrayLike<number>
  /** The score of keeping a unit whose parent is kept; −Infinity forbids. */
  readonly keep: ArrayLike<number>
  /** The score of keeping a unit whose parent is deleted, or that has none; −Infinity forbids. */
  readonly top: ArrayLike<number>
  /** 1 for units that must stay where their parent does. Default: none. */
  readonly required?: ArrayLike<number>
  /** The unit of each link; by default one link per unit. Links of the same unit are equal. */
  readonly links?: ArrayLike<number>
}

/**
 * A factor over binary links, one for each unit (or word): 1 if it is kept.
 *
 * @example
 * const tree = new CompressionTree({ parents: [-1, 0, 0], keep: [0, 2, -1], top: [1, -Infinity, -Infinity] })
 * const kept = new Float64Array(3)
 * tree.maximize(new Float64Array(3), kept) // 3, and kept is [1, 1, 0]
 */
export class CompressionTree implements Factor {
  readonly name = 'compression tree'
  /** The number of units. */
  readonly length: number
  private readonly parent: Int32Array
  private readonly keep: Float64Array
  private readonly top: Float64Array
  private readonly required: Uint8Array
  private readonly links: Int32Array
  private readonly order: Int32Array // parents before children
  /** Unit u has the states 2u, deleted, and 2u + 1, kept. The roots are below one more node, the last. */
  private readonly tree: GeneralTree
  private readonly scores: Float64Array // of the states
  private readonly states: Float64Array // work space
  private readonly others: Float64Array

  constructor({ parents, keep, top, required, links }: CompressionTreeOptions) {
    const length = parents.length
    if (keep.length !== length || top.length !== length)
      throw new ParleyError(
        'bad-argument',
        `A compression tree of ${length} units needs as many scores: keep has ${keep.length}, top has ${top.length}.`,
      )
    this.length = length
    this.order = parentsFirst(parents, 'a compression tree', 'unit')
    this.parent = Int32Array.from(parents)
    this.keep = Float64Array.from(keep)
    this.top = Float64Array.from(top)
    this.required = required === undefined ? new Uint8Array(length) : Uint8Array.from(required)
    this.links = links === undefined ? Int32Array.from(keep, (_, u) => u) : Int32Array.from(links)
    const states = carveInts(length + 1).fill(2)
    states[length] = 1
    const above = carveInts(length + 1).fill(-1)
    const table = carveFloats(4 * length)
    let next = 0
    for (let u = 0; u < length; u++) {
      above[u] = parents[u] < 0 ? length : parents[u]
      table[next + 1] = top[u]
      next += 2
      if (parents[u] < 0) continue
      table[next] = this.required[u] === 1 ? Number.NEGATIVE_INFINITY : 0
      table[next + 1] = keep[u]
      next += 2
    }
    this.tree = new GeneralTree({ states, parents: above, scores: table.subarray(0, next) })
    this.scores = carveFloats(2 * length + 1)
    this.states = carveFloats(2 * length + 1)
    this.others = carveFloats(2 * length + 1)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { links, states } = this
    const own = this.tree.maximize(this.ofStates(scores), states)
    for (let l = 0; l < links.length; l++) configuration[l] = states[2 * links[l] + 1]
    return own
  }

  score(configuration: Float64Array): number {
    const { links, length, states } = this
    states.fill(0)
    states[2 * length] = 1
    for (let l = 0; l < links.length; l++) states[2 * links[l] + (configuration[l] > 0.5 ? 1 : 0)] = 1
    return this.tree.score(states)
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { links, states, others } = this
    const best = this.tree.maxMarginals(this.ofStates(scores), states, others)
    for (let l = 0; l < links.length; l++) {
      on[l] = states[2 * links[l] + 1]
      off[l] = states[2 * links[l]]
    }
    return best
  }

  /** The probability of every link being 1, and the logarithm of the normaliser. */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { links, states: together, others: alone } = this
    const logZ = this.expectations(scores, together, alone)
    for (let l = 0; l < links.length; l++) marginals[l] = together[links[l]] + alone[links[l]]
    return logZ
  }

  /**
   * The probabilities, by unit, that it is kept together with its parent, and that it is kept without: used
   * in training. Returns the logarithm of the normaliser.
   */
  expectations(scores: Float64Array, together: Float64Array, alone: Float64Array): number {
    const { order, parent, keep, top, required, tree } = this
    const logZ = tree.upward(this.ofStates(scores), true)
    for (let k = 0; k < order.length; k++) {
      const u = order[k]
      const p = parent[u] < 0 ? 0 : together[parent[u]] + alone[parent[u]]
      const stays = tree.below[2 * u + 1] - tree.below[2 * u]
      together[u] = p * (required[u] === 1 ? 1 : logistic(keep[u] + stays))
      alone[u] = (1 - p) * logistic(top[u] + stays)
    }
    return logZ
  }

  /** The scores of links as those of states. */
  private ofStates(scores: Float64Array): Float64Array {
    const { links } = this
    this.scores.fill(0)
    for (let l = 0; l < links.length; l++) this.scores[2 * links[l] + 1] += scores[l]
    return this.scores
  }
}

function logistic(x: number): number {
  return x >= 0 ? 1 / (1 + portableExp(-x)) : 1 - 1 / (1 + portableExp(x))
}
