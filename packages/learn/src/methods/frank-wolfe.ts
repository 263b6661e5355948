// The structured support vector machine by block-coordinate Frank–Wolfe (Lacoste-Julien et al. 2013): min
// λ/2 ‖w‖² + mean of the losses. Each example holds a mixture of answers, and w is the sum over examples of
// truth minus mixture. A step moves weight within one mixture, from the answer that violates least to the
// one that violates most (pairwise steps, Lacoste-Julien and Jaggi 2015), as far as is best for the dual.
import type { Template } from '../templates/template.js'
import type { Example } from './example.js'
import { type Completion, constantsOf, linearScores, type Margin } from './margin.js'
import { type Answer, Mixture, restoreMixtures, saveMixtures } from './mixture.js'
import type { Learner } from './online.js'
import type { WeightVector } from './weight-vector.js'

/** Steps among known answers after each decoding. */
const KNOWN_STEPS = 5

export class FrankWolfe implements Learner {
  readonly withCost = true
  /** The mixture of each example; null while it is all truth. */
  private readonly mixtures: (Mixture | null)[]
  private readonly completions: (Completion | null)[]

  constructor(
    private readonly weights: WeightVector,
    private readonly lambda: number,
    private readonly count: number,
  ) {
    this.mixtures = new Array<Mixture | null>(count).fill(null)
    this.completions = new Array<Completion | null>(count).fill(null)
  }

  reserve(size: number): void {
    this.weights.reserve(size)
  }

  /** The completion of an example with partial truth, which is fixed so that the problem stays convex. */
  completionOf(index: number): Completion | null {
    return this.completions[index]
  }

  /** Replaces a completion: the weights follow. */
  complete(index: number, { template }: Example, next: Completion): void {
    const before = this.completions[index]
    const mixture = this.mixtures[index]
    this.completions[index] = next
    if (before === null || mixture === null) return
    const constants = constantsOf(template)
    let fixed = next.own - before.own
    for (let p = 0; p < constants.length; p++) {
      const change = next.counts[p] - before.counts[p]
      if (change !== 0) fixed += change * constants[p]
    }
    for (const answer of mixture.answers) answer.fixed -= fixed
    const change = this.weights.difference(template, next.counts, before.counts)
    this.weights.addScaled(change, 1 / (this.lambda * this.count))
  }

  learn(index: number, { template }: Example, { truth, guess, fixed }: Margin): void {
    this.weights.steps++
    const mixture = (this.mixtures[index] ??= new Mixture(truth))
    const found = mixture.find(guess, fixed)
    this.step(template, mixture, found)
    for (let i = 0; i < KNOWN_STEPS && mixture.answers.length > 1; i++)
      if (!this.step(template, mixture, null)) break
    mixture.dropEmpty()
  }

  /** One step towards an answer, or towards the worst known one. False if nothing changed. */
  private step(template: Template, mixture: Mixture, target: Answer | null): boolean {
    const { weights, lambda, count } = this
    const linear = linearScores(template, weights.values)
    let toward = target
    let away: Answer | null = null
    let most = target === null ? Number.NEGATIVE_INFINITY : target.lossUnder(linear)
    let least = Number.POSITIVE_INFINITY
    for (const answer of mixture.answers) {
      const loss = answer.lossUnder(linear)
      if (target === null && loss > most) {
        most = loss
        toward = answer
      }
      if (answer.weight > 0 && loss < least) {
        least = loss
        away = answer
      }
    }
    if (toward === null || away === null || toward === away || !(most - least > 1e-12)) return false
    const direction = weights.difference(template, away.dense(template.places), toward.dense(template.places))
    const squares = direction.squares()
    const step =
      squares > 0 ? Math.min(away.weight, (lambda * count * (most - least)) / squares) : away.weight
    // Weight that goes away entirely must not leave a rounding error.
    toward.weight += step
    away.weight = step === away.weight ? 0 : away.weight - step
    weights.addScaled(direction, step / (lambda * count))
    return true
  }

  /**
   * Objective and duality gap, from the mean loss of all examples under the current weights. The minimum is
   * at most the objective, and at least the objective minus the gap.
   */
  gap(meanLoss: number, size: number): { objective: number; gap: number } {
    let squares = 0
    for (let i = 0; i < size; i++) squares += this.weights.values[i] ** 2
    let fixed = 0
    for (const mixture of this.mixtures) fixed += mixture?.fixed() ?? 0
    return {
      objective: (this.lambda / 2) * squares + meanLoss,
      gap: Math.max(0, this.lambda * squares + meanLoss - fixed / this.count),
    }
  }

  state(): Record<string, Float64Array> {
    return saveMixtures(this.mixtures, this.completions)
  }

  restore(state: Readonly<Record<string, Float64Array>>): void {
    restoreMixtures(state, this.mixtures, this.completions)
  }
}
