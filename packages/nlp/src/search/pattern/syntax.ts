// A pattern as it is written: nodes with conditions, and relations between them.

/** A text that a field must equal, or an expression that the whole field must match. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'regex'
      readonly source: string
      readonly ignoreCase: boolean
      /** Column of the expression in the pattern, from 1. */
      readonly column: number
    }

/** A condition on a word. */
export interface Condition {
  /** Number of the column of CoNLL-U. */
  readonly field: number
  /** A key of FEATS or MISC, or null for the whole column. */
  readonly key: string | null
  readonly negated: boolean
  /** One of these; null: the field must be present. */
  readonly values: readonly Value[] | null
}

/** The relations `a OP b` of two words, longest first. */
export const OPERATORS = ['$++', '$--', '$+', '$-', '$', '>>', '<<', '>', '<', '..', '.', '--', '-'] as const

export type Operator = (typeof OPERATORS)[number]

export interface Relation {
  readonly operator: Operator
  /** The relation must not hold for any word. */
  readonly negated: boolean
  /** The label of the arc is one of these; null: any label. */
  readonly labels: readonly Value[] | null
  readonly target: NodeSyntax
}

export interface NodeSyntax {
  readonly conditions: readonly Condition[]
  readonly name: string | null
  /** Column of the node in the pattern, from 1. */
  readonly column: number
  readonly relations: readonly Relation[]
}
