// The domains, predicates and functions that all random programs have.
import type { Member, Program } from '../src/syntax/ast.js'

/** The domains of all random programs. */
export const MEMBERS = { number: [1, 2, 3], colour: ['red', 'green'] } as const satisfies Record<
  string,
  readonly Member[]
>
export type DomainName = keyof typeof MEMBERS

/** Predicates by name, with the domains of their arguments. */
export const OPENS: Record<string, readonly DomainName[]> = {
  p: ['number'],
  q: ['colour'],
  r: ['number', 'colour'],
  s: [],
}
export const GIVENS: Record<string, readonly DomainName[]> = { g: ['number', 'number'], h: ['colour'] }
/** p, q, r and s have 3 + 2 + 6 + 1 atoms; `both` is defined. */
export const DEFINED: Record<string, readonly DomainName[]> = { both: ['number', 'colour'] }

export interface RandomProgram {
  readonly program: Program
  /** Score of each atom, by name: `r(2, red)`. */
  readonly scores: ReadonlyMap<string, number>
  /** The given atoms. */
  readonly given: ReadonlySet<string>
  readonly f: readonly number[]
}

/** The colours that `favourite(1)` to `favourite(3)` are. */
export const FAVOURITE = ['red', 'green', 'red']

/** The name of an atom. */
export function atomName(name: string, members: readonly Member[]): string {
  return members.length === 0 ? name : `${name}(${members.join(', ')})`
}
