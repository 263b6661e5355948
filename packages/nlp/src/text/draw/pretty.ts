// Draws trees for terminals: one word per line in the order of the sentence, branches in box characters.
import type { DrawableTree } from './pen.js'
import { forTerminal, hasRightToLeft } from './text-width.js'

export interface PrettyOptions {
  /** Whether to use ANSI colours. */
  readonly color?: boolean
  /** A short text at the end of every word's line, such as a confidence. */
  readonly notes?: readonly string[]
}

/**
 * A dependency tree as lines of text.
 *
 * @example
 * prettyTree({ forms: ['We', 'go'], upos: ['PRON', 'VERB'], heads: [2, 0], deprels: ['nsubj', 'root'] })
 * // ' ╭── We PRON nsubj\n─┴─ go VERB root\n'
 */
export function prettyTree(tree: DrawableTree, { color = false, notes = [] }: PrettyOptions = {}): string {
  const n = tree.forms.length
  const children: number[][] = Array.from({ length: n + 1 }, () => [])
  for (let i = 1; i <= n; i++) {
    const head = tree.heads[i - 1]
    // A word without a head is drawn like a root.
    children[head > 0 && head <= n && head !== i ? head : 0].push(i)
  }
  // The drawing of each row; a row that ends in ─ waits for its branch or its word.
  const lines = Array.from({ length: n + 1 }, () => '')
  const drawn = new Uint8Array(n + 1)
  const waiting = new Set<number>()
  for (const word of children[0]) {
    lines[word] += '─'
    waiting.add(word)
  }
  // No head path leads from the root to the words of a cycle: they begin trees of their own.
  for (let next = 1; ; ) {
    while (waiting.size > 0) branch(widest())
    while (next <= n && drawn[next]) next++
    if (next > n) break
    lines[next] += '↻'
    waiting.add(next)
  }
  return tree.forms.map((_, i) => `${lines[i + 1]} ${describe(tree, i, notes[i], color)}\n`).join('')

  /** The waiting word with the longest branch: where lines cross, this branch goes to the left. */
  function widest(): number {
    let best = 0
    let most = -1
    for (const word of waiting) {
      const length = spanOf(word, children[word])[1] - spanOf(word, children[word])[0]
      if (length > most) [best, most] = [word, length]
    }
    waiting.delete(best)
    return best
  }

  /** Draws the line that joins a word with its dependents, to the right of everything in its rows. */
  function branch(word: number): void {
    drawn[word] = 1
    const below = children[word].filter((child) => !drawn[child])
    if (below.length === 0) {
      lines[word] += '─'
      return
    }
    const [top, bottom] = spanOf(word, below)
    let column = 0
    for (let row = top; row <= bottom; row++) column = Math.max(column, lines[row].length)
    for (let row = top; row <= bottom; row++) {
      const line = lines[row]
      const waits = line.endsWith('─')
      const filled = line + (waits || row === word ? '─' : ' ').repeat(column - line.length)
      const [first, last] = [row === top, row === bottom]
      if (row === word) lines[row] = `${filled}${first ? '┬' : last ? '┴' : '┼'}─`
      else if (below.includes(row)) lines[row] = `${filled}${first ? '╭' : last ? '╰' : '├'}─`
      // Lines cross in trees that are not projective.
      else lines[row] = `${filled}${waits ? '╪─' : '│ '}`
    }
    for (const child of below) waiting.add(child)
  }
}

/** The first and the last row of a word and its dependents. */
function spanOf(word: number, below: readonly number[]): readonly [number, number] {
  return [Math.min(word, below[0] ?? word), Math.max(word, below[below.length - 1] ?? word)]
}

function describe(tree: DrawableTree, i: number, note: string | undefined, color: boolean): string {
  const paint = (code: number, text: string) => (color ? `\x1b[${code}m${text}\x1b[0m` : text)
  const parts = [paint(1, isolate(forTerminal(tree.forms[i])))]
  const [tag, relation] = [tree.upos?.[i], tree.deprels?.[i]]
  if (tag !== undefined && tag !== '_') parts.push(paint(36, tag))
  if (relation !== undefined && relation !== '_') parts.push(paint(33, relation))
  if (note !== undefined) parts.push(paint(2, note))
  return parts.join(' ')
}

/** Isolates right-to-left text, so that it does not reorder the line around it. */
function isolate(text: string): string {
  return hasRightToLeft(text) ? `\u2068${text}\u2069` : text
}
