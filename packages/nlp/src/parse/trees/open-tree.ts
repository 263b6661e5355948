// A tree factor over the open arcs alone. Arcs that every tree contains, because their modifier has no other, say nothing to the
// other factors: without them a solver has a sixth fewer links here, and half as many at 1 in each configuration.
import type { CustomFactor } from '@parley/core'

/** A factor that can score configurations. */
export type ScoredFactor = CustomFactor & Required<Pick<CustomFactor, 'score'>>

/** The links are some of the arcs of a tree; all its other arcs are at 1. */
export class OpenTree implements CustomFactor {
  readonly name = 'tree'
  private readonly scores: Float64Array
  private readonly configuration: Float64Array

  constructor(
    readonly tree: ScoredFactor,
    /** Number of the tree's arcs. */
    arcCount: number,
    /** Those that are links, in their order. */
    private readonly open: Int32Array,
  ) {
    // Certain arcs score 0: whatever it is, every tree has it.
    this.scores = new Float64Array(arcCount)
    this.configuration = new Float64Array(arcCount)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { open } = this
    for (let i = 0; i < open.length; i++) this.scores[open[i]] = scores[i]
    const own = this.tree.maximize(this.scores, this.configuration)
    for (let i = 0; i < open.length; i++) configuration[i] = this.configuration[open[i]]
    return own
  }

  score(configuration: Float64Array): number {
    const { open } = this
    this.configuration.fill(1)
    for (let i = 0; i < open.length; i++) this.configuration[open[i]] = configuration[i]
    return this.tree.score(this.configuration)
  }
}
