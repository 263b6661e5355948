// The syntax tree of a program: the parser and the builder produce it, and the grounder compiles it.
import type { Place, Source } from './place.js'

/** A member of a domain, as users write it. */
export type Member = string | number

/** A term: a number or a member of a domain. */
export type Term =
  | { readonly kind: 'number'; readonly value: number; readonly place: Place | null }
  | { readonly kind: 'symbol'; readonly text: string; readonly place: Place | null }
  | {
      readonly kind: 'variable'
      readonly name: string
      /** The domain it ranges over, where it is written: `h: word` in the head of a definition. */
      readonly domain: string | null
      readonly place: Place | null
    }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: readonly Term[]
      readonly place: Place | null
    }
  | {
      readonly kind: 'arithmetic'
      readonly operator: ArithmeticOperator
      readonly left: Term
      readonly right: Term
      readonly place: Place | null
    }
  | { readonly kind: 'negative'; readonly of: Term; readonly place: Place | null }
  /** A weight that is learned: one for each combination of the values of its arguments. */
  | {
      readonly kind: 'learn'
      /** What the names of its weights begin with. */
      readonly owner: string
      readonly args: readonly Term[]
      readonly place: Place | null
    }

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'
export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>='
export type CountBound = 'at most' | 'at least' | 'exactly'

export interface Atom {
  readonly kind: 'atom'
  readonly name: string
  readonly args: readonly Term[]
  readonly place: Place | null
}

export interface Quantified {
  readonly kind: 'quantified'
  readonly quantifier: 'forall' | 'exists' | 'exists!' | CountBound
  /** The number in a counting quantifier. */
  readonly limit: Term | null
  readonly variables: readonly Binder[]
  readonly where: Formula | null
  readonly body: Formula
  readonly place: Place | null
}

/** Something that is true or false. `parity` is ⊕: true if an odd number of its parts are true. */
export type Formula =
  | { readonly kind: 'truth'; readonly value: boolean; readonly place: Place | null }
  | Atom
  | {
      readonly kind: 'compare'
      readonly operator: CompareOperator
      readonly left: Term
      readonly right: Term
      readonly place: Place | null
    }
  | { readonly kind: 'not'; readonly of: Formula; readonly place: Place | null }
  | {
      readonly kind: 'and' | 'or' | 'parity'
      readonly parts: readonly Formula[]
      readonly place: Place | null
    }
  | {
      readonly kind: 'implies' | 'iff'
      readonly left: Formula
      readonly right: Formula
      readonly place: Place | null
    }
  | {
      readonly kind: 'counted'
      readonly bound: CountBound
      readonly limit: Term
      readonly parts: readonly Formula[]
      readonly place: Place | null
    }
  | Quantified

/** A variable of a quantifier. Without a range, its range is inferred from the predicates that use it. */
export interface Binder {
  readonly name: string
  readonly range:
    | { readonly kind: 'domain'; readonly name: string }
    | { readonly kind: 'interval'; readonly low: Term; readonly high: Term }
    | null
  readonly place: Place | null
}

/** An argument place of a predicate or function. */
export interface Param {
  readonly name: string | null
  readonly domain: string
  readonly place: Place | null
}

/** Data written in the program: tuples, with a value for functions and scores. */
export interface InlineTable {
  readonly rows: readonly InlineRow[]
}

export interface InlineRow {
  readonly cells: readonly Member[]
  readonly value: Member | null
  readonly place: Place | null
}

export interface DomainDeclaration {
  readonly kind: 'domain'
  readonly name: string
  readonly members:
    | null // null: the members come from the data
    | { readonly kind: 'list'; readonly members: readonly Member[] }
    | { readonly kind: 'interval'; readonly low: Term; readonly high: Term }
  readonly place: Place | null
}

export interface GivenDeclaration {
  readonly kind: 'given'
  readonly name: string
  readonly params: readonly Param[]
  readonly table: InlineTable | null
  readonly place: Place | null
}

export interface FunctionDeclaration {
  readonly kind: 'function'
  readonly name: string
  readonly params: readonly Param[]
  /** The domain of its values; null for numbers. */
  readonly result: string | null
  /** The value for tuples that the table does not contain. */
  readonly otherwise: number | null
  readonly table: InlineTable | null
  readonly place: Place | null
}

export interface OpenDeclaration {
  readonly kind: 'open'
  readonly name: string
  readonly params: readonly Param[]
  /** The condition under which an atom exists; atoms that do not exist are false. */
  readonly where: Formula | null
  readonly score: Term | InlineTable | null
  readonly place: Place | null
}

/** A rule that holds for all values of its free variables. Without a weight it is hard. */
export interface Rule {
  readonly kind: 'rule'
  readonly name: string | null
  readonly weight: Term | null
  readonly formula: Formula
  readonly where: Formula | null
  readonly place: Place | null
}

/** `head := body` */
export interface Definition {
  readonly kind: 'definition'
  readonly name: string | null
  readonly head: Atom
  readonly body: Formula
  readonly where: Formula | null
  readonly place: Place | null
}

export type Declaration = DomainDeclaration | GivenDeclaration | FunctionDeclaration | OpenDeclaration
export type Statement = Declaration | Rule | Definition

/** What `parseRules` returns and `RuleBuilder` builds; `ground` makes a factor graph of it. */
export interface Program {
  readonly statements: readonly Statement[]
  /** Null for programs built in TypeScript. */
  readonly source: Source | null
}
