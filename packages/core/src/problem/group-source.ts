// What a kind needs to make its group: the reduced factors of the kind, in the order of the compiled problem.
import type { Factor } from '../kinds/custom/factor.js'
import type { Room } from '../threads/room.js'
import type { ProblemLinks } from './links.js'
import type { Reduction } from './reduce.js'

export class GroupSource {
  constructor(
    private readonly reduction: Reduction,
    /** Index in the reduction of each factor of the problem. */
    private readonly order: Int32Array,
    readonly links: ProblemLinks,
    /** First factor of the group. */
    readonly first: number,
    /** Number of factors. */
    readonly count: number,
    /** Fixed value of each slot; −1 if it is free. */
    readonly fixed: Int8Array,
    /** Where arrays that other threads read are made. */
    readonly room: Room,
  ) {}

  get customFactors(): readonly Factor[] {
    return this.reduction.graph.customFactors
  }

  /** The parameters of factor k of the group. */
  paramsOf(k: number): Float64Array {
    return this.reduction.factors.paramsOf(this.order[this.first + k])
  }

  /** Parameter i of factor k of the group. */
  param(k: number, i: number): number {
    const { params, paramStart } = this.reduction.factors
    return params.data[paramStart.data[this.order[this.first + k]] + i]
  }

  /** Parameter i of every factor. */
  column(i: number): Float64Array {
    const values = this.room.floats(this.count)
    for (let k = 0; k < this.count; k++) values[k] = this.param(k, i)
    return values
  }
}
