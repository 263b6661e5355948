// Adapts a decoder to the contract of custom factors, and remembers its answers.
import { ParleyError } from '../error.js'
import type { CustomFactor } from '../kinds/custom/custom.js'
import { SCORE_LIMIT } from '../numeric/score-limit.js'
import type { Decoded, Decoder } from './decoder.js'

/** First price of a part that must or must not be used. */
const PRICE = 16
/** Factor by which the price is raised until the decoder obeys. */
const RAISE = 64
/** Maximum number of prices that are tried. */
const RAISES = 5

/** A configuration of the linked parts that a decoder voted for, and its answer. */
export interface Vote<Answer> {
  readonly configuration: Uint8Array
  readonly decoded: Decoded<Answer>
}

/**
 * A decoder as a factor over its linked parts: link i is part `parts[i]`. It remembers all its answers,
 * because they are candidates for the answer of both models.
 */
export class DecoderFactor<Answer> implements CustomFactor {
  readonly name: string
  /** Number of calls of the decoder. */
  calls = 0
  /** Distinct votes by configuration, in order of their first occurrence. */
  readonly votes = new Map<string, Vote<Answer>>()
  last: Vote<Answer> | null = null
  /**
   * Extra scores of the links at the last vote: the solver's multipliers, on the scale of the combined score.
   */
  readonly lastScores: Float64Array
  /**
   * Set while a solver runs that has an assignment. `score` then returns −Infinity for configurations that
   * were neither voted for nor scored before: scoring the guesses of the solver's rounding would take too
   * many calls.
   */
  isFrugal = false
  private readonly scored = new Map<string, number>()
  readonly maxMarginals?: NonNullable<CustomFactor['maxMarginals']>
  private readonly sum: Float64Array
  private voted = 0
  private readonly extra: Float64Array
  /** Link of each part, −1 if it is not linked. */
  private readonly linkOf: Int32Array

  constructor(
    private readonly decoder: Decoder<Answer>,
    private readonly parts: Int32Array,
    private readonly weight: number,
    name: string,
  ) {
    this.name = decoder.name ?? name
    let last = -1
    for (const part of parts) if (part > last) last = part
    this.extra = new Float64Array(last + 1)
    this.linkOf = new Int32Array(last + 1).fill(-1)
    parts.forEach((part, link) => {
      this.linkOf[part] = link
    })
    this.sum = new Float64Array(parts.length)
    this.lastScores = new Float64Array(parts.length)
    if (decoder.maxMarginals !== undefined)
      this.maxMarginals = (scores, on, off) => this.decodeMarginals(scores, on, off)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const decoded = this.decode(scores)
    if (decoded === null) return Number.NEGATIVE_INFINITY
    this.mark(decoded, configuration)
    this.lastScores.set(scores)
    const key = keyOf(configuration)
    let vote = this.votes.get(key)
    if (vote === undefined) {
      vote = { configuration: Uint8Array.from(configuration), decoded }
      this.votes.set(key, vote)
    }
    this.last = vote
    this.voted++
    for (let i = 0; i < configuration.length; i++) this.sum[i] += configuration[i]
    return this.weight * decoded.score
  }

  score(configuration: Float64Array): number {
    const key = keyOf(configuration)
    const isKnown = this.votes.has(key) || this.scored.has(key)
    return this.isFrugal && !isKnown ? Number.NEGATIVE_INFINITY : this.ownScore(configuration)
  }

  /** The own score of the best answer with this configuration, even if the decoder has not voted for it. */
  ownScore(configuration: Float64Array): number {
    const key = keyOf(configuration)
    const vote = this.votes.get(key)
    if (vote !== undefined) return this.weight * vote.decoded.score
    let score = this.scored.get(key)
    if (score === undefined) {
      score = this.scoreAnew(configuration)
      this.scored.set(key, score)
    }
    return score
  }

  private scoreAnew(configuration: Float64Array): number {
    if (this.decoder.score === undefined) {
      const found = this.answerFor(configuration)
      return found === null ? Number.NEGATIVE_INFINITY : this.weight * found.score
    }
    const used = new Float64Array(this.extra.length)
    for (let i = 0; i < configuration.length; i++) used[this.parts[i]] = configuration[i]
    const score = this.decoder.score(used)
    if (score === Number.NEGATIVE_INFINITY) return score
    this.requireScore('score', score, 'of the best answer with these parts, or −Infinity')
    return this.weight * score
  }

  /** The best answer with this configuration, by a vote or by prices that force it; null if there is none. */
  answerFor(configuration: ArrayLike<number>): Decoded<Answer> | null {
    return this.votes.get(keyOf(configuration))?.decoded ?? this.forced(configuration)
  }

  /** Adds the best answer whose first links have these values to the votes. */
  propose(first: ArrayLike<number>): void {
    const decoded = this.forced(first)
    if (decoded === null) return
    const found = new Float64Array(this.parts.length)
    this.mark(decoded, found)
    this.votes.set(keyOf(found), { configuration: Uint8Array.from(found), decoded })
  }

  /** The best answer whose first links have these values; null if none is found. */
  private forced(first: ArrayLike<number>): Decoded<Answer> | null {
    const scores = new Float64Array(this.parts.length)
    const found = new Float64Array(this.parts.length)
    const wanted = keyOf(first)
    for (let raise = 0, price = PRICE; raise < RAISES; raise++, price *= RAISE) {
      for (let i = 0; i < first.length; i++) scores[i] = (first[i] === 1 ? price : -price) * this.weight
      const decoded = this.decode(scores)
      if (decoded === null) return null
      this.mark(decoded, found)
      if (keyOf(found.subarray(0, first.length)) === wanted) return decoded
    }
    return null
  }

  /** The mean of all votes (paper 3, section 6.2). */
  average(): Float64Array {
    return this.sum.map((sum) => (this.voted === 0 ? 0 : sum / this.voted))
  }

  /** Decodes under scores/weight: own + Σ scores/weight and weight·own + Σ scores have the same maximiser. */
  private decode(scores: Float64Array): Decoded<Answer> | null {
    for (let i = 0; i < scores.length; i++) this.extra[this.parts[i]] = scores[i] / this.weight
    this.calls++
    const decoded = this.decoder.maximize(this.extra)
    if (decoded !== null)
      this.requireScore('maximize', decoded.score, 'of the answer; return null if there is no answer')
    return decoded
  }

  private requireScore(operation: string, score: number, what: string): void {
    const isNumber = Number.isFinite(score)
    if (isNumber && Math.abs(score * this.weight) <= SCORE_LIMIT) return
    const weighted = this.weight === 1 ? '' : ` (times its weight, ${this.weight})`
    throw new ParleyError(
      'bad-factor',
      `\`${operation}\` of the ${this.name} returned the score ${score}${
        isNumber ? `${weighted}. Scores may be up to 1e10 in size.` : `. It must be the own score ${what}.`
      }`,
      { factor: this.name },
    )
  }

  private mark(decoded: Decoded<Answer>, configuration: Float64Array): void {
    configuration.fill(0)
    for (let i = 0; i < decoded.parts.length; i++) {
      const link = this.linkOf[decoded.parts[i]]
      if (link !== undefined && link >= 0) configuration[link] = 1
    }
  }

  private decodeMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { parts, extra, weight } = this
    const partOn = new Float64Array(extra.length)
    const partOff = new Float64Array(extra.length)
    for (let i = 0; i < scores.length; i++) extra[parts[i]] = scores[i] / weight
    this.calls++
    const best = this.decoder.maxMarginals!(extra, partOn, partOff)
    for (let i = 0; i < scores.length; i++) {
      on[i] = weight * partOn[parts[i]]
      off[i] = weight * partOff[parts[i]]
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
