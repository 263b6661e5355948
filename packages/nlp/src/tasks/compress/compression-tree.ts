// The tree-shaped model of which words stay (paper 2, section 1.3.2): every unit of a sentence is kept or
// deleted, and the score of keeping it depends on whether its parent is kept. Deleting scores 0, so a
// sentence without a word has 0.
//
//   h(z) = Σ over kept u: keep(u) if its parent is kept, top(u) if that is deleted or u is a root
import { type Factor, ParleyError, portableExp, portableLog } from '@parley/core'

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
  private readonly links: Int32Array | null
  private readonly order: Int32Array // parents before children
  private readonly kept: Float64Array // the best of a unit's subtree if it is kept, without keep or top
  private readonly gone: Float64Array // the same if it is deleted
  private readonly keptAbove: Float64Array // the best of all the rest if it is kept, keep or top included
  private readonly goneAbove: Float64Array
  private readonly state: Uint8Array
  private readonly chance: Float64Array

  constructor({ parents, keep, top, required, links }: CompressionTreeOptions) {
    const length = parents.length
    if (keep.length !== length || top.length !== length)
      throw new ParleyError(
        'bad-argument',
        `A compression tree of ${length} units needs as many scores: keep has ${keep.length}, top has ${top.length}.`,
      )
    this.length = length
    this.parent = Int32Array.from(parents)
    this.keep = Float64Array.from(keep)
    this.top = Float64Array.from(top)
    this.required = required === undefined ? new Uint8Array(length) : Uint8Array.from(required)
    this.links = links === undefined ? null : Int32Array.from(links)
    this.order = parentsFirst(this.parent)
    this.kept = new Float64Array(length)
    this.gone = new Float64Array(length)
    this.keptAbove = new Float64Array(length)
    this.goneAbove = new Float64Array(length)
    this.state = new Uint8Array(length)
    this.chance = new Float64Array(length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { order, parent, keep, top, required, kept, gone, state } = this
    this.upward(scores)
    for (let k = 0; k < order.length; k++) {
      const u = order[k]
      const p = parent[u]
      if (p >= 0 && state[p] === 1) state[u] = required[u] === 1 || keep[u] + kept[u] > gone[u] ? 1 : 0
      else state[u] = top[u] + kept[u] > gone[u] ? 1 : 0
    }
    this.write(configuration, state)
    return this.scoreOfState()
  }

  score(configuration: Float64Array): number {
    const { state, links, parent, required } = this
    if (links === null) for (let u = 0; u < state.length; u++) state[u] = configuration[u] > 0.5 ? 1 : 0
    else {
      for (let l = 0; l < links.length; l++) state[links[l]] = configuration[l] > 0.5 ? 1 : 0
      for (let l = 0; l < links.length; l++)
        if (state[links[l]] !== (configuration[l] > 0.5 ? 1 : 0)) return Number.NEGATIVE_INFINITY
    }
    for (let u = 0; u < state.length; u++)
      if (state[u] === 0 && required[u] === 1 && parent[u] >= 0 && state[parent[u]] === 1)
        return Number.NEGATIVE_INFINITY
    return this.scoreOfState()
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { links, kept, gone, keptAbove, goneAbove } = this
    const best = this.upward(scores)
    this.downward()
    const count = links === null ? this.length : links.length
    for (let l = 0; l < count; l++) {
      const u = links === null ? l : links[l]
      on[l] = keptAbove[u] + kept[u]
      off[l] = goneAbove[u] + gone[u]
    }
    return best
  }

  /** The probability of every link being 1, and the logarithm of the normaliser. */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const logZ = this.sumUpward(scores)
    this.chances(null, null)
    this.write(marginals, this.chance)
    return logZ
  }

  /**
   * The probabilities, by unit, that it is kept together with its parent, and that it is kept without: used
   * in training. Returns the logarithm of the normaliser.
   */
  expectations(scores: Float64Array, together: Float64Array, alone: Float64Array): number {
    const logZ = this.sumUpward(scores)
    this.chances(together, alone)
    return logZ
  }

  private chances(together: Float64Array | null, alone: Float64Array | null): void {
    const { order, parent, keep, top, required, kept, gone, chance } = this
    for (let k = 0; k < order.length; k++) {
      const u = order[k]
      const p = parent[u] < 0 ? 0 : chance[parent[u]]
      const stays = kept[u] - gone[u]
      const withParent = p * (required[u] === 1 ? 1 : logistic(keep[u] + stays))
      const without = (1 - p) * logistic(top[u] + stays)
      if (together !== null) together[u] = withParent
      if (alone !== null) alone[u] = without
      chance[u] = withParent + without
    }
  }

  private write(into: Float64Array, values: Uint8Array | Float64Array): void {
    const { links } = this
    if (links === null) for (let u = 0; u < values.length; u++) into[u] = values[u]
    else for (let l = 0; l < links.length; l++) into[l] = values[links[l]]
  }

  /** The score of the units in `state`. */
  private scoreOfState(): number {
    const { parent, keep, top, state } = this
    let score = 0
    for (let u = 0; u < state.length; u++) {
      if (state[u] === 0) continue
      const p = parent[u]
      score += p >= 0 && state[p] === 1 ? keep[u] : top[u]
    }
    return score
  }

  /** Children before parents; returns the best of all. */
  private upward(scores: Float64Array): number {
    const { order, parent, keep, top, required, kept, gone } = this
    this.gather(scores)
    let best = 0
    for (let k = order.length - 1; k >= 0; k--) {
      const u = order[k]
      const p = parent[u]
      const stays = keep[u] + kept[u]
      const withHead = required[u] === 1 ? stays : Math.max(gone[u], stays)
      const without = Math.max(gone[u], top[u] + kept[u])
      if (p < 0) best += without
      else {
        kept[p] += withHead
        gone[p] += without
      }
    }
    return best
  }

  /** As `upward`, with log Σ exp for max. */
  private sumUpward(scores: Float64Array): number {
    const { order, parent, keep, top, required, kept, gone } = this
    this.gather(scores)
    let sum = 0
    for (let k = order.length - 1; k >= 0; k--) {
      const u = order[k]
      const p = parent[u]
      const without = logAdd(gone[u], top[u] + kept[u])
      if (p < 0) sum += without
      else {
        const stays = keep[u] + kept[u]
        kept[p] += required[u] === 1 ? stays : logAdd(gone[u], stays)
        gone[p] += without
      }
    }
    return sum
  }

  private gather(scores: Float64Array): void {
    const { links, kept, gone } = this
    if (links === null) for (let u = 0; u < kept.length; u++) kept[u] = scores[u]
    else {
      kept.fill(0)
      for (let l = 0; l < links.length; l++) kept[links[l]] += scores[l]
    }
    gone.fill(0)
  }

  /** Parents before children. The score of the siblings is the parent's sum minus the unit's own part. */
  private downward(): void {
    const { order, parent, keep, top, required, kept, gone, keptAbove, goneAbove } = this
    let roots = 0
    for (let k = 0; k < order.length; k++) {
      const u = order[k]
      if (parent[u] < 0) roots += Math.max(gone[u], top[u] + kept[u])
    }
    for (let k = 0; k < order.length; k++) {
      const u = order[k]
      const p = parent[u]
      const without = Math.max(gone[u], top[u] + kept[u])
      if (p < 0) {
        goneAbove[u] = roots - without
        keptAbove[u] = goneAbove[u] + top[u]
        continue
      }
      const stays = keep[u] + kept[u]
      const withHead = required[u] === 1 ? stays : Math.max(gone[u], stays)
      const headKept = keptAbove[p] + kept[p] - withHead
      const headGone = goneAbove[p] + gone[p] - without
      keptAbove[u] = Math.max(headKept + keep[u], headGone + top[u])
      goneAbove[u] = required[u] === 1 ? headGone : Math.max(headKept, headGone)
    }
  }
}

/** All units, parents before children. */
export function parentsFirst(parent: Int32Array): Int32Array {
  const count = parent.length
  const start = new Int32Array(count + 2) // children of u − 1 begin at start[u]: those of no unit first
  for (let u = 0; u < count; u++) {
    if (!(parent[u] >= -1 && parent[u] < count && parent[u] !== u))
      throw new ParleyError(
        'bad-argument',
        `The parent of unit ${u} of a compression tree is ${parent[u]}; there are ${count} units, and a root has −1.`,
      )
    start[parent[u] + 2]++
  }
  for (let u = 0; u <= count; u++) start[u + 1] += start[u]
  const next = start.slice()
  const children = new Int32Array(count)
  for (let u = 0; u < count; u++) children[next[parent[u] + 1]++] = u
  const order = new Int32Array(count)
  let found = 0
  for (let c = 0; c < start[1]; c++) order[found++] = children[c]
  for (let k = 0; k < found; k++)
    for (let c = start[order[k] + 1]; c < start[order[k] + 2]; c++) order[found++] = children[c]
  if (found < count)
    throw new ParleyError(
      'bad-argument',
      `The parents of a compression tree contain a cycle: ${count - found} of ${count} units are not below a root. A root has the parent −1.`,
    )
  return order
}

function logistic(x: number): number {
  return x >= 0 ? 1 / (1 + portableExp(-x)) : 1 - 1 / (1 + portableExp(x))
}

function logAdd(a: number, b: number): number {
  const most = Math.max(a, b)
  return most === Number.NEGATIVE_INFINITY ? most : most + portableLog(1 + portableExp(Math.min(a, b) - most))
}
