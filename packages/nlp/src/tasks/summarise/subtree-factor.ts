// The factor of one sentence: nothing, or a connected part of its tree is kept, with a score for its top and
// for each cut.
import type { Factor } from '@parleyjs/core'
import type { SummaryTree } from './summary-problem.js'

/**
 * A factor over the units of a sentence. Two passes over the tree maximise it.
 *
 * @example
 * const factor = new SubtreeFactor({ parent: [-1, 0], cost: [1, 1], cut: [0, -1], start: [0, -Infinity] })
 * const kept = new Float64Array(2)
 * factor.maximize(Float64Array.of(2, -0.5), kept) // 0, and kept is [1, 1]
 */
export class SubtreeFactor implements Factor {
  readonly name = 'sentence'
  private readonly parent: Int32Array
  private readonly cut: Float64Array
  private readonly start: Float64Array
  /** The best of a unit's subtree if it is kept. */
  private readonly best: Float64Array

  constructor({ parent, cut, start }: Pick<SummaryTree, 'parent' | 'cut' | 'start'>) {
    this.parent = Int32Array.from(parent)
    this.cut = Float64Array.from(cut)
    this.start = Float64Array.from(start)
    this.best = new Float64Array(this.parent.length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { parent, cut, start, best } = this
    const units = parent.length
    for (let u = 0; u < units; u++) best[u] = scores[u]
    let top = -1
    let most = 0
    for (let u = units - 1; u >= 0; u--) {
      const kept = best[u]
      if (start[u] + kept > most) {
        most = start[u] + kept
        top = u
      }
      if (parent[u] >= 0) best[parent[u]] += kept > cut[u] ? kept : cut[u]
    }
    for (let u = 0; u < units; u++) configuration[u] = 0
    if (top < 0) return 0
    configuration[top] = 1
    let own = start[top]
    for (let u = top + 1; u < units; u++) {
      const p = parent[u]
      if (p < 0 || configuration[p] === 0) continue
      if (best[u] > cut[u]) configuration[u] = 1
      else own += cut[u]
    }
    return own
  }

  score(configuration: Float64Array): number {
    const { parent, cut, start } = this
    let own = 0
    let tops = 0
    for (let u = 0; u < parent.length; u++) {
      const above = parent[u] >= 0 && configuration[parent[u]] > 0.5
      if (configuration[u] > 0.5) {
        if (above) continue
        tops++
        own += start[u]
      } else if (above) own += cut[u]
    }
    return tops > 1 ? Number.NEGATIVE_INFINITY : own
  }
}
