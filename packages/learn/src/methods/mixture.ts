// The mixture of answers that Frank–Wolfe holds for an example.
import type { Completion } from './margin.js'

/** An answer: the places that it uses, and the part of its loss that does not depend on weights. */
export class Answer {
  constructor(
    readonly places: Int32Array,
    readonly counts: Float64Array,
    public fixed: number,
    public weight: number,
  ) {}

  static of(counts: Float64Array, fixed: number, weight: number): Answer {
    const places = Int32Array.from(counts.keys()).filter((p) => counts[p] !== 0)
    return new Answer(
      places,
      Float64Array.from(places, (p) => counts[p]),
      fixed,
      weight,
    )
  }

  /** Its loss under scores of places, but for the score of the truth. */
  lossUnder(linear: Float64Array): number {
    const { places, counts } = this
    let sum = this.fixed
    for (let i = 0; i < places.length; i++) sum += counts[i] * linear[places[i]]
    return sum
  }

  dense(places: number): Float64Array {
    const counts = new Float64Array(places)
    for (let i = 0; i < this.places.length; i++) counts[this.places[i]] = this.counts[i]
    return counts
  }

  equals({ places, counts }: Answer): boolean {
    if (places.length !== this.places.length) return false
    for (let i = 0; i < places.length; i++)
      if (places[i] !== this.places[i] || counts[i] !== this.counts[i]) return false
    return true
  }
}

export class Mixture {
  answers: Answer[]

  /** A mixture that is all truth. */
  constructor(truth: Float64Array | null) {
    this.answers = truth === null ? [] : [Answer.of(truth, 0, 1)]
  }

  /** The answer with these counts, which is added if it is new. */
  find(counts: Float64Array, fixed: number): Answer {
    const answer = Answer.of(counts, fixed, 0)
    const known = this.answers.find((other) => other.equals(answer))
    if (known !== undefined) return known
    this.answers.push(answer)
    return answer
  }

  fixed(): number {
    let sum = 0
    for (const { fixed, weight } of this.answers) sum += weight * fixed
    return sum
  }

  dropEmpty(): void {
    this.answers = this.answers.filter(({ weight }) => weight > 0)
  }
}

/** All mixtures and completions as arrays, for a checkpoint. */
export function saveMixtures(
  mixtures: readonly (Mixture | null)[],
  completions: readonly (Completion | null)[],
): Record<string, Float64Array> {
  const answers: number[] = []
  const numbers: number[] = []
  for (const mixture of mixtures) {
    answers.push(mixture?.answers.length ?? 0)
    for (const { places, counts, fixed, weight } of mixture?.answers ?? []) {
      numbers.push(places.length, fixed, weight)
      for (let i = 0; i < places.length; i++) numbers.push(places[i], counts[i])
    }
  }
  const kept: number[] = []
  for (const completion of completions) {
    kept.push(completion?.counts.length ?? 0)
    if (completion === null) continue
    kept.push(completion.own)
    for (const count of completion.counts) kept.push(count)
  }
  return {
    answers: Float64Array.from(answers),
    numbers: Float64Array.from(numbers),
    completions: Float64Array.from(kept),
  }
}

export function restoreMixtures(
  state: Readonly<Record<string, Float64Array>>,
  mixtures: (Mixture | null)[],
  completions: (Completion | null)[],
): void {
  const { answers, numbers, completions: kept } = state
  let at = 0
  answers.forEach((count, i) => {
    if (count === 0) return
    const mixture = new Mixture(null)
    for (let k = 0; k < count; k++) {
      const [length, fixed, weight] = numbers.subarray(at, at + 3)
      at += 3
      const places = Int32Array.from({ length }, (_, j) => numbers[at + 2 * j])
      const counts = Float64Array.from({ length }, (_, j) => numbers[at + 2 * j + 1])
      at += 2 * length
      mixture.answers.push(new Answer(places, counts, fixed, weight))
    }
    mixtures[i] = mixture
  })
  at = 0
  for (let i = 0; i < completions.length; i++) {
    const length = kept[at++]
    if (length === 0) continue
    const own = kept[at++]
    completions[i] = { own, counts: kept.slice(at, at + length) }
    at += length
  }
}
