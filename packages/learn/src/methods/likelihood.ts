// Maximum likelihood: min λ/2 ‖w‖² − mean log p(truth), with what is not known summed out. Each evaluation
// goes through all examples; L-BFGS chooses the weights.
import { addFeatures, SparseSum } from '../features/segment.js'
import { expectation } from '../templates/expectation.js'
import { scoreTemplate } from '../templates/template.js'
import type { Example } from './example.js'
import { Lbfgs } from './lbfgs.js'
import type { Learner } from './online.js'
import type { WeightVector } from './weight-vector.js'

/** Gradients are summed over this many examples, then added up, so that threads can share the work. */
export const CHUNK = 64

/** Expected counts of an example minus those of its truth, and −log p(truth). */
export function lossOf(example: Example, weights: Float64Array): { loss: number; counts: Float64Array } {
  const { template, counts: gold, truth, ownScore } = example
  const scores = new Float64Array(template.places)
  scoreTemplate(template, weights, scores)
  const counts = new Float64Array(template.places)
  const all = expectation(template, scores, null, counts)
  const right = gold ?? new Float64Array(template.places)
  let score = ownScore
  if (gold === null) score = expectation(template, scores, truth, right)
  else for (let p = 0; p < right.length; p++) if (right[p] !== 0) score += right[p] * scores[p]
  for (let p = 0; p < right.length; p++) counts[p] -= right[p]
  return { loss: Math.max(0, all - score), counts }
}

/** The loss of a chunk of examples, and its slopes by weights. */
export interface ChunkLoss {
  readonly loss: number
  readonly indices: Int32Array
  readonly slopes: Float64Array
}

/** Losses of a chunk. `sum` is scratch. */
export function chunkLoss(examples: readonly Example[], weights: Float64Array, sum: SparseSum): ChunkLoss {
  sum.clear()
  let total = 0
  for (const example of examples) {
    const { loss, counts } = lossOf(example, weights)
    total += loss
    for (const { segment, at } of example.template.segments) addFeatures(segment, counts, at, 1, sum)
  }
  const indices = sum.touched.slice(0, sum.count)
  return { loss: total, indices, slopes: Float64Array.from(indices, (index) => sum.values[index]) }
}

/** How an epoch of a method went that goes through all examples at once. */
export interface PassReport {
  readonly loss: number
  readonly objective: number
  /** True if more passes would change little. */
  readonly ended: boolean
}

/** Steps over which the improvement is measured. */
const PERIOD = 10

export class MaximumLikelihood implements Learner {
  readonly withCost = false
  private readonly slopes = new SparseSum()
  private readonly search: Lbfgs
  private readonly values: number[] = []
  private loss = 0

  /** `pause` is called between chunks; `team` evaluates in other threads, if there are any. */
  constructor(
    private readonly weights: WeightVector,
    private readonly lambda: number,
    private readonly tolerance: number,
    private readonly examples: readonly Example[],
    private readonly pause: () => Promise<void> | null,
    private readonly team: () => { losses(): Promise<ChunkLoss[]> } | null,
  ) {
    this.search = new Lbfgs((x, slopes) => this.evaluate(x, slopes))
  }

  reserve(size: number): void {
    this.weights.reserve(size)
    this.slopes.reserve(size)
  }

  learn(): void {}

  /** One step of the search. */
  async pass(size: number): Promise<PassReport> {
    if (Number.isNaN(this.search.value)) await this.search.start(this.weights.values.slice(0, size))
    const moved = await this.search.step()
    this.weights.values.set(this.search.x)
    this.weights.steps++
    const objective = this.search.value
    this.values.push(objective)
    const earlier = this.values.length > PERIOD ? this.values[this.values.length - 1 - PERIOD] : undefined
    const flat = earlier !== undefined && earlier - objective <= this.tolerance * objective
    return { loss: this.loss, objective, ended: !moved || flat }
  }

  /** The objective and its slopes. Examples are summed in chunks, the chunks in order. */
  private async evaluate(x: Float64Array, slopes: Float64Array): Promise<number> {
    const { examples, lambda, slopes: sum, weights } = this
    weights.values.set(x)
    const chunks = (await this.team()?.losses()) ?? []
    let total = 0
    for (let chunk = 0; chunk * CHUNK < examples.length; chunk++) {
      const found = chunks[chunk] ?? chunkLoss(examples.slice(chunk * CHUNK, (chunk + 1) * CHUNK), x, sum)
      total += found.loss
      for (let i = 0; i < found.indices.length; i++)
        slopes[found.indices[i]] += found.slopes[i] / examples.length
      await this.pause()
    }
    let squares = 0
    for (let i = 0; i < x.length; i++) {
      squares += x[i] * x[i]
      slopes[i] += lambda * x[i]
    }
    this.loss = total / examples.length
    return this.loss + (lambda / 2) * squares
  }

  state(): Record<string, Float64Array> {
    return {
      ...this.search.state(),
      values: Float64Array.from(this.values),
      loss: Float64Array.of(this.loss),
    }
  }

  restore(state: Readonly<Record<string, Float64Array>>): void {
    const { values, loss, ...search } = state
    this.values.push(...values)
    this.loss = loss[0]
    this.search.restore(search)
  }
}
