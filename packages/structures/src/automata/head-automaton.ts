// Consecutive siblings (paper 1, appendix F): the modifiers that a head takes on one side, each scored
// with the one before it. One dynamic program, O(n²).
import { carveFloats } from '@parleyjs/core/internal'
import { requireAllowed, requireCount } from '../common/check.js'
import { ModifierPaths } from './modifier-paths.js'
import { byTarget, siblingLattice, transitionCount } from './sibling-lattice.js'

/** Scores of a head automaton. */
export interface HeadAutomatonOptions {
  /**
   * With n modifiers and L = n + 1: the scores s(m, s) of modifier s following modifier m, m = 0 … n outer
   * and s = m + 1 … L inner. m = 0 is "none before", s = L is "none after". −Infinity forbids.
   */
  siblings: ArrayLike<number>
}

/**
 * The links are the arcs from one head to the words on one side of it, nearest first; any of them may be 1.
 * The own score sums s(m, s) over consecutive arcs at 1, from "none before" to "none after".
 *
 * @example
 * const automaton = new HeadAutomaton({ siblings: [0, 0, 0, 5, 0, 0] }) // two modifiers; 5 for taking both
 * const configuration = new Float64Array(2)
 * automaton.maximize(Float64Array.of(-1, -2), configuration)
 * // 5, and configuration is [1, 1]
 */
export class HeadAutomaton extends ModifierPaths {
  readonly name = 'head automaton'

  constructor({ siblings }: HeadAutomatonOptions) {
    const n = Math.max(0, Math.round((Math.sqrt(8 * siblings.length + 1) - 3) / 2))
    requireCount(
      'Sibling scores of a head automaton',
      siblings.length,
      transitionCount(n),
      `(n + 1)(n + 2) / 2 for n = ${n}`,
    )
    requireAllowed('Sibling scores of a head automaton', siblings)
    const transitions = carveFloats(transitionCount(n))
    byTarget(siblings, 0, n, transitions, 0)
    super(n, siblingLattice(n), transitions)
  }
}
