// The answers to a program as plain data, which can be sent to another thread or written as JSON.
import type { Solution } from '@parleyjs/core'
import type { Member } from '../syntax/ast.js'
import type { RulesExplanation } from './answer.js'
import type { GroundRule } from './ground-rules.js'
import type { Grounding } from './grounding.js'

/** The answers to a program. */
export interface RulesReport {
  readonly atoms: number
  readonly rules: number
  /** The true atoms of every solution: lists of arguments, by predicate. */
  readonly answers: readonly Readonly<Record<string, readonly (readonly Member[])[]>>[]
  readonly explanation?: RulesExplanation
  readonly clash?: readonly GroundRule[]
}

/** Makes the report of a grounded program and its solutions, best first. */
export function rulesReport(
  grounding: Grounding,
  solutions: readonly Solution[],
  explain: boolean,
): RulesReport {
  const best = grounding.read(solutions[0])
  const explanation = explain ? best.explain() : null
  const { atoms, rules } = grounding.size
  return {
    atoms,
    rules,
    answers: solutions.map((solution) => {
      const answer = grounding.read(solution)
      return Object.fromEntries(grounding.predicates.map((name) => [name, answer.atoms(name)]))
    }),
    ...(explanation !== null && { explanation }),
    ...(solutions[0].clash && { clash: best.clash() }),
  }
}
