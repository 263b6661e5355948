// Collects the drawing of a tree in pieces, so that arcs and words can be clicked.
import { type DrawableTree, type DrawingSize, drawTree, type Pen, type TextRole } from '@parleyjs/nlp'

/** A text and its position. */
export interface Label {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly role: TextRole
}

/** The drawing that belongs to a word: the arc into it, or the word with the lines below it. */
export interface Piece {
  path: string
  readonly labels: Label[]
}

export interface DrawnTree extends DrawingSize {
  /** The arcs, indexed by word. */
  readonly arcs: readonly Piece[]
  readonly words: readonly Piece[]
}

export function drawPieces(tree: DrawableTree, notes: readonly string[] = []): DrawnTree {
  const pieces = () => tree.forms.map((): Piece => ({ path: '', labels: [] }))
  const drawn = { arc: pieces(), word: pieces() }
  let piece: Piece = { path: '', labels: [] }
  const point = (...numbers: number[]) => numbers.map((x) => Math.round(x * 10) / 10).join(' ')
  const pen: Pen = {
    begin: (what, word) => {
      piece = drawn[what][word]
    },
    moveTo: (x, y) => {
      piece.path += `M${point(x, y)}`
    },
    lineTo: (x, y) => {
      piece.path += `L${point(x, y)}`
    },
    quadraticCurveTo: (cx, cy, x, y) => {
      piece.path += `Q${point(cx, cy, x, y)}`
    },
    text: (text, x, y, role) => piece.labels.push({ text, x, y, role }),
  }
  const size = drawTree(tree, pen, { notes })
  return { ...size, arcs: drawn.arc, words: drawn.word }
}
