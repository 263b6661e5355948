// Graphs that need no solver: every variable is alone, or in one factor that answers for all of its
// variables.
import type { Template } from './template.js'
import { TiedSequence } from './tied-sequence.js'

/**
 * True if the best assignment is that of every factor by itself. Factors must be custom factors without
 * negated literals; those over categorical variables must be chains, which give every variable one value.
 */
export function isDirect({ graph, slotPlace }: Pick<Template, 'graph' | 'slotPlace'>): boolean {
  const { store } = graph
  if (graph.scoreAbove !== Number.NEGATIVE_INFINITY) return false
  const used = new Uint8Array(slotPlace.length)
  const binary = new Uint8Array(slotPlace.length)
  for (let v = 0; v < graph.variableCount; v++)
    binary[graph.variableStart.data[v]] = graph.variableBinary.data[v]
  let chains = true
  for (let f = 0; f < store.count; f++) {
    if (graph.factorLabel(f) !== 'custom') return false
    const factor = graph.customFactors[store.paramsOf(f)[0]]
    const isChain = factor instanceof TiedSequence
    chains &&= isChain
    for (const literal of store.literalsOf(f)) {
      const slot = literal >> 1
      if ((literal & 1) === 1 || used[slot] === 1 || (binary[slot] === 0 && !isChain)) return false
      used[slot] = 1
    }
  }
  if (chains) return true
  for (let s = 0; s < slotPlace.length; s++) if (graph.evidence.data[s] !== -1) return false
  return true
}
