// Strings for caches. V8 represents a substring as a pointer into its parent, so a word in a cache would keep
// the whole chunk of the file alive: 64 kB for a word.

/** Shorter substrings are always copied. */
const LEAST_POINTER = 13

/** A copy of the string that keeps no other string in memory. */
export function ownText(text: string): string {
  // Concatenation makes a new string; the slice points into that one, which is one character longer.
  return text.length < LEAST_POINTER ? text : ` ${text}`.slice(1)
}
