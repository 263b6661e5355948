// Templates as data, for other threads: graphs without custom factors, and graphs that consist of chains.
// Others hold functions, which cannot be sent.
import { FactorGraph, readJson, writeJson } from '@parleyjs/core'
import type { Template } from './template.js'
import { TiedSequence } from './tied-sequence.js'

type PortablePart = Omit<Template['parts'][number], 'sequence' | 'make'>

/** What `templateFrom` makes a template of. Nothing in it refers to variables that `build` returned. */
export interface PortableTemplate {
  readonly rest: Pick<Template, 'segments' | 'places' | 'slotPlace' | 'direct'>
  readonly parts: readonly PortablePart[]
  /** The graph as JSON, or the sizes of its variables (0 for binary ones), their evidence, and its chains. */
  readonly graph:
    | string
    | {
        readonly sizes: Int32Array
        readonly evidence: Int32Array
        readonly chains: readonly { readonly k: number; readonly slots: Int32Array }[]
      }
}

/** Null if the graph holds functions. */
export function portable(template: Template): PortableTemplate | null {
  const { graph, parts, segments, places, slotPlace, direct } = template
  const rest = { segments, places, slotPlace, direct }
  const plain = parts.map(({ kind, factor, at, count }) => ({ kind, factor, at, count }) as PortablePart)
  if (graph.customFactors.length === 0) return { rest, parts: plain, graph: writeJson(graph) }
  const areChains =
    direct && parts.length === graph.factorCount && parts.every(({ kind }) => kind === 'sequence')
  if (!areChains) return null
  const { variableStart, variableBinary } = graph
  const sizes = Int32Array.from({ length: graph.variableCount }, (_, v) =>
    variableBinary.data[v] === 1 ? 0 : variableStart.data[v + 1] - variableStart.data[v],
  )
  const chains = parts.map((part) => ({
    k: part.kind === 'sequence' ? part.sequence.k : 0,
    slots: graph.store.literalsOf(part.factor).map((literal) => literal >> 1),
  }))
  return { rest, parts: plain, graph: { sizes, evidence: graph.evidence.copy(), chains } }
}

/** Makes the template again. Chains of the same shape share a factor, which `sequences` keeps. */
export function templateFrom(from: PortableTemplate, sequences: Map<string, TiedSequence>): Template {
  const { rest, parts, graph: data } = from
  if (typeof data === 'string')
    return { ...rest, graph: readJson(data), parts: parts as Template['parts'], output: null }
  const graph = new FactorGraph()
  for (const size of data.sizes)
    if (size === 0) graph.binary()
    else graph.categorical(new Float64Array(size))
  graph.evidence.data.set(data.evidence)
  const chains = data.chains.map(({ k, slots }) => {
    const key = `${k}:${slots.length}`
    const sequence = sequences.get(key) ?? new TiedSequence(k, slots.length / k)
    sequences.set(key, sequence)
    const literals = Array.from(slots, (slot) => ({ slot, negated: false, not: { slot, negated: true } }))
    graph.add(sequence, literals as unknown as Parameters<FactorGraph['add']>[1])
    return sequence
  })
  const made = parts.map((part, i) => ({ ...part, kind: 'sequence' as const, sequence: chains[i] }))
  return { ...rest, graph, parts: made, output: null }
}
