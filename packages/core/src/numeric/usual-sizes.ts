// Initial capacities that suffice for nearly every sentence. V8 treats an array field that never changed as a
// constant: when the array is replaced by a longer one, V8 deoptimises all code that reads it.

export const USUAL_WORDS = 256
/** Number of arcs that pruning usually leaves at most. */
export const USUAL_ARCS = 4096
