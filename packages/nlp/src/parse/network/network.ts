// The network at work: scores of arcs and labels of one sentence at a time. A linear model knows what it saw; this one
// knows words that resemble each other. Its scores are added to those of the table.
import type { EncodedSentence } from '../features/encode.js'
import { distanceRow, EMBEDDED, HIDDEN, type Layers, REACH, type Rows, WINDOW, WORD } from './layers.js'
import { addProducts } from './products.js'

const KINDS = EMBEDDED.length
/** So many rows of embeddings are kept multiplied with the first layer: frequent words come early. */
const KEPT = 4096

export class Network {
  private readonly kept: (Float64Array | undefined)[][]
  private keptCount = 0
  private rows = new Int32Array(64 * KINDS)
  private hidden = new Float64Array(64 * HIDDEN)
  private context = new Float64Array(64 * HIDDEN)
  private heads = new Float64Array(64 * HIDDEN)
  private modifiers = new Float64Array(64 * HIDDEN)
  private betweens = new Float64Array(64 * HIDDEN)
  /** Sums of `betweens` over the words before each. */
  private sums = new Float64Array(65 * HIDDEN)
  private labelHeads = new Float64Array(64 * HIDDEN)
  private labelModifiers = new Float64Array(64 * HIDDEN)
  private readonly both = new Float64Array(HIDDEN)

  constructor(
    readonly vocabulary: Rows,
    readonly layers: Layers,
  ) {
    this.kept = layers.embeddings.map(() => [])
  }

  /** Takes the next sentence. */
  load(sentence: EncodedSentence): void {
    const n = sentence.length + 1
    this.reserve(n)
    const { layers, hidden, context } = this
    this.vocabulary.fill(sentence, this.rows, 0)
    this.firstLayer(n)
    for (let i = 0; i < n; i++) context.set(layers.secondBias, i * HIDDEN)
    for (let o = -REACH; o <= REACH; o++) {
      const from = Math.max(0, -o)
      const to = Math.min(n, n - o)
      if (from < to)
        addProducts(
          hidden,
          (from + o) * HIDDEN,
          HIDDEN,
          to - from,
          layers.second,
          (o + REACH) * HIDDEN * HIDDEN,
          HIDDEN,
          HIDDEN,
          HIDDEN,
          context,
          from * HIDDEN,
          HIDDEN,
        )
    }
    for (let i = 0; i < n * HIDDEN; i++) context[i] = hidden[i] + (context[i] > 0 ? context[i] : 0)
    this.project(layers.head, n, this.heads)
    this.project(layers.modifier, n, this.modifiers)
    this.project(layers.between, n, this.betweens)
    this.project(layers.labelHead, n, this.labelHeads)
    this.project(layers.labelModifier, n, this.labelModifiers)
    const { sums, betweens } = this
    sums.fill(0, 0, HIDDEN)
    for (let i = 0; i < n * HIDDEN; i++) sums[i + HIDDEN] = sums[i] + betweens[i]
  }

  /** The score of an arc. */
  arc(head: number, modifier: number): number {
    const { heads, modifiers, sums } = this
    const { distance, arc } = this.layers
    const low = head < modifier ? head : modifier
    const high = head < modifier ? modifier : head
    const share = high - low > 1 ? 1 / Math.sqrt(high - low - 1) : 0
    const h = head * HIDDEN
    const m = modifier * HIDDEN
    const d = distanceRow(head, modifier) * HIDDEN
    const from = (low + 1) * HIDDEN
    const to = high * HIDDEN
    let score = 0
    for (let k = 0; k < HIDDEN; k++) {
      const z = heads[h + k] + modifiers[m + k] + distance[d + k] + share * (sums[to + k] - sums[from + k])
      if (z > 0) score += arc[k] * z
    }
    return score
  }

  /** The scores of all labels of an arc. */
  labels(head: number, modifier: number, out: Float64Array): void {
    const { both, labelHeads, labelModifiers } = this
    const { label, labelBias } = this.layers
    const h = head * HIDDEN
    const m = modifier * HIDDEN
    for (let k = 0; k < HIDDEN; k++) {
      const z = labelHeads[h + k] + labelModifiers[m + k]
      both[k] = z > 0 ? z : 0
    }
    out.set(labelBias)
    addProducts(both, 0, HIDDEN, 1, label, 0, HIDDEN, labelBias.length, HIDDEN, out, 0, labelBias.length)
  }

  /** Every atom adds its share to the words around it. */
  private firstLayer(n: number): void {
    const { hidden, rows } = this
    for (let i = 0; i < n; i++) hidden.set(this.layers.firstBias, i * HIDDEN)
    for (let i = 0; i < n; i++)
      for (let k = 0; k < KINDS; k++) {
        const shares = this.sharesOf(k, rows[i * KINDS + k])
        // Word i is at offset o of word i − o.
        for (let o = -REACH; o <= REACH; o++) {
          const word = i - o
          if (word < 0 || word >= n) continue
          const at = word * HIDDEN
          const from = (o + REACH) * HIDDEN
          for (let j = 0; j < HIDDEN; j++) hidden[at + j] += shares[from + j]
        }
      }
    for (let i = 0; i < n * HIDDEN; i++) if (hidden[i] < 0) hidden[i] = 0
  }

  /** An embedding times the first layer, for every offset. */
  private sharesOf(kind: number, row: number): Float64Array {
    const kept = this.kept[kind][row]
    if (kept !== undefined) return kept
    const { embeddings, first } = this.layers
    const size = EMBEDDED[kind][1]
    const shares = new Float64Array(WINDOW * HIDDEN)
    addProducts(
      embeddings[kind],
      row * size,
      size,
      1,
      first,
      OFFSETS[kind],
      WORD,
      WINDOW * HIDDEN,
      size,
      shares,
      0,
      WINDOW * HIDDEN,
    )
    if (this.keptCount < KEPT) {
      this.kept[kind][row] = shares
      this.keptCount++
    }
    return shares
  }

  private project(layer: Float64Array, n: number, out: Float64Array): void {
    out.fill(0, 0, n * HIDDEN)
    addProducts(this.context, 0, HIDDEN, n, layer, 0, HIDDEN, HIDDEN, HIDDEN, out, 0, HIDDEN)
  }

  private reserve(n: number): void {
    if (this.rows.length >= n * KINDS) return
    this.rows = new Int32Array(2 * n * KINDS)
    this.hidden = new Float64Array(2 * n * HIDDEN)
    this.context = new Float64Array(2 * n * HIDDEN)
    this.heads = new Float64Array(2 * n * HIDDEN)
    this.modifiers = new Float64Array(2 * n * HIDDEN)
    this.betweens = new Float64Array(2 * n * HIDDEN)
    this.sums = new Float64Array((2 * n + 1) * HIDDEN)
    this.labelHeads = new Float64Array(2 * n * HIDDEN)
    this.labelModifiers = new Float64Array(2 * n * HIDDEN)
  }
}

/** Where the columns of each kind of atom begin in a row of the first layer. */
export const OFFSETS = EMBEDDED.map((_, k) => EMBEDDED.slice(0, k).reduce((sum, [, size]) => sum + size, 0))
