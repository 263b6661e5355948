// Which of n modifiers, nearest first, a head takes on one side, where every modifier is scored together with
// the one before it: a lattice with a node for each modifier. Node 0 is "none yet", n + 1 is "stop".
//
// Transitions are ordered by the node they lead to: from m to s at s(s − 1)/2 + m, for 0 ≤ m < s ≤ n + 1.
import { type Lattice, LatticeBuilder } from '../common/lattice.js'

/** How many transitions there are between n modifiers, start and stop. */
export function transitionCount(n: number): number {
  return ((n + 1) * (n + 2)) / 2
}

/** From the order of files – (m, s) with m outer – to that of the lattice, starting at `from` and `to`. */
export function byTarget(
  scores: ArrayLike<number>,
  from: number,
  n: number,
  target: Float64Array,
  to: number,
): void {
  let next = from
  for (let m = 0; m <= n; m++)
    for (let s = m + 1; s <= n + 1; s++) target[to + (s * (s - 1)) / 2 + m] = scores[next++]
}

/** Lattices by number of modifiers: a parser makes about twenty automata for a sentence. */
const known: Lattice[] = []

/** The lattice over n modifiers. */
export function siblingLattice(n: number): Lattice {
  known[n] ??= layOut(n)
  return known[n]
}

function layOut(n: number): Lattice {
  const builder = new LatticeBuilder(n + 2, n + 2)
  for (let s = 1; s <= n + 1; s++) {
    builder.node(s <= n ? s - 1 : -1, 0, s, (s * (s - 1)) / 2)
    builder.endLevel()
  }
  return builder.build()
}
