// A factor with a weight that remembers its answers: they are candidates for the answer of both models.
import { ParleyError } from '../error.js'
import type { Factor } from '../kinds/custom/factor.js'
import { raisePrice } from '../kinds/custom/raise-price.js'
import { SCORE_LIMIT } from '../numeric/score-limit.js'

/** First price of a link that must or must not be on. */
const PRICE = 16
const RAISES = { by: 64, most: 5 }

/** A configuration that a model voted for. */
export interface Vote<Answer> {
  /** 0 or 1 for every link. */
  readonly configuration: Float64Array
  /** Its score under the model alone, without its weight. */
  readonly score: number
  /** What the model's `answer` makes of it; without `answer`, the configuration. */
  readonly answer: Answer
}

/** A vote that asks the model again when its answer is read. */
class LazyVote<Answer> implements Vote<Answer> {
  constructor(
    private readonly model: Factor<Answer>,
    private readonly scores: Float64Array,
    readonly configuration: Float64Array,
    readonly score: number,
  ) {}

  get answer(): Answer {
    const { model, scores, configuration } = this
    if (model.answer === undefined) return configuration as Answer
    const found = new Float64Array(configuration.length)
    model.maximize(scores, found)
    return model.answer(found)
  }
}

/** A model of `agree`, times its weight. */
export class VotingFactor<Answer> implements Factor {
  readonly name: string
  /** Number of calls of the model. */
  calls = 0
  /** Distinct votes by configuration, in order of their first occurrence. */
  readonly votes = new Map<string, Vote<Answer>>()
  last: Vote<Answer> | null = null
  /**
   * Scores of the links at the last vote: the solver's multipliers, on the scale of the combined score.
   */
  readonly lastScores: Float64Array
  /**
   * Set while a solver runs that has an assignment. `score` then returns −Infinity for configurations that
   * were neither voted for nor scored before: scoring the guesses of the solver's rounding would take too
   * many calls.
   */
  isFrugal = false
  private readonly scored = new Map<string, number>()
  readonly maxMarginals?: NonNullable<Factor['maxMarginals']>
  private readonly sum: Float64Array
  private voted = 0
  private readonly shifted: Float64Array

  constructor(
    private readonly model: Factor<Answer>,
    links: number,
    private readonly weight: number,
    name: string,
  ) {
    this.name = model.name ?? name
    this.shifted = new Float64Array(links)
    this.sum = new Float64Array(links)
    this.lastScores = new Float64Array(links)
    if (model.maxMarginals !== undefined)
      this.maxMarginals = (scores, on, off) => this.weightedMarginals(scores, on, off)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const own = this.ask(scores, configuration)
    if (own === Number.NEGATIVE_INFINITY) return own
    this.lastScores.set(scores)
    this.last = this.votes.get(keyOf(configuration)) ?? this.remember(configuration, own)
    this.voted++
    for (let i = 0; i < configuration.length; i++) this.sum[i] += configuration[i]
    return this.weight * own
  }

  score(configuration: Float64Array): number {
    const key = keyOf(configuration)
    const isKnown = this.votes.has(key) || this.scored.has(key)
    return this.isFrugal && !isKnown ? Number.NEGATIVE_INFINITY : this.ownScore(configuration)
  }

  /** The own score of a configuration, even if the model has not voted for it. */
  ownScore(configuration: Float64Array): number {
    const key = keyOf(configuration)
    const vote = this.votes.get(key)
    if (vote !== undefined) return this.weight * vote.score
    let score = this.scored.get(key)
    if (score === undefined) {
      score = this.weight * this.scoreAnew(configuration)
      this.scored.set(key, score)
    }
    return score
  }

  private scoreAnew(configuration: Float64Array): number {
    if (this.model.score === undefined) return this.forced(configuration)?.score ?? Number.NEGATIVE_INFINITY
    return this.requireScore('score', this.model.score(configuration))
  }

  /** The best answer with this configuration, by a vote or by prices that force it; null if there is none. */
  voteFor(configuration: ArrayLike<number>): Vote<Answer> | null {
    return this.votes.get(keyOf(configuration)) ?? this.forced(configuration)
  }

  /** Adds the best answer whose first links have these values to the votes. */
  propose(first: ArrayLike<number>): void {
    const vote = this.forced(first)
    if (vote !== null) this.votes.set(keyOf(vote.configuration), vote)
  }

  /** The best answer whose first links have these values; null if none is found. */
  private forced(first: ArrayLike<number>): Vote<Answer> | null {
    const scores = new Float64Array(this.shifted.length)
    const found = new Float64Array(this.shifted.length)
    const wanted = keyOf(first)
    const ask = (price: number) => {
      for (let i = 0; i < first.length; i++) scores[i] = (first[i] === 1 ? price : -price) * this.weight
      const own = this.ask(scores, found)
      const isRespected = keyOf(found.subarray(0, first.length)) === wanted
      return isRespected || own === Number.NEGATIVE_INFINITY ? own : null
    }
    const own = raisePrice(PRICE, ask, RAISES)
    return own === Number.NEGATIVE_INFINITY ? null : this.voteOf(found, own)
  }

  /** The mean of all votes (paper 3, section 6.2). */
  average(): Float64Array {
    return this.sum.map((sum) => (this.voted === 0 ? 0 : sum / this.voted))
  }

  /** Asks under scores/weight: own + Σ scores/weight and weight·own + Σ scores have the same maximiser. */
  private ask(scores: Float64Array, configuration: Float64Array): number {
    for (let i = 0; i < scores.length; i++) this.shifted[i] = scores[i] / this.weight
    this.calls++
    return this.requireScore('maximize', this.model.maximize(this.shifted, configuration))
  }

  private remember(configuration: Float64Array, own: number): Vote<Answer> {
    const vote = this.voteOf(configuration, own)
    this.votes.set(keyOf(configuration), vote)
    return vote
  }

  /** A vote under the scores of the last call. */
  private voteOf(configuration: Float64Array, own: number): Vote<Answer> {
    return new LazyVote(this.model, this.shifted.slice(), configuration.slice(), own)
  }

  private requireScore(operation: string, score: number): number {
    if (score === Number.NEGATIVE_INFINITY || Math.abs(score * this.weight) <= SCORE_LIMIT) return score
    const weighted = this.weight === 1 ? '' : ` (times its weight, ${this.weight})`
    throw new ParleyError(
      'bad-factor',
      `\`${operation}\` of the ${this.name} returned the score ${score}${
        Number.isFinite(score)
          ? `${weighted}. Scores may be up to 1e10 in size.`
          : '. It must be the own score of the configuration, or −Infinity if nothing is allowed.'
      }`,
      { factor: this.name },
    )
  }

  private weightedMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { shifted, weight } = this
    for (let i = 0; i < scores.length; i++) shifted[i] = scores[i] / weight
    this.calls++
    const best = this.model.maxMarginals!(shifted, on, off)
    for (let i = 0; i < scores.length; i++) {
      on[i] *= weight
      off[i] *= weight
    }
    return weight * best
  }
}

/** The links that are 1, as a key. */
function keyOf(configuration: ArrayLike<number>): string {
  let key = ''
  for (let i = 0; i < configuration.length; i++) if (configuration[i] === 1) key += `${i},`
  return key
}
