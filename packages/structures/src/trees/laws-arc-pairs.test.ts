import { describeLaws, type Structure } from '../../test-support/structure-laws.js'
import { partScorer, projectiveTrees, randomArcs, randomSides } from '../../test-support/trees.js'
import { ArcPairTree, NestedLinks, SecondOrderProjectiveTree } from '../index.js'

/** Trees by pairs of arcs, alone or after their arcs. */
function arcPairs(singleRoot: boolean, withArcs: boolean): Structure {
  return (random) => {
    const { length, arcs } = randomArcs(random, 5)
    const sides = randomSides(random, length, arcs, random.below(2) === 0)
    const own = partScorer(arcs, sides)
    const tree = new SecondOrderProjectiveTree({ length, arcs, sides, singleRoot })
    const pairs = new ArcPairTree(tree)
    const { parts } = tree
    /**
     * The pairs by their definition: side of the head, arc into the head, place of the modifier on the side.
     */
    const isUsed = (heads: readonly number[]) => {
      const used = Array.from({ length: parts.pairCount }, () => 0)
      for (let k = 0; k < 2 * length; k++)
        for (let g = 0; g < parts.grandparentCount(k); g++)
          for (let j = 0; j < parts.modifierCount(k); j++) {
            const [h, m] = arcs[parts.sideOrder[parts.sideStart[k] + j]]
            const into = arcs[parts.intoOrder[parts.intoStart[h] + g]]
            const isHead = heads[m] === h
            const isGrandparent = h === 0 || heads[h] === into[0]
            if (isHead && isGrandparent) used[parts.pairStart[k] + g * parts.modifierCount(k) + j] = 1
          }
      return used
    }
    const both = new NestedLinks({ factor: pairs, coarse: pairs.arc, groups: arcs.map(([, m]) => m) })
    return {
      factor: withArcs ? both : pairs,
      degree: withArcs ? both.degree : parts.pairCount,
      enumerate: () =>
        projectiveTrees(length, arcs, singleRoot).map((heads) => ({
          links: [
            ...(withArcs ? arcs.map(([h, m]) => (heads[m] === h ? 1 : 0)) : []),
            ...isUsed(heads as number[]),
          ],
          own: own(heads),
        })),
    }
  }
}

describeLaws('ArcPairTree', arcPairs(false, false))
describeLaws('ArcPairTree with a single root', arcPairs(true, false))
describeLaws('ArcPairTree, and its arcs as coarse links', arcPairs(true, true))
