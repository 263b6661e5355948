// The value of the models' outputs. Any outputs make a feasible assignment; lone variables then follow the
// votes of the others.
import { PairKind, type SoftProblem } from './soft-problem.js'
import type { SoftState } from './soft-state.js'

/** The cost of a pair whose variables have these values. */
export function pairPenalty(problem: SoftProblem, pair: number, i: number, j: number): number {
  const { tables, pairTable, pairKind, pairSecond, variableStart } = problem
  const at = pairTable.data[pair]
  if (pairKind.data[pair] === PairKind.agreement) return i === j ? 0 : tables.data[at + i]
  const second = pairSecond.data[pair]
  const columns = variableStart.data[second + 1] - variableStart.data[second]
  let sum = 0
  for (let k = 0; k < columns; k++) if (k !== j) sum += tables.data[at + i * columns + k]
  return sum
}

/** Scores the last answers of all factors, and lets the factors respond to each other. */
export class Voting {
  /** Factor f has the pairs `pairs[start[f] … start[f + 1])`. */
  private readonly start: Int32Array
  private readonly pairs: Int32Array
  private readonly votes: Float64Array

  constructor(private readonly problem: SoftProblem) {
    const { pairFirst, pairSecond, variableFactor, factorCount, pairCount, variableStart } = problem
    this.start = new Int32Array(factorCount + 1)
    let most = 0
    for (let v = 0; v < problem.variableCount; v++)
      most = Math.max(most, variableStart.data[v + 1] - variableStart.data[v])
    this.votes = new Float64Array(most)
    for (let p = 0; p < pairCount; p++) {
      this.start[variableFactor.data[pairFirst.data[p]] + 1]++
      this.start[variableFactor.data[pairSecond.data[p]] + 1]++
    }
    for (let f = 0; f < factorCount; f++) this.start[f + 1] += this.start[f]
    const fill = this.start.slice()
    this.pairs = new Int32Array(this.start[factorCount])
    for (let p = 0; p < pairCount; p++) {
      this.pairs[fill[variableFactor.data[pairFirst.data[p]]]++] = p
      this.pairs[fill[variableFactor.data[pairSecond.data[p]]]++] = p
    }
  }

  /** The score of the answers in `state.values`, after choosing the lone variables again. */
  value(state: Pick<SoftState, 'values' | 'own'>): number {
    const { problem } = this
    let value = problem.constant
    for (let f = 0; f < problem.factorCount; f++) {
      if (problem.sources[f] === null) value += this.elect(f, state.values)
      else value += state.own[f]
    }
    for (let p = 0; p < problem.pairCount; p++)
      value -= pairPenalty(
        problem,
        p,
        state.values[problem.pairFirst.data[p]],
        state.values[problem.pairSecond.data[p]],
      )
    return value
  }

  /** Chooses the best value of a lone variable, given the others. Returns its own score. */
  elect(factor: number, values: Int32Array): number {
    const { problem, votes, pairs, start } = this
    const { variableStart, scoreStart, scores } = problem
    const variable = problem.factorFirst.data[factor]
    const size = variableStart.data[variable + 1] - variableStart.data[variable]
    const own = scoreStart.data[factor]
    for (let z = 0; z < size; z++) votes[z] = own < 0 ? 0 : scores.data[own + z]
    for (let k = start[factor]; k < start[factor + 1]; k++)
      this.vote(pairs[k], variable, size, values, votes, 0)
    let best = 0
    for (let z = 1; z < size; z++) if (votes[z] > votes[best]) best = z
    values[variable] = best
    return own < 0 ? 0 : scores.data[own + best]
  }

  /**
   * Local search: every model in turn gives its best answer to the answers of the others. No answer makes the
   * total worse. Overwrites `state.extra` and `state.best`.
   */
  respond(state: SoftState): void {
    const { problem, start, pairs } = this
    const { variableStart, factorFirst } = problem
    for (let f = 0; f < problem.factorCount; f++) {
      if (problem.sources[f] === null) this.elect(f, state.values)
      else if (start[f] < start[f + 1]) {
        const [first, end] = [factorFirst.data[f], factorFirst.data[f + 1]]
        state.extra.fill(0, variableStart.data[first], variableStart.data[end])
        for (let k = start[f]; k < start[f + 1]; k++) {
          const a = problem.pairFirst.data[pairs[k]]
          const variable = a >= first && a < end ? a : problem.pairSecond.data[pairs[k]]
          const size = variableStart.data[variable + 1] - variableStart.data[variable]
          this.vote(pairs[k], variable, size, state.values, state.extra, variableStart.data[variable])
        }
        state.maximize(f)
      }
    }
  }

  /**
   * Adds the pair's penalties to the votes for each value of the variable, given the value of its other
   * variable.
   */
  private vote(
    pair: number,
    variable: number,
    size: number,
    values: Int32Array,
    votes: Float64Array,
    at: number,
  ): void {
    const { problem } = this
    const first = problem.pairFirst.data[pair]
    const isFirst = first === variable
    const other = values[isFirst ? problem.pairSecond.data[pair] : first]
    if (!isFirst && problem.pairKind.data[pair] === PairKind.agreement) {
      // Only the value of the other variable avoids the penalty.
      votes[at + other] += problem.tables.data[problem.pairTable.data[pair] + other]
      return
    }
    for (let z = 0; z < size; z++)
      votes[at + z] -= isFirst ? pairPenalty(problem, pair, z, other) : pairPenalty(problem, pair, other, z)
  }
}
