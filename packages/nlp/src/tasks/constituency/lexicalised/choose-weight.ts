// Chooses the weight of a dependency model beside a lexicalised grammar: the one with the best trees on
// development data.
import { evaluateTrees, type TreeEvaluation } from '../../../text/eval/evaluate-trees.js'
import { type PennTree, words as wordsOf } from '../../../text/penn/tree.js'
import { DEPENDENCY_WEIGHT, dependenciesAlone, type TwoParsers } from './two-parsers.js'

/** The weights to try; the first of equals wins. */
const WEIGHTS = [DEPENDENCY_WEIGHT, 0.5, 1, 1.5, 3, 4] as const
/** F1 that differs by less is chance on a few hundred trees: heads then decide. */
const NEAR = 0.001

/** The chosen weight, and the accuracy of every weight on the trees. */
export interface ChosenDependencyWeight {
  readonly weight: number
  readonly grammarAlone: TreeEvaluation
  readonly agreement: TreeEvaluation
  /** Constituent F1 of every weight that was tried. */
  readonly tried: readonly { readonly weight: number; readonly f1: number }[]
}

/**
 * Chooses the weight of the dependency model, by constituent F1 and, within a tenth of a point, by heads.
 * Each chart is made once.
 *
 * @example
 * const { weight } = chooseDependencyWeight(parsers, trees, (words) => tagger.tag(words).xpos)
 * new TwoParsers(parsers.grammar, parsers.dependencyModel, { weights: [1, weight] }).parse(['Rain'], ['NN'])
 */
export function chooseDependencyWeight(
  parsers: TwoParsers,
  trees: readonly PennTree[],
  tagsOf: (words: readonly string[]) => readonly string[],
  onTree?: (done: number) => void,
): ChosenDependencyWeight {
  const alone: PennTree[] = []
  const found: PennTree[][] = WEIGHTS.map(() => [])
  trees.forEach((tree, i) => {
    const words = wordsOf(tree)
    const models = parsers.models(words, tagsOf(words))
    const none = new Float64Array(models.dependencies.arcs.length)
    alone.push(models.tree(none) ?? dependenciesAlone(models).tree)
    WEIGHTS.forEach((weight, k) => {
      found[k].push(parsers.decode(models, { weights: [1, weight] }).tree)
    })
    onTree?.(i + 1)
  })
  const evaluations = found.map((answers) => evaluateTrees(trees, answers))
  const most = Math.max(...evaluations.map(({ brackets }) => brackets.f1))
  let best = -1
  evaluations.forEach(({ brackets, dependencies }, k) => {
    if (brackets.f1 < most - NEAR) return
    if (best < 0 || dependencies.accuracy > evaluations[best].dependencies.accuracy) best = k
  })
  return {
    weight: WEIGHTS[best],
    grammarAlone: evaluateTrees(trees, alone),
    agreement: evaluations[best],
    tried: WEIGHTS.map((weight, k) => ({ weight, f1: evaluations[k].brackets.f1 })),
  }
}
