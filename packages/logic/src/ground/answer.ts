// Translates a solution of the factor graph back into atoms and rules of the program.
import type { Solution, Status } from '@parleyjs/core'
import type { Member } from '../syntax/ast.js'
import type { GroundRule } from './ground-rules.js'
import type { Grounding, ViolatedRule } from './grounding.js'

/** What adds up to the value of an answer: Σ scores of the true atoms − Σ costs of the violated rules. */
export interface RulesExplanation {
  readonly total: number
  /** The true atoms with a score. */
  readonly atoms: readonly { readonly atom: string; readonly score: number }[]
  readonly violated: readonly ViolatedRule[]
}

/** What `Grounding.solve` returns. */
export class Answer {
  constructor(
    /** The grounded program that was solved. */
    readonly grounding: Grounding,
    /** The solution as the solver returned it. */
    readonly solution: Solution,
  ) {}

  get status(): Status {
    return this.solution.status
  }

  /** Scores of the true atoms minus the weights of violated rules; −Infinity if there is no answer. */
  get value(): number {
    return this.solution.value
  }

  /** Upper bound: no answer has a higher value. */
  get bound(): number {
    return this.solution.bound
  }

  get gap(): number {
    return this.solution.gap
  }

  /** Whether an atom is true. */
  holds(predicate: string, ...members: readonly Member[]): boolean {
    const variable = this.grounding.variable(predicate, ...members)
    return variable >= 0 && this.solution.assignment?.[variable] === 1
  }

  /** The relaxed value of an atom: a number from 0 to 1. */
  marginal(predicate: string, ...members: readonly Member[]): number {
    const variable = this.grounding.variable(predicate, ...members)
    return variable < 0 ? 0 : this.solution.marginals[variable]
  }

  /** The arguments of the true atoms of a predicate. */
  atoms(predicate: string): Member[][] {
    const found: Member[][] = []
    this.grounding.eachAtom(predicate, (members, variable) => {
      if (this.solution.assignment?.[variable] === 1) found.push(members)
    })
    return found
  }

  /**
   * The true atoms that have a score, and the violated rules with their costs; null if there is no answer.
   */
  explain(): RulesExplanation | null {
    const { assignment } = this.solution
    if (assignment === null) return null
    const scores = this.grounding.scores()
    const atoms: { atom: string; score: number }[] = []
    let total = 0
    for (let v = 0; v < scores.length; v++) {
      if (assignment[v] !== 1 || scores[v] === 0) continue
      atoms.push({ atom: this.grounding.nameOf(v), score: scores[v] })
      total += scores[v]
    }
    const violated = this.grounding.violated(assignment)
    for (const { cost } of violated) total -= cost
    return { total, atoms, violated }
  }

  /** For an infeasible program: a small set of rule instances that cannot all hold. */
  clash(): GroundRule[] {
    return this.grounding.rulesOf(this.solution.clash ?? [])
  }
}
