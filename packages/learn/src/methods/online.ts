// Methods that learn from one example after the other: averaged perceptron, MIRA, AdaGrad on the hinge. Each
// moves the weights towards the truth and away from the answer.
import type { Example } from './example.js'
import type { PassReport } from './likelihood.js'
import type { Completion, Margin } from './margin.js'
import type { WeightVector } from './weight-vector.js'

/** Learns from examples whose margins were found, perhaps under slightly older weights. */
export interface Learner {
  /** Whether answers are found with costs added. */
  readonly withCost: boolean
  /** Makes room for this many weights. */
  reserve(size: number): void
  learn(index: number, example: Example, margin: Margin): void
  /** Learns from all examples at once; if it is there, `learn` is not called. */
  pass?(size: number): Promise<PassReport>
  /** Fixed completions of partial truths; missing if every margin finds its own. */
  completionOf?(index: number): Completion | null
  complete?(index: number, example: Example, next: Completion): void
  /** Objective and duality gap, from the mean loss under the current weights; missing if there is none. */
  gap?(meanLoss: number, size: number): { objective: number; gap: number }
  /** Arrays of a checkpoint beside the weights. */
  state(size: number): Record<string, Float64Array>
  restore(state: Readonly<Record<string, Float64Array>>): void
}

abstract class OnlineLearner implements Learner {
  abstract readonly withCost: boolean

  constructor(protected readonly weights: WeightVector) {}

  abstract learn(index: number, example: Example, margin: Margin): void

  reserve(size: number): void {
    this.weights.reserve(size)
  }

  state(_size: number): Record<string, Float64Array> {
    return {}
  }

  restore(_state: Readonly<Record<string, Float64Array>>): void {}
}

/** w += φ(truth) − φ(answer). */
export class Perceptron extends OnlineLearner {
  readonly withCost = false

  learn(_index: number, { template }: Example, { truth, guess }: Margin): void {
    const { weights } = this
    weights.steps++
    weights.addScaled(weights.difference(template, truth, guess), 1)
  }
}

/** The smallest step after which the answer's loss is 0, but at most `most` (Crammer et al. 2006, PA-I). */
export class Mira extends OnlineLearner {
  readonly withCost = true

  constructor(
    weights: WeightVector,
    private readonly most: number,
  ) {
    super(weights)
  }

  learn(_index: number, { template }: Example, { truth, guess, fixed }: Margin): void {
    const { weights } = this
    weights.steps++
    const change = weights.difference(template, truth, guess)
    const squares = change.squares()
    const loss = fixed - weights.dot(change)
    if (loss > 0 && squares > 0) weights.addScaled(change, Math.min(this.most, loss / squares))
  }
}

/** Subgradient steps on the hinge, each weight with its own rate (Duchi et al. 2011). */
export class AdaGradHinge extends OnlineLearner {
  readonly withCost = true
  private squares = new Float64Array(0)

  constructor(
    weights: WeightVector,
    private readonly rate: number,
  ) {
    super(weights)
  }

  override reserve(size: number): void {
    super.reserve(size)
    if (this.squares.length >= size) return
    const squares = new Float64Array(this.weights.values.length)
    squares.set(this.squares)
    this.squares = squares
  }

  learn(_index: number, { template }: Example, { truth, guess, fixed }: Margin): void {
    const { weights, squares, rate } = this
    weights.steps++
    const change = weights.difference(template, truth, guess)
    if (!(fixed - weights.dot(change) > 0)) return
    for (let i = 0; i < change.count; i++) {
      const index = change.touched[i]
      const slope = change.values[index]
      if (slope === 0) continue
      squares[index] += slope * slope
      weights.add(index, (rate * slope) / Math.sqrt(squares[index]))
    }
  }

  override state(size: number): Record<string, Float64Array> {
    return { squares: this.squares.slice(0, size) }
  }

  override restore({ squares }: Readonly<Record<string, Float64Array>>): void {
    this.reserve(squares.length)
    this.squares.set(squares)
  }
}
