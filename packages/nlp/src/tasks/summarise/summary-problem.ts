// A summary as an optimisation problem (paper 2, Eq. 1.5): units of words are kept or deleted.
//
//   max  Σ weight of concepts with a kept token  +  Σ over used sentences of its compression's score
//   s.t. the kept units of a sentence are a connected part of its tree; the costs of kept units are within
//   the budget
//
// A sentence that is not used scores 0. One that is scores start(t) for the top t of what is kept, and cut(u)
// for every deleted unit u whose parent is kept. All of these are at most 0, and all weights are above 0.

/** The tree of a sentence: parents stand before their children, the root first. */
export interface SummaryTree {
  /** The parent of each unit within the sentence, −1 for a root. */
  readonly parent: ArrayLike<number>
  /** The cost of each unit, in words of the budget. */
  readonly cost: ArrayLike<number>
  /** The score of deleting a unit and keeping its parent, at most 0; −Infinity forbids. */
  readonly cut: ArrayLike<number>
  /** The score of keeping a unit as the top of what is kept, at most 0; −Infinity forbids. */
  readonly start: ArrayLike<number>
}

/**
 * A concept with its weight and tokens, each of one or two units (sentence, unit, and −1 or another unit).
 */
export interface WeightedConcept {
  readonly weight: number
  readonly tokens: readonly (readonly [sentence: number, first: number, second: number])[]
}

/** The problem in flat arrays; units are numbered across all sentences. */
export interface SummaryProblem {
  readonly budget: number
  /** The first unit of each sentence, and the number of all units. */
  readonly sentenceStart: Int32Array
  readonly sentenceOf: Int32Array
  readonly parent: Int32Array
  readonly cost: Int32Array
  readonly cut: Float64Array
  readonly start: Float64Array
  readonly weight: Float64Array
  /** The first token of each concept, and the number of all tokens. */
  readonly tokenStart: Int32Array
  /** The units of tokens; the second is −1 where the first cannot be kept without the other. */
  readonly tokenFirst: Int32Array
  readonly tokenSecond: Int32Array
}

/**
 * Puts the problem together. Tokens whose second unit is kept whenever the first is need only that one;
 * tokens that equal another token of their concept are left out, and so are concepts without weight or
 * tokens.
 */
export function makeProblem(
  trees: readonly SummaryTree[],
  concepts: readonly WeightedConcept[],
  budget: number,
): SummaryProblem {
  const sentenceStart = new Int32Array(trees.length + 1)
  trees.forEach((tree, s) => {
    sentenceStart[s + 1] = sentenceStart[s] + tree.parent.length
  })
  const units = sentenceStart[trees.length]
  const sentenceOf = new Int32Array(units)
  const parent = new Int32Array(units)
  const cost = new Int32Array(units)
  const cut = new Float64Array(units)
  const start = new Float64Array(units)
  trees.forEach((tree, s) => {
    const first = sentenceStart[s]
    for (let u = 0; u < tree.parent.length; u++) {
      sentenceOf[first + u] = s
      parent[first + u] = tree.parent[u] < 0 ? -1 : first + tree.parent[u]
      cost[first + u] = tree.cost[u]
      cut[first + u] = tree.cut[u]
      start[first + u] = tree.start[u]
    }
  })
  const shape = { sentenceStart, sentenceOf, parent, cost, cut, start }
  return { budget, ...shape, ...tokensOf(concepts, shape) }
}

function tokensOf(
  concepts: readonly WeightedConcept[],
  shape: Pick<SummaryProblem, 'sentenceStart' | 'parent' | 'start'>,
): Pick<SummaryProblem, 'weight' | 'tokenStart' | 'tokenFirst' | 'tokenSecond'> {
  const weight: number[] = []
  const tokenStart: number[] = [0]
  const tokenFirst: number[] = []
  const tokenSecond: number[] = []
  for (const concept of concepts) {
    if (!(concept.weight > 0) || concept.tokens.length === 0) continue
    const seen = new Set<string>()
    for (const [sentence, a, b] of concept.tokens) {
      const base = shape.sentenceStart[sentence]
      const [first, second] = simplest(base + a, b < 0 ? -1 : base + b, shape)
      const key = `${first} ${second}`
      if (seen.has(key)) continue
      seen.add(key)
      tokenFirst.push(first)
      tokenSecond.push(second)
    }
    weight.push(concept.weight)
    tokenStart.push(tokenFirst.length)
  }
  return {
    weight: Float64Array.from(weight),
    tokenStart: Int32Array.from(tokenStart),
    tokenFirst: Int32Array.from(tokenFirst),
    tokenSecond: Int32Array.from(tokenSecond),
  }
}

/** One unit where it cannot be kept without the other. */
function simplest(
  a: number,
  b: number,
  shape: Pick<SummaryProblem, 'parent' | 'start'>,
): readonly [number, number] {
  if (b < 0 || a === b || needs(a, b, shape)) return [a, -1]
  if (needs(b, a, shape)) return [b, -1]
  return a < b ? [a, b] : [b, a]
}

/**
 * Whether u is kept only together with `other`: that is above it, and nothing from u up to it may be the top.
 */
function needs(
  u: number,
  other: number,
  { parent, start }: Pick<SummaryProblem, 'parent' | 'start'>,
): boolean {
  for (let at = u; at >= 0; at = parent[at]) {
    if (at === other) return true
    if (start[at] !== Number.NEGATIVE_INFINITY) return false
  }
  return false
}

/** The value of a summary (1 for kept units), −Infinity if it is not allowed. */
export function summaryValue(problem: SummaryProblem, kept: ArrayLike<number>): number {
  const { budget, sentenceStart, parent, cost, cut, start } = problem
  let value = 0
  let spent = 0
  for (let s = 0; s + 1 < sentenceStart.length; s++) {
    let tops = 0
    for (let u = sentenceStart[s]; u < sentenceStart[s + 1]; u++) {
      const above = parent[u] >= 0 && kept[parent[u]] === 1
      if (kept[u] === 1) {
        spent += cost[u]
        if (!above) {
          tops++
          value += start[u]
        }
      } else if (above) value += cut[u]
    }
    if (tops > 1) return Number.NEGATIVE_INFINITY
  }
  return spent > budget ? Number.NEGATIVE_INFINITY : value + coverage(problem, kept)
}

/** The weights of concepts with a kept token. */
function coverage(problem: SummaryProblem, kept: ArrayLike<number>): number {
  const { weight, tokenStart, tokenFirst, tokenSecond } = problem
  let value = 0
  for (let c = 0; c < weight.length; c++)
    for (let t = tokenStart[c]; t < tokenStart[c + 1]; t++)
      if (kept[tokenFirst[t]] === 1 && (tokenSecond[t] < 0 || kept[tokenSecond[t]] === 1)) {
        value += weight[c]
        break
      }
  return value
}
