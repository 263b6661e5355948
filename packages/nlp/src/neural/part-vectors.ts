// Scores of the parts of a sentence by a network, from the vectors of its words in their roles. The word
// "none", which begins and ends lists of modifiers, is a row of zeros before the layers of roles.
import { linear, type NetworkWeights, rectified, type Tape, type Tensor } from '@parleyjs/learn'
import type { PartScores } from '../tasks/parse/tree-scores.js'
import { LEAK } from './network.js'
import type { RoleSet } from './part-roles.js'

/** The vectors of words in each role: a tensor per role, with a row per word and one for "none". */
export type RoleTensors = readonly { readonly set: RoleSet; readonly roles: readonly Tensor[] }[]

/** Computes the vectors of roles; `words` has a row per word, the root first, and a last row of zeros. */
export function roleTensors(
  tape: Tape,
  parameters: NetworkWeights,
  sets: readonly RoleSet[],
  words: Tensor,
): RoleTensors {
  const layer = (name: string) =>
    rectified(tape, linear(tape, words, parameters.matrix(name), parameters.of(`${name}.bias`)), LEAK)
  return sets.map((set) => ({ set, roles: set.names.map(layer) }))
}

/** Copies of the vectors of a set of roles. */
interface RoleVectors {
  readonly vectors: readonly Float32Array[]
  readonly columns: number
  /** No part scores more. */
  readonly most: number
}

/** Scores parts by copies of vectors. */
export class PartVectors implements PartScores {
  private sets: (RoleVectors | undefined)[] = []

  /** `load` takes the vectors of the sentence that was read last: it calls `take`. */
  constructor(private readonly load: (vectors: PartVectors) => void) {}

  begin(): void {
    this.load(this)
  }

  take(tensors: RoleTensors, floats: Float32Array): void {
    this.sets = []
    for (const { set, roles } of tensors) {
      const vectors = roles.map((role) => copyOf(role, floats))
      const [{ columns, rows }] = roles
      this.sets[2 * set.kind + set.side] = { vectors, columns, most: mostOf(vectors, rows, columns) }
    }
  }

  score(kind: number, a: number, b: number, c = 0, d = 0): number {
    const isRight = kind === SIBLING && d === 1
    const set = this.sets[2 * kind + (isRight ? 1 : 0)]
    if (set === undefined) return 0
    const { vectors, columns } = set
    const [first, second, third] = vectors
    const [i, j, k] = [a * columns, b * columns, c * columns]
    let sum = 0
    if (vectors.length === 3)
      for (let r = 0; r < columns; r++) sum += first[i + r] * second[j + r] * third[k + r]
    else {
      const fourth = vectors[3]
      const l = d * columns
      for (let r = 0; r < columns; r++) sum += first[i + r] * second[j + r] * third[k + r] * fourth[l + r]
    }
    return sum
  }

  most(kind: number): number {
    return Math.max(0, this.sets[2 * kind]?.most ?? 0, this.sets[2 * kind + 1]?.most ?? 0)
  }
}

const SIBLING = 1

function copyOf({ at, rows, columns, step }: Tensor, floats: Float32Array): Float32Array {
  const copy = new Float32Array(rows * columns)
  for (let i = 0; i < rows; i++) {
    const from = (at >> 2) + i * step
    copy.set(floats.subarray(from, from + columns), i * columns)
  }
  return copy
}

/** An upper bound on the products: the sum over columns of the products of the largest sizes. */
function mostOf(vectors: readonly Float32Array[], rows: number, columns: number): number {
  let sum = 0
  for (let r = 0; r < columns; r++) {
    let product = 1
    for (const vector of vectors) {
      let largest = 0
      for (let i = 0; i < rows; i++) largest = Math.max(largest, Math.abs(vector[i * columns + r]))
      product *= largest
    }
    sum += product
  }
  return sum
}
