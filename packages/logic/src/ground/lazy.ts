// Adds rules only where they are needed (cutting plane inference, Riedel 2008): solves, adds the instances
// that the answer violates, and solves again until no further instance is violated. Only instances that hold
// are left out, so bound and value are those of the whole program.
import { type ChosenOptions, type Solution, solve } from '@parleyjs/core'
import { requireOptions, solverKeys } from '@parleyjs/core/internal'
import type { Data } from '../data/table.js'
import { TRUE } from '../emit/arena.js'
import type { Program } from '../syntax/ast.js'
import type { Answer } from './answer.js'
import { GraphBuilder } from './graph-builder.js'
import { GROUND_KEYS, type GroundOptions, prepareWithin } from './ground.js'

export type LazyOptions = GroundOptions & ChosenOptions

/**
 * Solves a program with only the rule instances that matter. Where most instances hold anyway, as with
 * transitivity, this takes a fraction of the time and memory of `ground(program, data).solve(options)`. A
 * time limit covers all rounds together.
 *
 * @example
 * const program = parseRules(`
 *   domain n = 1..3
 *   open p(n) score {1: 2, 2: -1, 3: -1}
 *   p(x) => p(y) where y = x + 1
 * `)
 * solveLazily(program, {}, { algorithm: 'exact' }).value // 0
 */
export function solveLazily(program: Program, data: Data = {}, options: LazyOptions = {}): Answer {
  requireOptions('solveLazily', options, { ...GROUND_KEYS, ...solverKeys(options?.algorithm) })
  const { limit, names, files, ...solving } = options
  const prepared = prepareWithin(program, data, limit, files)
  const builder = new GraphBuilder(prepared, names)
  const begin = performance.now()
  const added = new Set<number>()
  const { graph } = builder
  // Start: each atom by its own score, as if there were no rules.
  let values: ArrayLike<number> = Array.from(graph.scores.data.subarray(0, graph.variableCount), (score) =>
    score > 0 ? 1 : 0,
  )
  let solution: Solution | null = null
  for (;;) {
    const isOver = solution?.status === 'interrupted'
    let instances = 0
    let missing = 0
    prepared.rules.each((rule, node, weight, number) => {
      if (node === TRUE) return
      instances++
      // Violating a rule of negative weight is a gain, which the bound must include.
      const needed = weight < 0 || !prepared.arena.holds(node, values)
      if (!needed || added.has(number)) return
      missing++
      if (isOver) return
      added.add(number)
      builder.add(rule, node, weight, number)
    })
    const grounding = builder.grounding(instances)
    if (solution !== null && missing === 0) return grounding.read(solution)
    if (solution !== null && isOver) return grounding.read(withoutAnswer(solution))
    solution = solve(graph, remaining(solving, begin))
    if (solution.assignment === null) return grounding.read(solution)
    values = solution.assignment
  }
}

function remaining(options: ChosenOptions, begin: number): ChosenOptions {
  const { timeLimit } = options
  if (timeLimit === undefined) return options
  return { ...options, timeLimit: Math.max(0, timeLimit - (performance.now() - begin) / 1000) }
}

/** A solution that violates rules that were left out: only its bound is valid. */
function withoutAnswer(solution: Solution): Solution {
  const none = Number.NEGATIVE_INFINITY
  return { ...solution, assignment: null, value: none, gap: Number.POSITIVE_INFINITY }
}
