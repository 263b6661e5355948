// Where each factor's part of a quadratic solution lies: the configurations that it mixes, found by the
// active-set method (paper 2, section 1.6.1), and an orthonormal basis of the directions among them.
import type { Problem } from '@parleyjs/core'
import { ActiveSet, type LocalMaximizer, Scratch } from '@parleyjs/core/internal'

/** Weights below this count as 0: the configuration is not in the mixture. */
const NONE = 1e-7
const MOST_ROUNDS = 1000

export interface Face {
  readonly factor: number
  /** The first link, and the number of links. */
  readonly first: number
  readonly links: number
  /** Values of the slots of the links, for each configuration, and their weights. */
  readonly configurations: readonly Float64Array[]
  readonly weights: readonly number[]
  /** Orthonormal directions in which the mixture can move. */
  readonly basis: readonly Float64Array[]
}

export class LocalFaces {
  readonly faces: Face[] = []

  constructor(problem: Problem, target: Float64Array, eta: number) {
    const { factorStart } = problem
    for (const group of problem.groups)
      for (let factor = group.first; factor < group.first + group.count; factor++) {
        const first = factorStart[factor]
        const links = factorStart[factor + 1] - first
        const set = new ActiveSet(links, links)
        const maximizer = new GroupMaximizer(problem, group, factor)
        set.solve(
          target.slice(first, first + links),
          eta,
          maximizer,
          MOST_ROUNDS,
          new Float64Array(links),
          new Scratch(links),
        )
        const configurations: Float64Array[] = []
        const weights: number[] = []
        for (let k = 0; k < set.size; k++) {
          if (set.weightOf(k) <= NONE) continue
          const values = new Float64Array(links)
          for (const link of set.support.linksOf(k)) values[link] = 1
          configurations.push(values)
          weights.push(set.weightOf(k))
        }
        this.faces.push({ factor, first, links, configurations, weights, basis: basisOf(configurations) })
      }
  }
}

/** An orthonormal basis of the differences of configurations (Gram and Schmidt, twice for exactness). */
function basisOf([origin, ...others]: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = []
  for (const other of others) {
    const direction = other.map((value, i) => value - origin[i])
    for (let round = 0; round < 2; round++)
      for (const known of basis) {
        let along = 0
        for (let i = 0; i < direction.length; i++) along += known[i] * direction[i]
        for (let i = 0; i < direction.length; i++) direction[i] -= along * known[i]
      }
    let norm = 0
    for (const value of direction) norm += value * value
    if (norm < 1e-12) continue
    norm = Math.sqrt(norm)
    basis.push(direction.map((value) => value / norm))
  }
  return basis
}

/** The best configuration of one factor of a compiled problem, in values of slots. */
class GroupMaximizer implements LocalMaximizer {
  own = 0
  private readonly scores: Float64Array
  private readonly values: Float64Array

  constructor(
    private readonly problem: Problem,
    private readonly group: Problem['groups'][number],
    private readonly factor: number,
  ) {
    this.scores = new Float64Array(problem.linkSlot.length)
    this.values = new Float64Array(problem.linkSlot.length)
  }

  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number {
    const { problem, group, factor, scores, values } = this
    const first = problem.factorStart[factor]
    const links = problem.factorStart[factor + 1] - first
    for (let i = 0; i < links; i++) scores[first + i] = w[i] * eta
    let own = group.maximize(factor, scores, values)
    let count = 0
    for (let i = 0; i < links; i++) {
      if (values[first + i] !== 1) continue
      own -= scores[first + i]
      on[count++] = i
    }
    this.own = own
    return count
  }
}
