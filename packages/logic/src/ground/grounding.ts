// A grounded program: its factor graph, and the mapping from solutions back to the user's names.
import { type ChosenOptions, type FactorGraph, ParleyError, type Solution, solve } from '@parleyjs/core'
import { didYouMean } from '@parleyjs/core/internal'
import type { Bound } from '../compile/bind.js'
import type { OpenAtoms } from '../compile/open-atoms.js'
import type { Arena } from '../emit/arena.js'
import type { Member } from '../syntax/ast.js'
import { Answer } from './answer.js'
import type { GroundRule, GroundRules } from './ground-rules.js'
import { scoreAtoms } from './make-atoms.js'

/** Counts and tables recorded while grounding. */
export interface GroundingParts {
  readonly instances: number
  readonly parts: number
  readonly constant: number
  /** The number of the rule instance that each factor stands for; −1 for parts of formulas. */
  readonly ruleOf: Int32Array
}

/** An instance of a rule that does not hold. */
export interface ViolatedRule extends GroundRule {
  /** The cost of the violation; infinite for a hard rule. */
  readonly cost: number
}

/** What `ground` returns. */
export class Grounding {
  constructor(
    /**
     * One binary variable per atom, in the order of the declarations, followed by those for parts of
     * formulas.
     */
    readonly graph: FactorGraph,
    private readonly bound: Bound,
    private readonly opens: ReadonlyMap<string, OpenAtoms>,
    private readonly rules: GroundRules,
    private readonly arena: Arena,
    private readonly counts: GroundingParts,
  ) {}

  /** The numbers of atoms, parts, factors and rule instances. */
  get size() {
    const { graph, counts, opens } = this
    let atoms = 0
    for (const open of opens.values()) atoms += open.count
    return {
      atoms,
      rules: counts.instances,
      parts: counts.parts,
      variables: graph.variableCount,
      factors: graph.factorCount,
    }
  }

  /** The open predicates, in the order of their declarations. */
  get predicates(): readonly string[] {
    return [...this.opens.keys()]
  }

  /** Solves the graph with any of core's algorithms, AD³ by default. */
  solve(options: ChosenOptions = {}): Answer {
    return this.read(solve(this.graph, options))
  }

  /** Reads a solution of the graph as an answer to the program. */
  read(solution: Solution): Answer {
    return new Answer(this, solution)
  }

  /**
   * The variable of an atom in the graph; −1 if the condition of its predicate excludes it.
   *
   * @example
   * grounding.variable('smokes', 'anna') // 0
   */
  variable(predicate: string, ...members: readonly Member[]): number {
    const open = this.open(predicate)
    if (members.length !== open.domains.length)
      throw new ParleyError(
        'bad-argument',
        `${predicate} takes ${open.domains.length} arguments, but got ${members.length}.`,
      )
    open.domains.forEach((domain, c) => {
      if (domain.indexOf(members[c]) < 0)
        throw new ParleyError(
          'bad-argument',
          `${members[c]} is not in the domain ${domain.name}, ${domain.describe()}.${didYouMean(String(members[c]), domain.keys)}`,
        )
    })
    const atom = open.find(members)
    return atom < 0 ? -1 : open.first + atom
  }

  /** Calls `visit` with every atom of a predicate and its variable. */
  eachAtom(predicate: string, visit: (members: Member[], variable: number) => void): void {
    const open = this.open(predicate)
    for (let atom = 0; atom < open.count; atom++) visit(open.members(atom), open.first + atom)
  }

  /** The scores of all atoms, by variable. */
  scores(): Float64Array {
    const scores = new Float64Array(this.size.atoms)
    let at = 0
    scoreAtoms(this.bound, this.opens, this.rules.compiler, (score) => {
      scores[at++] = score
    })
    return scores
  }

  /** The name of an atom's variable, such as `smokes(anna)`. */
  nameOf(variable: number): string {
    for (const open of this.opens.values())
      if (variable < open.first + open.count) return open.nameOf(variable - open.first)
    return `part ${variable}`
  }

  /**
   * The rule instances that these values of the atoms violate, found from the rules and not from the graph.
   */
  violated(values: ArrayLike<number>): ViolatedRule[] {
    const found: ViolatedRule[] = []
    this.rules.each((rule, node, weight) => {
      if (this.arena.holds(node, values)) return
      const cost = rule.weight === null ? Number.POSITIVE_INFINITY : weight
      if (cost !== 0) found.push({ ...this.rules.instance(rule), cost })
    })
    return found
  }

  /** The rule instances that these factors stand for. */
  rulesOf(factors: readonly number[]): GroundRule[] {
    const numbers = new Set(
      factors.map((factor) => this.counts.ruleOf[factor]).filter((number) => number >= 0),
    )
    const found = this.rules.describe(numbers)
    return [...numbers].sort((a, b) => a - b).map((number) => found.get(number)!)
  }

  private open(predicate: string): OpenAtoms {
    const open = this.opens.get(predicate)
    if (open !== undefined) return open
    throw new ParleyError(
      'bad-argument',
      `There is no open predicate ${predicate}.${didYouMean(predicate, this.opens.keys())}`,
    )
  }
}
