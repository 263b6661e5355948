// The structured kinds of `.fg` files: from the numbers that follow the variables on a line to a factor.
import { type FgKind, ParleyError } from '@parleyjs/core'
import { GrandparentHeadAutomaton } from './automata/grandparent-head-automaton.js'
import { HeadAutomaton } from './automata/head-automaton.js'
import { transitionCount } from './automata/sibling-lattice.js'
import { chainScoreCount } from './sequences/chain.js'
import { GeneralTree } from './sequences/general-tree.js'
import { Sequence } from './sequences/sequence.js'
import { SequenceBudget } from './sequences/sequence-budget.js'
import { SpanningTree } from './trees/spanning-tree.js'

/**
 * What `readFg` needs to read the structured kinds.
 *
 * @example
 * readFg(text, { kinds: FG_KINDS })
 */
export const FG_KINDS: Record<string, FgKind> = {
  // L h1 m1 h2 m2 …
  ARBORESCENCE(numbers, degree) {
    requireNumbers(
      'ARBORESCENCE',
      numbers,
      degree,
      1 + 2 * degree,
      'the length, then a head and a modifier per variable',
    )
    const arcs: [number, number][] = []
    for (let a = 0; a < degree; a++) arcs.push([numbers[1 + 2 * a], numbers[2 + 2 * a]])
    // A word without an arc into it could have no head, so more words than that are a mistake.
    const length = requireWhole(
      'ARBORESCENCE',
      numbers,
      0,
      'the number of words with the root',
      1,
      degree + 1,
    )
    return new SpanningTree({ length, arcs })
  },

  // Sibling scores.
  HEAD_AUTOMATON(numbers, degree) {
    requireNumbers(
      'HEAD_AUTOMATON',
      numbers,
      degree,
      transitionCount(degree),
      '(n + 1)(n + 2) / 2 sibling scores',
    )
    return new HeadAutomaton({ siblings: numbers })
  },

  // G, then G·n grandparent scores, then sibling scores.
  GRANDPARENT_HEAD_AUTOMATON(numbers, degree) {
    const kind = 'GRANDPARENT_HEAD_AUTOMATON'
    const grandparentCount = requireWhole(kind, numbers, 0, 'the number of grandparents', 1, degree)
    const n = degree - grandparentCount
    const end = 1 + grandparentCount * n
    const because = `1 + ${grandparentCount}·${n} grandparent scores + ${transitionCount(n)} sibling scores`
    requireNumbers(kind, numbers, degree, end + transitionCount(n), because)
    return new GrandparentHeadAutomaton({
      grandparentCount,
      grandparents: numbers.subarray(1, end),
      siblings: numbers.subarray(end),
    })
  },

  // T k1 … kT, then starts, transitions and stops.
  SEQUENCE(numbers, degree) {
    const states = readStates('SEQUENCE', numbers, degree, 1)
    const at = 1 + states.length
    requireNumbers(
      'SEQUENCE',
      numbers,
      degree,
      at + chainScoreCount(states),
      'T, T state counts, starts, transitions, stops',
    )
    return new Sequence({ states, scores: numbers.subarray(at) })
  },

  // T B k1 … kT, then starts, transitions and stops. At most B positions have their first state.
  SEQUENCE_BUDGET(numbers, degree) {
    const kind = 'SEQUENCE_BUDGET'
    const states = readStates(kind, numbers, degree, 2)
    const budget = requireWhole(kind, numbers, 1, 'the budget', 0, 0x7fffffff)
    const at = 2 + states.length
    const because = 'T, budget, T state counts, starts, transitions, stops'
    requireNumbers(kind, numbers, degree, at + chainScoreCount(states), because)
    return new SequenceBudget({ states, budget, scores: numbers.subarray(at) })
  },

  // N k1 … kN p1 … pN with nodes from 0 and −1 for a root, then for every other node in order its scores, by
  // the state of its parent and its own.
  GENERAL_TREE(numbers, degree) {
    const kind = 'GENERAL_TREE'
    const states = readStates(kind, numbers, degree, 1)
    const length = states.length
    const at = 1 + 2 * length
    let expected = at
    for (let i = 0; i < length; i++) {
      const parent = requireWhole(kind, numbers, 1 + length + i, `the parent of node ${i}`, -1, length - 1)
      if (parent >= 0) expected += states[parent] * states[i]
    }
    requireNumbers(kind, numbers, degree, expected, 'N, N state counts, N parents, a table per edge')
    return new GeneralTree({
      states,
      parents: numbers.subarray(1 + length, at),
      scores: numbers.subarray(at),
    })
  },
}

function requireNumbers(
  kind: string,
  numbers: Float64Array,
  degree: number,
  expected: number,
  because: string,
): void {
  if (numbers.length !== expected)
    throw new ParleyError(
      'bad-input',
      `${kind} over ${degree} variables: ${expected} numbers expected after them (${because}), ${numbers.length} found.`,
    )
}

function requireWhole(
  kind: string,
  numbers: Float64Array,
  at: number,
  what: string,
  least: number,
  most: number,
): number {
  const value = numbers[at]
  if (Number.isInteger(value) && value >= least && value <= most) return value
  const found = at < numbers.length ? `is ${value}` : 'is missing'
  throw new ParleyError(
    'bad-input',
    `${kind}: ${what} (number ${at + 1} after the variables) ${found}, but must be a whole number from ${least} to ${most}.`,
  )
}

/** T at 0 and the T state counts from `at` on, which must add up to the number of variables. */
function readStates(kind: string, numbers: Float64Array, degree: number, at: number): Float64Array {
  const length = requireWhole(kind, numbers, 0, 'the number of positions', 1, degree)
  let sum = 0
  for (let t = 0; t < length; t++)
    sum += requireWhole(kind, numbers, at + t, `the number of states at position ${t + 1}`, 1, degree)
  if (sum !== degree)
    throw new ParleyError(
      'bad-input',
      `${kind}: the states of its ${length} positions add up to ${sum}, but the line links ${degree} variables.`,
    )
  return numbers.slice(at, at + length)
}
