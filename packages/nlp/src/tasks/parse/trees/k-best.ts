// The k best trees of a sentence, by Lawler's partition: a set of trees without its best one is split, for
// each word, into the trees that agree with the best one on the words before and differ at this word. Each
// piece is solved like the whole and has its own bound, so the ranks are proven or their gap is known.
import { ad3, ParleyError, type Solution, type Status, subgradient } from '@parleyjs/core'
import type { ParseOptions } from '../interface/parse-result.js'
import type { ParseProblem } from '../parts/part-decoder.js'

/** One of the best trees. */
export interface RankedTree {
  /** The arc into each word: chosen[m] for m = 1 … n. */
  chosen: Int32Array
  /** `optimal` if it is proven that only the trees of better rank score more. */
  status: Status
  value: number
  /** No tree except those of better rank scores more than this. */
  bound: number
  iterations: number
}

export type KBestTreeOptions = Pick<ParseOptions, 'maxIterations' | 'tolerance' | 'algorithm'>

/** The set of trees without banned arcs, and the best tree found in it. */
interface Piece {
  banned: Uint8Array
  /** Words whose arcs are decided; the partition does not change them. */
  decided: Uint8Array
  solution: Solution
  chosen: Int32Array
}

/**
 * The k best trees of a problem, the best first; fewer if there are fewer. They use the arcs that
 * survived pruning. With arcs alone they are exact; otherwise each has a bound on all trees but those before
 * it.
 *
 * @example
 * bestTrees(parser.problem({ forms: ['Dogs', 'bark'], upos: ['NOUN', 'VERB'] }), 2).map(({ value }) => value)
 */
export function bestTrees(problem: ParseProblem, k: number, options: KBestTreeOptions = {}): RankedTree[] {
  if (!(Number.isInteger(k) && k >= 1))
    throw new ParleyError('bad-argument', `The number of trees is ${k}; it must be a whole number ≥ 1.`)
  const { modifier } = problem.arcs
  const length = modifier[modifier.length - 1]
  const whole = solvePiece(
    problem,
    new Uint8Array(modifier.length),
    new Uint8Array(length + 1),
    options,
    null,
  )
  const open = whole === null ? [] : [whole]
  const found: Piece[] = []
  while (open.length > 0) {
    let best = 0
    for (let i = 1; i < open.length; i++) if (open[i].solution.value > open[best].solution.value) best = i
    found.push(open[best])
    if (found.length === k) break
    const [piece] = open.splice(best, 1)
    open.push(...partition(problem, piece, options))
  }
  return ranked(found, open, options.tolerance ?? TOLERANCE)
}

const TOLERANCE = 1e-6

/** Splits a piece without its best tree into pieces. */
function partition(problem: ParseProblem, piece: Piece, options: KBestTreeOptions): Piece[] {
  const { modifier } = problem.arcs
  const pieces: Piece[] = []
  const banned = piece.banned.slice()
  const decided = piece.decided.slice()
  const { chosen } = piece
  for (let m = 1; m < chosen.length; m++) {
    if (decided[m] === 1) continue
    banned[chosen[m]] = 1
    const next = solvePiece(problem, banned.slice(), decided.slice(), options, piece.solution)
    if (next !== null) pieces.push(next)
    // In the following pieces the word is as in the tree: its other arcs are banned.
    decided[m] = 1
    for (let a = 0; a < modifier.length; a++) if (modifier[a] === m) banned[a] = a === chosen[m] ? 0 : 1
  }
  return pieces
}

/** The best tree without the banned arcs, or null if there is none. */
function solvePiece(
  problem: ParseProblem,
  banned: Uint8Array,
  decided: Uint8Array,
  options: KBestTreeOptions,
  parent: Solution | null,
): Piece | null {
  const { graph, arcs } = problem
  const count = banned.length
  const { maxIterations = 200, tolerance = TOLERANCE, algorithm = 'ad3' } = options
  // Arcs are rounded first; the other variables follow from them.
  const allowed = new Float64Array(graph.variableCount)
  const round = (marginals: Float64Array, values: Uint8Array) => {
    allowed.set(marginals.subarray(0, allowed.length))
    for (let a = 0; a < count; a++) if (banned[a] === 1) allowed[a] = Number.NEGATIVE_INFINITY
    return problem.round(allowed, values)
  }
  if (!round(new Float64Array(allowed.length), new Uint8Array(allowed.length))) return null
  for (let a = 0; a < count; a++) if (banned[a] === 1) graph.fix(graph.variable(a), 0)
  const warmStart = parent === null || algorithm === 'subgradient' ? {} : { warmStart: parent }
  const limits = { maxIterations, tolerance, round, ...warmStart }
  const solution =
    algorithm === 'subgradient'
      ? subgradient(graph, limits)
      : ad3(graph, parent === null ? { ...limits, penalty: problem.penalty } : limits)
  for (let a = 0; a < count; a++) if (banned[a] === 1) graph.release(graph.variable(a))
  const { assignment } = solution
  if (assignment === null) return null
  const chosen = new Int32Array(decided.length).fill(-1)
  for (let a = 0; a < count; a++) if (assignment[a] === 1) chosen[arcs.modifier[a]] = a
  return { banned, decided, solution, chosen }
}

/** The trees in order, each with a bound on all later trees and on all that were not found. */
function ranked(found: readonly Piece[], open: readonly Piece[], tolerance: number): RankedTree[] {
  let rest = Number.NEGATIVE_INFINITY
  let unsolved: Status = 'fractional'
  for (const { solution } of open) {
    rest = Math.max(rest, solution.bound)
    if (solution.status === 'interrupted') unsolved = 'interrupted'
  }
  const order = [...found].sort((a, b) => b.solution.value - a.solution.value)
  return order.map(({ chosen, solution }) => {
    const { value, iterations } = solution
    const bound = Math.max(value, rest)
    const proven = bound - value <= tolerance * Math.max(1, Math.abs(bound))
    return { chosen, status: proven ? 'optimal' : unsolved, value, bound, iterations }
  })
}
