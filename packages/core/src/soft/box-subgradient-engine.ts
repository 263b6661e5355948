// Votes and steps of the projected subgradient method for soft problems (paper 4, Algorithm 2).
import { PairKind } from './soft-problem.js'
import type { SoftState } from './soft-state.js'

/** Multipliers of lone variables that differ by less than this share of their size count as tied. */
const TIE = 1e-12

/**
 * Votes and steps of Algorithm 2 of paper 4, with the sign of its line 7 reversed: ν(i) grows if only the
 * first variable takes i.
 */
export class BoxSubgradientEngine {
  private readonly dirty: Uint8Array
  /** ν(i, j) of the tables, and the start of each pair's matrix. Agreements use the state's multipliers. */
  private readonly matrices: Float64Array
  private readonly matrixStart: Int32Array

  constructor(private readonly state: SoftState) {
    const { problem } = state
    this.dirty = new Uint8Array(problem.factorCount).fill(1)
    this.matrixStart = new Int32Array(problem.pairCount + 1)
    for (let p = 0; p < problem.pairCount; p++)
      this.matrixStart[p + 1] = this.matrixStart[p] + (this.isTable(p) ? this.rows(p) * this.columns(p) : 0)
    this.matrices = new Float64Array(this.matrixStart[problem.pairCount])
    // Row and column sums do not determine a matrix, so a start from another solution begins these at 0.
    for (let p = 0; p < problem.pairCount; p++)
      if (this.isTable(p))
        state.multipliers.fill(0, problem.multiplierStart.data[p], problem.multiplierStart.data[p + 1])
    state.gather()
  }

  /** Asks the factors whose multipliers have changed. Returns the dual value. */
  vote(): number {
    const { state, dirty } = this
    let dual = state.problem.constant
    for (let f = 0; f < dirty.length; f++) {
      if (dirty[f] === 1) state.maximize(f)
      dirty[f] = 0
      dual += state.best[f]
    }
    return dual
  }

  /** Lets a lone variable follow the votes of the other variables where its own best values are tied. */
  elect(elected: (factor: number) => number): void {
    const { state } = this
    const { problem, extra, best, values } = state
    for (let f = 0; f < problem.factorCount; f++) {
      if (!state.isFree(f)) continue
      const variable = problem.factorFirst.data[f]
      const slot = problem.variableStart.data[variable]
      const choice = elected(f)
      if (extra[slot + choice] >= best[f] - TIE * (1 + Math.abs(best[f]))) values[variable] = choice
      else this.argmax(variable)
    }
  }

  /** ‖g‖² over the multipliers that can move within the box. */
  disagreement(): number {
    const { problem, values } = this.state
    let sum = 0
    for (let p = 0; p < problem.pairCount; p++) {
      const i = values[problem.pairFirst.data[p]]
      const j = values[problem.pairSecond.data[p]]
      if (this.isTable(p)) sum += this.matrixDisagreement(p, i, j)
      else if (i !== j) {
        const at = problem.multiplierStart.data[p]
        const nu = this.state.multipliers
        if (nu[at + i] < problem.tables.data[problem.pairTable.data[p] + i]) sum++
        if (nu[at + j] > 0) sum++
      }
    }
    return sum
  }

  /** ν ← ν + η·g, projected to the box. */
  step(eta: number): void {
    const { problem, values, multipliers: nu } = this.state
    for (let p = 0; p < problem.pairCount; p++) {
      const i = values[problem.pairFirst.data[p]]
      const j = values[problem.pairSecond.data[p]]
      if (this.isTable(p)) this.stepMatrix(p, i, j, eta)
      else if (i !== j) {
        const at = problem.multiplierStart.data[p]
        const c = problem.tables.data[problem.pairTable.data[p] + i]
        this.moveTo(p, i, Math.min(c, nu[at + i] + eta))
        this.moveTo(p, j, Math.max(0, nu[at + j] - eta))
      }
    }
  }

  private stepMatrix(pair: number, i: number, j: number, eta: number): void {
    const { matrices } = this
    const { tables, pairTable } = this.state.problem
    const columns = this.columns(pair)
    const at = this.matrixStart[pair]
    const c = pairTable.data[pair]
    for (let k = 0; k < columns; k++) {
      const cell = i * columns + k
      if (k !== j) this.moveCell(pair, i, k, Math.min(tables.data[c + cell], matrices[at + cell] + eta))
    }
    for (let k = 0; k < this.rows(pair); k++)
      if (k !== i) this.moveCell(pair, k, j, Math.max(0, matrices[at + k * columns + j] - eta))
  }

  private matrixDisagreement(pair: number, i: number, j: number): number {
    const { matrices } = this
    const { tables, pairTable } = this.state.problem
    const columns = this.columns(pair)
    const at = this.matrixStart[pair]
    const c = pairTable.data[pair]
    let sum = 0
    for (let k = 0; k < columns; k++) {
      const cell = i * columns + k
      if (k !== j && matrices[at + cell] < tables.data[c + cell]) sum++
    }
    for (let k = 0; k < this.rows(pair); k++) if (k !== i && matrices[at + k * columns + j] > 0) sum++
    return sum
  }

  private moveTo(pair: number, i: number, next: number): void {
    const { multipliers, problem } = this.state
    const at = problem.multiplierStart.data[pair] + i
    this.move(pair, i, i, next - multipliers[at])
    multipliers[at] = next
  }

  private moveCell(pair: number, i: number, j: number, next: number): void {
    const cell = this.matrixStart[pair] + i * this.columns(pair) + j
    this.move(pair, i, j, next - this.matrices[cell])
    this.matrices[cell] = next
  }

  /**
   * Changes ν(i, j) of the pair: updates the extra scores of its two variables, and the stored multipliers.
   */
  private move(pair: number, i: number, j: number, change: number): void {
    if (change === 0) return
    const { problem, extra, multipliers } = this.state
    const [a, b] = [problem.pairFirst.data[pair], problem.pairSecond.data[pair]]
    const at = problem.multiplierStart.data[pair]
    multipliers[at + i] += change
    if (this.isTable(pair)) multipliers[at + this.rows(pair) + j] += change
    extra[problem.variableStart.data[a] + i] -= change
    extra[problem.variableStart.data[b] + j] += change
    this.dirty[problem.variableFactor.data[a]] = 1
    this.dirty[problem.variableFactor.data[b]] = 1
  }

  private argmax(variable: number): void {
    const { problem, extra, values } = this.state
    const from = problem.variableStart.data[variable]
    let best = from
    for (let s = from + 1; s < problem.variableStart.data[variable + 1]; s++)
      if (extra[s] > extra[best]) best = s
    values[variable] = best - from
  }

  private isTable(pair: number): boolean {
    return this.state.problem.pairKind.data[pair] === PairKind.table
  }

  private rows(pair: number): number {
    return this.state.problem.sizeOf(this.state.problem.pairFirst.data[pair])
  }

  private columns(pair: number): number {
    return this.state.problem.sizeOf(this.state.problem.pairSecond.data[pair])
  }
}
