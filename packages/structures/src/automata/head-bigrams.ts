// Head bigrams (paper 1, Fig. 1; paper 2, Fig. 1.3): the heads of neighbouring words scored together. Every
// word has exactly one head, so that the words are the positions of a sequence and their possible heads its
// states.
import { ParleyError } from '@parleyjs/core'
import { carveFloats } from '@parleyjs/core/internal'
import { requireCount, requireInteger } from '../common/check.js'
import { Sequence } from '../sequences/sequence.js'

/** Scores of head bigrams. */
export interface HeadBigramsOptions {
  /**
   * The number of possible heads, and so of arcs, of each word from the first to the last; at least 1 each.
   */
  counts: ArrayLike<number>
  /**
   * For each word from the second on, a row per arc of the word before, in it a score per arc of the word.
   * −Infinity forbids.
   */
  pairs: ArrayLike<number>
}

/**
 * The links are the arcs into each word, word by word; exactly one into each word is 1. The own score sums
 * those of the pairs of arcs into neighbouring words.
 *
 * @example
 * // Two words with two heads each; 3 if the first word has its first head and the second its second.
 * const bigrams = new HeadBigrams({ counts: [2, 2], pairs: [0, 3, 0, 0] })
 * const configuration = new Float64Array(4)
 * bigrams.maximize(Float64Array.of(0, 1, 1, 0), configuration)
 * // 3, and configuration is [1, 0, 0, 1]
 */
export class HeadBigrams extends Sequence {
  override readonly name: string = 'head bigrams'

  constructor({ counts, pairs }: HeadBigramsOptions) {
    const words = counts.length
    if (words === 0)
      throw new ParleyError('bad-argument', 'Head bigrams need at least one word, and have none.')
    let expected = 0
    for (let m = 0; m < words; m++) {
      requireInteger(`The number of possible heads of word ${m + 1}`, counts[m], 1)
      if (m > 0) expected += counts[m - 1] * counts[m]
    }
    requireCount('Scores of head bigrams', pairs.length, expected, 'arcs of a word times arcs of the next')
    // Starting and stopping have no score: a single arc's score comes with its link.
    const scores = carveFloats(counts[0] + expected + counts[words - 1])
    scores.set(pairs, counts[0])
    super({ states: counts, scores })
  }
}
