// Room that is there from the beginning, for nearly every sentence. An array that never grew is compiled as one that never will: when it does,
// the engine throws away all code that reads it, and compiles that once more.

export const USUAL_WORDS = 256
/** Arcs between so many words that pruning leaves. */
export const USUAL_ARCS = 4096
