// Writes a graph as Parley's JSON (docs/json-format.md), with one line per variable and factor.
import { ParleyError } from '../error.js'
import { CONTRADICTION, type FactorGraph } from '../graph/graph.js'
import { FORMS } from '../kinds/registry.js'
import { formatLiteral, formatMention } from './json-literals.js'

/**
 * Writes a graph as JSON, from which `readJson` makes the same graph: the same variables, factors, names and
 * evidence in the same order. Throws if there is a custom factor, because it is a function.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.xor([graph.binary(1, 'a'), graph.binary(2, 'b')])
 * writeJson(graph) // {"parley": 1, "variables": [{"name":"a","score":1}, …], "factors": […]}
 */
export function writeJson(graph: FactorGraph): string {
  const variableOf = new Int32Array(graph.slotCount)
  const variables: object[] = []
  const evidence: unknown[] = []
  for (let v = 0; v < graph.variableCount; v++) {
    variableOf.fill(v, graph.variableStart.data[v], graph.variableStart.data[v + 1])
    variables.push(variableEntry(graph, v))
    evidence.push(...evidenceOn(graph, v))
  }
  const factors: object[] = []
  for (let f = 0; f < graph.factorCount; f++) factors.push(factorEntry(graph, f, variableOf))

  const parts = ['  "parley": 1']
  if (Number.isFinite(graph.scoreAbove)) parts.push(`  "scoreAbove": ${graph.scoreAbove}`)
  parts.push(block('variables', variables))
  if (factors.length > 0) parts.push(block('factors', factors))
  if (evidence.length > 0) parts.push(block('evidence', evidence))
  return `{\n${parts.join(',\n')}\n}\n`
}

function block(name: string, entries: readonly unknown[]): string {
  if (entries.length === 0) return `  "${name}": []`
  return `  "${name}": [\n${entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
}

function variableEntry(graph: FactorGraph, variable: number): object {
  const name = graph.variableName(variable)
  const named = name === undefined ? {} : { name }
  const first = graph.variableStart.data[variable]
  const own = Array.from(graph.scores.data.subarray(first, graph.variableStart.data[variable + 1]))
  if (graph.variableBinary.data[variable] === 0) return { ...named, scores: own }
  const base = graph.baseScores.data[variable]
  return { ...named, score: base === 0 ? own[0] : [base, base + own[0]] }
}

function evidenceOn(graph: FactorGraph, variable: number): unknown[] {
  const first = graph.variableStart.data[variable]
  const fixed = Array.from(graph.evidence.data.subarray(first, graph.variableStart.data[variable + 1]))
  if (graph.variableBinary.data[variable] === 1) {
    const negated = fixed[0] === -1 ? [] : fixed[0] === CONTRADICTION ? [false, true] : [fixed[0] === 0]
    return negated.map((not) => formatMention(graph, variable, undefined, not))
  }
  const chosen = fixed.indexOf(1)
  if (chosen >= 0) return [formatMention(graph, variable, chosen)]
  return fixed.flatMap((value, v) => (value === 0 ? [formatMention(graph, variable, v, true)] : []))
}

function factorEntry(graph: FactorGraph, factor: number, variableOf: Int32Array): object {
  const kind = graph.factorLabel(factor)
  const name = graph.factorName(factor)
  const form = FORMS.find(({ label }) => label === kind)?.json
  if (form === undefined)
    throw new ParleyError(
      'unsupported',
      `${graph.describeFactor(factor)} is a ${kind} factor: a function, which cannot be written to a file.`,
      { factor: graph.describeFactor(factor) },
    )
  const literals = Array.from(graph.store.literalsOf(factor))
  const literal = (encoded: number) => formatLiteral(graph, variableOf, encoded)
  return {
    ...(name === undefined ? { kind } : { kind, name }),
    ...form.write({
      params: graph.store.paramsOf(factor),
      literals,
      literal,
      all: () => literals.map(literal),
      variables: (widths) => groupsOf(graph, literals, widths, variableOf),
    }),
  }
}

function groupsOf(
  graph: FactorGraph,
  encoded: readonly number[],
  widths: Float64Array,
  variableOf: Int32Array,
): unknown[] {
  const groups: unknown[] = []
  let first = 0
  for (const width of widths) {
    const literals = encoded.slice(first, first + Math.max(1, width))
    first += literals.length
    const whole = width > 0 ? wholeVariable(graph, literals, variableOf) : -1
    if (whole >= 0) groups.push(formatMention(graph, whole))
    else if (width > 0) groups.push(literals.map((literal) => formatLiteral(graph, variableOf, literal)))
    else groups.push(formatLiteral(graph, variableOf, literals[0]))
  }
  return groups
}

// The categorical variable whose values these literals are, in order; −1 if there is none.
function wholeVariable(graph: FactorGraph, literals: readonly number[], variableOf: Int32Array): number {
  const variable = variableOf[literals[0] >> 1]
  const first = graph.variableStart.data[variable]
  const size = graph.variableStart.data[variable + 1] - first
  const is = graph.variableBinary.data[variable] === 0 && literals.length === size
  return is && literals.every((literal, k) => literal === 2 * (first + k)) ? variable : -1
}
