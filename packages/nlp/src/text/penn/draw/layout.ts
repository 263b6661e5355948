// Layout of a constituency tree: words in a row, every constituent above the middle of its children, each in
// a box of its own. Lines are square, so that none runs through the text of another constituent.
import { isRightToLeft, RELATION_SIZE, TAG_SIZE, WORD_SIZE } from '../../draw/layout.js'
import { textWidth } from '../../draw/text-width.js'
import { decodeWord } from '../escapes.js'
import { foldTree, type PennTree, words } from '../tree.js'

const GAP = 12
const MARGIN = 10

/** A constituent or a tagged word, and where its label is written. */
export interface PlacedNode {
  readonly label: string
  /** The word of a preterminal, as it stands in text. */
  readonly word?: string
  /** The centre of its label. */
  readonly x: number
  /** Level above the tags of words, which are at 0. */
  readonly level: number
  readonly children: readonly PlacedNode[]
}

export interface TreeLayout {
  readonly root: PlacedNode
  readonly width: number
  readonly levels: number
}

/** A subtree whose left edge is at 0 until it is known. */
interface Box {
  readonly label: string
  readonly word?: string
  readonly center: number
  readonly width: number
  readonly level: number
  readonly children: readonly Box[]
  /** Where the children's boxes begin. */
  readonly offsets: readonly number[]
}

/** Lays out a tree. */
export function layOutConstituents(tree: PennTree): TreeLayout {
  const box = foldTree<Box>(tree, (at, children) =>
    at.word === undefined ? constituent(at.label, children) : preterminal(at.label, decodeWord(at.word)),
  )
  const width = box.width + 2 * MARGIN
  const mirrored = isRightToLeft(words(tree))
  return { root: placed(box, (x) => (mirrored ? width - x : x)), width, levels: box.level }
}

function preterminal(label: string, word: string): Box {
  const width = Math.max(textWidth(word, WORD_SIZE), textWidth(label, TAG_SIZE)) + GAP
  return { label, word, center: width / 2, width, level: 0, children: [], offsets: [] }
}

function constituent(label: string, children: readonly Box[]): Box {
  const starts: number[] = []
  let end = 0
  let level = 0
  for (const child of children) {
    starts.push(end)
    end += child.width
    level = Math.max(level, child.level + 1)
  }
  const last = children.length - 1
  const middle = last < 0 ? 0 : (children[0].center + starts[last] + children[last].center) / 2
  // A label that is wider than what it covers on one side makes its box wider there.
  const half = (textWidth(label, RELATION_SIZE) + GAP) / 2
  const shift = Math.max(0, half - middle)
  const width = Math.max(end, middle + half) + shift
  return { label, center: middle + shift, width, level, children, offsets: starts.map((at) => at + shift) }
}

/** The same with places instead of offsets; a loop, for trees of any depth. */
function placed(root: Box, place: (x: number) => number): PlacedNode {
  type Mutable = PlacedNode & { readonly children: PlacedNode[] }
  const make = ({ label, word, center, level }: Box, left: number): Mutable => ({
    label,
    ...(word !== undefined && { word }),
    x: place(left + center),
    level,
    children: [],
  })
  const made = make(root, MARGIN)
  const waiting: [Box, Mutable, number][] = [[root, made, MARGIN]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [box, node, left] = next
    for (let i = 0; i < box.children.length; i++) {
      const child = box.children[i]
      const childLeft = left + box.offsets[i]
      const childNode = make(child, childLeft)
      node.children.push(childNode)
      waiting.push([child, childNode, childLeft])
    }
  }
  return made
}
