// The quadratic relative of MAP, SparseMAP on graphs (Niculae and Martins 2018, 2020): the point of the
// local polytope that maximises score − γ/2 ‖μ‖². Unlike the best assignment it moves with the scores, so
// that networks can be trained through it. It is solved by the alternating directions of AD³, whose
// quadratic steps at factors stay the same.
import { compile, type FactorGraph, ParleyError, type Problem } from '@parleyjs/core'
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import { LocalFaces } from './local-faces.js'
import { type ScoreSlopes, slopesThrough } from './slopes.js'

export interface SparseMapOptions {
  /** γ: small values give points near the best assignment, large ones spread out. Default: 1. */
  temperature?: number
  /** Largest disagreement, and largest change, with which the run ends. Default: 1e-9. */
  tolerance?: number
  /** Default: 10,000. */
  maxIterations?: number
}

const KEYS = {
  temperature: true,
  tolerance: true,
  maxIterations: true,
} satisfies OptionKeys<SparseMapOptions>

/** A solution, and the way back from it to the scores. */
export interface SparseMap {
  /** The marginal of each slot, in the order of the graph's variables. */
  readonly marginals: Float64Array
  /** False if `maxIterations` ended the run first. */
  readonly converged: boolean
  readonly iterations: number
  /**
   * From the derivatives of a loss by the marginals to its derivatives by the scores of the graph.
   */
  backward(slopes: ArrayLike<number>): ScoreSlopes
}

/**
 * Solves max score(μ) − γ/2 ‖μ‖² over the relaxed solutions μ of a graph. With a single factor, or a graph
 * without cycles, this is SparseMAP: a mixture of few assignments.
 *
 * @example
 * const graph = new FactorGraph()
 * const [a, b] = [graph.binary(0.6), graph.binary(0.2)]
 * graph.xor([a, b])
 * const found = sparseMap(graph)
 * found.marginals // Float64Array [0.7, 0.3]
 * found.backward([1, 0]).of(a) // 0.5
 */
export function sparseMap(graph: FactorGraph, options: SparseMapOptions = {}): SparseMap {
  requireOptions('sparseMap', options, KEYS)
  const { temperature: gamma = 1, tolerance = 1e-9, maxIterations = 10_000 } = options
  for (const [name, value] of Object.entries({ temperature: gamma, tolerance, maxIterations }))
    if (!(value > 0 && Number.isFinite(value)))
      throw new ParleyError('bad-argument', `\`${name}\` is ${value}; it must be a positive number.`)
  const problem = compile(graph)
  requireSmooth(graph, problem)
  const run = new Run(problem, gamma)
  let iterations = 0
  while (iterations < maxIterations && !run.settled(tolerance)) {
    run.step()
    iterations++
  }
  const marginals = run.mean.slice(0, graph.slotCount)
  for (let s = 0; s < marginals.length; s++) {
    if (problem.fixed[s] >= 0) marginals[s] = problem.fixed[s]
    else marginals[s] = Math.min(1, Math.max(0, marginals[s]))
  }
  let faces: LocalFaces | null = null
  return {
    marginals,
    converged: run.settled(tolerance),
    iterations,
    backward(slopes) {
      if (slopes.length !== graph.slotCount)
        throw new ParleyError(
          'bad-argument',
          `\`backward\` got ${slopes.length} slopes for ${graph.slotCount} marginals.`,
        )
      faces ??= new LocalFaces(problem, run.targets(), run.eta)
      return slopesThrough(problem, faces, marginals, gamma, slopes)
    },
  }
}

function requireSmooth(graph: FactorGraph, problem: Problem): void {
  if (problem.conflict !== null)
    throw new ParleyError(
      'bad-input',
      'The hard constraints and the evidence of the graph contradict each other.',
    )
  if (problem.slots > graph.slotCount)
    throw new ParleyError(
      'unsupported',
      'A factor links the same variable twice, which `sparseMap` does not support.',
    )
  for (const group of problem.groups)
    if (group.relaxed === true)
      throw new ParleyError(
        'unsupported',
        `\`sparseMap\` does not support factors of the kind ${group.kind}.`,
      )
}

/** The iterations: quadratic steps at factors, means at slots, multipliers at links. */
class Run {
  /** The consensus of each slot. */
  readonly mean: Float64Array
  eta: number
  private readonly multiplier: Float64Array
  private readonly local: Float64Array
  private readonly target: Float64Array
  private readonly lists: Int32Array[]
  private primal = Number.POSITIVE_INFINITY
  private dual = Number.POSITIVE_INFINITY
  private steps = 0

  constructor(
    private readonly problem: Problem,
    private readonly gamma: number,
  ) {
    const { slots, linkSlot, score, degree, groups } = problem
    this.mean = new Float64Array(slots)
    this.multiplier = new Float64Array(linkSlot.length)
    this.local = new Float64Array(linkSlot.length)
    this.target = new Float64Array(linkSlot.length)
    this.eta = gamma
    this.lists = groups.map(({ first, count }) => Int32Array.from({ length: count }, (_, i) => first + i))
    for (let s = 0; s < slots; s++) this.mean[s] = Math.min(1, Math.max(0, score[s] / gamma))
    for (let l = 0; l < linkSlot.length; l++) this.multiplier[l] = score[linkSlot[l]] / degree[linkSlot[l]]
    if (linkSlot.length === 0) this.primal = this.dual = 0
  }

  settled(tolerance: number): boolean {
    return this.primal <= tolerance && this.dual <= tolerance
  }

  step(): void {
    const { problem, mean, multiplier, local, gamma, eta } = this
    const { groups, linkSlot, score, slots, slotStart, slotLinks } = problem
    const target = this.targets()
    groups.forEach((group, g) => {
      group.project(this.lists[g], 0, this.lists[g].length, target, eta, local)
    })
    this.primal = 0
    this.dual = 0
    for (let s = 0; s < slots; s++) {
      const links = slotStart[s + 1] - slotStart[s]
      if (links === 0) continue
      let sum = score[s]
      for (let k = slotStart[s]; k < slotStart[s + 1]; k++)
        sum += eta * local[slotLinks[k]] - multiplier[slotLinks[k]]
      const next = sum / (gamma + eta * links)
      this.dual = Math.max(this.dual, Math.abs(next - mean[s]))
      mean[s] = next
    }
    for (let l = 0; l < linkSlot.length; l++) {
      const distance = local[l] - mean[linkSlot[l]]
      this.primal = Math.max(this.primal, Math.abs(distance))
      multiplier[l] -= eta * distance
    }
    this.balance()
  }

  /** Where the quadratic step of each link aims. */
  targets(): Float64Array {
    const { problem, mean, multiplier, target, eta } = this
    for (let l = 0; l < target.length; l++) target[l] = mean[problem.linkSlot[l]] + multiplier[l] / eta
    return target
  }

  /** Keeps disagreement and change of about the same size; ever more rarely, so that the run converges. */
  private balance(): void {
    this.steps++
    if (this.steps % 10 !== 0 || this.steps > 500) return
    if (this.primal > 5 * this.dual) this.eta *= 2
    else if (this.dual > 5 * this.primal) this.eta /= 2
  }
}
