// Writes a graph as a drawing for Graphviz: round variables, square factors, dashed lines to negated
// literals.
import type { FactorGraph } from '../graph/graph.js'
import { KINDS } from '../kinds/registry.js'

const CONTROL = /\p{Cc}/gu

/**
 * Writes the graph in the language of Graphviz (DOT), as a bipartite graph of variables and factors.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.xor([graph.binary(1, 'a'), graph.binary(2, 'b')])
 * writeDot(graph) // graph parley { v0 [label="a\n1"] … f0 -- v0 … }
 */
export function writeDot(graph: FactorGraph): string {
  const lines = [
    'graph parley {',
    '  layout=neato; overlap=false; splines=true',
    '  node [fontname="sans-serif"]',
  ]
  const variableOf = new Int32Array(graph.slotCount)
  for (let v = 0; v < graph.variableCount; v++) {
    variableOf.fill(v, graph.variableStart.data[v], graph.variableStart.data[v + 1])
    lines.push(`  v${v} [label=${quoted(variableLabel(graph, v))}]`)
  }
  for (let f = 0; f < graph.factorCount; f++) {
    lines.push(
      `  f${f} [shape=box, style=filled, fillcolor=lightgrey, label=${quoted(factorLabel(graph, f))}]`,
    )
    lines.push(...edges(graph, f, variableOf))
  }
  lines.push('}')
  return `${lines.join('\n')}\n`
}

function variableLabel(graph: FactorGraph, variable: number): string {
  const from = graph.variableStart.data[variable]
  const to = graph.variableStart.data[variable + 1]
  const name = graph.variableName(variable) ?? `x${variable}`
  const scores = Array.from(graph.scores.data.subarray(from, to), short).join(' ')
  const evidence = graph.evidence.data.subarray(from, to)
  return `${name}\n${scores}${evidence.some((e) => e >= 0) ? '\n(evidence)' : ''}`
}

function factorLabel(graph: FactorGraph, factor: number): string {
  const name = graph.factorName(factor)
  const label = graph.factorLabel(factor)
  const params = graph.store.paramsOf(factor)
  const detail = KINDS[graph.store.kind.data[factor]].detail?.(params, short) ?? ''
  return name === undefined || name === label ? label + detail : `${name}\n${label}${detail}`
}

// One edge per linked variable, labelled with the values that are linked unless all of them are.
function edges(graph: FactorGraph, factor: number, variableOf: Int32Array): string[] {
  const links = new Map<number, { values: string[]; negated: boolean }>()
  for (const literal of graph.store.literalsOf(factor)) {
    const slot = literal >> 1
    const variable = variableOf[slot]
    const link = links.get(variable) ?? { values: [], negated: false }
    const value = `${literal & 1 ? '≠' : ''}${slot - graph.variableStart.data[variable]}`
    if (graph.variableBinary.data[variable] === 0) link.values.push(value)
    else if (literal & 1) link.negated = true
    links.set(variable, link)
  }
  return Array.from(links, ([variable, { values, negated }]) => {
    const size = graph.variableStart.data[variable + 1] - graph.variableStart.data[variable]
    const attributes: string[] = []
    if (negated) attributes.push('style=dashed')
    if (values.length > 0 && values.length !== size) attributes.push(`label=${quoted(values.join(' '))}`)
    return `  f${factor} -- v${variable}${attributes.length > 0 ? ` [${attributes.join(', ')}]` : ''}`
  })
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)))
}

function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(/\r?\n|\r/g, '\\n')
  return `"${escaped.replaceAll(CONTROL, ' ')}"`
}
