// The factor graph of a summary (paper 2, Fig. 1.4): a variable per unit, a tree factor per sentence, a
// variable per concept type and per token of two units, tied by logic, and one knapsack.
import { type BinaryVariable, FactorGraph } from '@parleyjs/core'
import { SubtreeFactor } from './subtree-factor.js'
import type { SummaryProblem } from './summary-problem.js'

export interface SummaryGraph {
  readonly graph: FactorGraph
  /** The variables of units come first, in their order. */
  readonly units: readonly BinaryVariable[]
  /** Writes the value of every slot, given the kept units. */
  readonly complete: (kept: ArrayLike<number>, values: Uint8Array) => void
}

/**
 * Builds the graph. A concept with one token needs no type of its own, and a token of one unit is that unit;
 * a sentence of one unit needs no factor.
 */
export function summaryGraph(problem: SummaryProblem): SummaryGraph {
  const { sentenceStart, start, weight, tokenStart, tokenFirst, tokenSecond } = problem
  const count = sentenceStart[sentenceStart.length - 1]
  const own = new Float64Array(count)
  for (let s = 0; s + 1 < sentenceStart.length; s++)
    if (isSingle(problem, s)) own[sentenceStart[s]] = start[sentenceStart[s]]
  for (let c = 0; c < weight.length; c++) {
    const t = tokenStart[c]
    if (tokenStart[c + 1] - t === 1 && tokenSecond[t] < 0) own[tokenFirst[t]] += weight[c]
  }
  const graph = new FactorGraph()
  const units = Array.from(own, (score) => graph.binary(score))
  addTrees(graph, units, problem)
  const tokens = addConcepts(graph, units, problem)
  graph.knapsack(units, problem.cost, problem.budget, 'budget')
  return { graph, units, complete: (kept, values) => complete(kept, values, tokens, units.length) }
}

function isSingle({ sentenceStart, parent, start }: SummaryProblem, s: number): boolean {
  const first = sentenceStart[s]
  return sentenceStart[s + 1] - first === 1 && parent[first] < 0 && start[first] !== Number.NEGATIVE_INFINITY
}

function addTrees(graph: FactorGraph, units: readonly BinaryVariable[], problem: SummaryProblem): void {
  const { sentenceStart, parent, cut, start } = problem
  for (let s = 0; s + 1 < sentenceStart.length; s++) {
    const first = sentenceStart[s]
    const end = sentenceStart[s + 1]
    if (first === end || isSingle(problem, s)) continue
    const tree = {
      parent: parent.subarray(first, end).map((p) => (p < 0 ? -1 : p - first)),
      cut: cut.subarray(first, end),
      start: start.subarray(first, end),
    }
    graph.add(new SubtreeFactor(tree), units.slice(first, end), `sentence ${s}`)
  }
}

/** A variable beyond the units: true if all units of one of its tokens are. */
interface Derived {
  readonly slot: number
  readonly tokens: readonly (readonly [number, number])[]
}

function addConcepts(
  graph: FactorGraph,
  units: readonly BinaryVariable[],
  problem: SummaryProblem,
): Derived[] {
  const { weight, tokenStart, tokenFirst, tokenSecond } = problem
  const derived: Derived[] = []
  const pairs = new Map<string, BinaryVariable>()
  const pairOf = (a: number, b: number): BinaryVariable => {
    const key = `${a} ${b}`
    let token = pairs.get(key)
    if (token === undefined) {
      token = graph.binary(0)
      graph.andOut([units[a], units[b]], token)
      derived.push({ slot: token.slot, tokens: [[a, b]] })
      pairs.set(key, token)
    }
    return token
  }
  for (let c = 0; c < weight.length; c++) {
    const from = tokenStart[c]
    const to = tokenStart[c + 1]
    const tokens: [number, number][] = []
    for (let t = from; t < to; t++) tokens.push([tokenFirst[t], tokenSecond[t]])
    if (tokens.length === 1 && tokens[0][1] < 0) continue
    const literals = tokens.map(([a, b]) => (b < 0 ? units[a] : pairOf(a, b)))
    const type = graph.binary(weight[c])
    derived.push({ slot: type.slot, tokens })
    graph.orOut(literals, type)
  }
  return derived
}

function complete(
  kept: ArrayLike<number>,
  values: Uint8Array,
  derived: readonly Derived[],
  units: number,
): void {
  for (let u = 0; u < units; u++) values[u] = kept[u]
  for (const { slot, tokens } of derived)
    values[slot] = tokens.some(([a, b]) => kept[a] === 1 && (b < 0 || kept[b] === 1)) ? 1 : 0
}
