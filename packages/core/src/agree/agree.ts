// Agreement of two decoders by dual decomposition (paper 3).
import { requireOptions } from '../options.js'
import type { Decoder } from './decoder.js'
import { type Agreement, type AgreeOptions, agreeKeys, agreeOnce, type Links, type OnRound } from './once.js'
import { agreeOnMore, TIGHTER_KEYS, type Tighter } from './tighter.js'

/**
 * Makes two decoders agree on the parts that they share, and reports whether the result is proven to maximise
 * the sum of both scores (paper 3). All algorithms can be used: `subgradient` and `ad3` need only `maximize`,
 * and `mplp` is faster with `maxMarginals`. If the relaxation is not tight, `exact` closes the gap, and
 * `tighter` may: it gives the decoders more parts to agree on.
 *
 * @example
 * // Two models of two coin tosses: one knows the first coin, the other that both fell alike.
 * const coin: Decoder<string> = {
 *   maximize: ([a = 0, b = 0]) =>
 *     1 + a > 0
 *       ? { answer: b > 0 ? 'HH' : 'HT', score: 1, parts: b > 0 ? [0, 1] : [0] }
 *       : { answer: b > 0 ? 'TH' : 'TT', score: 0, parts: b > 0 ? [1] : [] },
 * }
 * const alike: Decoder<boolean> = {
 *   maximize: ([a = 0, b = 0]) => ({ answer: a + b > 0, score: 0, parts: a + b > 0 ? [0, 1] : [] }),
 * }
 * agree(coin, alike, 2).answers // ['HH', true]
 */
export function agree<A, B>(
  first: Decoder<A>,
  second: Decoder<B>,
  links: Links,
  options: AgreeOptions & { readonly onRound?: OnRound<A, B>; readonly tighter?: Tighter<A, B> } = {},
): Agreement<A, B> {
  requireOptions('agree', options, agreeKeys(options?.algorithm))
  if (options.tighter !== undefined) requireOptions('tighter of agree', options.tighter, TIGHTER_KEYS)
  const { tighter, ...plain } = options
  return tighter === undefined || plain.algorithm === 'exact'
    ? agreeOnce(first, second, links, plain)
    : agreeOnMore(first, second, links, plain, tighter)
}
