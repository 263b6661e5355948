// How often each place of a template counts under an assignment, or under a relaxed solution.
import type { FactorGraph } from '@parleyjs/core'
import { countMade } from './count-made.js'
import { localConfigurations } from './local-configurations.js'
import { ownFactor, type Part, type Template } from './template.js'

/** counts := how often an assignment (a value per variable) uses each place; chains may repeat places. */
export function countAssignment(template: Template, assignment: Int32Array, counts: Float64Array): void {
  const { graph, slotPlace, parts } = template
  const values = slotValues(graph, assignment)
  counts.fill(0)
  for (let s = 0; s < slotPlace.length; s++) counts[slotPlace[s]] += values[s]
  for (const part of parts) {
    const literals = graph.store.literalsOf(part.factor)
    const links = new Float64Array(literals.length)
    for (let i = 0; i < links.length; i++) links[i] = values[literals[i] >> 1] ^ (literals[i] & 1)
    countPart(template, part, links, 1, counts)
  }
}

/**
 * The same for a relaxed solution, given by the marginals of slots: the counts of a factor are those of the
 * mixture of its configurations that has these marginals and scores best. `scores` are those of the places.
 */
export function countMarginals(
  template: Template,
  marginals: Float64Array,
  scores: Float64Array,
  counts: Float64Array,
): void {
  const { graph, slotPlace, parts } = template
  counts.fill(0)
  for (let s = 0; s < slotPlace.length; s++) counts[slotPlace[s]] += marginals[s]
  for (const part of parts) {
    const literals = graph.store.literalsOf(part.factor)
    const links = Float64Array.from(literals, (literal) =>
      (literal & 1) === 1 ? 1 - marginals[literal >> 1] : marginals[literal >> 1],
    )
    if (part.kind === 'pair') {
      const [a, b] = links
      counts[part.at] += scores[part.at] > 0 ? Math.min(a, b) : Math.max(0, a + b - 1)
      continue
    }
    localConfigurations(graph, part.factor, links, (configuration, weight) => {
      countPart(template, part, configuration, weight, counts)
    })
  }
}

/** Adds the counts of a factor's configuration, times a weight. */
export function countPart(
  template: Template,
  part: Part,
  links: Float64Array,
  weight: number,
  counts: Float64Array,
): void {
  if (part.kind === 'pair') {
    if (links[0] === 1 && links[1] === 1) counts[part.at] += weight
  } else if (part.kind === 'dense') {
    const entry = denseEntry(template.graph, part.factor, links)
    if (entry >= 0) counts[part.at + entry] += weight
  } else if (part.kind === 'sequence') part.sequence.count(links, weight, counts, part.at)
  else if (part.kind === 'made') {
    const own = new Float64Array(part.count)
    const factor = ownFactor(template, part)
    if (factor.count !== undefined) factor.count(links, own)
    else countMade(part.make, links, own)
    for (let i = 0; i < own.length; i++) counts[part.at + i] += weight * own[i]
  }
}

/** The index of a dense factor's entry that 0/1 links choose; −1 if a group has no value, or several. */
function denseEntry({ store }: FactorGraph, factor: number, links: Float64Array): number {
  const params = store.paramsOf(factor)
  let entry = 0
  let link = 0
  for (let g = 0; g < params[0]; g++) {
    const width = params[1 + g]
    if (width === 0) {
      entry = 2 * entry + links[link++]
      continue
    }
    let chosen = -1
    for (let v = 0; v < width; v++) if (links[link + v] === 1) chosen = chosen < 0 ? v : width
    if (chosen < 0 || chosen >= width) return -1
    entry = entry * width + chosen
    link += width
  }
  return entry
}

/** Value of each slot under an assignment. */
export function slotValues(graph: FactorGraph, assignment: Int32Array): Uint8Array {
  const values = new Uint8Array(graph.slotCount)
  for (let v = 0; v < graph.variableCount; v++) {
    const start = graph.variableStart.data[v]
    if (graph.variableBinary.data[v] === 1) values[start] = assignment[v]
    else values[start + assignment[v]] = 1
  }
  return values
}
