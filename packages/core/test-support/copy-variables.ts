// Turns a soft problem into an ordinary factor graph, so that the other solvers can be compared on it (paper
// 4, Fig. 2).
import { FactorGraph } from '../src/graph/graph.js'
import type { Literal } from '../src/graph/variable.js'
import type { OwnRounding } from '../src/rounding/rounding.js'
import { agreementTable, scoresOf } from '../src/soft/penalties.js'
import { PairKind, type SoftProblem } from '../src/soft/soft-problem.js'
import type { Calls } from '../src/soft/soft-state.js'
import { Voting } from '../src/soft/soft-value.js'
import { findRuns, isSpoke } from '../src/soft/star-update.js'
import { CopiedFactor } from './copied-factor.js'

/** A soft problem as an ordinary graph. */
export interface CopiedProblem {
  /**
   * A graph with the variables of the soft problem, with the same indices and values, so that assignments
   * mean the same.
   */
  readonly graph: FactorGraph
  /** The calls of the models so far, by any solver. */
  readonly calls: Calls
  /**
   * The option `round` for solvers of the graph: the last answers of the models, which are always feasible.
   */
  readonly round: OwnRounding
}

/**
 * The variable-copying form of paper 4 (Fig. 2), for the solvers of ordinary graphs: every model is a factor,
 * every consensus set is a factor (a tree, as in Rush et al. 2012), and every other pair is a table.
 *
 * @example
 * const { graph, calls, round } = copyVariables(problem)
 * mplp(graph, { round }).value // as boxMplp(problem).value, if the relaxation is tight
 * calls.maxMarginals // more than boxMplp takes
 */
export function copyVariables(problem: SoftProblem): CopiedProblem {
  const graph = new FactorGraph()
  const calls: Calls = { maximize: 0, maxMarginals: 0 }
  const literals = addVariables(graph, problem)
  const models: (CopiedFactor | null)[] = problem.sources.map((source, f) => {
    const [first, end] = [problem.factorFirst.data[f], problem.factorFirst.data[f + 1]]
    if (source === null || first === end) return null
    const model = new CopiedFactor(problem, f, calls)
    graph.add(model, literals.slice(first, end).flat())
    return model
  })
  const runs = findRuns(problem)
  for (let r = 0; r + 1 < runs.length; r++) addPairs(graph, problem, runs[r], runs[r + 1])
  return { graph, calls, round: lastAnswers(problem, models) }
}

/**
 * Adds all variables; the constant part of the score goes to the values of the first. Returns the literals of
 * their values.
 */
function addVariables(graph: FactorGraph, problem: SoftProblem): Literal[][] {
  const literals: Literal[][] = []
  const constant = problem.constant + scoreOfOthers(problem)
  for (let v = 0; v < problem.variableCount; v++) {
    const start = problem.scoreStart.data[problem.variableFactor.data[v]]
    const scores = new Float64Array(problem.sizeOf(v)).fill(v === 0 ? constant : 0)
    if (start >= 0) for (let i = 0; i < scores.length; i++) scores[i] += problem.scores.data[start + i]
    const variable = graph.categorical(scores)
    literals.push(Array.from(scores, (_, value) => variable.is(value)))
  }
  return literals
}

/** The sum of the scores of the models without shared variables. */
function scoreOfOthers(problem: SoftProblem): number {
  let sum = 0
  for (let f = 0; f < problem.factorCount; f++) {
    const source = problem.sources[f]
    if (source === null || problem.factorFirst.data[f] !== problem.factorFirst.data[f + 1]) continue
    const model = typeof source === 'function' ? source(f) : source
    sum += model.maximize(new Float64Array(0), new Float64Array(0))
  }
  return sum
}

function addPairs(graph: FactorGraph, problem: SoftProblem, from: number, to: number): void {
  const { pairFirst, pairSecond, pairTable, pairKind, tables } = problem
  if (isSpoke(problem, from)) {
    const size = problem.sizeOf(pairSecond.data[from])
    const pairs = Array.from({ length: to - from }, (_, k) => from + k)
    graph.consensus(
      pairs.map((p) => graph.variable(pairFirst.data[p])),
      graph.variable(pairSecond.data[from]),
      pairs.flatMap((p) => Array.from(tables.data.subarray(pairTable.data[p], pairTable.data[p] + size))),
    )
    return
  }
  const [a, b] = [pairFirst.data[from], pairSecond.data[from]]
  const [rows, columns] = [problem.sizeOf(a), problem.sizeOf(b)]
  const table = new Float64Array(rows * columns)
  const at = pairTable.data[from]
  if (pairKind.data[from] === PairKind.agreement) agreementTable(tables.data, at, rows, table)
  else scoresOf(tables.data, at, rows, columns, table)
  graph.dense([graph.variable(a), graph.variable(b)], table)
}

function lastAnswers(problem: SoftProblem, models: readonly (CopiedFactor | null)[]): OwnRounding {
  const voting = new Voting(problem)
  const values = new Int32Array(problem.variableCount)
  return (_, slots) => {
    for (let f = 0; f < models.length; f++) {
      const model = models[f]
      if (model === null) continue
      if (model.own === Number.NEGATIVE_INFINITY) return false
      values.set(model.values, problem.factorFirst.data[f])
    }
    for (let f = 0; f < models.length; f++) if (problem.sources[f] === null) voting.elect(f, values)
    slots.fill(0, 0, problem.slotCount)
    for (let v = 0; v < values.length; v++) slots[problem.variableStart.data[v] + values[v]] = 1
    return true
  }
}
