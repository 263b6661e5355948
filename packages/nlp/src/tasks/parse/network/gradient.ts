// The network in training: forward and backward over a batch. Gradients are added to those of the parameters.
import type { Random } from '@parleyjs/core/internal'
import type { Batch } from './batch.js'
import { type Buffers, takeBuffers } from './buffers.js'
import { EMBEDDED, HIDDEN, OUT, OUT_AT, REACH, ROW, SQUARE, WINDOW, WORD } from './layers.js'
import { Losses } from './losses.js'
import type { Parameters } from './parameters.js'
import { repeat } from './rows.js'
import { across, sideBySide } from './transpose.js'

const KINDS = EMBEDDED.length
/** Bytes of a word's embeddings. */
const WORD_ROW = 4 * WORD

export class Gradient {
  /** Memory after this mark depends on the batch. */
  private readonly mark: number
  private readonly losses: Losses

  constructor(
    private readonly parameters: Parameters,
    private readonly dropout: number,
  ) {
    this.mark = parameters.memory.mark
    this.losses = new Losses(parameters, dropout)
  }

  /**
   * Adds the gradient of the batch's negative log-likelihood; returns the latter. `random` chooses the
   * dropout.
   */
  add(batch: Batch, random: Random): number {
    const { memory } = this.parameters
    memory.release(this.mark)
    const buffers = takeBuffers(memory, batch.size)
    this.forward(batch, buffers, random)
    const loss = this.losses.add(batch, buffers, random)
    this.backward(batch, buffers)
    return loss
  }

  private forward(batch: Batch, buffers: Buffers, random: Random): void {
    const { at, memory } = this.parameters
    const { kernels, floats } = memory
    const { words, hidden, inner, context, out, turned } = buffers
    const { size } = batch
    const inside = size - 2 * REACH
    this.embed(batch, words)
    repeat(floats, at.firstBias, size, hidden)
    across(floats, at.first >> 2, WORD, floats, turned >> 2)
    // The window of a word is one row of five times the length, since rows follow each other.
    const windows = WINDOW * WORD
    kernels.products(words, WORD_ROW, 4, inside, turned, ROW, HIDDEN, windows, hidden + REACH * ROW, ROW)
    this.drop(batch, buffers, random)
    repeat(floats, at.secondBias, size, inner)
    across(floats, at.second >> 2, HIDDEN, floats, turned >> 2)
    const around = WINDOW * HIDDEN
    kernels.products(hidden, ROW, 4, inside, turned, ROW, HIDDEN, around, inner + REACH * ROW, ROW)
    floats.copyWithin(context >> 2, inner >> 2, (inner >> 2) + size * HIDDEN)
    kernels.addPositive(hidden, size * HIDDEN, context)
    const squares = SQUARE.map((name) => at[name] >> 2)
    sideBySide(floats, squares, floats, turned >> 2)
    floats.fill(0, out >> 2, (out + size * OUT) >> 2)
    kernels.products(context, ROW, 4, size, turned, OUT, OUT >> 2, HIDDEN, out, OUT)
    kernels.prefixSums(out + OUT_AT.between, OUT, size, buffers.sums)
  }

  /** The numbers of every word; empty ones have zeros. */
  private embed(batch: Batch, words: number): void {
    const { embeddings, memory } = this.parameters
    const { floats } = memory
    let at = words >> 2
    floats.fill(0, at, at + batch.size * WORD)
    for (let i = 0; i < batch.size; i++) {
      if (batch.isWord[i] === 0) {
        at += WORD
        continue
      }
      for (let k = 0; k < KINDS; k++) {
        const width = EMBEDDED[k][1]
        const from = (embeddings[k] >> 2) + batch.rows[i * KINDS + k] * width
        for (let j = 0; j < width; j++) floats[at++] = floats[from + j]
      }
    }
  }

  /** The first threshold and dropout: the mask is what each number was multiplied with, 0 in empty words. */
  private drop(batch: Batch, buffers: Buffers, random: Random): void {
    const { floats } = this.parameters.memory
    const { dropout } = this
    const kept = Math.fround(1 / (1 - dropout))
    const from = buffers.hidden >> 2
    const mask = buffers.mask >> 2
    for (let i = 0; i < batch.size; i++)
      for (let k = i * HIDDEN; k < (i + 1) * HIDDEN; k++) {
        const lets = batch.isWord[i] === 0 || random.uniform() < dropout ? 0 : kept
        const value = floats[from + k]
        floats[mask + k] = value > 0 ? lets : 0
        floats[from + k] = value > 0 ? value * lets : 0
      }
  }

  private backward(batch: Batch, buffers: Buffers): void {
    const { at, memory } = this.parameters
    const { kernels, floats } = memory
    const to = this.parameters.to('gradient')
    const { hidden, inner, context, mask, dOut, dContext, dInner, dHidden } = buffers
    const { size } = batch
    this.throughSums(buffers, size)
    floats.fill(0, dContext >> 2, (dContext >> 2) + size * HIDDEN)
    // The square layers follow each other, a row for every number of `out`.
    kernels.products(dOut, OUT, 4, size, at.head, ROW, HIDDEN, OUT >> 2, dContext, ROW)
    kernels.products(dOut, 4, OUT, OUT >> 2, context, ROW, HIDDEN, size, at.head + to, ROW)
    for (let i = 0; i < size * HIDDEN; i++)
      floats[(dInner >> 2) + i] = floats[(inner >> 2) + i] > 0 ? floats[(dContext >> 2) + i] : 0
    this.addColumns(dInner, size, at.secondBias + to)
    floats.copyWithin(dHidden >> 2, dContext >> 2, (dContext >> 2) + size * HIDDEN)
    this.convolution(hidden, HIDDEN, dInner, at.second, size, dHidden)
    for (let i = 0; i < size * HIDDEN; i++) floats[(dHidden >> 2) + i] *= floats[(mask >> 2) + i]
    this.addColumns(dHidden, size, at.firstBias + to)
    floats.fill(0, buffers.dWords >> 2, (buffers.dWords >> 2) + size * WORD)
    this.convolution(buffers.words, WORD, dHidden, at.first, size, buffers.dWords)
    this.embedBack(batch, buffers.dWords)
  }

  /** A sum over the words before a place passes its gradient to all of them. */
  private throughSums({ dOut, dSums }: Buffers, size: number): void {
    const { floats } = this.parameters.memory
    const last = (dSums >> 2) + size * HIDDEN
    for (let i = size - 1; i >= 0; i--) {
      const sum = (dSums >> 2) + (i + 1) * HIDDEN
      const between = (dOut + i * OUT + OUT_AT.between) >> 2
      // The gradients of later sums have been added up on the way.
      for (let k = 0; k < HIDDEN; k++) {
        if (sum < last) floats[sum + k] += floats[sum + HIDDEN + k]
        floats[between + k] = floats[sum + k]
      }
    }
  }

  /** Back through a convolution: gradients of its matrices and of what went in. */
  private convolution(
    input: number,
    width: number,
    dOutput: number,
    layer: number,
    size: number,
    dInput: number,
  ): void {
    const { kernels } = this.parameters.memory
    const dLayer = layer + this.parameters.to('gradient')
    const inside = size - 2 * REACH
    const from = dOutput + REACH * ROW
    const row = 4 * width
    for (let o = 0; o < WINDOW; o++) {
      const matrix = o * HIDDEN * row
      kernels.products(from, ROW, 4, inside, layer + matrix, row, width, HIDDEN, dInput + o * row, row)
      kernels.products(from, 4, ROW, HIDDEN, input + o * row, row, width, inside, dLayer + matrix, row)
    }
  }

  /** Adds the sum of all rows to a row. */
  private addColumns(rows: number, count: number, y: number): void {
    const { floats } = this.parameters.memory
    const to = y >> 2
    let at = rows >> 2
    for (let i = 0; i < count; i++) for (let k = 0; k < HIDDEN; k++) floats[to + k] += floats[at++]
  }

  private embedBack(batch: Batch, dWords: number): void {
    const { embeddings, memory } = this.parameters
    const { floats } = memory
    const gradient = this.parameters.to('gradient')
    for (let i = 0; i < batch.size; i++) {
      if (batch.isWord[i] === 0) continue
      let from = (dWords >> 2) + i * WORD
      for (let k = 0; k < KINDS; k++) {
        const width = EMBEDDED[k][1]
        const to = ((embeddings[k] + gradient) >> 2) + batch.rows[i * KINDS + k] * width
        for (let j = 0; j < width; j++) floats[to + j] += floats[from++]
      }
    }
  }
}
