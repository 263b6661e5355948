// Trees for terminals: one word per line in the order of the sentence, branches drawn with box characters.
import type { DrawableTree } from './pen.js'
import { hasRightToLeft, terminalWidth } from './text-width.js'

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
 * // ' ╭─ We PRON nsubj\n─┴─ go VERB root\n'
 */
export function prettyTree(tree: DrawableTree, { color = false, notes = [] }: PrettyOptions = {}): string {
  const n = tree.forms.length
  const children: number[][] = Array.from({ length: n + 1 }, () => [])
  for (let i = 1; i <= n; i++) {
    const head = tree.heads[i - 1]!
    // A word without a head is shown as one that hangs from nothing.
    children[head > 0 && head <= n && head !== i ? head : 0]!.push(i)
  }
  const lines = new Array<string>(n + 1).fill('')
  const widths = new Int32Array(n + 1)
  const append = (row: number, text: string, width: number) => {
    lines[row] += text
    widths[row]! += width
  }
  const drawn = new Uint8Array(n + 1)
  const label = (word: number) => {
    append(word, ` ${describe(tree, word - 1, notes[word - 1], color)} `, plainWidth(tree, word - 1, notes))
  }
  const queue: number[] = []
  for (const word of children[0]!) {
    append(word, '─', 1)
    queue.push(word)
  }
  // Words in a cycle are reached from nowhere: they begin trees of their own.
  for (let next = 1; ; ) {
    while (queue.length > 0) branch(queue.pop()!)
    while (next <= n && drawn[next]) next++
    if (next > n) break
    append(next, '↻', 1)
    queue.push(next)
  }
  return lines
    .slice(1)
    .map((line) => `${line.trimEnd()}\n`)
    .join('')

  /** Draws the line that joins a word with its dependents, right of all that stands in its rows. */
  function branch(word: number): void {
    drawn[word] = 1
    const below = children[word]!.filter((child) => !drawn[child])
    if (below.length === 0) {
      append(word, '─', 1)
      label(word)
      return
    }
    const top = Math.min(word, below[0]!)
    const bottom = Math.max(word, below[below.length - 1]!)
    let column = 0
    for (let row = top; row <= bottom; row++) column = Math.max(column, widths[row]!)
    for (let row = top; row <= bottom; row++) {
      const missing = column - widths[row]!
      if (row === word) {
        append(row, '─'.repeat(missing), missing)
        append(row, row === top ? '┬─' : row === bottom ? '┴─' : '┼─', 2)
        label(row)
        continue
      }
      // A word that still waits for its own branch has its line crossed; that happens in non-projective trees only.
      const waits = lines[row]!.endsWith('─')
      append(row, (waits ? '─' : ' ').repeat(missing), missing)
      if (below.includes(row)) append(row, row === top ? '╭─' : row === bottom ? '╰─' : '├─', 2)
      else append(row, waits ? '╪─' : '│ ', 2)
    }
    for (const child of below) queue.push(child)
  }
}

function describe(tree: DrawableTree, i: number, note: string | undefined, color: boolean): string {
  const paint = (code: number, text: string) => (color ? `\x1b[${code}m${text}\x1b[0m` : text)
  const parts = [paint(1, isolate(tree.forms[i]!))]
  const [tag, relation] = [tree.upos?.[i], tree.deprels?.[i]]
  if (tag !== undefined && tag !== '_') parts.push(paint(36, tag))
  if (relation !== undefined && relation !== '_') parts.push(paint(33, relation))
  if (note !== undefined) parts.push(paint(2, note))
  return parts.join(' ')
}

function plainWidth(tree: DrawableTree, i: number, notes: readonly string[]): number {
  return 2 + terminalWidth(describe(tree, i, notes[i], false))
}

/** Text from right to left must not reorder the line around it. */
function isolate(text: string): string {
  return hasRightToLeft(text) ? `\u2068${text}\u2069` : text
}
