// Adapts a custom factor to the contract of decoders.
import type { CustomFactor } from '../kinds/custom/custom.js'
import type { Decoder } from './decoder.js'

/**
 * A factor as a decoder, whose parts are the links of the factor. The answer is the array of extra scores
 * under which the factor found its best configuration: ask the factor for its structure under these scores.
 *
 * @example
 * const [scores] = agree(factorDecoder(grammarTree, n), factorDecoder(tagSequence, n), n).answers
 * grammarTree.tree(scores)
 */
export function factorDecoder(factor: CustomFactor, links: number): Decoder<Float64Array> {
  const configuration = new Float64Array(links)
  const score = factor.score?.bind(factor)
  const maxMarginals = factor.maxMarginals?.bind(factor)
  return {
    ...(factor.name !== undefined && { name: factor.name }),
    maximize(extra) {
      const own = factor.maximize(extra, configuration)
      if (own === Number.NEGATIVE_INFINITY) return null
      const parts: number[] = []
      for (let i = 0; i < links; i++) if (configuration[i] === 1) parts.push(i)
      return { answer: extra.slice(), score: own, parts }
    },
    ...(score !== undefined && { score }),
    ...(maxMarginals !== undefined && { maxMarginals }),
  }
}
