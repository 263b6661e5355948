// Agreement of two models by dual decomposition (paper 3).
import type { Factor } from '../kinds/custom/factor.js'
import { requireOptions } from '../options.js'
import { type Agreement, type AgreeOptions, agreeKeys, agreeOnce, type OnRound } from './once.js'
import { agreeOnMore, TIGHTER_KEYS, type Tighter } from './tighter.js'

/**
 * Makes two models agree on all their links, and reports whether the result is proven to maximise the sum of
 * both scores (paper 3): a graph with a binary variable for each link and both models as factors. All
 * algorithms can be used: `subgradient` and `ad3` need only `maximize`, and `mplp` is faster with
 * `maxMarginals`. If the relaxation is not tight, `exact` closes the gap, and `tighter` may: it gives the
 * models more links to agree on.
 *
 * @example
 * // Two models of two coin tosses: one knows the first coin, the other that both fell alike.
 * const coin: Factor<string> = {
 *   maximize([a, b], configuration) {
 *     configuration.set([Number(1 + a > 0), Number(b > 0)])
 *     return configuration[0]
 *   },
 *   answer: ([a, b]) => 'TH'[a] + 'TH'[b],
 * }
 * const alike: Factor<boolean> = {
 *   maximize([a, b], configuration) {
 *     configuration.fill(Number(a + b > 0))
 *     return 0
 *   },
 *   answer: ([a]) => a === 1,
 * }
 * agree(coin, alike, 2).answers // ['HH', true]
 */
export function agree<A, B>(
  first: Factor<A>,
  second: Factor<B>,
  links: number,
  options: AgreeOptions & { readonly onRound?: OnRound<A, B>; readonly tighter?: Tighter<A, B> } = {},
): Agreement<A, B> {
  requireOptions('agree', options, agreeKeys(options?.algorithm))
  if (options.tighter !== undefined) requireOptions('tighter of agree', options.tighter, TIGHTER_KEYS)
  const { tighter, ...plain } = options
  return tighter === undefined || plain.algorithm === 'exact'
    ? agreeOnce(first, second, links, plain)
    : agreeOnMore(first, second, links, plain, tighter)
}
