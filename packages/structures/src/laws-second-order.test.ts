import { SecondOrderProjectiveTree } from './index.js'
import { describeLaws, type Structure } from './testing/structure-laws.js'
import { partScorer, projectiveTrees, randomArcs, randomSides } from './testing/trees.js'

function secondOrder(singleRoot: boolean, grand: boolean): Structure {
  return (random) => {
    const { length, arcs } = randomArcs(random, 6)
    const sides = randomSides(random, length, arcs, grand)
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

describeLaws('SecondOrderProjectiveTree', secondOrder(false, false))
describeLaws('SecondOrderProjectiveTree with a single root', secondOrder(true, false))
describeLaws('SecondOrderProjectiveTree with grand-siblings', secondOrder(false, true))
describeLaws('SecondOrderProjectiveTree with grand-siblings and a single root', secondOrder(true, true))
