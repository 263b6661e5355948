// Writes Penn-style trees.
import { ParleyError } from '@parleyjs/core'
import { encodeWord } from './escapes.js'
import { foldTree, type PennTree } from './tree.js'

export interface PennWriteOptions {
  /** Over several lines, indented, where a constituent does not fit on one. */
  readonly pretty?: boolean
}

/** Columns that a constituent on one line may take. */
const WIDTH = 80

/**
 * A tree with brackets, without a line break at its end. Brackets in words are written by name (-LRB-).
 *
 * @example
 * writePenn({ label: 'NP', children: [{ label: 'NN', children: [], word: 'rain' }] }) // '(NP (NN rain))'
 */
export function writePenn(tree: PennTree, { pretty = false }: PennWriteOptions = {}): string {
  return foldTree<string>(tree, (at, parts, { length: depth }) => {
    const label = checkedLabel(at.label)
    if (at.word !== undefined) return `(${label} ${checkedWord(at.word)})`
    if (parts.length === 0)
      throw new ParleyError('bad-argument', `A constituent ${at.label} has neither children nor a word.`)
    const line = `(${label} ${parts.join(' ')})`
    if (!pretty || (line.length + 2 * depth <= WIDTH && !line.includes('\n'))) return line
    const indent = `\n${'  '.repeat(depth + 1)}`
    return `(${label}${indent}${parts.join(indent)})`
  })
}

function checkedLabel(label: string): string {
  if (/[()\s]/.test(label))
    throw new ParleyError(
      'bad-argument',
      `A label has neither brackets nor spaces: "${label}" cannot be written.`,
    )
  return label
}

/** The word as it can be read again: without brackets, and with single spaces. */
function checkedWord(word: string): string {
  const spelled = word.replace(/[()]/g, encodeWord).trim().replace(/\s+/g, ' ')
  if (spelled === '') throw new ParleyError('bad-argument', 'An empty word cannot be written in a tree.')
  return spelled
}
