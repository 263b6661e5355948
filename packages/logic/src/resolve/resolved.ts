// A program whose names are resolved: the output of `resolve` and the input of grounding.
import type { ParleyError } from '@parleyjs/core'
import type {
  Atom,
  Binder,
  Definition,
  DomainDeclaration,
  Formula,
  FunctionDeclaration,
  GivenDeclaration,
  OpenDeclaration,
  Param,
  Rule,
  Term,
} from '../syntax/ast.js'
import type { Place, Source } from '../syntax/place.js'

/** A variable with its range. */
export interface Ranged extends Binder {
  readonly range: NonNullable<Binder['range']>
}

/**
 * A statement to be grounded: one ground rule for each combination of values that satisfies the condition.
 */
export interface ResolvedRule {
  readonly statement: Rule | Definition
  readonly variables: readonly Ranged[]
  readonly where: Formula | null
  readonly weight: Term | null
  /** The head of `head := body`; null for other rules. */
  readonly head: Atom | null
  readonly body: Formula
}

/** A defined predicate that is replaced by its body. */
export interface Macro {
  readonly name: string
  readonly params: readonly (Param & { readonly name: string })[]
  readonly where: Formula | null
  readonly body: Formula
  readonly place: Place | null
}

export interface Resolved {
  readonly source: Source | null
  readonly domains: ReadonlyMap<string, DomainDeclaration>
  readonly givens: ReadonlyMap<string, GivenDeclaration>
  readonly functions: ReadonlyMap<string, FunctionDeclaration>
  readonly opens: ReadonlyMap<string, OpenDeclaration>
  readonly macros: ReadonlyMap<string, Macro>
  readonly rules: readonly ResolvedRule[]
  readonly problems: readonly ParleyError[]
}
