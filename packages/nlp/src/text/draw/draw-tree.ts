// Draws a dependency tree with any pen: arcs above the words, from heads to dependents, tags below.
import { type Layout, layOut, RELATION_SIZE, TAG_SIZE, WORD_SIZE } from './layout.js'
import type { DrawableTree, Pen } from './pen.js'

const LEVEL = RELATION_SIZE + 9
const CORNER = 6
const ARROW = 4
const TOP = 8

/** Sizes and distances of the drawing. */
export interface DrawingSize {
  readonly width: number
  readonly height: number
}

export interface DrawOptions {
  /** A short text below every word and its tag, such as a confidence. */
  readonly notes?: readonly string[]
}

/**
 * Draws a dependency tree and returns its size. A canvas is a pen once it has `text`:
 *
 * @example
 * const context = canvas.getContext('2d')
 * drawTree(sentence, Object.assign(context, { text: (s, x, y) => context.fillText(s, x, y) }))
 * context.stroke()
 */
export function drawTree(tree: DrawableTree, pen: Pen, { notes = [] }: DrawOptions = {}): DrawingSize {
  const layout = layOut(tree, notes)
  const base = baseOf(layout)
  const height = (level: number) => base - 6 - level * LEVEL
  for (const { from, to, level, relation, word } of layout.arcs) {
    pen.begin?.('arc', word)
    const y = height(level)
    const turn = Math.sign(to - from) * CORNER
    pen.moveTo(from, base)
    pen.lineTo(from, y + CORNER)
    pen.quadraticCurveTo(from, y, from + turn, y)
    pen.lineTo(to - turn, y)
    pen.quadraticCurveTo(to, y, to, y + CORNER)
    arrow(pen, to, base)
    if (relation !== '') pen.text(relation, (from + to) / 2, y - 4, 'relation')
  }
  for (const { x, relation, word } of layout.roots) {
    pen.begin?.('arc', word)
    pen.moveTo(x, TOP + RELATION_SIZE + 4)
    arrow(pen, x, base)
    if (relation !== '') pen.text(relation, x, TOP + RELATION_SIZE, 'relation')
  }
  for (let i = 0; i < tree.forms.length; i++) {
    const x = layout.x[i]
    let y = base + WORD_SIZE + 5
    pen.begin?.('word', i)
    pen.text(tree.forms[i], x, y, 'word')
    for (const [text, role] of [[tree.upos?.[i], 'tag'] as const, [notes[i], 'note'] as const]) {
      if (text === undefined || text === '') continue
      y += TAG_SIZE + 5
      if (text !== '_') pen.text(text, x, y, role)
    }
  }
  return sizeOf(layout, tree, notes)
}

function arrow(pen: Pen, x: number, y: number): void {
  pen.lineTo(x, y)
  pen.moveTo(x - ARROW, y - 1.6 * ARROW)
  pen.lineTo(x, y)
  pen.lineTo(x + ARROW, y - 1.6 * ARROW)
}

function baseOf({ levels }: Layout): number {
  // The relation of the root stands above the highest arc.
  return TOP + RELATION_SIZE + 12 + (levels + 1) * LEVEL
}

function sizeOf(layout: Layout, { upos }: DrawableTree, notes: readonly string[]): DrawingSize {
  const rows = (upos === undefined ? 0 : 1) + (notes.length > 0 ? 1 : 0)
  return { width: layout.width, height: baseOf(layout) + WORD_SIZE + 5 + rows * (TAG_SIZE + 5) + 8 }
}
