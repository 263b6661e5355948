// Estimates the width of text without a font, by classes of characters. Rather too wide than too narrow.

const NARROW = /[iIjl.,:;'’!|()[\]{}ftr\s]/
const WIDE = /[mwMW@%&—…]/
const COMBINING = /[\p{Mn}\p{Me}\p{Cf}]/u
// East Asian scripts and pictographs fill a square.
const SQUARE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const RIGHT_TO_LEFT =
  /[\u200f\u202a-\u202e\u2066-\u2068\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Width in pixels in a sans-serif font of the given size. */
export function textWidth(text: string, size: number): number {
  let width = 0
  for (const character of text) width += size * share(character)
  return width
}

/** Whether text has right-to-left letters, or characters that change the direction. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** Text for a terminal: control characters become a replacement character. */
export function forTerminal(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '\ufffd')
}

/** Number of columns that text takes in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) columns += COMBINING.test(character) ? 0 : SQUARE.test(character) ? 2 : 1
  return columns
}

function share(character: string): number {
  if (COMBINING.test(character)) return 0
  if (SQUARE.test(character)) return 1.05
  if (NARROW.test(character)) return 0.36
  if (WIDE.test(character)) return 0.95
  return /\p{Lu}/u.test(character) ? 0.72 : 0.6
}
