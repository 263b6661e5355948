// A constituency tree on any pen, and as SVG.
import type { DrawingSize } from '../draw/draw-tree.js'
import { RELATION_SIZE, TAG_SIZE, WORD_SIZE } from '../draw/layout.js'
import type { Pen } from '../draw/pen.js'
import { drawingsToSvg } from '../draw/svg.js'
import { decodeWord } from './escapes.js'
import { layOutConstituents, type TreeLayout } from './layout.js'
import { type PennTree, words } from './tree.js'

const LEVEL = 34
const CORNER = 6
const TOP = 8
/** Between text and the ends of lines. */
const AIR = 4

/** How large a constituency tree will be, before it is drawn. */
export function constituencySize(tree: PennTree): DrawingSize {
  return sizeOf(layOutConstituents(tree))
}

/**
 * Draws a constituency tree and returns its size; see `drawTree` for what a pen is.
 *
 * @example
 * drawConstituency(tree, pen) // { width: 212, height: 180 }
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
    const bar = base + AIR + CORNER
    for (const child of children) {
      line(pen, x, base + AIR, bar, child.x, baseline(child.level) - TAG_SIZE)
      waiting.push(child)
    }
  }
  return sizeOf(layout)
}

/** Down from a label, along its bar, and down to a child. */
function line(pen: Pen, x: number, y: number, bar: number, childX: number, childY: number): void {
  pen.moveTo(x, y)
  const turn = Math.sign(childX - x) * Math.min(CORNER, Math.abs(childX - x))
  if (turn !== 0) {
    pen.lineTo(x, bar)
    pen.lineTo(childX - turn, bar)
    pen.quadraticCurveTo(childX, bar, childX, bar + CORNER)
  }
  pen.lineTo(childX, childY)
}

function sizeOf({ width, levels }: TreeLayout): DrawingSize {
  return { width, height: TOP + RELATION_SIZE + levels * LEVEL + WORD_SIZE + AIR + 10 }
}

/**
 * Constituency trees as an SVG, below each other; `titles` are for screen readers, the words unless given.
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
