// What a tagger should count beside a grammar: the weight with the best constituents on trees that neither was trained on.
import { evaluateTrees, type TreeEvaluation } from '../constituency/evaluate-trees.js'
import { type PennTree, words as wordsOf } from '../constituency/tree.js'
import { type JointParser, TAGGER_WEIGHT } from './joint-parser.js'

/** What is tried, unless other weights are given; of equals the first wins. */
const WEIGHTS = [TAGGER_WEIGHT, 0.4, 1, 1.5, 2, 3] as const

/** F1 that differs by less is chance on a few hundred trees: tags then decide. */
const NEAR = 0.001

export interface WeightOptions {
  readonly weights?: readonly number[]
  /** Called after every tree with how many are done. */
  readonly onTree?: (done: number) => void
}

/** The chosen weight, and how good everything was on the trees. */
export interface ChosenWeight {
  readonly weight: number
  readonly grammarAlone: TreeEvaluation
  readonly agreement: TreeEvaluation
  /** Constituent F1 of every weight that was tried. */
  readonly tried: readonly { readonly weight: number; readonly f1: number }[]
}

/**
 * Chooses what the tagger counts, by constituent F1 and, within a tenth of a point, by tags. Each chart is filled once for all weights.
 *
 * @example
 * const { weight } = chooseTaggerWeight(parser, developmentTrees)
 * new JointParser(parser.grammar, parser.tagger, { weights: [1, weight] })
 */
export function chooseTaggerWeight(
  parser: JointParser,
  trees: readonly PennTree[],
  { weights = WEIGHTS, onTree }: WeightOptions = {},
): ChosenWeight {
  const alone: PennTree[] = []
  const found: PennTree[][] = weights.map(() => [])
  trees.forEach((tree, i) => {
    const words = wordsOf(tree)
    const models = parser.models(words)
    alone.push(parser.grammar.parse(words).tree)
    weights.forEach((weight, k) => {
      found[k]!.push(parser.settle(words, models, { weights: [1, weight] }).tree)
    })
    onTree?.(i + 1)
  })
  const evaluations = found.map((answers) => evaluateTrees(trees, answers))
  const most = Math.max(...evaluations.map(({ brackets }) => brackets.f1))
  let best = -1
  evaluations.forEach(({ brackets, tags }, k) => {
    if (brackets.f1 < most - NEAR) return
    if (best < 0 || tags.accuracy > evaluations[best]!.tags.accuracy) best = k
  })
  return {
    weight: weights[best]!,
    grammarAlone: evaluateTrees(trees, alone),
    agreement: evaluations[best]!,
    tried: weights.map((weight, k) => ({ weight, f1: evaluations[k]!.brackets.f1 })),
  }
}

/** Up to `most` of the trees of up to `words` words, evenly over all: enough to choose a weight on, in bounded time. */
export function sampleTrees(trees: readonly PennTree[], most: number, words: number): PennTree[] {
  const short = trees.filter((tree) => wordsOf(tree).length <= words)
  if (short.length <= most) return short
  return Array.from({ length: most }, (_, i) => short[Math.floor((i * short.length) / most)]!)
}
