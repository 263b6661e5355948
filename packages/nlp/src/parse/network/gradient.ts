// The network in training: forward and backward over a batch. Gradients are added to arrays of the layers' shapes.
import type { Random } from '../learn/random.js'
import type { Batch } from './batch.js'
import { distanceRow, EMBEDDED, HIDDEN, type Layers, REACH, SQUARE, WINDOW, WORD } from './layers.js'
import { addProducts, transpose } from './products.js'

const KINDS = EMBEDDED.length
type Square = (typeof SQUARE)[number]
type Buffers = Record<Square, Float64Array>

/** Gradients of smaller size are as good as none. */
const NOTHING = 1e-4

/** Work space for batches; grows as they do. */
export class Gradient {
  private size = 0
  private words = new Float64Array(0) // WORD numbers of every word
  private hidden = new Float64Array(0)
  private mask = new Float64Array(0) // what dropout lets through, 0 for empty words
  private inner = new Float64Array(0) // before the second layer's threshold
  private context = new Float64Array(0)
  private sums = new Float64Array(0)
  private out: Buffers = buffers(0)
  private dOut: Buffers = buffers(0)
  private dContext = new Float64Array(0)
  private dHidden = new Float64Array(0)
  private dInner = new Float64Array(0)
  private dSums = new Float64Array(0)
  private dWords = new Float64Array(0)
  private turned = new Float64Array(0)
  private turnedToo = new Float64Array(0)
  private readonly matrix = new Float64Array(HIDDEN * Math.max(WORD, HIDDEN))
  private readonly open = new Float64Array(HIDDEN)
  private readonly both = new Float64Array(HIDDEN)
  private readonly logits: Float64Array
  private scores = new Float64Array(64)

  constructor(
    private readonly layers: Layers,
    private readonly gradient: Layers,
    private readonly dropout: number,
  ) {
    this.logits = new Float64Array(layers.labelBias.length)
  }

  /** Adds the gradient of the batch's negative log-likelihood; returns that. Dropout as `random` says. */
  add(batch: Batch, random: Random): number {
    this.reserve(batch.size)
    this.forward(batch, random)
    const loss = this.arcs(batch, random) + this.labels(batch)
    this.backward(batch)
    return loss
  }

  private forward(batch: Batch, random: Random): void {
    const { layers, words, hidden, mask, inner, context, sums, dropout } = this
    const { size } = batch
    words.fill(0, 0, size * WORD)
    for (let i = 0; i < size; i++) {
      if (batch.isWord[i] === 0) continue
      let at = i * WORD
      for (let k = 0; k < KINDS; k++) {
        const width = EMBEDDED[k][1]
        const from = batch.rows[i * KINDS + k] * width
        const table = layers.embeddings[k]
        for (let j = 0; j < width; j++) words[at++] = table[from + j]
      }
    }
    const inside = size - 2 * REACH
    for (let i = 0; i < size; i++) hidden.set(layers.firstBias, i * HIDDEN)
    for (let o = 0; o < WINDOW; o++)
      addProducts(
        words,
        o * WORD,
        WORD,
        inside,
        layers.first,
        o * HIDDEN * WORD,
        WORD,
        HIDDEN,
        WORD,
        hidden,
        REACH * HIDDEN,
        HIDDEN,
      )
    for (let i = 0; i < size; i++)
      for (let k = 0; k < HIDDEN; k++) {
        const at = i * HIDDEN + k
        const lets = batch.isWord[i] === 0 || random.next() < dropout ? 0 : 1 / (1 - dropout)
        mask[at] = hidden[at] > 0 ? lets : 0
        hidden[at] = hidden[at] > 0 ? hidden[at] * lets : 0
      }
    for (let i = 0; i < size; i++) inner.set(layers.secondBias, i * HIDDEN)
    for (let o = 0; o < WINDOW; o++)
      addProducts(
        hidden,
        o * HIDDEN,
        HIDDEN,
        inside,
        layers.second,
        o * HIDDEN * HIDDEN,
        HIDDEN,
        HIDDEN,
        HIDDEN,
        inner,
        REACH * HIDDEN,
        HIDDEN,
      )
    for (let i = 0; i < size * HIDDEN; i++) context[i] = hidden[i] + (inner[i] > 0 ? inner[i] : 0)
    for (const name of SQUARE) {
      const out = this.out[name]
      out.fill(0, 0, size * HIDDEN)
      addProducts(context, 0, HIDDEN, size, layers[name], 0, HIDDEN, HIDDEN, HIDDEN, out, 0, HIDDEN)
      this.dOut[name].fill(0, 0, size * HIDDEN)
    }
    sums.fill(0, 0, HIDDEN)
    const { between } = this.out
    for (let i = 0; i < size * HIDDEN; i++) sums[i + HIDDEN] = sums[i] + between[i]
    this.dSums.fill(0, 0, (size + 1) * HIDDEN)
  }

  /** A softmax over the arcs into every word. */
  private arcs(batch: Batch, random: Random): number {
    const { open, dropout } = this
    const { groups, gold } = batch
    for (let k = 0; k < HIDDEN; k++) open[k] = random.next() < dropout ? 0 : 1 / (1 - dropout)
    let loss = 0
    for (let g = 0; g + 1 < groups.length; g++) {
      const from = groups[g]
      const count = groups[g + 1] - from
      if (count < 2) continue
      if (this.scores.length < count) this.scores = new Float64Array(2 * count)
      const p = this.scores
      for (let i = 0; i < count; i++) p[i] = this.arc(batch, from + i, 0)
      const right = gold[g] - from
      const rightScore = p[right]
      loss += softmax(p, count) - rightScore
      for (let i = 0; i < count; i++) {
        const slope = p[i] - (i === right ? 1 : 0)
        if (slope > NOTHING || slope < -NOTHING) this.arc(batch, from + i, slope)
      }
    }
    return loss
  }

  /** The score of an arc; with a slope that is not 0, adds its gradient. */
  private arc(batch: Batch, a: number, slope: number): number {
    const { out, dOut, sums, dSums, open } = this
    const { distance, arc } = this.layers
    const { gradient } = this
    const head = batch.arcHeads[a]
    const modifier = batch.arcModifiers[a]
    const root = batch.roots[a]
    const low = head < modifier ? head : modifier
    const high = head < modifier ? modifier : head
    const share = high - low > 1 ? 1 / Math.sqrt(high - low - 1) : 0
    const h = head * HIDDEN
    const m = modifier * HIDDEN
    const d = distanceRow(head - root, modifier - root) * HIDDEN
    const from = (low + 1) * HIDDEN
    const to = high * HIDDEN
    let score = 0
    for (let k = 0; k < HIDDEN; k++) {
      const z =
        out.head[h + k] + out.modifier[m + k] + distance[d + k] + share * (sums[to + k] - sums[from + k])
      if (z <= 0) continue
      score += arc[k] * z * open[k]
      if (slope === 0) continue
      gradient.arc[k] += slope * z * open[k]
      const dz = slope * arc[k] * open[k]
      dOut.head[h + k] += dz
      dOut.modifier[m + k] += dz
      gradient.distance[d + k] += dz
      dSums[to + k] += share * dz
      dSums[from + k] -= share * dz
    }
    return score
  }

  /** A softmax over the labels of every right arc. */
  private labels(batch: Batch): number {
    const { out, dOut, both, logits, layers, gradient } = this
    const count = logits.length
    let loss = 0
    for (let g = 0; g + 1 < batch.groups.length; g++) {
      const h = batch.arcHeads[batch.gold[g]] * HIDDEN
      const m = batch.arcModifiers[batch.gold[g]] * HIDDEN
      for (let k = 0; k < HIDDEN; k++) {
        const z = out.labelHead[h + k] + out.labelModifier[m + k]
        both[k] = z > 0 ? z : 0
      }
      logits.set(layers.labelBias)
      addProducts(both, 0, HIDDEN, 1, layers.label, 0, HIDDEN, count, HIDDEN, logits, 0, count)
      const right = batch.labels[g]
      const rightScore = logits[right]
      loss += softmax(logits, count) - rightScore
      logits[right] -= 1
      for (let l = 0; l < count; l++) {
        const slope = logits[l]
        if (slope < NOTHING && slope > -NOTHING) continue
        gradient.labelBias[l] += slope
        const row = l * HIDDEN
        for (let k = 0; k < HIDDEN; k++) {
          gradient.label[row + k] += slope * both[k]
          if (both[k] === 0) continue
          const dz = slope * layers.label[row + k]
          dOut.labelHead[h + k] += dz
          dOut.labelModifier[m + k] += dz
        }
      }
    }
    return loss
  }

  private backward(batch: Batch): void {
    const { layers, gradient, dOut, dSums, context, dContext, hidden, dHidden, inner, dInner, mask } = this
    const { size } = batch
    const inside = size - 2 * REACH
    // A sum over the words before a place passes its gradient to all of them.
    const { between } = dOut
    for (let k = 0; k < HIDDEN; k++) {
      let sum = 0
      for (let i = size - 1; i >= 0; i--) {
        sum += dSums[(i + 1) * HIDDEN + k]
        between[i * HIDDEN + k] = sum
      }
    }
    dContext.fill(0, 0, size * HIDDEN)
    transpose(context, 0, size, HIDDEN, this.turned)
    for (const name of SQUARE) {
      this.throughLayer(dOut[name], layers[name], 0, HIDDEN, size, 0, dContext, 0)
      transpose(dOut[name], 0, size, HIDDEN, this.turnedToo)
      addProducts(
        this.turnedToo,
        0,
        size,
        HIDDEN,
        this.turned,
        0,
        size,
        HIDDEN,
        size,
        gradient[name],
        0,
        HIDDEN,
      )
    }
    for (let i = 0; i < size * HIDDEN; i++) {
      dInner[i] = inner[i] > 0 ? dContext[i] : 0
      gradient.secondBias[i % HIDDEN] += dInner[i]
    }
    dHidden.set(dContext.subarray(0, size * HIDDEN))
    this.convolution(hidden, HIDDEN, dInner, layers.second, gradient.second, inside, dHidden)
    for (let i = 0; i < size * HIDDEN; i++) {
      dHidden[i] *= mask[i]
      gradient.firstBias[i % HIDDEN] += dHidden[i]
    }
    this.dWords.fill(0, 0, size * WORD)
    this.convolution(this.words, WORD, dHidden, layers.first, gradient.first, inside, this.dWords)
    for (let i = 0; i < size; i++) {
      if (batch.isWord[i] === 0) continue
      let at = i * WORD
      for (let k = 0; k < KINDS; k++) {
        const width = EMBEDDED[k][1]
        const to = batch.rows[i * KINDS + k] * width
        for (let j = 0; j < width; j++) gradient.embeddings[k][to + j] += this.dWords[at++]
      }
    }
  }

  /** Back through a convolution: gradients of its matrices and of what went in. */
  private convolution(
    input: Float64Array,
    width: number,
    dOutput: Float64Array,
    layer: Float64Array,
    dLayer: Float64Array,
    inside: number,
    dInput: Float64Array,
  ): void {
    const size = inside + 2 * REACH
    transpose(input, 0, size, width, this.turned)
    transpose(dOutput, 0, size, HIDDEN, this.turnedToo)
    for (let o = 0; o < WINDOW; o++) {
      this.throughLayer(dOutput, layer, o * HIDDEN * width, width, inside, REACH, dInput, o)
      addProducts(
        this.turnedToo,
        REACH,
        size,
        HIDDEN,
        this.turned,
        o,
        size,
        width,
        inside,
        dLayer,
        o * HIDDEN * width,
        width,
      )
    }
  }

  /** dInput[i + to] += layerᵀ · dOutput[i + from], for so many words. */
  private throughLayer(
    dOutput: Float64Array,
    layer: Float64Array,
    at: number,
    width: number,
    count: number,
    from: number,
    dInput: Float64Array,
    to: number,
  ): void {
    transpose(layer, at, HIDDEN, width, this.matrix)
    addProducts(
      dOutput,
      from * HIDDEN,
      HIDDEN,
      count,
      this.matrix,
      0,
      HIDDEN,
      width,
      HIDDEN,
      dInput,
      to * width,
      width,
    )
  }

  private reserve(size: number): void {
    if (size <= this.size) return
    const n = Math.ceil(1.5 * size)
    this.size = n
    const numbers = (width: number) => new Float64Array(n * width)
    this.words = numbers(WORD)
    this.dWords = numbers(WORD)
    this.hidden = numbers(HIDDEN)
    this.mask = numbers(HIDDEN)
    this.inner = numbers(HIDDEN)
    this.context = numbers(HIDDEN)
    this.sums = new Float64Array((n + 1) * HIDDEN)
    this.dSums = new Float64Array((n + 1) * HIDDEN)
    this.dContext = numbers(HIDDEN)
    this.dHidden = numbers(HIDDEN)
    this.dInner = numbers(HIDDEN)
    this.turned = numbers(Math.max(WORD, HIDDEN))
    this.turnedToo = numbers(HIDDEN)
    this.out = buffers(n)
    this.dOut = buffers(n)
  }
}

function buffers(n: number): Buffers {
  return Object.fromEntries(SQUARE.map((name) => [name, new Float64Array(n * HIDDEN)])) as Buffers
}

/** Turns scores into probabilities; returns the logarithm of the sum. */
function softmax(p: Float64Array, count: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < count; i++) if (p[i] > most) most = p[i]
  let sum = 0
  for (let i = 0; i < count; i++) {
    p[i] = Math.exp(p[i] - most)
    sum += p[i]
  }
  for (let i = 0; i < count; i++) p[i] /= sum
  return most + Math.log(sum)
}
