// The linear program to which the solvers relax a graph (the local polytope, paper 2, section 1.4): a column
// per slot, per pair factor, and per allowed configuration of a dense factor. With integer slots it is the
// exact problem.
import { ParleyError } from '../error.js'
import { CONTRADICTION, type FactorGraph } from '../graph/graph.js'
import { Kind } from '../graph/store.js'
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'

const LARGEST_PARITY = 12

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
  const program = new Builder(graph)
  for (let v = 0; v < graph.variableCount; v++) {
    program.constant += graph.baseScores.data[v]
    if (graph.variableBinary.data[v] === 1) continue
    for (let s = graph.variableStart.data[v]; s < graph.variableStart.data[v + 1]; s++) program.term(2 * s, 1)
    program.row(1, 1)
  }
  for (let f = 0; f < graph.factorCount; f++) addFactor(program, graph, f)
  return program.build(graph.slotCount)
}

function addFactor(program: Builder, graph: FactorGraph, factor: number): void {
  const literals = graph.store.literalsOf(factor)
  const params = graph.store.paramsOf(factor)
  const kind = graph.store.kind.data[factor]
  const describe = () => graph.describeFactor(factor)
  if (kind === Kind.xor) program.sum(literals, 1, 1)
  else if (kind === Kind.atMostOne) program.sum(literals, Number.NEGATIVE_INFINITY, 1)
  else if (kind === Kind.or) program.sum(literals, 1, Number.POSITIVE_INFINITY)
  else if (kind === Kind.orOut) addOrOut(program, literals)
  else if (kind === Kind.pair) addPair(program, literals, params[0])
  else if (kind === Kind.budget) program.sum(literals, params[0], params[1])
  else if (kind === Kind.knapsack) {
    for (let i = 0; i < literals.length; i++) program.term(literals[i], params[1 + i])
    program.row(Number.NEGATIVE_INFINITY, params[0])
  } else if (kind === Kind.parity) addParity(program, literals, params[0], describe)
  else if (kind === Kind.dense) addDense(program, literals, params)
  else
    throw new ParleyError(
      'unsupported',
      `${describe()} is a custom factor, which has no linear program. Solve the graph with ad3 or exact instead.`,
      { factor: describe() },
    )
}

// z ≥ xᵢ, z ≤ Σ xᵢ
function addOrOut(program: Builder, literals: Int32Array): void {
  const inputs = literals.length - 1
  const output = literals[inputs]
  for (let i = 0; i < inputs; i++) {
    program.term(output, 1)
    program.term(literals[i], -1)
    program.row(0, Number.POSITIVE_INFINITY)
  }
  for (let i = 0; i < inputs; i++) program.term(literals[i], 1)
  program.term(output, -1)
  program.row(0, Number.POSITIVE_INFINITY)
}

// θ·p with p ≤ a, p ≤ b, p ≥ a + b − 1, p ≥ 0
function addPair(program: Builder, literals: Int32Array, theta: number): void {
  const both = 2 * program.columnOf(theta)
  for (const literal of literals) {
    program.term(literal, 1)
    program.term(both, -1)
    program.row(0, Number.POSITIVE_INFINITY)
  }
  for (const literal of literals) program.term(literal, 1)
  program.term(both, -1)
  program.row(Number.NEGATIVE_INFINITY, 1)
}

// One row per configuration of the wrong parity cuts it off: Σ over its ones − Σ over its zeros ≤ ones − 1.
function addParity(program: Builder, literals: Int32Array, parity: number, describe: () => string): void {
  if (literals.length > LARGEST_PARITY)
    throw new ParleyError(
      'too-large',
      `${describe()} is a parity factor of ${literals.length} literals, which takes ` +
        `${2 ** (literals.length - 1)} rows; at most ${LARGEST_PARITY} literals are supported.`,
      { factor: describe() },
    )
  for (let ones = 0; ones < 1 << literals.length; ones++) {
    let count = 0
    for (let i = 0; i < literals.length; i++) count += (ones >> i) & 1
    if ((count & 1) === parity) continue
    for (let i = 0; i < literals.length; i++) program.term(literals[i], (ones >> i) & 1 ? 1 : -1)
    program.row(Number.NEGATIVE_INFINITY, count - 1)
  }
}

// One column per allowed configuration. All of them sum to 1; those in which a literal is true sum to that
// literal.
function addDense(program: Builder, literals: Int32Array, params: Float64Array): void {
  const groups = params[0]
  const size = params.length - 1 - groups
  if (groups === 0 && Number.isFinite(params[1])) {
    program.constant += params[1]
    return
  }
  const holding: number[][] = Array.from(literals, () => [])
  const all: number[] = []
  const values = Array.from({ length: groups }, () => 0)
  for (let entry = 0; entry < size; entry++) {
    const score = params[1 + groups + entry]
    if (score !== Number.NEGATIVE_INFINITY) {
      const column = program.columnOf(score)
      all.push(column)
      for (let g = 0, first = 0; g < groups; g++) {
        const width = params[1 + g]
        if (width > 0) holding[first + values[g]].push(column)
        else if (values[g] === 1) holding[first].push(column)
        first += Math.max(1, width)
      }
    }
    for (let g = groups - 1; g >= 0 && ++values[g] === (params[1 + g] || 2); g--) values[g] = 0
  }
  for (const column of all) program.term(2 * column, 1)
  program.row(1, 1)
  for (let i = 0; i < literals.length; i++) {
    for (const column of holding[i]) program.term(2 * column, 1)
    program.term(literals[i], -1)
    program.row(0, 0)
  }
}

// Collects columns and rows. A term has a literal, encoded as 2·column + negated; a negated literal is 1 − x.
class Builder {
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
