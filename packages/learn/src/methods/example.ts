// An example in training: its template, what is known of its truth, and what wrong answers cost.
import { ad3, evaluate, type FactorGraph, ParleyError } from '@parleyjs/core'
import { countAssignment } from '../templates/counts.js'
import { decode, fixedScore, infeasible } from '../templates/decode.js'
import { LabelledVariable } from '../templates/labelled-variable.js'
import { type OneVariable, outputVariables } from '../templates/output.js'
import { loadScores, scoreTemplate, type Template } from '../templates/template.js'

/** The cost of a label where another one is true; it adds up over variables, and is 0 for the truth. */
export type CostFunction = (truth: string | boolean, guess: string | boolean, path: string) => number

export interface Example {
  readonly template: Template
  /** The true value of each variable; −1 if unknown. */
  readonly truth: Int32Array
  /** Counts of the truth if all of it is known. */
  readonly counts: Float64Array | null
  /** Score of that truth in custom factors whose scores are not learned. */
  readonly ownScore: number
  /** What cost adds to the score of each slot; null if there is none. */
  readonly extra: Float64Array | null
  /** Cost of leaving all slots at 0. */
  readonly costConstant: number
}

/** Makes an example. `weights` are zeros, of which every weight of the template is one. */
export function makeExample(
  template: Template,
  truth: Int32Array,
  cost: CostFunction | null,
  weights: Float64Array,
): Example {
  const { graph } = template
  const scores = new Float64Array(template.places)
  scoreTemplate(template, weights, scores)
  let counts: Float64Array | null = null
  let ownScore = 0
  if (truth.every((value) => value >= 0)) {
    loadScores(template, scores, null)
    if (evaluate(graph, truth) === Number.NEGATIVE_INFINITY) throw violated(graph, truth)
    counts = new Float64Array(template.places)
    countAssignment(template, truth, counts)
    ownScore = fixedScore(template, truth)
  } else if (graph.factorCount > 0) decode(template, scores, null, truth, 'relaxed')
  return { template, truth, counts, ownScore, ...costs(template, truth, cost) }
}

function costs(template: Template, truth: Int32Array, cost: CostFunction | null) {
  if (cost === null) return { extra: null, costConstant: 0 }
  const extra = new Float64Array(template.graph.slotCount)
  let costConstant = 0
  for (const { variable, path } of outputVariables(template.output)) {
    const known = truth[variable.index]
    if (known < 0) continue
    const gold = labelOf(variable, known)
    const costOf = (value: number) =>
      requireCost(cost(gold, labelOf(variable, value), path), value === known, path)
    if (variable instanceof LabelledVariable)
      for (let value = 0; value < variable.size; value++) extra[variable.slot + value] = costOf(value)
    else {
      costConstant += costOf(0)
      extra[variable.slot] = costOf(1) - costOf(0)
    }
  }
  return { extra, costConstant }
}

function labelOf(variable: OneVariable, value: number): string | boolean {
  return variable instanceof LabelledVariable ? variable.labels[value] : value === 1
}

function requireCost(cost: number, isTruth: boolean, path: string): number {
  if (cost >= 0 && cost <= 1e6 && (!isTruth || cost === 0)) return cost
  throw new ParleyError(
    'bad-argument',
    `The cost at ${path} is ${cost}${isTruth ? ' for the truth itself, and must be 0' : '; it must be a number from 0 to 1e6'}.`,
  )
}

/** The error about a truth that hard constraints forbid. */
function violated(graph: FactorGraph, truth: Int32Array): ParleyError {
  const before = graph.evidence.data.slice()
  for (let v = 0; v < truth.length; v++) graph.fix(graph.variable(v), truth[v])
  const solution = ad3(graph, { maxIterations: 50 })
  graph.evidence.data.set(before)
  const names = (solution.clash ?? []).slice(0, 3).map((factor) => graph.describeFactor(factor))
  if (names.length === 0) return infeasible(graph, solution)
  return new ParleyError('bad-input', `The truth violates ${names.join(', ')}.`, { factor: names[0] })
}
