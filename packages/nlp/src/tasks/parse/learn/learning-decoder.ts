// Decoding in training: it also compares the parts of two trees, and moves their weights.
import type { Analysis } from '../analysis.js'
import { PartDecoder } from '../parts/part-decoder.js'
import type { PartLimits } from '../parts/part-limits.js'
import { PartScorer, type PartWeights } from '../parts/part-scorer.js'
import type { PartName } from '../parts/parts.js'
import { partsOnlyIn, RECORD, treeParts } from '../parts/tree-parts.js'

export class LearningDecoder extends PartDecoder {
  private readonly learned: PartScorer

  constructor(analysis: Analysis, parts: readonly PartName[], weights: PartWeights, limits?: PartLimits) {
    const scorer = PartScorer.of(analysis, parts, weights)
    super(analysis, parts, scorer, limits)
    this.learned = scorer
  }

  /**
   * What a tree's parts add up to, leaving out arcs and what another tree has too; with a step that is not 0,
   * adds it to their weights. Returns their score and number of features.
   */
  compare(
    heads: ArrayLike<number>,
    other: ArrayLike<number> | null = null,
    step = 0,
  ): { score: number; count: number } {
    const { parts, learned: scorer, headLimits: limits } = this
    let list = treeParts(heads, parts, limits)
    if (other !== null) list = partsOnlyIn(list, treeParts(other, parts, limits), heads.length)
    let score = 0
    let count = 0
    for (let i = 0; i < list.length; i += RECORD) {
      const [kind, a, b, c, d] = list.slice(i, i + RECORD)
      if (step === 0) score += scorer.score(kind, a, b, c, d)
      else scorer.learn(kind, a, b, c, d, step)
      count += scorer.count(kind, a, b, c, d)
    }
    return { score, count }
  }
}
