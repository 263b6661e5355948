// Sums over all spanning trees, by the matrix-tree theorem (Koo et al. 2007; Smith and Smith 2007; McDonald
// and Satta 2007). Seen as a random walk in which word m steps to head h with weight exp(score), a sum over
// trees is a determinant of the walk's Laplacian, and P(h → m) = weight(h → m) · E(h, m) / S(m): E is the
// probability to reach the root from h without meeting m, S the weight with which m leaves for the root when
// all other words are eliminated. Words are eliminated as Grassmann, Taksar and Heyman do, with sums,
// products and quotients of positive numbers only, so that nothing cancels however peaked the scores are.
// Every word must be the last one left once. Recursion by halves (keep the first half, eliminate the second,
// recurse; then the other way round) takes 4/3 n³ steps in total.
import {
  copyRotated,
  eliminateLogs,
  eliminateWeights,
  substituteLogs,
  substituteWeights,
  TINY,
} from './walk-elimination.js'

/** With a single root, each further arc from the root multiplies the weight of a tree by this. */
const ROOT_PRICE = 1e-40
/**
 * How far the expected number of roots may be from 1 where a single one is required. Beyond that, the
 * computation is repeated with logarithms.
 */
const ROOT_ERROR = 1e-10

/** Marginals of lists of arcs. The work space is kept between calls. */
export class MatrixTree {
  private words = 0
  private logarithms = false
  private logDeterminant = 0
  private matrix = new Float64Array(0) // the levels of the recursion, in order
  private avoid = new Float64Array(0) // E(h, m) at [h · words + m], counted from 0
  private leave = new Float64Array(0) // S(m)
  private most = new Float64Array(0) // best score of the arcs into each modifier

  /** Reserves memory for this number of words. */
  constructor(words = 0) {
    this.makeRoom(words)
  }

  /**
   * Writes the probability of each arc head[a] → modifier[a], a < count, where a tree over nodes
   * 0 … length − 1 has a probability proportional to exp(Σ scores); with a single root they are exact to
   * 1e-10. Returns the logarithm of the sum over all trees, −∞ (and zeros) if there is none. An arc is listed
   * once; one with score −∞ cannot be used.
   *
   * @example
   * new MatrixTree().solve(3, [0, 0, 1, 2], [1, 2, 2, 1], 4, [0, 0, 0, 0], marginals, false)
   * // log 3, and marginals are [2/3, 2/3, 1/3, 1/3]
   */
  solve(
    length: number,
    head: ArrayLike<number>,
    modifier: ArrayLike<number>,
    count: number,
    scores: ArrayLike<number>,
    marginals: Float64Array,
    singleRoot: boolean,
  ): number {
    const n = length - 1
    for (let a = 0; a < count; a++) marginals[a] = 0
    if (n === 0) return 0
    this.reserve(n)
    const { most } = this
    most.fill(Number.NEGATIVE_INFINITY, 0, n)
    for (let a = 0; a < count; a++) if (scores[a] > most[modifier[a] - 1]) most[modifier[a] - 1] = scores[a]
    let sum = 0
    let range = 0 // between the best score of a word and any other
    for (let m = 0; m < n; m++) sum += most[m]
    if (sum === Number.NEGATIVE_INFINITY) return sum
    for (let a = 0; a < count; a++)
      if (scores[a] > Number.NEGATIVE_INFINITY) range = Math.max(range, most[modifier[a] - 1] - scores[a])

    this.logarithms = false
    const price = singleRoot ? ROOT_PRICE : 1
    this.load(head, modifier, count, scores, price)
    if (this.eliminate()) {
      const roots = this.read(head, modifier, count, scores, marginals, price)
      if (!singleRoot || roots < 1 + ROOT_ERROR) return sum + this.logDeterminant - Math.log(price)
    }
    // The price of a second root exceeds what any tree with several roots could gain.
    this.logarithms = true
    const logPrice = singleRoot ? -(n * (range + Math.log(n + 1)) + 40) : 0
    this.load(head, modifier, count, scores, logPrice)
    if (this.eliminate()) {
      const roots = this.read(head, modifier, count, scores, marginals, logPrice)
      if (!singleRoot || roots < 1.5) return sum + this.logDeterminant - logPrice
    }
    for (let a = 0; a < count; a++) marginals[a] = 0
    return Number.NEGATIVE_INFINITY
  }

  private reserve(n: number): void {
    this.words = n
    if (this.most.length < n) this.makeRoom(Math.ceil(1.5 * n))
  }

  private makeRoom(room: number): void {
    // The levels have room, room, room / 2, room / 4 … rows, each with one number more than its row count.
    let cells = room * (room + 1)
    for (let rows = room; rows > 1; rows = Math.ceil(rows / 2)) cells += rows * (rows + 1)
    this.matrix = new Float64Array(cells)
    this.avoid = new Float64Array(room * room)
    this.leave = new Float64Array(room)
    this.most = new Float64Array(room)
  }

  /** Weights relative to the best of their word: row m holds those of its heads, the root's last. */
  private load(
    head: ArrayLike<number>,
    modifier: ArrayLike<number>,
    count: number,
    scores: ArrayLike<number>,
    price: number,
  ): void {
    const { words: n, matrix, most, logarithms } = this
    matrix.fill(logarithms ? Number.NEGATIVE_INFINITY : 0, 0, n * (n + 1))
    for (let a = 0; a < count; a++) {
      const m = modifier[a] - 1
      const h = head[a] === 0 ? n : head[a] - 1
      const relative = scores[a] - most[m]
      if (logarithms) matrix[m * (n + 1) + h] = h === n ? relative + price : relative
      else matrix[m * (n + 1) + h] = h === n ? Math.exp(relative) * price : Math.exp(relative)
    }
  }

  /** Writes P(h → m) of every arc; returns the expected number of arcs from the root. */
  private read(
    head: ArrayLike<number>,
    modifier: ArrayLike<number>,
    count: number,
    scores: ArrayLike<number>,
    marginals: Float64Array,
    price: number,
  ): number {
    const { words: n, avoid, leave, most, logarithms } = this
    let roots = 0
    for (let a = 0; a < count; a++) {
      const m = modifier[a] - 1
      const h = head[a] - 1
      const relative = scores[a] - most[m]
      const free = h < 0 ? price : avoid[h * n + m]
      const p = logarithms ? Math.exp(relative + free - leave[m]) : (Math.exp(relative) * free) / leave[m]
      marginals[a] = p < 1 ? p : 1
      if (h < 0) roots += p
    }
    return roots
  }

  private eliminate(): boolean {
    const { words: n } = this
    this.logDeterminant = 0
    return this.halve(0, n, 0, n + 1, n * (n + 1), true)
  }

  /**
   * Finds E(h, m) and S(m) for h and m in low … high − 1, where only these words are left. Their matrix
   * begins at `at`; each row has `stride` numbers, the last of which is the weight of the root. The next
   * level begins at `free`. On the first descent, the product of the pivots is the determinant.
   */
  private halve(
    low: number,
    high: number,
    at: number,
    stride: number,
    free: number,
    first: boolean,
  ): boolean {
    const { words: n, matrix, avoid, leave, logarithms } = this
    const rows = high - low
    if (rows === 1) {
      const s = matrix[at + stride - 1]
      leave[low] = s
      avoid[low * n + low] = logarithms ? Number.NEGATIVE_INFINITY : 0
      if (logarithms ? s === Number.NEGATIVE_INFINITY : s < TINY) return false
      if (first) this.logDeterminant += logarithms ? s : Math.log(s)
      return true
    }
    const cut = (rows + 1) >> 1
    for (let half = 0; half < 2; half++) {
      // The words to keep come first.
      const kept = half === 0 ? cut : rows - cut
      copyRotated(matrix, at, stride, free, rows, half === 0 ? 0 : cut)
      const pivots = (logarithms ? eliminateLogs : eliminateWeights)(matrix, free, rows, kept)
      if (pivots === Number.NEGATIVE_INFINITY) return false
      if (first && half === 0) this.logDeterminant += pivots
      const from = half === 0 ? low : low + cut
      const others = half === 0 ? low + cut : low
      const next = free + rows * (rows + 1)
      if (!this.halve(from, from + kept, free, rows + 1, next, first && half === 0)) return false
      const substitute = logarithms ? substituteLogs : substituteWeights
      substitute(matrix, free, rows, kept, avoid, n, from, others)
    }
    return true
  }
}
