// What a kind of factor declares. Shared code asks the record of a kind (or its groups, common/group.ts) for
// a property or an operation, and never which kind it is.
import type { ProgramRows } from '../../formats/linear-program.js'
import type { FactorGraph } from '../../graph/graph.js'
import type { FactorStore } from '../../graph/store.js'
import type { Literal, Variable } from '../../graph/variable.js'
import type { Steps } from '../../limits/steps.js'
import type { GroupSource } from '../../problem/group-source.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { Reduction } from '../../problem/reduce.js'
import type { FactorGroup } from './group.js'

/** A kind of factor that the solvers implement. `Label` are the names under which users add its factors. */
export interface FactorKind<Label extends string = string> {
  /** Place in the registry. The factors of a compiled problem are in the order of their codes. */
  readonly code: number
  /** Name of its groups. */
  readonly name: string
  readonly forms: readonly FactorForm<Label>[]
  /** True if its factors forbid nothing. */
  readonly soft?: boolean
  /**
   * True if only its answers show what a factor allows: propagation and search cannot look inside, and
   * `verify` trusts it.
   */
  readonly opaque?: boolean

  /** Score of a factor under the values of the graph's slots, which make `ones` of its literals true. */
  score(graph: FactorGraph, factor: number, values: ArrayLike<number>, ones: number): number
  /**
   * Index in `params` of the first of the scores that a factor adds, which end with its parameters; `from` is
   * the index of its first parameter. Missing if its factors only forbid.
   */
  firstScore?(params: Float64Array, from: number): number
  /**
   * The largest absolute value that the scores can add up to. By default the largest of the scores from
   * `firstScore` on.
   */
  largestScore?(params: Float64Array): number
  /** False if a factor with these parameters forbids nothing. Missing if every factor forbids something. */
  forbids?(params: Float64Array): boolean
  /** Makes the parameters of a factor of `from` valid in `to`. Missing if they do not depend on the graph. */
  moveParams?(params: Float64Array, from: FactorGraph, to: FactorGraph): void

  /**
   * Unit propagation: writes what follows from the known literals into `state`, which holds −1 (free), 0 or 1
   * for each of the n literals; `ones` are true and `free` are free. False if the factor cannot be satisfied.
   * Missing if nothing ever follows.
   */
  propagate?(state: Int8Array, n: number, params: Float64Array, ones: number, free: number): boolean
  /** Whether something may follow while all literals are free, of which there are at least two. */
  impliesAlone?(store: FactorStore, factor: number): boolean
  /** Adds the simplified factor to the reduction. Propagation has drawn all implications before. */
  reduce(reduction: Reduction, factor: number): void
  /**
   * Widths of the groups of literals of which a factor makes exactly one true; 0 stands for a single literal
   * without that condition. Missing if there are no such groups.
   */
  widths?(params: Float64Array): Float64Array
  /** From 0 to 63: factors with equal keys are next to each other. By default the number of links. */
  sortKey?(store: FactorStore, factor: number): number

  /** Makes the group of all factors of the kind in a compiled problem; null if it was stopped. */
  makeGroup(source: GroupSource): FactorGroup | Steps<FactorGroup | null>
  /** Makes the same group in another thread. Missing if groups have no `parts`. */
  groupFromParts?(links: ProblemLinks, first: number, count: number, parts: GroupParts): FactorGroup

  /** Adds the inequalities of its polytope. Missing if it has no linear program. */
  inequalities?(rows: ProgramRows, literals: Int32Array, params: Float64Array, describe: () => string): void
  /** What a drawing shows beside its name; `short` writes a number in few digits. */
  detail?(params: Float64Array, short: (value: number) => string): string
}

/** A way of adding a factor, by its name: its JSON (docs/json-format.md). */
export interface FactorForm<Label extends string = string> {
  readonly label: Label
  /** The kind that its factors are stored as, if it is another. */
  readonly storedAs?: FactorKind
  /** Missing if the factor holds functions, which cannot be written to a file. */
  readonly json?: {
    /** Fields besides `kind` and `name`. */
    readonly fields: readonly string[]
    read(graph: FactorGraph, from: JsonFields, name: string | undefined): void
    write(factor: JsonFactor): object
  }
}

/** The arrays of a group that other threads share. */
export type GroupParts = readonly (Float64Array | Int32Array)[]

/** The fields of a factor that is being read. A missing or wrong field is an error that names its place. */
export interface JsonFields {
  has(field: string): boolean
  literal(field: string): Literal
  literals(field: string): Literal[]
  /** A variable, a literal, or a list of literals exactly one of which is true. */
  variable(field: string): Variable | Literal | Literal[]
  variables(field: string): (Variable | Literal | Literal[])[]
  number(field: string): number
  /** With `forbidden`, null stands for −Infinity. */
  numbers(field: string, forbidden?: boolean): Float64Array
  flag(field: string): boolean
  complain(field: string, message: string): Error
}

/** A factor that is being written. */
export interface JsonFactor {
  readonly params: Float64Array
  readonly literals: readonly number[]
  literal(encoded: number): unknown
  /** All literals. */
  all(): unknown[]
  /** Groups of these widths, each a variable if it has the values of one. */
  variables(widths: Float64Array): unknown[]
}
