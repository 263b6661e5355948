// Chooses the weight of a tagger beside a grammar, and whether the tagger scores the words as well as the
// grammar: the setting with the best constituents on trees that neither was trained on.
import { evaluateTrees, type TreeEvaluation } from '../../text/eval/evaluate-trees.js'
import { type PennTree, words as wordsOf } from '../../text/penn/tree.js'
import { type JointParser, TAGGER_WEIGHT } from './joint-parser.js'

/** Weights to try by default; the first of equals wins. */
const WEIGHTS = [TAGGER_WEIGHT, 0.4, 1, 1.5, 2, 3] as const

/**
 * F1 that differs by less is chance: tags then decide. (Standard errors of differences between neighbouring
 * weights on 200 trees, by bootstrap: 0.07 to 0.13 points on CRAFT, 0.15 to 0.33 on MASC.)
 */
const NEAR = 0.002

export interface WeightOptions {
  readonly weights?: readonly number[]
  /** Called after every tree with how many are done. */
  readonly onTree?: (done: number) => void
}

/** The chosen weight, and the accuracy of every setting on the trees. */
export interface ChosenWeight {
  readonly weight: number
  readonly countWordsOnce: boolean
  readonly grammarAlone: TreeEvaluation
  readonly agreement: TreeEvaluation
  /** Constituent F1 and accuracy of tags (without punctuation) of everything that was tried. */
  readonly tried: readonly {
    readonly weight: number
    readonly countWordsOnce: boolean
    readonly f1: number
    readonly tags: number
  }[]
}

/**
 * Chooses the weight of the tagger, by constituent F1 and, within a fifth of a point, by tags. Each chart is
 * filled once for all that is tried.
 *
 * @example
 * const { weight, countWordsOnce } = chooseTaggerWeight(parser, developmentTrees)
 * new JointParser(parser.grammar, parser.tagger, { weights: [1, weight], countWordsOnce })
 */
export function chooseTaggerWeight(
  parser: JointParser,
  trees: readonly PennTree[],
  { weights = WEIGHTS, onTree }: WeightOptions = {},
): ChosenWeight {
  const alone: PennTree[] = []
  const settings = [false, true].flatMap((countWordsOnce) =>
    weights.map((weight) => ({ weight, countWordsOnce })),
  )
  const found: PennTree[][] = settings.map(() => [])
  trees.forEach((tree, i) => {
    const words = wordsOf(tree)
    const { chart } = parser.models(words)
    const [twice, once] = [false, true].map((isOnce) => parser.modelsOver(words, chart, isOnce))
    alone.push(parser.grammar.parse(words).tree)
    settings.forEach(({ weight, countWordsOnce }, k) => {
      const models = countWordsOnce ? once : twice
      found[k].push(parser.settle(words, models, { weights: [1, weight] }).tree)
    })
    onTree?.(i + 1)
  })
  const evaluations = found.map((answers) => evaluateTrees(trees, answers))
  const most = Math.max(...evaluations.map(({ brackets }) => brackets.f1))
  let best = -1
  evaluations.forEach(({ brackets, tags }, k) => {
    if (brackets.f1 < most - NEAR) return
    if (best < 0 || tags.accuracy > evaluations[best].tags.accuracy) best = k
  })
  return {
    ...settings[best],
    grammarAlone: evaluateTrees(trees, alone),
    agreement: evaluations[best],
    tried: settings.map((setting, k) => {
      const { brackets, tags } = evaluations[k]
      return { ...setting, f1: brackets.f1, tags: tags.accuracy }
    }),
  }
}

/**
 * Up to `most` of the trees of up to `words` words, evenly over all: enough to choose a weight on, in bounded
 * time.
 */
export function sampleTrees(trees: readonly PennTree[], most: number, words: number): PennTree[] {
  const short = trees.filter((tree) => wordsOf(tree).length <= words)
  if (short.length <= most) return short
  return Array.from({ length: most }, (_, i) => short[Math.floor((i * short.length) / most)])
}
