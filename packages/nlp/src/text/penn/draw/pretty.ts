// Constituency trees for terminals: one word per line, with its constituents to the left.
import { hasRightToLeft } from '../../draw/text-width.js'
import { decodeWord } from '../escapes.js'
import { foldTree, type PennTree } from '../tree.js'

/**
 * A tree as lines of text.
 *
 * @example
 * prettyConstituency(parsePenn('(S (NP (PRP We)) (VP (VBP go)))')[0])
 * // 'S─┬─NP─PRP We\n  └─VP─VBP go\n'
 */
export function prettyConstituency(
  tree: PennTree,
  { color = false }: { readonly color?: boolean } = {},
): string {
  const paint = (code: number, text: string) => (color ? `\x1b[${code}m${text}\x1b[0m` : text)
  const lines = foldTree<string[]>(tree, (at, blocks) => {
    if (at.word !== undefined) return [`${paint(36, at.label)} ${paint(1, isolate(decodeWord(at.word)))}`]
    const label = at.label === '' ? '─' : at.label
    const indent = ' '.repeat(label.length + 1)
    const several = blocks.length > 1
    const made: string[] = []
    for (let b = 0; b < blocks.length; b++) {
      const last = b === blocks.length - 1
      for (let i = 0; i < blocks[b].length; i++) {
        const begin = made.length === 0 ? `${paint(33, label)}─` : indent
        const branch = i > 0 ? (last ? '  ' : '│ ') : made.length === 0 ? '┬─' : last ? '└─' : '├─'
        made.push(begin + (several ? branch : '') + blocks[b][i])
      }
    }
    return made
  })
  return `${lines.join('\n')}\n`
}

/** Text from right to left must not reorder the line around it. */
function isolate(text: string): string {
  return hasRightToLeft(text) ? `\u2068${text}\u2069` : text
}
