// Losses: each adds its slopes to a tensor of scores, and returns its value.
import { portableExp, portableLog } from '@parleyjs/core/internal'
import type { Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'

export interface LossOptions {
  /** The loss is multiplied by this. Default 1. */
  readonly weight?: number
  /** Number of columns that compete in a row; the others do not exist. Default: all. */
  readonly choices?: (row: number) => number
}

/**
 * Cross-entropy: the sum over rows of −log of the probability of the right column, under a softmax over the
 * row. Rows whose `right` is negative do not count.
 */
export function crossEntropy(
  tape: Tape,
  scores: Tensor,
  right: ArrayLike<number>,
  { weight = 1, choices = () => scores.columns }: LossOptions = {},
): number {
  const { floats } = tape.memory
  let loss = 0
  const p = new Float64Array(scores.columns)
  for (let i = 0; i < scores.rows; i++) {
    if (right[i] < 0) continue
    const from = (scores.at >> 2) + i * scores.step
    const count = choices(i)
    let largest = Number.NEGATIVE_INFINITY
    for (let j = 0; j < count; j++) largest = Math.max(largest, floats[from + j])
    let sum = 0
    for (let j = 0; j < count; j++) sum += p[j] = portableExp(floats[from + j] - largest)
    loss += weight * (portableLog(sum) + largest - floats[from + right[i]])
    if (scores.slopes === 0) continue
    const to = (scores.slopes >> 2) + i * scores.step
    for (let j = 0; j < count; j++) floats[to + j] += weight * (p[j] / sum - (j === right[i] ? 1 : 0))
  }
  return loss
}

/** Shares of some columns of each row: those of row i are numbers starts[i] to starts[i + 1] − 1. */
export interface RowShares {
  readonly starts: ArrayLike<number>
  readonly columns: ArrayLike<number>
  readonly shares: ArrayLike<number>
}

/**
 * Cross-entropy to probabilities that another model gave (distillation): the sum over rows of
 * −Σ share · log of the column's probability, under a softmax over the row. Rows without shares do not count.
 */
export function sharedCrossEntropy(
  tape: Tape,
  scores: Tensor,
  { starts, columns, shares }: RowShares,
  { weight = 1, choices = () => scores.columns }: LossOptions = {},
): number {
  const { floats } = tape.memory
  let loss = 0
  const p = new Float64Array(scores.columns)
  for (let i = 0; i < scores.rows; i++) {
    if (starts[i] === starts[i + 1]) continue
    const from = (scores.at >> 2) + i * scores.step
    const count = choices(i)
    let largest = Number.NEGATIVE_INFINITY
    for (let j = 0; j < count; j++) largest = Math.max(largest, floats[from + j])
    let sum = 0
    for (let j = 0; j < count; j++) sum += p[j] = portableExp(floats[from + j] - largest)
    const logSum = portableLog(sum) + largest
    let total = 0
    const to = (scores.slopes >> 2) + i * scores.step
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      total += shares[k]
      loss += weight * shares[k] * (logSum - floats[from + columns[k]])
      if (scores.slopes !== 0) floats[to + columns[k]] -= weight * shares[k]
    }
    if (scores.slopes === 0) continue
    for (let j = 0; j < count; j++) floats[to + j] += (weight * total * p[j]) / sum
  }
  return loss
}

/**
 * The structured hinge loss: the score of the best answer under scores to which its cost was added, less the
 * score of the right one. Both answers are given by their share of each entry: `best` may have fractions, as
 * a relaxed solution has (paper 1, section 5).
 */
export function structuredHinge(
  tape: Tape,
  scores: Tensor,
  best: (row: number, column: number) => number,
  right: (row: number, column: number) => number,
  cost: number,
  weight = 1,
): number {
  const { floats } = tape.memory
  let loss = cost
  for (let i = 0; i < scores.rows; i++)
    for (let j = 0; j < scores.columns; j++) {
      const difference = best(i, j) - right(i, j)
      if (difference === 0) continue
      loss += difference * floats[(scores.at >> 2) + i * scores.step + j]
      if (scores.slopes !== 0) floats[(scores.slopes >> 2) + i * scores.step + j] += weight * difference
    }
  return weight * loss
}
