// The margin of an example: its best answer when costs are added, and the truth, completed where it is not
// known. The loss is an upper bound: it takes the bound of the solver, not the answer that was found.
import { ParleyError } from '@parleyjs/core'
import { countAssignment } from '../templates/counts.js'
import { type Decoding, decode, fixedScore } from '../templates/decode.js'
import { scoreTemplate, type Template } from '../templates/template.js'
import type { Example } from './example.js'

export interface Margin {
  /** Counts of the answer, and of the truth. */
  readonly guess: Float64Array
  readonly truth: Float64Array
  /**
   * The part of the answer's loss that does not depend on weights: its cost, and the difference of fixed
   * scores.
   */
  readonly fixed: number
  /** No answer's loss is greater under the weights that were used. */
  readonly loss: number
}

/** The truth of an example with values for what is not known. */
export interface Completion {
  readonly counts: Float64Array
  /** Score of custom factors whose scores are not learned. */
  readonly own: number
}

/** The best completion of an example's truth under the weights. */
export function completeTruth(example: Example, weights: Float64Array, decoding: Decoding): Completion {
  const scores = new Float64Array(example.template.places)
  scoreTemplate(example.template, weights, scores)
  return completed(example, scores, decoding)
}

/** Decodes an example under the weights. */
export function marginOf(
  example: Example,
  weights: Float64Array,
  withCost: boolean,
  decoding: Decoding,
  kept: Completion | null = null,
): Margin {
  const { template } = example
  const scores = new Float64Array(template.places)
  scoreTemplate(template, weights, scores)
  const { counts: truth, own } = kept ?? completed(example, scores, decoding)
  const found = decode(template, scores, withCost ? example.extra : null, null, decoding)
  let truthValue = 0
  let linear = 0
  const constants = constantsOf(template)
  for (let p = 0; p < scores.length; p++) {
    const difference = found.counts[p] - truth[p]
    if (truth[p] !== 0) truthValue += truth[p] * scores[p]
    if (difference !== 0) linear += difference * (scores[p] - constants[p])
  }
  const constant = withCost ? example.costConstant : 0
  const loss = Math.max(0, found.bound + constant - truthValue - own)
  return {
    guess: found.counts,
    truth,
    fixed: found.value + constant - truthValue - own - linear,
    loss,
  }
}

/** The truth: as given, or its best completion under the weights. */
function completed(example: Example, scores: Float64Array, decoding: Decoding): Completion {
  const { template, counts, ownScore, truth } = example
  if (counts !== null) return { counts, own: ownScore }
  const found = decode(template, scores, null, truth, decoding)
  if (found.assignment === null)
    throw new ParleyError(
      'unsupported',
      'The solver found no assignment that agrees with what is known of the truth. Give more of the truth, or set `decode` to "exact".',
    )
  const best = new Float64Array(template.places)
  countAssignment(template, found.assignment, best)
  return { counts: best, own: fixedScore(template, found.assignment) }
}

/** Constant part of the score of each place. */
export function constantsOf({ segments, places }: Template): Float64Array {
  const constants = new Float64Array(places)
  for (const { segment, at } of segments) constants.set(segment.constants, at)
  return constants
}

/** The scores of places that weights give, without constants. */
export function linearScores(template: Template, weights: Float64Array): Float64Array {
  const scores = new Float64Array(template.places)
  scoreTemplate(template, weights, scores)
  for (const { segment, at } of template.segments)
    for (let p = 0; p < segment.places; p++)
      scores[at + p] =
        segment.constants[p] === Number.NEGATIVE_INFINITY ? 0 : scores[at + p] - segment.constants[p]
  return scores
}

/** Variables with a known truth, and those of them that an assignment has wrong. */
export function mistakes({ truth }: Example, assignment: Int32Array | null) {
  let known = 0
  let wrong = 0
  for (let v = 0; v < truth.length; v++) {
    if (truth[v] < 0) continue
    known++
    if (assignment?.[v] !== truth[v]) wrong++
  }
  return { known, wrong }
}
