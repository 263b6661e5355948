// The linear program to which the solvers relax a graph (the local polytope, paper 2, section 1.4): a column
// per slot, per pair factor, and per allowed configuration of a dense factor. With integer slots it is the
// exact problem.
import { ParleyError } from '../error.js'
import { CONTRADICTION, type FactorGraph } from '../graph/graph.js'
import { KINDS } from '../kinds/registry.js'
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'

/** Maximise constant + cost·x with lower ≤ x ≤ upper and rowLower ≤ A·x ≤ rowUpper. */
export interface LinearProgram {
  columnCount: number
  rowCount: number
  /** Column i < `integerCount` is slot i of the graph: these are 0 or 1 in the integer program. */
  integerCount: number
  constant: number
  cost: Float64Array
  lower: Float64Array
  upper: Float64Array
  /** The matrix by rows: entries `rowStart[r]` to `rowStart[r + 1]` of `column` and `coefficient`. */
  rowStart: Int32Array
  column: Int32Array
  coefficient: Float64Array
  rowLower: Float64Array
  rowUpper: Float64Array
}

/**
 * The linear relaxation of a graph, for a general solver. Throws for custom factors, which have no linear
 * program. A parity factor needs 2ⁿ⁻¹ rows and may have at most 12 literals.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.xor([graph.binary(1), graph.binary(2)])
 * linearProgram(graph) // 2 columns, 1 row: x0 + x1 = 1
 */
export function linearProgram(graph: FactorGraph): LinearProgram {
  const program = new ProgramRows(graph)
  for (let v = 0; v < graph.variableCount; v++) {
    program.constant += graph.baseScores.data[v]
    if (graph.variableBinary.data[v] === 1) continue
    for (let s = graph.variableStart.data[v]; s < graph.variableStart.data[v + 1]; s++) program.term(2 * s, 1)
    program.row(1, 1)
  }
  for (let f = 0; f < graph.factorCount; f++) addFactor(program, graph, f)
  return program.build(graph.slotCount)
}

function addFactor(program: ProgramRows, graph: FactorGraph, factor: number): void {
  const { store } = graph
  const kind = KINDS[store.kind.data[factor]]
  const describe = () => graph.describeFactor(factor)
  if (kind.inequalities === undefined)
    throw new ParleyError(
      'unsupported',
      `${describe()} is a ${graph.factorLabel(factor)} factor, which has no linear program. Solve the graph with ad3 or exact instead.`,
      { factor: describe() },
    )
  kind.inequalities(program, store.literalsOf(factor), store.paramsOf(factor), describe)
}

/**
 * Collects columns and rows. A term has a literal, encoded as 2·column + negated; a negated literal is 1 − x.
 */
export class ProgramRows {
  constant = 0
  private readonly cost = new GrowableFloats()
  private readonly lower = new GrowableFloats()
  private readonly upper = new GrowableFloats()
  private readonly rowStart = new GrowableInts()
  private readonly column = new GrowableInts()
  private readonly coefficient = new GrowableFloats()
  private readonly rowLower = new GrowableFloats()
  private readonly rowUpper = new GrowableFloats()
  private readonly pending = new Map<number, number>()
  private shift = 0

  constructor(graph: FactorGraph) {
    this.rowStart.push(0)
    for (let s = 0; s < graph.slotCount; s++) {
      const fixed = graph.evidence.data[s]
      this.cost.push(graph.scores.data[s])
      // A contradiction becomes 1 ≤ x ≤ 0.
      this.lower.push(fixed >= 1 ? 1 : 0)
      this.upper.push(fixed === 0 || fixed === CONTRADICTION ? 0 : 1)
    }
  }

  /** Adds a column with values from 0 to 1; returns its index. */
  columnOf(cost: number): number {
    this.cost.push(cost)
    this.lower.push(0)
    this.upper.push(1)
    return this.cost.length - 1
  }

  /** Adds coefficient · literal to the row under construction. */
  term(literal: number, coefficient: number): void {
    const negated = literal & 1
    const column = literal >> 1
    if (negated === 1) this.shift += coefficient
    this.pending.set(column, (this.pending.get(column) ?? 0) + (negated === 1 ? -coefficient : coefficient))
  }

  /** Ends the row. */
  row(lower: number, upper: number): void {
    for (const [column, coefficient] of this.pending) {
      if (coefficient === 0) continue
      this.column.push(column)
      this.coefficient.push(coefficient)
    }
    this.rowStart.push(this.column.length)
    this.rowLower.push(lower - this.shift)
    this.rowUpper.push(upper - this.shift)
    this.pending.clear()
    this.shift = 0
  }

  /** Adds the row lower ≤ Σ literals ≤ upper. */
  sum(literals: Int32Array, lower: number, upper: number): void {
    for (const literal of literals) this.term(literal, 1)
    this.row(lower, upper)
  }

  build(integerCount: number): LinearProgram {
    return {
      columnCount: this.cost.length,
      rowCount: this.rowLower.length,
      integerCount,
      constant: this.constant,
      cost: this.cost.copy(),
      lower: this.lower.copy(),
      upper: this.upper.copy(),
      rowStart: this.rowStart.copy(),
      column: this.column.copy(),
      coefficient: this.coefficient.copy(),
      rowLower: this.rowLower.copy(),
      rowUpper: this.rowUpper.copy(),
    }
  }
}
