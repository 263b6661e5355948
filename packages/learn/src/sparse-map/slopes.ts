// The way back through a quadratic solution. Near it, every factor's mixture moves within the directions
// among its configurations, so the derivative of the marginals is the projection onto the directions that
// all factors allow, divided by γ. It is symmetric: the same projection takes slopes back to the scores.
import {
  BinaryVariable,
  type CategoricalVariable,
  type FactorGraph,
  ParleyError,
  type Problem,
} from '@parleyjs/core'
import type { Face, LocalFaces } from './local-faces.js'

/** Derivatives of a loss by the scores of a graph. */
export class ScoreSlopes {
  constructor(
    private readonly graph: FactorGraph,
    /** By the score of each slot, in the order of the graph's variables. */
    readonly slots: Float64Array,
    private readonly byFactor: (factor: number) => ConfigurationSlope[],
  ) {}

  /** By the score of a binary variable's 1, or by the score of each value of a categorical variable. */
  of(variable: BinaryVariable): number
  of(variable: CategoricalVariable): Float64Array
  of(variable: BinaryVariable | CategoricalVariable): number | Float64Array {
    if (variable instanceof BinaryVariable) return this.slots[variable.slot]
    return this.slots.slice(variable.slot, variable.slot + variable.size)
  }

  /** By the score of a pair, or by each score of a dense factor. */
  ofFactor(factor: number): Float64Array {
    const { store } = this.graph
    const label = this.graph.factorLabel(factor)
    const params = store.paramsOf(factor)
    if (label !== 'pair' && label !== 'dense')
      throw new ParleyError(
        'bad-argument',
        `${this.graph.describeFactor(factor)} has no scores of its own in the graph. For a custom factor, use \`configurations\`.`,
      )
    const slopes = new Float64Array(label === 'pair' ? 1 : params.length - 1 - params[0])
    for (const { configuration, slope } of this.byFactor(factor)) {
      if (label === 'pair') slopes[0] += configuration[0] * configuration[1] * slope
      else slopes[entryOf(params, configuration)] += slope
    }
    return slopes
  }

  /**
   * By the own scores of a factor's configurations: those that the solution mixes; all others have slope 0.
   */
  configurations(factor: number): ConfigurationSlope[] {
    return this.byFactor(factor)
  }
}

/** The derivative by the own score of a configuration, given by the values of the factor's literals. */
export interface ConfigurationSlope {
  readonly configuration: Float64Array
  readonly slope: number
}

export function slopesThrough(
  problem: Problem,
  { faces }: LocalFaces,
  marginals: Float64Array,
  gamma: number,
  given: ArrayLike<number>,
): ScoreSlopes {
  const { graph, fixed, degree } = problem
  const slots = Float64Array.from(given)
  for (let s = 0; s < slots.length; s++) {
    // A slot in no factor moves freely between its ends.
    const stuck = fixed[s] >= 0 || (degree[s] === 0 && !(marginals[s] > 0 && marginals[s] < 1))
    slots[s] = stuck ? 0 : slots[s] / gamma
  }
  projectOnAll(problem, faces, slots)
  const moved = (factor: number): ConfigurationSlope[] => {
    const face = faces.find((one) => problem.origin[one.factor] === factor)
    return face === undefined ? absorbed(problem, factor, slots) : expanded(problem, factor, face, slots)
  }
  return new ScoreSlopes(graph, slots, moved)
}

/** d := the nearest point to d that every factor allows, by conjugate gradients on the multipliers. */
function projectOnAll({ linkSlot }: Problem, faces: readonly Face[], d: Float64Array): void {
  const links = linkSlot.length
  /** out := what the factors forbid of d. */
  const forbidden = (of: Float64Array, out: Float64Array) => {
    for (let l = 0; l < links; l++) out[l] = of[linkSlot[l]]
    removeAllowed(faces, out)
  }
  const residual = new Float64Array(links)
  forbidden(d, residual)
  const direction = residual.slice()
  const image = new Float64Array(links)
  const step = new Float64Array(d.length)
  let squares = dot(residual, residual)
  const least = 1e-28 * Math.max(squares, dot(d, d))
  for (let i = 0; i < 2 * links + 10 && squares > least; i++) {
    step.fill(0)
    for (let l = 0; l < links; l++) step[linkSlot[l]] += direction[l]
    forbidden(step, image)
    const bend = dot(direction, image)
    if (!(bend > 0)) break
    const length = squares / bend
    for (let s = 0; s < d.length; s++) d[s] -= length * step[s]
    for (let l = 0; l < links; l++) residual[l] -= length * image[l]
    const next = dot(residual, residual)
    for (let l = 0; l < links; l++) direction[l] = residual[l] + (next / squares) * direction[l]
    squares = next
  }
}

/** Removes from each factor's part of a vector what lies along its face. */
function removeAllowed(faces: readonly Face[], vector: Float64Array): void {
  for (const { first, links, basis } of faces)
    for (const direction of basis) {
      let along = 0
      for (let i = 0; i < links; i++) along += direction[i] * vector[first + i]
      for (let i = 0; i < links; i++) vector[first + i] -= along * direction[i]
    }
}

/** Changes of the weights of a face's configurations that move its links by d, in values of literals. */
function expanded(problem: Problem, factor: number, face: Face, d: Float64Array): ConfigurationSlope[] {
  const { graph, linkSlot, linkOrigin, fixed } = problem
  const { first, links, configurations } = face
  const own = graph.store.literalStart.data[factor]
  const literals = graph.store.literalsOf(factor)
  const changes = changesOf(
    configurations,
    Float64Array.from({ length: links }, (_, i) => d[linkSlot[first + i]]),
  )
  return configurations.map((values, k) => {
    const configuration = Float64Array.from(literals, (literal) => fixed[literal >> 1] ^ (literal & 1))
    for (let i = 0; i < links; i++) {
      const at = linkOrigin[first + i] - own
      if (at >= 0 && at < literals.length) configuration[at] = values[i] ^ (literals[at] & 1)
    }
    return { configuration, slope: changes[k] }
  })
}

/** The changes of weights, adding up to 0, with Σ change · configuration = moved: least squares. */
function changesOf(configurations: readonly Float64Array[], moved: Float64Array): number[] {
  const [origin, ...others] = configurations
  const columns = others.map((other) => other.map((value, i) => value - origin[i]))
  const n = columns.length
  const rows = columns.map((a) => [...columns.map((b) => dot(a, b)), dot(a, moved)])
  for (let i = 0; i < n; i++) {
    const pivot = rows[i][i]
    if (!(pivot > 1e-12)) continue
    for (let j = 0; j < n; j++) {
      if (j === i) continue
      const factor = rows[j][i] / pivot
      for (let k = i; k <= n; k++) rows[j][k] -= factor * rows[i][k]
    }
  }
  const changes = rows.map((row, i) => (row[i] > 1e-12 ? row[n] / row[i] : 0))
  return [-changes.reduce((sum, change) => sum + change, 0), ...changes]
}

/**
 * The same for a factor that compiling has made part of the scores of one variable, because all its other
 * variables are fixed.
 */
function absorbed({ graph, fixed }: Problem, factor: number, d: Float64Array): ConfigurationSlope[] {
  const literals = graph.store.literalsOf(factor)
  const free = Array.from(literals, (literal) => literal >> 1).filter((slot) => fixed[slot] < 0)
  if (free.length === 0) return []
  const at = (slot: number, value: number) =>
    Float64Array.from(literals, (literal) => {
      const own = literal >> 1
      return (fixed[own] >= 0 ? fixed[own] : own === slot ? value : 1 - value) ^ (literal & 1)
    })
  if (free.length === 1 && d.length > 0 && isBinary(graph, free[0]))
    return [
      { configuration: at(free[0], 1), slope: d[free[0]] },
      { configuration: at(free[0], 0), slope: -d[free[0]] },
    ]
  return free.map((slot) => ({ configuration: at(slot, 1), slope: d[slot] }))
}

function isBinary(graph: FactorGraph, slot: number): boolean {
  for (let v = 0; v < graph.variableCount; v++)
    if (graph.variableStart.data[v] === slot) return graph.variableBinary.data[v] === 1
  return false
}

function entryOf(params: Float64Array, configuration: Float64Array): number {
  let entry = 0
  let link = 0
  for (let g = 0; g < params[0]; g++) {
    const width = params[1 + g]
    if (width === 0) entry = 2 * entry + configuration[link++]
    else {
      entry = entry * width + configuration.subarray(link, link + width).indexOf(1)
      link += width
    }
  }
  return entry
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
