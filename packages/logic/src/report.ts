// The answers to a program, as data: what a thread can send to another, and JSON can hold.
import type { Solution } from '@parley/core'
import type { RulesExplanation } from './answer.js'
import type { Member } from './ast.js'
import type { GroundRule } from './ground-rules.js'
import type { Grounding } from './grounding.js'

/** The answers to a program. */
export interface RulesReport {
  readonly atoms: number
  readonly rules: number
  /** For every solution the true atoms: their arguments, by predicate. */
  readonly answers: readonly Readonly<Record<string, readonly (readonly Member[])[]>>[]
  readonly explanation?: RulesExplanation
  readonly clash?: readonly GroundRule[]
}

/** What is reported of a grounded program and its solutions, best first. */
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
