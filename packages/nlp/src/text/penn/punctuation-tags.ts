// The tags of punctuation marks.

/** Tags that evalb leaves out of sentences with Collins' parameters. */
export const EVALB_PUNCTUATION: ReadonlySet<string> = new Set([',', ':', '``', "''", '.'])

const OTHERS: ReadonlySet<string> = new Set([
  '-LRB-',
  '-RRB-',
  '-LSB-',
  '-RSB-',
  '-LCB-',
  '-RCB-',
  'HYPH',
  'NFP',
])

/** Whether words with a tag are punctuation marks, brackets among them. */
export function isPunctuationTag(tag: string): boolean {
  return EVALB_PUNCTUATION.has(tag) || OTHERS.has(tag)
}
