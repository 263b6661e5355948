// What sequences have in common: the links are one-hot groups, one after the other, and every path of a
// lattice sets one link of each.
import type { Factor } from '@parleyjs/core'
import { carveFloats, carveInts } from '@parleyjs/core/internal'
import { backward, bestEnd, inside, type Lattice, pathProbabilities, pathScore } from '../common/lattice.js'
import { asProbability } from '../common/log-sum.js'

/** A factor over the paths of a lattice. */
export abstract class OneHotPaths implements Factor {
  abstract readonly name: string
  private readonly best: Float64Array // best score up to each node
  private readonly rest: Float64Array // … and from it on; for sums, the probability of the node
  private readonly before: Int32Array // the node before it
  private readonly path: Int32Array // the state of each group

  /**
   * @param first the first link of each group, and the number of links
   * @param edges the scores of the lattice
   */
  constructor(
    private readonly first: Int32Array,
    private readonly lattice: Lattice,
    protected readonly edges: Float64Array,
  ) {
    const nodes = lattice.link.length
    this.best = carveFloats(nodes)
    this.rest = carveFloats(nodes)
    this.before = carveInts(nodes)
    this.path = carveInts(first.length - 1)
  }

  /** The own score of a path, which is given by its links and by its state in each group. */
  protected own(configuration: Float64Array, _path: Int32Array): number {
    return pathScore(this.lattice, this.edges, configuration)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { lattice, first, best, before, path } = this
    configuration.fill(0)
    if (inside(lattice, this.edges, 0, scores, false, best, before) === Number.NEGATIVE_INFINITY)
      return Number.NEGATIVE_INFINITY
    let t = path.length
    for (let v = bestEnd(lattice.level, best); v > 0; v = before[v]) {
      const link = lattice.link[v]
      if (link < 0) continue
      configuration[link] = 1
      t--
      path[t] = link - first[t]
    }
    return this.own(configuration, path)
  }

  score(configuration: Float64Array): number {
    const isPath = readPath(this.first, configuration, this.path)
    return isPath ? this.own(configuration, this.path) : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { lattice, edges, best, rest } = this
    const value = inside(lattice, edges, 0, scores, false, best, this.before)
    backward(lattice, edges, 0, scores, rest)
    on.fill(Number.NEGATIVE_INFINITY)
    for (let v = 1; v < best.length; v++) {
      const link = lattice.link[v]
      if (link >= 0 && best[v] + rest[v] > on[link]) on[link] = best[v] + rest[v]
    }
    offFromOthers(this.first, on, off)
    return value
  }

  /**
   * The probability of every link being 1, where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. `expected`, if given, receives the probability of every scored edge, in
   * the order of the scores. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array, expected?: Float64Array): number {
    const { lattice, edges, best: sums, rest: probability } = this
    const logZ = inside(lattice, edges, 0, scores, true, sums, this.before)
    marginals.fill(0)
    expected?.fill(0)
    if (logZ === Number.NEGATIVE_INFINITY) return logZ
    pathProbabilities(lattice, edges, 0, scores, sums, logZ, 1, probability, expected)
    for (let v = 1; v < sums.length; v++) {
      const link = lattice.link[v]
      if (link >= 0) marginals[link] += probability[v]
    }
    for (let i = 0; i < marginals.length; i++) marginals[i] = asProbability(marginals[i])
    return logZ
  }
}

/** Reads the one state at 1 in every group; false if a group has none, or several. */
export function readPath(first: Int32Array, configuration: Float64Array, path: Int32Array): boolean {
  for (let t = 0; t + 1 < first.length; t++) {
    let state = -1
    for (let i = first[t]; i < first[t + 1]; i++) {
      if (configuration[i] < 0.5) continue
      if (state >= 0) return false
      state = i - first[t]
    }
    if (state < 0) return false
    path[t] = state
  }
  return true
}

/** off[i] = the best of on[j] over the other links j of i's group. */
export function offFromOthers(first: Int32Array, on: Float64Array, off: Float64Array): void {
  for (let t = 0; t + 1 < first.length; t++) {
    let best = Number.NEGATIVE_INFINITY
    let which = -1
    let second = Number.NEGATIVE_INFINITY
    for (let i = first[t]; i < first[t + 1]; i++) {
      if (on[i] > best) {
        second = best
        best = on[i]
        which = i
      } else if (on[i] > second) second = on[i]
    }
    for (let i = first[t]; i < first[t + 1]; i++) off[i] = i === which ? second : best
  }
}
