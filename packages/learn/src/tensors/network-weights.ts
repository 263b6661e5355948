// What a network reads: parameters that are learned, or those of a model file.
import type { Matrix, Table } from '../bytes/byte-matrix.js'
import type { Workspace } from '../network/workspace.js'
import type { Tensor } from './tensor.js'

/** Named parameters. */
export interface NetworkWeights {
  readonly memory: Workspace
  /** A row of floats, such as a bias. */
  of(name: string): Tensor
  /** What `linear` multiplies with. */
  matrix(name: string): Matrix
  /** What `embedding` reads. */
  table(name: string): Table
}
