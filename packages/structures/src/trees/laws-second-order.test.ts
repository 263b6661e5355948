import { describeLaws, type Structure } from '../../test-support/structure-laws.js'
import { partScorer, projectiveTrees, randomArcs, randomSides } from '../../test-support/trees.js'
import { SecondOrderProjectiveTree } from '../index.js'

function secondOrder(singleRoot: boolean): Structure {
  return (random) => {
    const { length, arcs } = randomArcs(random, 6)
    const sides = randomSides(random, length, arcs, random.below(2) === 0)
    const own = partScorer(arcs, sides)
    return {
      factor: new SecondOrderProjectiveTree({ length, arcs, sides, singleRoot }),
      degree: arcs.length,
      enumerate: () =>
        projectiveTrees(length, arcs, singleRoot).map((heads) => ({
          links: arcs.map(([h, m]) => (heads[m] === h ? 1 : 0)),
          own: own(heads),
        })),
    }
  }
}

describeLaws('SecondOrderProjectiveTree', secondOrder(false))
describeLaws('SecondOrderProjectiveTree with a single root', secondOrder(true))
