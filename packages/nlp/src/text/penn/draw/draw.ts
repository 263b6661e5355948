// Draws a constituency tree with any pen, or as SVG.
import type { DrawingSize } from '../../draw/draw-tree.js'
import { RELATION_SIZE, TAG_SIZE, WORD_SIZE } from '../../draw/layout.js'
import type { Pen } from '../../draw/pen.js'
import { drawingsToSvg } from '../../draw/svg.js'
import { decodeWord } from '../escapes.js'
import { type PennTree, words } from '../tree.js'
import { layOutConstituents, type TreeLayout } from './layout.js'

const LEVEL = 34
const CORNER = 6
const TOP = 8
/** Distance between text and the ends of lines. */
const AIR = 4

/** How large a constituency tree will be, before it is drawn. */
export function constituencySize(tree: PennTree): DrawingSize {
  return sizeOf(layOutConstituents(tree))
}

/**
 * Draws a constituency tree and returns its size; see `drawTree` for what a pen is.
 *
 * @example
 * drawConstituency(tree, pen) // { width: 96.2, height: 82 }
 */
export function drawConstituency(tree: PennTree, pen: Pen): DrawingSize {
  const layout = layOutConstituents(tree)
  /** The base line of labels at a level. */
  const baseline = (level: number) => TOP + RELATION_SIZE + (layout.levels - level) * LEVEL
  const waiting = [layout.root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { x, label, word, level, children } = node
    const base = baseline(level)
    if (word !== undefined) {
      pen.text(label, x, base, 'tag')
      pen.text(word, x, base + WORD_SIZE + AIR, 'word')
      continue
    }
    pen.text(label, x, base, 'relation')
    const ends = children.map((child) => ({ x: child.x, y: baseline(child.level) - TAG_SIZE }))
    branch(pen, x, base + AIR, ends)
    for (const child of children) waiting.push(child)
  }
  return sizeOf(layout)
}

/** Down from a label to a bar, and from there to the children; every piece is drawn once. */
function branch(
  pen: Pen,
  x: number,
  y: number,
  ends: readonly { readonly x: number; readonly y: number }[],
): void {
  pen.moveTo(x, y)
  if (ends.length === 1) {
    pen.lineTo(x, ends[0].y)
    return
  }
  const bar = y + CORNER
  pen.lineTo(x, bar)
  const [first, last] = [ends[0], ends[ends.length - 1]]
  const turn = Math.sign(last.x - first.x) * CORNER
  pen.moveTo(first.x, first.y)
  pen.lineTo(first.x, bar + CORNER)
  pen.quadraticCurveTo(first.x, bar, first.x + turn, bar)
  pen.lineTo(last.x - turn, bar)
  pen.quadraticCurveTo(last.x, bar, last.x, bar + CORNER)
  pen.lineTo(last.x, last.y)
  for (const end of ends.slice(1, -1)) {
    pen.moveTo(end.x, bar)
    pen.lineTo(end.x, end.y)
  }
}

function sizeOf({ width, levels }: TreeLayout): DrawingSize {
  return { width, height: TOP + RELATION_SIZE + levels * LEVEL + WORD_SIZE + AIR + 10 }
}

/**
 * Constituency trees as an SVG, below each other; `titles` are for screen readers, the words by default.
 *
 * @example
 * constituencyToSvg([tree]) // '<svg xmlns=…</svg>\n'
 */
export function constituencyToSvg(trees: Iterable<PennTree>, titles: readonly string[] = []): string {
  return drawingsToSvg(
    (function* () {
      let i = 0
      for (const tree of trees)
        yield {
          title: titles[i++] ?? words(tree).map(decodeWord).join(' '),
          draw: (pen: Pen) => drawConstituency(tree, pen),
        }
    })(),
  )
}
