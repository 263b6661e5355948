// The symbol table of a program: what is declared, and what a name in a formula may refer to.
import type { ParleyError } from '@parleyjs/core'
import { didYouMean } from '@parleyjs/core/internal'
import type {
  Atom,
  DomainDeclaration,
  Formula,
  FunctionDeclaration,
  GivenDeclaration,
  OpenDeclaration,
  Param,
  Statement,
} from '../syntax/ast.js'
import type { Place } from '../syntax/place.js'
import { partsOf } from '../syntax/walk.js'

/** Built-in functions, with the number of their arguments. */
const BUILTINS: Readonly<Record<string, number>> = { abs: 1, min: 2, max: 2 }

interface DefinedDeclaration {
  readonly kind: 'defined'
  readonly name: string
  readonly params: readonly Param[]
  readonly body: Formula
  readonly place: Place | null
}

/** A predicate or function. */
export type Declared = GivenDeclaration | FunctionDeclaration | OpenDeclaration | DefinedDeclaration

export class Names {
  private readonly domains = new Map<string, DomainDeclaration>()
  private readonly declared = new Map<string, Declared>()
  /** Members of domains that are listed in the program, each with its domain. */
  private readonly members = new Map<string, string>()

  constructor(private readonly errorAt: (place: Place | null, message: string) => ParleyError) {}

  /** Records a declaration; rules and definitions declare nothing. */
  declare(statement: Statement | DefinedDeclaration): void {
    if (statement.kind === 'rule' || statement.kind === 'definition') return
    const { name, place } = statement
    if (statement.kind === 'domain') {
      if (this.domains.has(name)) throw this.errorAt(place, `The domain ${name} is declared twice.`)
      this.domains.set(name, statement)
      if (statement.members?.kind === 'list')
        for (const member of statement.members.members)
          if (typeof member === 'string') this.members.set(member, name)
      return
    }
    if (this.declared.has(name)) throw this.errorAt(place, `${name} is declared twice.`)
    if (Object.hasOwn(BUILTINS, name))
      throw this.errorAt(place, `${name} is a function that every program has. Choose another name.`)
    this.declared.set(name, statement)
  }

  get(name: string): Declared | undefined {
    return this.declared.get(name)
  }

  isFunction(name: string): boolean {
    return this.declared.get(name)?.kind === 'function'
  }

  isMember(name: string): boolean {
    return this.members.has(name)
  }

  /** Whether the name by itself means something other than a variable. */
  isConstant(name: string): boolean {
    return this.members.has(name) || (this.isFunction(name) && this.get(name)!.params.length === 0)
  }

  constantKind(name: string): string {
    return this.members.has(name) ? `a member of the domain ${this.members.get(name)}` : 'a constant'
  }

  constants(): string[] {
    return [...this.members.keys(), ...this.declared.keys()].filter((name) => this.isConstant(name))
  }

  /** The first atom in the formula that is to be decided; null if there is no such atom. */
  openAtom(formula: Formula): Atom | null {
    if (formula.kind === 'atom') {
      const declared = this.get(formula.name)
      if (declared?.kind === 'open') return formula
      return declared?.kind === 'defined' && this.openAtom(declared.body) !== null ? formula : null
    }
    for (const part of partsOf(formula)) {
      const found = this.openAtom(part)
      if (found !== null) return found
    }
    return null
  }

  requireDomain(name: string, place: Place | null): void {
    if (this.domains.has(name)) return
    throw this.errorAt(
      place,
      `There is no domain ${name}.${didYouMean(name, this.domains.keys()) || ` Declare it: "domain ${name}".`}`,
    )
  }

  checkDomains(statement: Statement): void {
    if (!('params' in statement)) return
    for (const { domain, place } of statement.params) this.requireDomain(domain, place)
    if (statement.kind === 'function' && statement.result !== null)
      this.requireDomain(statement.result, statement.place)
  }

  /** Checks that `name` can be used with `count` arguments as a predicate or a function. */
  check(
    name: string,
    count: number,
    wanted: 'predicate' | 'function',
    place: Place | null,
    more: Iterable<string>,
  ): void {
    const builtin = wanted === 'function' && Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined
    const declared = this.get(name)
    if (builtin === undefined && declared === undefined) {
      const known = Array.from(this.declared.values())
        .filter(({ kind }) => (kind === 'function') === (wanted === 'function'))
        .map((one) => one.name)
      const more_ = wanted === 'predicate' ? [...known, ...more] : [...known, ...Object.keys(BUILTINS)]
      const how = wanted === 'predicate' ? `"open ${name}(…)" or "given ${name}(…)"` : `"function ${name}(…)"`
      throw this.errorAt(
        place,
        `There is no ${wanted} ${name}.${didYouMean(name, more_) || ` Declare it: ${how}.`}`,
      )
    }
    if (declared !== undefined && (declared.kind === 'function') !== (wanted === 'function'))
      throw this.errorAt(
        place,
        declared.kind === 'function'
          ? `${name} is a function: it has a value, and is not true or false. Compare it, as in "${name}(…) > 0".`
          : `${name} is a predicate: it is true or false, and has no value to calculate with.`,
      )
    const arity = builtin ?? declared!.params.length
    if (count !== arity)
      throw this.errorAt(place, `${name} takes ${arity} ${plural(arity, 'argument')}, but has ${count} here.`)
  }

  tables() {
    const { domains } = this
    const givens = new Map<string, GivenDeclaration>()
    const functions = new Map<string, FunctionDeclaration>()
    for (const [name, one] of this.declared) {
      if (one.kind === 'given') givens.set(name, one)
      else if (one.kind === 'function') functions.set(name, one)
    }
    return { domains, givens, functions }
  }
}

export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`
}
