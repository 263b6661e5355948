// Texts that are kept. An engine makes a piece of a text by pointing into it, so that a word in a cache would keep the whole chunk of the file that it
// was read from: 64 kB for a word.

/** Shorter pieces are always copied. */
const LEAST_POINTER = 13

/** The same text, which keeps no other one in memory. */
export function ownText(text: string): string {
  // Joining makes a text of its own, of which this is nearly all.
  return text.length < LEAST_POINTER ? text : ` ${text}`.slice(1)
}
