// Small random programs over every connective and quantifier.
import { Random } from '@parleyjs/core/internal'
import type { Binder, CompareOperator, Formula, Member, Statement, Term } from '../src/syntax/ast.js'
import { evaluateGiven } from './meaning.js'
import {
  atomName,
  DEFINED,
  type DomainName,
  FAVOURITE,
  GIVENS,
  MEMBERS,
  OPENS,
  type RandomProgram,
} from './random-vocabulary.js'

/** Numbers in [0, 1), mulberry32. */
export function randomSource(seed: number): () => number {
  const random = new Random((seed + 1) * 0x9e3779b9)
  return () => random.uniform()
}

interface Variable {
  readonly name: string
  readonly domain: DomainName
}

class Generator {
  private fresh = 0

  constructor(private readonly random: () => number) {}

  below(n: number): number {
    return Math.floor(this.random() * n)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** A multiple of 1/8, so that sums are exact. */
  score(): number {
    return (this.below(33) - 16) / 8
  }

  formula(depth: number, scope: readonly Variable[], open: boolean): Formula {
    const place = null
    if (depth === 0) return this.leaf(scope, open)
    const inner = () => this.formula(depth - 1, scope, open)
    const several = () => Array.from({ length: 2 + this.below(2) }, inner)
    switch (this.below(13)) {
      case 0:
      case 1:
        return { kind: 'not', of: inner(), place }
      case 2:
        return { kind: 'and', parts: several(), place }
      case 3:
        return { kind: 'or', parts: several(), place }
      case 4:
        return { kind: 'parity', parts: several(), place }
      case 5:
      case 6:
        return { kind: 'implies', left: inner(), right: inner(), place }
      case 7:
        return { kind: 'iff', left: inner(), right: inner(), place }
      case 8:
        return {
          kind: 'counted',
          bound: this.pick(['at most', 'at least', 'exactly'] as const),
          limit: this.count(3),
          parts: Array.from({ length: 2 + this.below(4) }, inner),
          place,
        }
      case 9:
        return this.leaf(scope, open)
      default:
        return this.quantified(depth, scope, open)
    }
  }

  private count(most: number): Term {
    return { kind: 'number', value: this.below(most + 1), place: null }
  }

  private quantified(depth: number, scope: readonly Variable[], open: boolean): Formula {
    const quantifier = this.pick(['forall', 'exists', 'exists!', 'at most', 'at least', 'exactly'] as const)
    const variables: Binder[] = []
    const inside = [...scope]
    for (let i = 0; i < 1 + this.below(2); i++) {
      const domain: DomainName = this.random() < 0.5 ? 'number' : 'colour'
      const name = `v${this.fresh++}`
      const interval = domain === 'number' && this.random() < 0.4
      const low = this.term('number', inside)
      const range = interval
        ? ({ kind: 'interval', low, high: this.term('number', inside) } as const)
        : ({ kind: 'domain', name: domain } as const)
      variables.push({ name, range, place: null })
      inside.push({ name, domain })
    }
    const where = this.random() < 0.3 ? this.formula(1, inside, false) : null
    const limit = quantifier.startsWith('at ') || quantifier === 'exactly' ? this.count(3) : null
    return {
      kind: 'quantified',
      quantifier,
      limit,
      variables,
      where,
      body: this.formula(depth - 1, inside, open),
      place: null,
    }
  }

  private leaf(scope: readonly Variable[], open: boolean): Formula {
    const place = null
    const kind = this.random()
    if (kind < 0.04) return { kind: 'truth', value: this.random() < 0.5, place }
    if (kind < 0.16) return this.comparison(scope)
    if (kind < 0.28 || !open) return this.atom(GIVENS, scope)
    if (kind < 0.36) return this.atom(DEFINED, scope)
    if (kind < 0.44) {
      // An argument that must be kept inside its domain by a condition on its left.
      const n = this.term('number', scope)
      const next: Term = { kind: 'arithmetic', operator: '+', left: n, right: number(1), place }
      const guard: Formula = { kind: 'compare', operator: '<', left: n, right: number(3), place }
      return { kind: 'and', parts: [guard, { kind: 'atom', name: 'p', args: [next], place }], place }
    }
    return this.atom(OPENS, scope)
  }

  private atom(predicates: Record<string, readonly DomainName[]>, scope: readonly Variable[]): Formula {
    const name = this.pick(Object.keys(predicates))
    return {
      kind: 'atom',
      name,
      args: predicates[name].map((domain) => this.term(domain, scope)),
      place: null,
    }
  }

  private comparison(scope: readonly Variable[]): Formula {
    const place = null
    if (this.random() < 0.3)
      return {
        kind: 'compare',
        operator: this.random() < 0.5 ? '=' : '!=',
        left: this.term('colour', scope),
        right: this.term('colour', scope),
        place,
      }
    const operator = this.pick<CompareOperator>(['=', '!=', '<', '<=', '>', '>='])
    const left: Term =
      this.random() < 0.4
        ? { kind: 'call', name: 'f', args: [this.term('number', scope)], place }
        : this.term('number', scope)
    return { kind: 'compare', operator, left, right: this.term('number', scope), place }
  }

  /**
   * A variable or a member. A colour by itself would not say its domain, so both are listed in the program.
   */
  private term(domain: DomainName, scope: readonly Variable[]): Term {
    const fitting = scope.filter((variable) => variable.domain === domain)
    if (fitting.length > 0 && this.random() < 0.8)
      return { kind: 'variable', name: this.pick(fitting).name, domain: null, place: null }
    if (domain === 'number') return number(this.pick(MEMBERS.number))
    return { kind: 'call', name: 'favourite', args: [number(1 + this.below(3))], place: null }
  }

  weight(scope: readonly Variable[]): Term {
    const numbers = scope.filter(({ domain }) => domain === 'number')
    if (numbers.length > 0 && this.random() < 0.5)
      return {
        kind: 'arithmetic',
        operator: '*',
        left: { kind: 'call', name: 'f', args: [variable(this.pick(numbers).name)], place: null },
        right: number(0.5),
        place: null,
      }
    return number(this.score())
  }
}

function number(value: number): Term {
  return { kind: 'number', value, place: null }
}

function variable(name: string): Term {
  return { kind: 'variable', name, domain: null, place: null }
}

/** All tuples of members. */
function tuples(domains: readonly DomainName[]): Member[][] {
  return domains.reduce<Member[][]>(
    (all, domain) => all.flatMap((tuple) => MEMBERS[domain].map((member) => [...tuple, member])),
    [[]],
  )
}

export function randomProgram(seed: number): RandomProgram {
  const random = randomSource(seed)
  const make = new Generator(random)
  const place = null
  const given = new Set<string>()
  const scores = new Map<string, number>()
  const f = MEMBERS.number.map(() => make.below(5) - 1)
  const params = (domains: readonly DomainName[]) =>
    domains.map((domain, i) => ({ name: `a${i}`, domain, place }) as const)
  const statements: Statement[] = [
    {
      kind: 'domain',
      name: 'number',
      members: { kind: 'interval', low: number(1), high: number(3) },
      place,
    },
    { kind: 'domain', name: 'colour', members: { kind: 'list', members: MEMBERS.colour }, place },
    {
      kind: 'function',
      name: 'f',
      params: params(['number']),
      result: null,
      otherwise: null,
      table: { rows: f.map((value, i) => ({ cells: [i + 1], value, place })) },
      place,
    },
    {
      kind: 'function',
      name: 'favourite',
      params: params(['number']),
      result: 'colour',
      otherwise: null,
      table: { rows: FAVOURITE.map((value, i) => ({ cells: [i + 1], value, place })) },
      place,
    },
  ]
  for (const [name, domains] of Object.entries(GIVENS)) {
    const rows = tuples(domains).filter(() => random() < 0.5)
    for (const row of rows) given.add(atomName(name, row))
    const table = { rows: rows.map((cells) => ({ cells, value: null, place })) }
    statements.push({ kind: 'given', name, params: params(domains), table, place })
  }
  for (const [name, domains] of Object.entries(OPENS)) {
    const restricted = name === 'r' && random() < 0.5
    const where: Formula | null = restricted
      ? make.formula(1, [{ name: 'a0', domain: 'number' }], false)
      : null
    const atoms = tuples(domains).filter(
      ([first]) => where === null || evaluateGiven(where, { a0: first }, { given, f }),
    )
    const rows = atoms.map((cells) => ({ cells, value: make.score(), place }))
    for (const { cells, value } of rows) scores.set(atomName(name, cells), value)
    const score = domains.length === 0 ? number(rows[0].value) : { rows }
    statements.push({ kind: 'open', name, params: params(domains), where, score, place })
  }
  statements.push({
    kind: 'definition',
    name: null,
    head: {
      kind: 'atom',
      name: 'both',
      args: [
        { kind: 'variable', name: 'n', domain: 'number', place },
        { kind: 'variable', name: 'c', domain: 'colour', place },
      ],
      place,
    },
    body: {
      kind: random() < 0.5 ? 'and' : 'or',
      parts: [
        { kind: 'atom', name: 'p', args: [variable('n')], place },
        { kind: 'atom', name: 'q', args: [variable('c')], place },
      ],
      place,
    },
    where: null,
    place,
  })
  const rules = 1 + make.below(3)
  for (let i = 0; i < rules; i++) {
    if (random() < 0.2) {
      // A definition of an open predicate, often of the sort that also says "at most one".
      const head = { kind: 'atom', name: 'p', args: [variable('n')], place } as const
      const scope: Variable[] = [{ name: 'n', domain: 'number' }]
      statements.push({
        kind: 'definition',
        name: null,
        head,
        body: make.formula(2, scope, true),
        where: null,
        place,
      })
      continue
    }
    const scope: Variable[] = random() < 0.5 ? [{ name: 'n', domain: 'number' }] : []
    const body = make.formula(1 + make.below(3), scope, true)
    const variables = scope.map(
      ({ name, domain }) => ({ name, range: { kind: 'domain', name: domain }, place }) as const,
    )
    const formula: Formula =
      scope.length === 0
        ? body
        : { kind: 'quantified', quantifier: 'forall', limit: null, variables, where: null, body, place }
    const soft = random() < 0.6
    statements.push({
      kind: 'rule',
      name: `rule ${i}`,
      weight: soft ? make.weight([]) : null,
      formula,
      where: null,
      place,
    })
  }
  return { program: { statements, source: null }, scores, given, f }
}
