// What the kinds over single literals share: truth of literals, propagation by counts, and reduction.
import type { Reduction } from '../../problem/reduce.js'
import type { FactorForm, FactorKind } from './kind.js'

/** Whether an encoded literal is true under the values of all slots. */
export function isTrue(literal: number, values: ArrayLike<number>): boolean {
  return (values[literal >> 1] === 1) !== ((literal & 1) === 1)
}

/** The score of a factor that only forbids. */
export function allowed(ok: boolean): number {
  return ok ? 0 : Number.NEGATIVE_INFINITY
}

/** Gives all free literals this value. */
export function fillFree(state: Int8Array, n: number, value: number): void {
  for (let i = 0; i < n; i++) if (state[i] === -1) state[i] = value
}

/** Keeps the factor over the free literals, if there are at least `fewest` and none of the others is true. */
export function reduceUnlessTrue(kind: FactorKind, reduction: Reduction, factor: number, fewest = 1): void {
  const ones = reduction.collectFree(factor)
  const { literals, origins } = reduction
  if (ones === 0 && literals.length >= fewest) reduction.emit(kind, factor, literals, origins, [])
}

/** The JSON of a factor over a list of literals, without parameters. */
export function overLiterals<Label extends string>(
  label: Label,
  method: 'xor' | 'atMostOne' | 'or',
): FactorForm<Label> {
  return {
    label,
    json: {
      fields: ['literals'],
      read: (graph, from, name) => graph[method](from.literals('literals'), name),
      write: (factor) => ({ literals: factor.all() }),
    },
  }
}
