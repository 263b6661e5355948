// Probabilities under the scores of a template: p(y) ∝ exp(score). Every variable is alone or in one factor
// with `marginals`.
import { type FactorGraph, ParleyError } from '@parleyjs/core'
import { portableExp, portableLog } from '@parleyjs/core/internal'
import { mask } from './decode.js'
import { loadScores, type ScoredFactor, type Template } from './template.js'

/**
 * Writes the expected counts of places; returns the logarithm of the sum of exp(score) over all assignments,
 * or over those that agree with `known`.
 */
export function expectation(
  template: Template,
  scores: Float64Array,
  known: Int32Array | null,
  counts: Float64Array,
): number {
  loadScores(template, scores, null)
  const { graph, slotPlace, parts } = template
  if (!template.direct) throw refused(graph)
  mask(graph, known)
  const x = graph.scores.data
  const inFactor = new Uint8Array(graph.slotCount)
  counts.fill(0)
  let total = 0
  for (let f = 0; f < graph.factorCount; f++) {
    const literals = graph.store.literalsOf(f)
    const n = literals.length
    const local = new Float64Array(n)
    const marginals = new Float64Array(n)
    for (let i = 0; i < n; i++) local[i] = x[literals[i] >> 1]
    const part = parts.find(({ factor }) => factor === f)
    const factor: ScoredFactor = graph.customFactors[graph.store.paramsOf(f)[0]]
    if (factor.marginals === undefined) throw refused(graph, f)
    if (part === undefined) total += factor.marginals(local, marginals)
    else if (part.kind === 'sequence') total += part.sequence.marginals(local, marginals, counts, part.at)
    else {
      if (factor.marginals.length < 3) throw refused(graph, f)
      total += factor.marginals(local, marginals, counts.subarray(part.at, part.at + part.count))
    }
    for (let i = 0; i < n; i++) {
      inFactor[literals[i] >> 1] = 1
      counts[slotPlace[literals[i] >> 1]] += marginals[i]
    }
    if (known !== null && part?.kind !== 'sequence') requireFree(graph, f, literals, known)
  }
  for (let v = 0; v < graph.variableCount; v++) {
    const from = graph.variableStart.data[v]
    const to = graph.variableStart.data[v + 1]
    if (inFactor[from] === 1) continue
    if (graph.variableBinary.data[v] === 1) {
      const evidence = known !== null && known[v] >= 0 ? known[v] : graph.evidence.data[from]
      const on = evidence === -1 ? sigmoid(x[from]) : evidence
      counts[slotPlace[from]] += on
      total += evidence === -1 ? softPlus(x[from]) : evidence * x[from]
      continue
    }
    let most = Number.NEGATIVE_INFINITY
    for (let s = from; s < to; s++) if (x[s] > most) most = x[s]
    if (most === Number.NEGATIVE_INFINITY) return most
    let sum = 0
    for (let s = from; s < to; s++) sum += portableExp(x[s] - most)
    for (let s = from; s < to; s++) counts[slotPlace[s]] += portableExp(x[s] - most) / sum
    total += most + portableLog(sum)
  }
  return total
}

/** log(1 + eˣ). */
function softPlus(x: number): number {
  return x > 0 ? x + portableLog(1 + portableExp(-x)) : portableLog(1 + portableExp(x))
}

function sigmoid(x: number): number {
  return x > 0 ? 1 / (1 + portableExp(-x)) : portableExp(x) / (1 + portableExp(x))
}

/** Throws if a factor other than a chain has a variable that is known. */
function requireFree(graph: FactorGraph, factor: number, literals: Int32Array, known: Int32Array): void {
  const slots = new Set(Array.from(literals, (literal) => literal >> 1))
  for (let v = 0; v < known.length; v++)
    if (known[v] >= 0 && slots.has(graph.variableStart.data[v]))
      throw new ParleyError(
        'unsupported',
        `Only a part of the truth of ${graph.describeFactor(factor)} is known, and its probability can be found for sequences alone. Give all of it or none, or use another method, such as mira.`,
        { factor: graph.describeFactor(factor) },
      )
}

function refused(graph: FactorGraph, factor?: number): ParleyError {
  const which =
    factor ??
    Array.from({ length: graph.factorCount }, (_, f) => f).find((f) => graph.factorLabel(f) !== 'custom') ??
    0
  return new ParleyError(
    'unsupported',
    `Likelihood needs factors with \`marginals\`, each variable in one of them: ${graph.describeFactor(which)} is none, or shares variables with others. Use mira, adagrad or svm.`,
    { factor: graph.describeFactor(which) },
  )
}
