// How words are spelled in files of trees: brackets would end a constituent, so they have names.

const NAMES: Readonly<Record<string, string>> = {
  '(': '-LRB-',
  ')': '-RRB-',
  '[': '-LSB-',
  ']': '-RSB-',
  '{': '-LCB-',
  '}': '-RCB-',
}
const BRACKETS: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).map(([bracket, name]) => [name, bracket]),
)

/**
 * A word of a file as it stands in text.
 *
 * @example
 * decodeWord('-LRB-') // '('
 * decodeWord('1\\/2') // '1/2'
 */
export function decodeWord(word: string): string {
  const bracket = BRACKETS.get(word)
  if (bracket !== undefined) return bracket
  if (!word.includes('-') && !word.includes('\\')) return word
  return word.replace(/-[LR][RSC]B-/g, (name) => BRACKETS.get(name)!).replace(/\\([/*])/g, '$1')
}

/**
 * A word of text as files spell it: brackets by name, like the Penn treebank's.
 *
 * @example
 * encodeWord('(') // '-LRB-'
 */
export function encodeWord(word: string): string {
  return word.replace(/[()[\]{}]/g, (bracket) => NAMES[bracket])
}
