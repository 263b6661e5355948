import { describeLaws, type Structure } from '../../test-support/structure-laws.js'
import { projectiveTrees, randomArcs } from '../../test-support/trees.js'
import { ProjectiveTree } from '../index.js'

function projectiveTree(singleRoot: boolean): Structure {
  return (random) => {
    const { length, arcs } = randomArcs(random, 6)
    return {
      factor: new ProjectiveTree({ length, arcs, singleRoot }),
      degree: arcs.length,
      enumerate: () =>
        projectiveTrees(length, arcs, singleRoot).map((heads) => ({
          links: arcs.map(([h, m]) => (heads[m] === h ? 1 : 0)),
          own: 0,
        })),
    }
  }
}

describeLaws('ProjectiveTree', projectiveTree(false))
describeLaws('ProjectiveTree with a single root', projectiveTree(true))
