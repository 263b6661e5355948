// Training of a linear classifier: maximum likelihood of the gold labels, p(y) ∝ exp Σ_f w(f, y), by AdaGrad
// with features left out at random; the weights are averaged over the later epochs, cut to the large ones and
// rounded.
import { IntTable } from '@parleyjs/core/internal'
import { randomOf } from './hash.js'
import { type LinearModel, softExp } from './linear.js'
import { LinearRows } from './linear-rows.js'

/** Training examples: the features of each, as integers, and its gold label. */
export interface Examples {
  /** Features of all examples, one after the other. */
  readonly features: Int32Array
  /** Index in `features` where each example begins, and the end of the last. */
  readonly starts: Int32Array
  /** The gold label of each example. */
  readonly gold: Int32Array
  /** Number of labels. */
  readonly labels: number
  /** For each example, which list of `choices` its label is chosen from; all labels if left out. */
  readonly choice?: Int32Array
  readonly choices?: readonly Int32Array[]
}

export interface LinearOptions {
  readonly epochs?: number
  readonly seed?: number
  readonly rate?: number
  /** Share of the features left out at each step. */
  readonly dropout?: number
  /** Features seen less often are not used. */
  readonly minCount?: number
  /**
   * Features seen this often have a weight for every choice of their examples, the others for labels seen
   * with them.
   */
  readonly fullCount?: number
  /** Weights smaller than this after the first half of the epochs are dropped. */
  readonly prune?: number
  /** Weights smaller than this are dropped in the end. */
  readonly threshold?: number
  readonly onEpoch?: (epoch: number) => void
}

export function trainLinear(examples: Examples, options: LinearOptions = {}): LinearModel {
  const { epochs = 8, seed = 1, rate = 0.15, dropout = 0.1, minCount = 2, fullCount = 1e9 } = options
  const { starts, gold, labels, choice, choices } = examples
  const count = gold.length
  const rows = layOut(examples, minCount, fullCount)
  const { ids } = rows
  let { rowStarts, rowLabels } = rows
  let weights = new Float32Array(rowLabels.length)
  let squares = new Float32Array(rowLabels.length).fill(1e-2)
  let sums = new Float32Array(0)
  const scores = new Float64Array(labels)
  const everything = Int32Array.from({ length: labels }, (_, y) => y)
  const kept = new Int32Array(1 << 12)
  const random = randomOf(seed)
  const cut = Math.floor(dropout * 4294967296)
  const firstAveraged = Math.floor(epochs / 2)
  for (let epoch = 0; epoch < epochs; epoch++) {
    if (epoch === firstAveraged) {
      // Drop small weights; the remaining ones adapt in the second half.
      const keep = places(weights, options.prune ?? 0)
      rows.rowStarts = rowStarts = recount(rowStarts, keep)
      rows.rowLabels = rowLabels = keep.map((e) => rowLabels[e])
      weights = Float32Array.from(keep, (e) => weights[e])
      squares = Float32Array.from(keep, (e) => squares[e])
      sums = new Float32Array(keep.length)
    }
    const order = random.order(count)
    for (let o = 0; o < count; o++) {
      const example = order[o]
      const among = choice === undefined ? everything : choices![choice[example]]
      if (among.length < 2) continue
      let n = 0
      scores.fill(0)
      for (let f = starts[example]; f < starts[example + 1]; f++) {
        const id = ids[f]
        if (id < 0 || random.bits() < cut) continue
        kept[n++] = id
        for (let e = rowStarts[id], end = rowStarts[id + 1]; e < end; e++) scores[rowLabels[e]] += weights[e]
      }
      if (!toGradient(scores, among, gold[example], labels)) continue
      for (let i = 0; i < n; i++) {
        const id = kept[i]
        for (let e = rowStarts[id], end = rowStarts[id + 1]; e < end; e++) {
          const g = scores[rowLabels[e]]
          if (g === 0) continue
          squares[e] += g * g
          weights[e] -= (rate * g) / Math.sqrt(squares[e])
        }
      }
    }
    if (epoch >= firstAveraged) for (let e = 0; e < sums.length; e++) sums[e] += weights[e]
    options.onEpoch?.(epoch)
  }
  const averaged = epochs - firstAveraged
  for (let e = 0; e < sums.length; e++) sums[e] *= (1 - dropout) / averaged
  return freeze(labels, rows, sums, options.threshold ?? 0.05)
}

/** Smaller gradients are ignored. */
const NEGLIGIBLE = 0.01

/**
 * Turns scores into the gradient p(y) − [y is gold]; 0 where it is negligible or y is not among the choices.
 * Returns false if the whole gradient is 0.
 */
function toGradient(scores: Float64Array, among: Int32Array, gold: number, labels: number): boolean {
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i < among.length; i++) top = Math.max(top, scores[among[i]])
  let sum = 0
  for (let i = 0; i < among.length; i++) sum += scores[among[i]] = softExp(scores[among[i]] - top)
  if (among.length < labels) clearOthers(scores, among)
  let useful = false
  for (let i = 0; i < among.length; i++) {
    const y = among[i]
    const g = scores[y] / sum - (y === gold ? 1 : 0)
    const counts = g < -NEGLIGIBLE || g > NEGLIGIBLE
    scores[y] = counts ? g : 0
    if (counts) useful = true
  }
  return useful
}

function clearOthers(scores: Float64Array, among: Int32Array): void {
  let i = 0
  for (let y = 0; y < scores.length; y++) {
    if (i < among.length && among[i] === y) i++
    else scores[y] = 0
  }
}

/** Indices of the weights whose size is at least `least`. */
function places(weights: Float32Array, least: number): Int32Array {
  const keep = new Int32Array(weights.length)
  let n = 0
  for (let e = 0; e < weights.length; e++) if (Math.abs(weights[e]) >= least) keep[n++] = e
  return keep.slice(0, n)
}

/** Beginnings of the rows after only the places in `keep` remain. */
function recount(starts: Int32Array, keep: Int32Array): Int32Array {
  let n = 0
  return starts.map((start) => {
    while (n < keep.length && keep[n] < start) n++
    return n
  })
}

interface Rows {
  /** Row of each feature of all examples; −1 if the feature is too rare. */
  ids: Int32Array
  /** The feature of each row, ascending. */
  features: Int32Array
  rowStarts: Int32Array
  rowLabels: Int32Array
}

/** Chooses the pairs of feature and label that get a weight. */
function layOut(examples: Examples, minCount: number, fullCount: number): Rows {
  const { features, starts, gold, labels, choice, choices } = examples
  const everything = Int32Array.from({ length: labels }, (_, y) => y)
  const sorted = features.slice().sort()
  let rows = 0
  for (let i = 0, j = 0; i < sorted.length; i = j) {
    while (j < sorted.length && sorted[j] === sorted[i]) j++
    if (j - i >= minCount) sorted[rows++] = sorted[i]
  }
  const rowFeatures = sorted.slice(0, rows)
  const rowOf = IntTable.numbering(rowFeatures)
  const ids = new Int32Array(features.length)
  // Pairs of a row and a label seen with it, sorted by both.
  const upper = new Int32Array(rows + 1)
  for (let f = 0; f < features.length; f++) {
    const r = rowOf.get(features[f]) - 1
    ids[f] = r
    if (r >= 0) upper[r + 1]++
  }
  for (let r = 0; r < rows; r++) upper[r + 1] += upper[r]
  const isFull = (r: number) => upper[r + 1] - upper[r] >= fullCount
  const seen = new Uint16Array(upper[rows])
  const filled = upper.slice(0, rows)
  const fullRow = new Int32Array(rows).fill(-1)
  for (let example = 0; example < gold.length; example++)
    for (let f = starts[example]; f < starts[example + 1]; f++) {
      if (ids[f] < 0) continue
      seen[filled[ids[f]]++] = gold[example]
      if (choice !== undefined) fullRow[ids[f]] = choice[example]
    }
  const labelsOf = (r: number) => (choices === undefined ? everything : choices[fullRow[r]])
  const rowStarts = new Int32Array(rows + 1)
  let size = 0
  for (let r = 0; r < rows; r++) {
    if (isFull(r)) size += labelsOf(r).length
    else size += distinct(seen, upper[r], upper[r + 1])
    rowStarts[r + 1] = size
  }
  const rowLabels = new Int32Array(size)
  for (let r = 0; r < rows; r++) {
    const at = rowStarts[r]
    const list = isFull(r) ? labelsOf(r) : seen.subarray(upper[r])
    for (let i = 0, n = rowStarts[r + 1] - at; i < n; i++) rowLabels[at + i] = list[i]
  }
  return { ids, features: rowFeatures, rowStarts, rowLabels }
}

/** Sorts a part of an array, moves its distinct values to the front, and returns their number. */
function distinct(values: Uint16Array, from: number, to: number): number {
  const part = values.subarray(from, to).sort()
  let n = 1
  for (let i = 1; i < part.length; i++) if (part[i] !== part[n - 1]) part[n++] = part[i]
  return n
}

/** Drops small weights and rounds the others to integers of at most 127 units. */
function freeze(labels: number, rows: Rows, weights: Float32Array, threshold: number): LinearModel {
  const { features, rowStarts, rowLabels } = rows
  let largest = 0
  for (let e = 0; e < weights.length; e++) largest = Math.max(largest, Math.abs(weights[e]))
  const scale = Math.max(largest / 127, 1e-6)
  const kept = new LinearRows()
  for (let r = 0; r < features.length; r++) {
    for (let e = rowStarts[r]; e < rowStarts[r + 1]; e++) {
      const units = Math.round(weights[e] / scale)
      if (Math.abs(weights[e]) >= threshold) kept.add(rowLabels[e], units)
    }
    kept.end(features[r])
  }
  return kept.model(labels, scale)
}
