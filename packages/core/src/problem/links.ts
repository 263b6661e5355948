/** The links between factors and slots, in flat arrays. */
export interface ProblemLinks {
  /** Slot of each link. */
  readonly linkSlot: Int32Array
  /** For each link, 1 if the literal is negated: the factor sees 1 − slot. */
  readonly linkNegated: Uint8Array
  /** First link of each factor; those of factor f end before factorStart[f + 1]. */
  readonly factorStart: Int32Array
}
