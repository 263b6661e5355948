/** Who links whom, in flat arrays. */
export interface ProblemLinks {
  /** Slot of each link. */
  readonly linkSlot: Int32Array
  /** 1 where the factor sees 1 − slot. */
  readonly linkNegated: Uint8Array
  /** Links of factor f: factorStart[f] … factorStart[f + 1] − 1. */
  readonly factorStart: Int32Array
}
