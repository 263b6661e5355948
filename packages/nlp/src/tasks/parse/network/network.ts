// Scoring with the network: arcs and labels of one sentence at a time. A linear model knows only the words it
// saw; embeddings generalise to similar words. Its scores are added to those of the table.
import { USUAL_ARCS, USUAL_WORDS } from '@parleyjs/core/internal'
import { Workspace } from '@parleyjs/learn'
import { ARC_ENTRY, KeptRows, PackedValues } from '@parleyjs/learn/internal'
import type { EncodedSentence } from '../features/encode.js'
import {
  EMBEDDED,
  HIDDEN,
  OUT,
  OUT_AT,
  REACH,
  ROW,
  type Rows,
  type ScoringLayers,
  SQUARE,
  WINDOW,
} from './layers.js'
import { repeat, writeArc } from './rows.js'
import { across, firstAround, padded, transposed, turn } from './transpose.js'

/**
 * Weight of the network's log-odds, relative to the weights, whose scores differ by 1 for every wrong word.
 */
export const NETWORK_SHARE = 0.2
const KINDS = EMBEDDED.length
/** Capacity of the cache of embedding rows multiplied by the first layer. */
const KEPT = 2560
/** Bytes of a row of hidden numbers for every offset. */
const AROUND = WINDOW * ROW

export class Network {
  private readonly memory: Workspace
  /** Addresses of weights: what is multiplied with from the right has a column for every output. */
  private readonly weights: Record<'first' | 'firstBias' | 'second' | 'secondBias' | 'squares', number>
  private readonly ends: Record<'distance' | 'arc' | 'label' | 'labelBias', number>
  private readonly labelCount: number
  private readonly labelColumns: number
  /** Rows of embeddings times the first layer, and where they begin. */
  private readonly kept: KeptRows
  private readonly keptAt: number
  /** Addresses of a list of rows, of an embedding, of a row for labels, and of their scores. */
  private readonly few: Record<'list' | 'embedding' | 'both' | 'said', number>
  /** Memory after this mark depends on the sentence: rows per word, then entries per arc. */
  private readonly mark: number
  private words = 0
  private hidden = 0
  private context = 0
  private out = 0
  /** Sums of the words' numbers for what is between, over the words before each. */
  private sums = 0
  private arcMark = 0
  private arcs = 0
  private arcList = 0
  private arcScores = 0
  private rows = new Int32Array(0)

  constructor(
    readonly vocabulary: Rows,
    readonly layers: ScoringLayers,
    /** Whether WebAssembly may be used where it is available; the scores are the same bits. */
    simd = true,
  ) {
    const memory = new Workspace(simd)
    this.memory = memory
    const { labelBias } = layers
    this.labelCount = labelBias.length
    this.labelColumns = padded(labelBias.length)
    this.weights = {
      first: memory.put(firstAround(layers.first)),
      firstBias: memory.put(layers.firstBias),
      second: memory.put(secondAcross(layers)),
      secondBias: memory.put(layers.secondBias),
      squares: memory.put(squaresAcross(layers)),
    }
    this.ends = {
      distance: memory.put(layers.distance),
      arc: memory.put(layers.arc),
      label: memory.put(transposed(layers.label, this.labelCount, HIDDEN, this.labelColumns)),
      labelBias: memory.put(labelBias),
    }
    this.kept = new KeptRows(
      layers.embeddings.map(({ length }, k) => length / EMBEDDED[k][1]),
      KEPT,
    )
    this.keptAt = memory.take(KEPT * WINDOW * HIDDEN)
    this.few = {
      list: memory.take(KINDS),
      embedding: memory.take(HIDDEN),
      both: memory.take(HIDDEN),
      said: memory.take(this.labelColumns),
    }
    this.mark = memory.mark
  }

  /** Loads the next sentence. */
  load(sentence: EncodedSentence): void {
    const n = sentence.length + 1
    this.reserve(n)
    this.vocabulary.fill(sentence, this.rows, 0)
    this.firstLayer(n)
    const { memory, weights, hidden, context, out } = this
    const { kernels, floats } = memory
    repeat(floats, weights.secondBias, n, context)
    // The window of a word is one row of five times the length, since rows follow each other.
    kernels.products(hidden, ROW, 4, n, weights.second, ROW, HIDDEN, WINDOW * HIDDEN, context, ROW)
    kernels.addPositive(hidden + REACH * ROW, n * HIDDEN, context)
    floats.fill(0, out >> 2, (out + n * OUT) >> 2)
    kernels.products(context, ROW, 4, n, weights.squares, OUT, OUT >> 2, HIDDEN, out, OUT)
    kernels.prefixSums(out + OUT_AT.between, OUT, n, this.sums)
  }

  /** Scores of the arcs heads[a] → modifiers[a], a < count. The next call reuses the array. */
  scoreArcs(heads: Int32Array, modifiers: Int32Array, count: number): Float32Array {
    this.reserveArcs(count)
    const { memory, ends, out, sums, arcList, arcScores } = this
    const { floats } = memory
    for (let a = 0; a < count; a++)
      writeArc(memory, arcList + 4 * ARC_ENTRY * a, heads[a], modifiers[a], 0, out, ends.distance, sums)
    memory.kernels.scoreArcs(arcList, count, ends.arc, arcScores)
    return floats.subarray(arcScores >> 2, (arcScores >> 2) + count)
  }

  /** The scores of all labels of an arc. */
  labels(head: number, modifier: number, into: Float64Array): void {
    const { ends, few, out, labelCount, labelColumns } = this
    const { kernels, floats, words } = this.memory
    words[few.list >> 2] = out + head * OUT + OUT_AT.labelHead
    words[(few.list >> 2) + 1] = out + modifier * OUT + OUT_AT.labelModifier
    kernels.addPairs(few.list, 1, few.both)
    const said = few.said >> 2
    const bias = ends.labelBias >> 2
    for (let l = 0; l < labelCount; l++) floats[said + l] = floats[bias + l]
    kernels.products(few.both, ROW, 4, 1, ends.label, 4 * labelColumns, labelColumns, HIDDEN, few.said, ROW)
    for (let l = 0; l < labelCount; l++) into[l] = floats[said + l]
  }

  /** Every atom adds its share to the words around it; empty words are around the sentence. */
  private firstLayer(n: number): void {
    const { memory, hidden, rows, few } = this
    const { kernels, floats, words } = memory
    repeat(floats, this.weights.firstBias, n + 2 * REACH, hidden)
    for (let i = 0; i < n; i++) {
      this.kept.begin()
      for (let k = 0; k < KINDS; k++) words[(few.list >> 2) + k] = this.sharesOf(k, rows[i * KINDS + k])
      kernels.addRows(few.list, KINDS, WINDOW * HIDDEN, hidden + i * ROW)
    }
    kernels.positive(n * HIDDEN, hidden + REACH * ROW)
    const begin = hidden >> 2
    floats.fill(0, begin, begin + REACH * HIDDEN)
    floats.fill(0, begin + (n + REACH) * HIDDEN, begin + (n + 2 * REACH) * HIDDEN)
  }

  /** The address of an embedding times the first layer, for every word around. */
  private sharesOf(kind: number, row: number): number {
    const { kept, keptAt, weights, few } = this
    const known = kept.find(kind, row)
    if (known >= 0) return keptAt + known * AROUND
    const { kernels, floats } = this.memory
    const size = EMBEDDED[kind][1]
    const at = keptAt + kept.place(kind, row) * AROUND
    const table = this.layers.embeddings[kind]
    copyValues(table, row * size, size, floats, few.embedding >> 2)
    floats.fill(0, at >> 2, (at + AROUND) >> 2)
    const first = weights.first + OFFSETS[kind] * AROUND
    kernels.products(few.embedding, 0, 4, 1, first, AROUND, AROUND >> 2, size, at, AROUND)
    return at
  }

  private reserve(n: number): void {
    if (this.words >= n) return
    const { memory } = this
    this.words = Math.max(USUAL_WORDS, Math.ceil(1.5 * n))
    this.rows = new Int32Array(this.words * KINDS)
    memory.release(this.mark)
    this.hidden = memory.take((this.words + 2 * REACH) * HIDDEN)
    this.context = memory.take(this.words * HIDDEN)
    this.out = memory.take(this.words * (OUT >> 2))
    this.sums = memory.take((this.words + 1) * HIDDEN)
    this.arcMark = memory.mark
    this.arcs = 0
  }

  private reserveArcs(count: number): void {
    if (this.arcs >= count) return
    const { memory } = this
    this.arcs = Math.max(USUAL_ARCS, Math.ceil(1.5 * count))
    memory.release(this.arcMark)
    this.arcList = memory.take(this.arcs * ARC_ENTRY)
    this.arcScores = memory.take(this.arcs)
  }
}

function copyValues(
  table: Float32Array | PackedValues,
  from: number,
  count: number,
  into: Float32Array,
  at: number,
): void {
  if (table instanceof PackedValues) table.copy(from, count, into, at)
  else for (let j = 0; j < count; j++) into[at + j] = table[from + j]
}

/** The second layer as one matrix. */
function secondAcross({ second }: ScoringLayers): Float32Array {
  const out = new Float32Array(second.length)
  across(second, 0, HIDDEN, out, 0)
  return out
}

/** All square layers side by side. */
function squaresAcross(layers: ScoringLayers): Float32Array {
  const out = new Float32Array(SQUARE.length * HIDDEN * HIDDEN)
  SQUARE.forEach((name, s) => {
    turn(layers[name], 0, HIDDEN, HIDDEN, out, s * HIDDEN, SQUARE.length * HIDDEN)
  })
  return out
}

/** Where the columns of each kind of atom begin in a row of the first layer. */
const OFFSETS = EMBEDDED.map((_, k) => EMBEDDED.slice(0, k).reduce((sum, [, size]) => sum + size, 0))
