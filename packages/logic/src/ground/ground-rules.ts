// Enumerates the instances of all rules, always in the same order, so that a number identifies an instance.
import { SCORE_LIMIT } from '@parleyjs/core/internal'
import type { Bound } from '../compile/bind.js'
import type { Compiler, Ground } from '../compile/compile.js'
import type { Scope } from '../compile/compile-term.js'
import type { Loop } from '../compile/loop.js'
import type { Arena } from '../emit/arena.js'
import type { ResolvedRule } from '../resolve/resolved.js'
import type { Term } from '../syntax/ast.js'
import { errorAt } from '../syntax/place.js'
import { printStatement } from '../syntax/print.js'
import { argumentsOf } from '../syntax/walk.js'
import { type LinearScore, linearScore } from './learned-scores.js'

/** Called with each instance: its formula, the weight of a soft rule, and its number. */
export type VisitRule = (
  rule: ResolvedRule,
  node: number,
  weight: number,
  number: number,
  learned: LinearScore | null,
) => void

/** An instance of a rule in readable form. */
export interface GroundRule {
  /** The name of the rule, or its text if it has none. */
  readonly rule: string
  readonly named: boolean
  /** The line of the rule; null if it was built in TypeScript. */
  readonly line: number | null
  /** The rule with the values in place of the variables. */
  readonly text: string
  /** The values of its variables. */
  readonly values: Readonly<Record<string, string | number>>
}

interface Compiled {
  readonly rule: ResolvedRule
  readonly scope: Scope
  readonly loop: Loop
  readonly ground: Ground
  readonly weight: () => number
  /** The weight with what is learned apart; null if nothing is. */
  readonly linear: (() => LinearScore) | null
}

export class GroundRules {
  /** Whether learned weights are kept apart; otherwise they have their values. */
  learning = false
  private readonly compiled: Compiled[]

  constructor(
    private readonly bound: Bound,
    readonly compiler: Compiler,
    private readonly arena: Arena,
  ) {
    this.compiled = bound.resolved.rules.map((rule) => this.compile(rule))
  }

  sizes() {
    return this.compiled.map(({ rule, loop, ground }) => ({
      rule: nameOf(rule),
      line: rule.statement.place?.line ?? null,
      combinations: loop.checks + loop.size * ground.size,
    }))
  }

  /** Visits all instances. */
  each(visit: VisitRule, upTo = Number.POSITIVE_INFINITY): void {
    const { arena } = this
    let number = 0
    for (const { rule, loop, ground, weight, linear } of this.compiled) {
      const run = loop.build(() => {
        arena.clear()
        const parts = linear === null || !this.learning ? null : linear()
        visit(rule, ground.node(), parts === null ? weight() : parts.constant, number++, parts)
        return number > upTo
      })
      if (run()) return
    }
  }

  /** Describes the instances with these numbers; stops once all of them have been described. */
  describe(numbers: ReadonlySet<number>): Map<number, GroundRule> {
    const found = new Map<number, GroundRule>()
    if (numbers.size === 0) return found
    let last = 0
    for (const number of numbers) last = Math.max(last, number)
    this.each((rule, _, __, number) => {
      if (numbers.has(number)) found.set(number, this.instance(rule))
    }, last)
    return found
  }

  /** Describes the instance that is currently visited. */
  instance(rule: ResolvedRule): GroundRule {
    const { scope } = this.compiled.find((one) => one.rule === rule)!
    const values: Record<string, string | number> = {}
    for (const { name } of rule.variables) {
      const { slot, domain } = scope.get(name)!
      const value = this.compiler.env[slot]
      values[name] = domain?.numeric === false ? domain.keys[value] : value
    }
    const say = (name: string) => (Object.hasOwn(values, name) ? String(values[name]) : undefined)
    return {
      rule: nameOf(rule),
      named: rule.statement.name !== null,
      line: rule.statement.place?.line ?? null,
      text: printStatement(withoutForall(rule), say),
      values,
    }
  }

  private compile(rule: ResolvedRule): Compiled {
    const { compiler, bound } = this
    compiler.restart()
    const scope = compiler.extend(new Map(), rule.variables)
    if (rule.head !== null) {
      const { loop } = compiler.loop(rule.variables, rule.where, TRUTH, false, scope)
      const { head, body } = rule
      const ground = compiler.body(() => compiler.definition(head, body, scope))
      return { rule, scope, loop, ground, weight: () => 0, linear: null }
    }
    const { loop, rest } = compiler.loop(rule.variables, rule.where, rule.body, true, scope)
    const ground = compiler.body(() => compiler.formula(rest, scope))
    if (rule.weight === null) return { rule, scope, loop, ground, weight: () => 0, linear: null }
    const { weight: term } = rule
    const value = compiler.terms.number(term, scope)
    const weight = () => {
      const found = value()
      if (Math.abs(found) <= SCORE_LIMIT) return found
      throw errorAt(
        bound.resolved.source,
        term.place,
        `A weight is ${found}; it must be a finite number, up to 1e10 in size.`,
      )
    }
    const linear = hasLearned(term) ? () => linearScore(compiler.terms, weight) : null
    return { rule, scope, loop, ground, weight, linear }
  }
}

/** Whether a term has a learned weight. */
export function hasLearned(term: Term): boolean {
  return term.kind === 'learn' || argumentsOf(term).some(hasLearned)
}

const TRUTH = { kind: 'truth', value: true, place: null } as const

function nameOf({ statement }: ResolvedRule): string {
  return statement.name ?? printStatement(statement)
}

/** The statement without the "forall"s whose instances are ground rules. */
function withoutForall({ statement }: ResolvedRule): ResolvedRule['statement'] {
  if (statement.kind === 'definition') return { ...statement, where: null }
  let { formula } = statement
  while (formula.kind === 'quantified' && formula.quantifier === 'forall') formula = formula.body
  return { ...statement, formula, where: null }
}
