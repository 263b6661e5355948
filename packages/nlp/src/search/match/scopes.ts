// Turns a pattern into variables, one for each word to find, with tests on words and links between them. Each
// negated relation opens a scope of its own, with variables that must not be found.
import { patternError } from '../pattern/pattern-error.js'
import type { Condition, NodeSyntax, Operator, Value } from '../pattern/syntax.js'
import { labelTest } from './conditions.js'
import { relationTest } from './relations.js'
import type { TreeView } from './tree-view.js'

/** A relation between the words of two variables. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly operator: Operator
  readonly labels: readonly Value[] | null
  readonly test: (view: TreeView, a: number, b: number) => boolean
}

export interface Scope {
  /** Its variables, in the order of the pattern. Variables are numbered through all scopes. */
  readonly own: readonly number[]
  /** Conditions on its variables, and on those of the scopes around it. */
  readonly conditions: ReadonlyMap<number, readonly Condition[]>
  readonly links: readonly Link[]
  readonly negations: readonly Scope[]
}

export interface Variables {
  readonly scope: Scope
  /** Number of variables in all scopes. */
  readonly count: number
  /** The variables of the outermost scope that have names. */
  readonly names: ReadonlyMap<string, number>
}

/** The variables of a pattern. */
export function scopesOf(clauses: readonly NodeSyntax[]): Variables {
  const names = new Map<string, number>()
  const builder = new ScopeBuilder(names, { count: 0 })
  for (const clause of clauses) builder.node(clause)
  const scope = builder.finish()
  return { scope, count: builder.counter.count, names }
}

class ScopeBuilder {
  private readonly own: number[] = []
  private readonly conditions = new Map<number, Condition[]>()
  private readonly links: Link[] = []
  /** Negated relations wait until all names of the scope are known. */
  private readonly waiting: { readonly from: number; readonly relation: NodeSyntax['relations'][number] }[] =
    []

  constructor(
    /** Names of this scope and of those around it. */
    private readonly names: Map<string, number>,
    readonly counter: { count: number },
  ) {}

  /** Adds a node with its relations; returns its variable. */
  node({ name, conditions, relations, column }: NodeSyntax): number {
    const known = name === null ? undefined : this.names.get(name)
    const variable = known ?? this.counter.count++
    if (known === undefined) this.own.push(variable)
    if (name !== null) this.names.set(name, variable)
    this.conditions.set(variable, [...(this.conditions.get(variable) ?? []), ...conditions])
    for (const relation of relations)
      if (relation.negated) this.waiting.push({ from: variable, relation })
      else this.link(variable, relation, column)
    return variable
  }

  link(from: number, { operator, labels, target }: NodeSyntax['relations'][number], column: number): void {
    const to = this.node(target)
    if (from === to)
      throw patternError(
        target.column,
        `A word has no relation to itself: the node at column ${column} has the same name.`,
      )
    const label = labelTest(labels)
    this.links.push({ from, to, operator, labels, test: relationTest(operator, label) })
  }

  finish(): Scope {
    const negations = this.waiting.map(({ from, relation }) => {
      const inner = new ScopeBuilder(new Map(this.names), this.counter)
      inner.link(from, relation, relation.target.column)
      return inner.finish()
    })
    return { own: this.own, conditions: this.conditions, links: this.links, negations }
  }
}
