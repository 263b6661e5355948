// The best assignment, or relaxed solution, of a template under the current weights, with an upper bound.
import { ad3, exact, type FactorGraph, ParleyError, type Solution } from '@parleyjs/core'
import { countAssignment, countMarginals, slotValues } from './counts.js'
import { localConfigurations } from './local-configurations.js'
import { loadScores, type Template } from './template.js'

/** `relaxed`: AD³ and its relaxed solution where that is fractional. `exact`: branch and bound. */
export type Decoding = 'relaxed' | 'exact'

/** What a decoding found. */
export interface Decoded {
  /** How often each place counts: fractions if the relaxed solution is fractional. */
  readonly counts: Float64Array
  /** Score of these counts with the extra scores of slots, and the own scores of custom factors. */
  readonly value: number
  /** No assignment scores more. */
  readonly bound: number
  /** The best assignment that was found, if any. */
  readonly assignment: Int32Array | null
  /** Score of that assignment. */
  readonly best: number
}

/** Relative gap below which an assignment counts as the solution. */
const CLOSED = 1e-5

/**
 * Decodes under place scores. `extra` is added to the scores of slots; variables with a value of 0 or more in
 * `known` are fixed.
 */
export function decode(
  template: Template,
  scores: Float64Array,
  extra: Float64Array | null,
  known: Int32Array | null,
  decoding: Decoding,
): Decoded {
  loadScores(template, scores, extra)
  const { parts, graph } = template
  const chainsOnly =
    parts.length === graph.customFactors.length && parts.every(({ kind }) => kind === 'sequence')
  if (template.direct && (known === null || chainsOnly)) return decodeDirect(template, known)
  return decodeGraph(template, scores, extra, known, decoding)
}

function decodeGraph(
  template: Template,
  scores: Float64Array,
  extra: Float64Array | null,
  known: Int32Array | null,
  decoding: Decoding,
): Decoded {
  const { graph } = template
  const solution = withKnown(graph, known, () =>
    decoding === 'exact' ? exact(graph, { maxIterations: 10_000 }) : ad3(graph, { maxIterations: 300 }),
  )
  if (solution.status === 'infeasible') throw infeasible(graph, solution)
  const { assignment, bound, gap, value } = solution
  const counts = new Float64Array(template.places)
  if (assignment !== null && (gap <= CLOSED * Math.max(1, Math.abs(bound)) || decoding === 'exact')) {
    countAssignment(template, assignment, counts)
    return { counts, value, bound: Math.max(bound, value), assignment, best: value }
  }
  countMarginals(template, solution.marginals, scores, counts)
  let relaxed = 0
  for (let p = 0; p < counts.length; p++) if (counts[p] !== 0) relaxed += counts[p] * scores[p]
  if (extra !== null) for (let s = 0; s < extra.length; s++) relaxed += extra[s] * solution.marginals[s]
  relaxed += relaxedFixedScore(template, solution.marginals)
  return { counts, value: relaxed, bound: Math.max(bound, relaxed), assignment, best: value }
}

/** Solves with variables fixed, and restores the evidence. */
function withKnown(graph: FactorGraph, known: Int32Array | null, run: () => Solution): Solution {
  if (known === null) return run()
  const before = graph.evidence.data.slice()
  for (let v = 0; v < known.length; v++) if (known[v] >= 0) graph.fix(graph.variable(v), known[v])
  try {
    return run()
  } finally {
    graph.evidence.data.set(before)
  }
}

/** Every variable, or chain, or factor by itself. */
function decodeDirect(template: Template, known: Int32Array | null): Decoded {
  const { graph } = template
  const x = graph.scores.data
  mask(graph, known)
  const assignment = new Int32Array(graph.variableCount)
  const inFactor = new Uint8Array(graph.slotCount)
  const chosen = new Float64Array(graph.slotCount)
  let total = 0
  for (let f = 0; f < graph.factorCount; f++) {
    const literals = graph.store.literalsOf(f)
    const n = literals.length
    const scores = new Float64Array(n)
    const configuration = new Float64Array(n)
    for (let i = 0; i < n; i++) scores[i] = x[literals[i] >> 1]
    const own = graph.customFactors[graph.store.paramsOf(f)[0]].maximize(scores, configuration)
    if (own === Number.NEGATIVE_INFINITY)
      throw new ParleyError(
        'bad-input',
        `No assignment satisfies ${graph.describeFactor(f)} together with what is known.`,
        { factor: graph.describeFactor(f) },
      )
    total += own
    for (let i = 0; i < n; i++) {
      inFactor[literals[i] >> 1] = 1
      chosen[literals[i] >> 1] = configuration[i]
    }
  }
  for (let v = 0; v < graph.variableCount; v++) {
    const from = graph.variableStart.data[v]
    const to = graph.variableStart.data[v + 1]
    if (graph.variableBinary.data[v] === 1) {
      const evidence = known !== null && known[v] >= 0 ? known[v] : graph.evidence.data[from]
      const free = inFactor[from] === 1 ? chosen[from] : x[from] > 0 ? 1 : 0
      assignment[v] = evidence === -1 ? free : evidence
      if (assignment[v] === 1) total += x[from]
      continue
    }
    let best = -1
    for (let s = from; s < to; s++)
      if (inFactor[s] === 1 ? chosen[s] === 1 : best < 0 || x[s] > x[best]) best = s
    assignment[v] = best - from
    total += x[best]
    if (total === Number.NEGATIVE_INFINITY)
      throw new ParleyError('bad-input', `Every value of ${graph.describeVariable(v)} is forbidden.`, {
        variable: graph.describeVariable(v),
      })
  }
  const counts = new Float64Array(template.places)
  countAssignment(template, assignment, counts)
  return { counts, value: total, bound: total, assignment, best: total }
}

/** Scores of labels that evidence, or what is known, rules out become −Infinity. */
export function mask(graph: FactorGraph, known: Int32Array | null): void {
  const x = graph.scores.data
  for (let v = 0; v < graph.variableCount; v++) {
    const from = graph.variableStart.data[v]
    const to = graph.variableStart.data[v + 1]
    const value = known === null ? -1 : known[v]
    if (graph.variableBinary.data[v] === 0)
      for (let s = from; s < to; s++)
        if (graph.evidence.data[s] === 0 || (value >= 0 && s !== from + value))
          x[s] = Number.NEGATIVE_INFINITY
  }
}

/** Own scores of the custom factors that have no places, under an assignment. */
export function fixedScore(template: Template, assignment: Int32Array): number {
  const { graph } = template
  if (graph.customFactors.length === 0) return 0
  const values = slotValues(graph, assignment)
  let total = 0
  for (const { factor, links } of fixedFactors(template, (slot) => values[slot]))
    total +=
      factor.score?.(links) ??
      factor.maximize(
        links.map((value) => (value === 1 ? 1e6 : -1e6)),
        links,
      )
  return total
}

/** The same for a relaxed solution. */
function relaxedFixedScore(template: Template, marginals: Float64Array): number {
  let total = 0
  for (const { index, factor, links } of fixedFactors(template, (slot) => marginals[slot]))
    localConfigurations(template.graph, index, links, (configuration, weight) => {
      const scores = configuration.map((value) => (value === 1 ? 1e6 : -1e6))
      total += weight * (factor.score?.(configuration) ?? factor.maximize(scores, configuration))
    })
  return total
}

function* fixedFactors({ graph, parts }: Template, slotValue: (slot: number) => number) {
  if (graph.customFactors.length === parts.length) return
  const learned = new Set(parts.map((part) => part.factor))
  for (let index = 0; index < graph.factorCount; index++) {
    if (learned.has(index) || graph.factorLabel(index) !== 'custom') continue
    const factor = graph.customFactors[graph.store.paramsOf(index)[0]]
    const links = Float64Array.from(graph.store.literalsOf(index), (literal) =>
      (literal & 1) === 1 ? 1 - slotValue(literal >> 1) : slotValue(literal >> 1),
    )
    yield { index, factor, links }
  }
}

/** The error about an infeasible graph, with the names of the constraints that clash. */
export function infeasible(graph: FactorGraph, { clash = [] }: Solution): ParleyError {
  const names = clash.slice(0, 5).map((factor) => graph.describeFactor(factor))
  return new ParleyError(
    'bad-input',
    names.length === 0
      ? 'The hard constraints and what is known contradict each other.'
      : `${names.join(', ')} cannot hold together with what is known.`,
    names.length === 0 ? {} : { factor: names[0] },
  )
}
