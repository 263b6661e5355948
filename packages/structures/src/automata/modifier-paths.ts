// What automata over the modifiers of one head on one side have in common: the links are the arcs to them,
// nearest first, any of which may be 1, and every path of a lattice sets some of them in this order.
import type { Factor } from '@parleyjs/core'
import { backward, bestEnd, inside, type Lattice, pathProbabilities, pathScore } from '../common/lattice.js'
import { asProbability } from '../common/log-sum.js'
import { reserve, scratch } from '../common/scratch.js'

/** A factor over the paths of a lattice. */
export abstract class ModifierPaths implements Factor {
  abstract readonly name: string

  constructor(
    /** Number of modifiers, and so of links. */
    readonly degree: number,
    private readonly lattice: Lattice,
    private readonly edges: Float64Array,
  ) {
    reserve(lattice.link.length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { degree, lattice, edges } = this
    const { best, before } = scratch
    for (let i = 0; i < degree; i++) configuration[i] = 0
    if (inside(lattice, edges, 0, scores, false, best, before) === Number.NEGATIVE_INFINITY)
      return Number.NEGATIVE_INFINITY
    let own = 0
    for (let v = bestEnd(lattice.level, best); v > 0; v = before[v]) {
      own += edges[lattice.edge[v] + before[v] - lattice.from[v]]
      if (lattice.link[v] >= 0) configuration[lattice.link[v]] = 1
    }
    return own
  }

  score(configuration: Float64Array): number {
    return pathScore(this.lattice, this.edges, configuration)
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { lattice, edges } = this
    const { best, rest, before } = scratch
    on.fill(Number.NEGATIVE_INFINITY)
    off.fill(Number.NEGATIVE_INFINITY)
    const value = inside(lattice, edges, 0, scores, false, best, before)
    backward(lattice, edges, 0, scores, rest)
    raiseMaxMarginals(lattice, edges, 0, scores, 0, on, off, 0)
    return value
  }

  /**
   * The probability of every link being 1 where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { degree, lattice, edges } = this
    marginals.fill(0)
    const logZ = inside(lattice, edges, 0, scores, true, scratch.best, scratch.before)
    if (logZ === Number.NEGATIVE_INFINITY) return logZ
    addMarginals(lattice, edges, 0, scores, logZ, 1, marginals, 0)
    for (let i = 0; i < degree; i++) marginals[i] = asProbability(marginals[i])
    return logZ
  }
}

/**
 * After `inside` and `backward` into the scratch: raises on and off of every link, from `first` on, to the
 * best score with and without it, plus `extra`.
 */
export function raiseMaxMarginals(
  { level, from, count, edge, link }: Lattice,
  edges: Float64Array,
  at: number,
  scores: Float64Array,
  extra: number,
  on: Float64Array,
  off: Float64Array,
  first: number,
): void {
  const { best, rest, row: beyond } = scratch
  // beyond[m]: the best path from modifier m (0: none) to one after the current one, which moves down.
  beyond.fill(Number.NEGATIVE_INFINITY, 0, level.length - 2)
  for (let s = level.length - 2; s > 0; s--) {
    const slot = first + s - 1
    for (let v = level[s]; v < level[s + 1]; v++) {
      const withIt = best[v] + rest[v] + extra
      if (link[v] >= 0 && withIt > on[slot]) on[slot] = withIt
    }
    if (s < level.length - 2)
      for (let m = 0; m < s; m++) if (beyond[m] + extra > off[slot]) off[slot] = beyond[m] + extra
    for (let v = level[s]; v < level[s + 1]; v++) {
      const through = link[v] < 0 ? rest[v] : rest[v] + scores[link[v]]
      const row = at + edge[v]
      for (let i = 0; i < count[v]; i++) {
        const m = link[from[v] + i] + 1
        const candidate = best[from[v] + i] + edges[row + i] + through
        if (candidate > beyond[m]) beyond[m] = candidate
      }
    }
  }
}

/** After `inside` with sums into the scratch: adds the probability of every link, times `share`. */
export function addMarginals(
  lattice: Lattice,
  edges: Float64Array,
  at: number,
  scores: Float64Array,
  logZ: number,
  share: number,
  marginals: Float64Array,
  first: number,
): void {
  const { best: sums, rest: probability } = scratch
  pathProbabilities(lattice, edges, at, scores, sums, logZ, share, probability)
  const { link } = lattice
  for (let v = 1; v < link.length; v++) if (link[v] >= 0) marginals[first + link[v]] += probability[v]
}
