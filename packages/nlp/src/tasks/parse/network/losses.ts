// The loss: the negative log-probabilities of the right heads and of their labels. Adds the gradients of the
// last layers' weights and of the outputs of the square layers.
import type { Random } from '@parleyjs/core/internal'
import { ARC_ENTRY } from '@parleyjs/learn/internal'
import type { Batch } from './batch.js'
import type { Buffers } from './buffers.js'
import { HIDDEN, OUT, OUT_AT, ROW } from './layers.js'
import type { Parameters } from './parameters.js'
import { writeArc } from './rows.js'
import { padded, turn } from './transpose.js'

/** Smaller gradients are ignored. */
const NOTHING = 1e-4

export class Losses {
  private readonly labelCount: number
  private readonly labelColumns: number
  private readonly open = new Float32Array(HIDDEN)
  private scores = new Float64Array(64)

  constructor(
    private readonly parameters: Parameters,
    private readonly dropout: number,
  ) {
    this.labelCount = parameters.labelCount
    this.labelColumns = padded(parameters.labelCount)
  }

  /** Adds the gradients; returns the loss. */
  add(batch: Batch, buffers: Buffers, random: Random): number {
    return this.arcs(batch, buffers, random) + this.labels(batch, buffers)
  }

  /** A softmax over the arcs into every word. */
  private arcs(batch: Batch, { out, dOut, sums, dSums }: Buffers, random: Random): number {
    const { open, dropout, parameters } = this
    const { memory, at } = parameters
    const { arcHeads, arcModifiers, roots } = batch
    const count = arcHeads.length
    const list = memory.take(count * ARC_ENTRY)
    const scores = memory.take(count)
    const weights = memory.take(HIDDEN)
    const dWeights = memory.take(HIDDEN)
    const { floats, kernels } = memory
    for (let k = 0; k < HIDDEN; k++) {
      open[k] = random.uniform() < dropout ? 0 : 1 / (1 - dropout)
      floats[(weights >> 2) + k] = floats[(at.arc >> 2) + k] * open[k]
      floats[(dWeights >> 2) + k] = 0
    }
    const entry = 4 * ARC_ENTRY
    for (let a = 0; a < count; a++)
      writeArc(memory, list + entry * a, arcHeads[a], arcModifiers[a], roots[a], out, at.distance, sums)
    kernels.scoreArcs(list, count, weights, scores)
    const loss = this.arcLoss(batch, scores >> 2)
    const to = parameters.to('gradient')
    kernels.arcSlopes(list, count, scores, weights, dWeights, dOut - out, to, dSums - sums)
    for (let k = 0; k < HIDDEN; k++) floats[((at.arc + to) >> 2) + k] += open[k] * floats[(dWeights >> 2) + k]
    return loss
  }

  /** The loss of the arcs whose scores begin at a place; their gradients replace the scores. */
  private arcLoss({ groups, gold }: Batch, at: number): number {
    const { floats } = this.parameters.memory
    let loss = 0
    for (let g = 0; g + 1 < groups.length; g++) {
      const from = at + groups[g]
      const count = groups[g + 1] - groups[g]
      if (count < 2) {
        floats.fill(0, from, from + count)
        continue
      }
      loss += this.softmax(from, count, gold[g] - groups[g])
    }
    return loss
  }

  /** A softmax over the labels of every right arc. */
  private labels(batch: Batch, { out, dOut }: Buffers): number {
    const { labelCount, labelColumns, parameters } = this
    const { memory, at } = parameters
    const { arcHeads, arcModifiers, gold, labels } = batch
    const count = labels.length
    const to = parameters.to('gradient')
    const step = 4 * labelColumns
    const list = memory.take(2 * count)
    const both = memory.take(count * HIDDEN)
    const dBoth = memory.take(count * HIDDEN)
    const logits = memory.take(count * labelColumns)
    const turned = memory.take(HIDDEN * labelColumns)
    const { floats, words, kernels } = memory
    for (let g = 0; g < count; g++) {
      words[(list >> 2) + 2 * g] = out + arcHeads[gold[g]] * OUT + OUT_AT.labelHead
      words[(list >> 2) + 2 * g + 1] = out + arcModifiers[gold[g]] * OUT + OUT_AT.labelModifier
    }
    kernels.addPairs(list, count, both)
    floats.fill(0, turned >> 2, (turned >> 2) + HIDDEN * labelColumns)
    turn(floats, at.label >> 2, labelCount, HIDDEN, floats, turned >> 2, labelColumns)
    floats.fill(0, dBoth >> 2, (dBoth >> 2) + count * HIDDEN)
    floats.fill(0, logits >> 2, (logits >> 2) + count * labelColumns)
    for (let g = 0; g < count; g++)
      for (let l = 0; l < labelCount; l++)
        floats[(logits >> 2) + g * labelColumns + l] = floats[(at.labelBias >> 2) + l]
    kernels.products(both, ROW, 4, count, turned, step, labelColumns, HIDDEN, logits, step)
    let loss = 0
    for (let g = 0; g < count; g++) {
      const from = (logits >> 2) + g * labelColumns
      loss += this.softmax(from, labelCount, labels[g])
      for (let l = 0; l < labelCount; l++) floats[((at.labelBias + to) >> 2) + l] += floats[from + l]
    }
    kernels.products(logits, 4, step, labelCount, both, ROW, HIDDEN, count, at.label + to, ROW)
    kernels.products(logits, step, 4, count, at.label, ROW, HIDDEN, labelCount, dBoth, ROW)
    for (let g = 0; g < count; g++) this.toWords(list + 8 * g, both + g * ROW, dBoth + g * ROW, dOut - out)
    return loss
  }

  /** Adds the gradient of a pair to its two rows. */
  private toWords(pair: number, both: number, dBoth: number, away: number): void {
    const { floats, words } = this.parameters.memory
    const a = (words[pair >> 2] + away) >> 2
    const b = (words[(pair >> 2) + 1] + away) >> 2
    for (let k = 0; k < HIDDEN; k++) {
      if (floats[(both >> 2) + k] === 0) continue
      floats[a + k] += floats[(dBoth >> 2) + k]
      floats[b + k] += floats[(dBoth >> 2) + k]
    }
  }

  /**
   * Replaces scores by the gradient of the negative log-likelihood of the right one; returns that likelihood
   * term.
   */
  private softmax(from: number, count: number, right: number): number {
    const { floats } = this.parameters.memory
    if (this.scores.length < count) this.scores = new Float64Array(2 * count)
    const p = this.scores
    let most = Number.NEGATIVE_INFINITY
    for (let i = 0; i < count; i++) if (floats[from + i] > most) most = floats[from + i]
    let sum = 0
    for (let i = 0; i < count; i++) {
      p[i] = Math.exp(floats[from + i] - most)
      sum += p[i]
    }
    const loss = most + Math.log(sum) - floats[from + right]
    for (let i = 0; i < count; i++) {
      const slope = p[i] / sum - (i === right ? 1 : 0)
      floats[from + i] = slope > NOTHING || slope < -NOTHING ? slope : 0
    }
    return loss
  }
}
