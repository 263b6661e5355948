// Positions of the words and arcs of a tree. Words stand in a row. An arc runs above all arcs that it
// encloses. Columns are wide enough for words, tags, the ends of arcs and the relations on them.
import type { DrawableTree } from './pen.js'
import { hasRightToLeft, textWidth } from './text-width.js'

export const WORD_SIZE = 15
export const TAG_SIZE = 11
export const RELATION_SIZE = 11
/** Distance between the ends of two arcs at one word. */
const PORT = 8
const GAP = 14
const MARGIN = 10

/** One arc, from the x of its head to the x of its dependent. */
export interface Arc {
  readonly from: number
  readonly to: number
  readonly level: number
  readonly relation: string
  /** The dependent. */
  readonly word: number
}

export interface Layout {
  readonly width: number
  /** The centre of every word. */
  readonly x: Float64Array
  readonly arcs: readonly Arc[]
  /** Arrows from above to the words that depend on the root. */
  readonly roots: readonly { readonly x: number; readonly relation: string; readonly word: number }[]
  /** The highest level of an arc. Arcs between neighbours are at level 1; 0 means that there are no arcs. */
  readonly levels: number
}

interface Span {
  readonly left: number
  readonly right: number
  readonly headIsLeft: boolean
  readonly relation: string
  level: number
}

/** Lays out a tree; `notes` are texts below the tags, for which the columns are widened, too. */
export function layOut(tree: DrawableTree, notes: readonly string[] = []): Layout {
  const n = tree.forms.length
  const spans = findSpans(tree)
  const levels = setLevels(spans, n)
  const { leftOf, rightOf } = portsOf(spans, n)
  const relationOf = (word: number) => tree.deprels?.[word] ?? ''

  const half = Float64Array.from({ length: n }, (_, i) => {
    const isRoot = tree.heads[i] === 0
    const texts = Math.max(
      textWidth(tree.forms[i], WORD_SIZE),
      textWidth(tree.upos?.[i] ?? '', TAG_SIZE),
      textWidth(notes[i] ?? '', TAG_SIZE),
    )
    return Math.max(texts, (leftOf[i].length + rightOf[i].length + (isRoot ? 1 : 0)) * PORT) / 2
  })
  const ending: Span[][] = Array.from({ length: n }, () => [])
  for (const span of spans) ending[span.right].push(span)

  const x = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    x[i] = i === 0 ? MARGIN + half[0] : x[i - 1] + half[i - 1] + GAP + half[i]
    for (const { left, right, relation } of ending[i]) {
      const ports = (leftOf[right].length + rightOf[left].length) * PORT
      x[i] = Math.max(x[i], x[left] + textWidth(relation, RELATION_SIZE) + ports + 12)
    }
  }
  let width = n === 0 ? 2 * MARGIN : x[n - 1] + half[n - 1] + MARGIN
  for (let i = 0; i < n; i++)
    if (tree.heads[i] === 0)
      width = Math.max(width, x[i] + textWidth(relationOf(i), RELATION_SIZE) + 2 * MARGIN)

  // Ends at a word from left to right: arcs to the left, the shortest first; the root; arcs to the right, the
  // shortest last.
  const port = (word: number, span: Span | null): number => {
    const [lefts, rights] = [leftOf[word], rightOf[word]]
    const isRoot = tree.heads[word] === 0
    const total = lefts.length + rights.length + (isRoot ? 1 : 0)
    const at =
      span === null
        ? lefts.length
        : span.right === word
          ? lefts.indexOf(span)
          : lefts.length + (isRoot ? 1 : 0) + rights.indexOf(span)
    return x[word] + (at - (total - 1) / 2) * PORT
  }
  const mirrored = isRightToLeft(tree.forms)
  const place = (at: number) => (mirrored ? width - at : at)
  const arcs = spans.map((span): Arc => {
    const [left, right] = [port(span.left, span), port(span.right, span)]
    const [from, to] = span.headIsLeft ? [left, right] : [right, left]
    return {
      from: place(from),
      to: place(to),
      level: span.level,
      relation: span.relation,
      word: span.headIsLeft ? span.right : span.left,
    }
  })
  const roots = Array.from({ length: n }, (_, i) => i)
    .filter((i) => tree.heads[i] === 0)
    .map((i) => ({ x: place(port(i, null)), relation: relationOf(i), word: i }))
  return { width, x: x.map(place), arcs, roots, levels }
}

function findSpans({ heads, forms, deprels }: DrawableTree): Span[] {
  const spans: Span[] = []
  for (let i = 0; i < forms.length; i++) {
    const h = heads[i] - 1
    if (!(h >= 0 && h < forms.length) || h === i) continue
    const [left, right] = [Math.min(h, i), Math.max(h, i)]
    spans.push({ left, right, headIsLeft: h < i, relation: deprels?.[i] ?? '', level: 0 })
  }
  return spans.sort((a, b) => a.right - a.left - (b.right - b.left) || a.left - b.left)
}

/** Assigns levels: the shortest arcs first, each above every arc that already spans one of its gaps. */
function setLevels(spans: readonly Span[], n: number): number {
  const over = new Int32Array(Math.max(0, n - 1))
  let highest = 0
  for (const span of spans) {
    let level = 0
    for (let gap = span.left; gap < span.right; gap++) level = Math.max(level, over[gap])
    span.level = level + 1
    over.fill(span.level, span.left, span.right)
    highest = Math.max(highest, span.level)
  }
  return highest
}

function portsOf(spans: readonly Span[], n: number) {
  const leftOf: Span[][] = Array.from({ length: n }, () => [])
  const rightOf: Span[][] = Array.from({ length: n }, () => [])
  for (const span of spans) {
    leftOf[span.right].push(span)
    rightOf[span.left].unshift(span)
  }
  return { leftOf, rightOf }
}

/** Whether most words with letters are in a right-to-left script. */
export function isRightToLeft(forms: readonly string[]): boolean {
  const letters = forms.filter((form) => /\p{L}/u.test(form))
  return letters.length > 0 && letters.filter(hasRightToLeft).length * 2 > letters.length
}
