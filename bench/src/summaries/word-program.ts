// The integer program of a summary as in Fig. 1.4: a variable per word, per concept token and per concept
// type, with both directions of the logic. `summaryProgram` has the same optimum with far fewer variables.
import type { LinearProgram } from '@parleyjs/core'
import type { SummaryProblem } from '@parleyjs/nlp/internal'

type Terms = readonly (readonly [column: number, coefficient: number])[]

export function wordProgram(problem: SummaryProblem): LinearProgram {
  const { sentenceStart, parent, cost, cut, start, budget } = problem
  const costs: number[] = []
  const rows: { terms: Terms; lower: number; upper: number }[] = []
  const column = (value: number) => costs.push(value) - 1
  const atMost = (terms: Terms, upper: number) => rows.push({ terms, lower: Number.NEGATIVE_INFINITY, upper })
  const spent: [number, number][] = []
  // Index of the first word of each unit; the other words are equal to it.
  const wordOf = Array.from(parent, (_, u) => {
    const first = column(0)
    spent.push([first, Math.min(1, cost[u])])
    for (let k = 1; k < cost[u]; k++) {
      const other = column(0)
      spent.push([other, 1])
      rows.push({
        terms: [
          [other, 1],
          [first, -1],
        ],
        lower: 0,
        upper: 0,
      })
    }
    return first
  })
  for (let s = 0; s + 1 < sentenceStart.length; s++) {
    const tops: [number, number][] = []
    for (let u = sentenceStart[s]; u < sentenceStart[s + 1]; u++) {
      const above = parent[u] < 0 ? undefined : wordOf[parent[u]]
      const top = start[u] === Number.NEGATIVE_INFINITY ? undefined : column(start[u])
      if (top !== undefined) tops.push([top, 1])
      const own: [number, number][] = [[wordOf[u], 1]]
      if (above !== undefined) own.push([above, -1])
      if (top !== undefined) own.push([top, -1])
      atMost(own, 0)
      if (above === undefined) continue
      if (cut[u] === Number.NEGATIVE_INFINITY)
        atMost(
          [
            [above, 1],
            [wordOf[u], -1],
          ],
          0,
        )
      else {
        costs[above] += cut[u]
        costs[wordOf[u]] -= cut[u]
        if (top !== undefined) costs[top] += cut[u]
      }
    }
    atMost(tops, 1)
  }
  atMost(spent, budget)
  addConcepts(problem, wordOf, column, atMost)
  return packed(costs, rows)
}

function addConcepts(
  { weight, tokenStart, tokenFirst, tokenSecond }: SummaryProblem,
  wordOf: readonly number[],
  column: (cost: number) => number,
  atMost: (terms: Terms, upper: number) => void,
): void {
  for (let c = 0; c < weight.length; c++) {
    const type = column(weight[c])
    const tokens: [number, number][] = []
    for (let t = tokenStart[c]; t < tokenStart[c + 1]; t++) {
      const token = column(0)
      const words = [tokenFirst[t], tokenSecond[t]].filter((u) => u >= 0).map((u) => wordOf[u])
      for (const word of words)
        atMost(
          [
            [token, 1],
            [word, -1],
          ],
          0,
        )
      atMost([...words.map((word) => [word, 1] as const), [token, -1]], words.length - 1)
      atMost(
        [
          [token, 1],
          [type, -1],
        ],
        0,
      )
      tokens.push([token, -1])
    }
    atMost([[type, 1], ...tokens], 0)
  }
}

function packed(
  costs: readonly number[],
  rows: readonly { terms: Terms; lower: number; upper: number }[],
): LinearProgram {
  const terms = rows.flatMap((row) => row.terms)
  const rowStart = new Int32Array(rows.length + 1)
  rows.forEach((row, r) => {
    rowStart[r + 1] = rowStart[r] + row.terms.length
  })
  return {
    columnCount: costs.length,
    rowCount: rows.length,
    integerCount: costs.length,
    constant: 0,
    cost: Float64Array.from(costs),
    lower: new Float64Array(costs.length),
    upper: new Float64Array(costs.length).fill(1),
    rowStart,
    column: Int32Array.from(terms, ([column]) => column),
    coefficient: Float64Array.from(terms, ([, coefficient]) => coefficient),
    rowLower: Float64Array.from(rows, ({ lower }) => lower),
    rowUpper: Float64Array.from(rows, ({ upper }) => upper),
  }
}
