// A program of rules as a template: its ground graph, with a place for every score.
import type { BinaryVariable, FactorGraph } from '@parleyjs/core'
import { type Data, groundToLearn, type LearnableGrounding, type Program } from '@parleyjs/logic'
import type { SegmentRecorder } from '../features/segment.js'
import type { Part } from './template.js'

/** Variables of atoms: by predicate, then by their arguments with ", " between them. */
export type RuleVariables = Readonly<
  Record<string, BinaryVariable | Readonly<Record<string, BinaryVariable>>>
>

export function recordRules(program: Program, data: Data, recorder: SegmentRecorder) {
  const { grounding, places } = groundToLearn(program, data)
  const { graph } = grounding
  const learned = sharesOf(places)
  if (learned.constant.size > 0) graph.dense([], [0], 'learned weights of every assignment')
  const last = graph.factorCount - 1
  const where = (index: number) => `atom ${grounding.nameOf(index)}`
  const slotPlace = Array.from({ length: graph.slotCount }, (_, slot) =>
    recorder.add([graph.scores.data[slot], learned.slot.get(slot) ?? {}], () => where(slot)),
  )
  const featuresOf = (factor: number) =>
    learned.pair.get(factor) ?? (factor === last ? learned.constant.get(-1) : undefined) ?? {}
  const parts: Part[] = []
  for (let factor = 0; factor < graph.factorCount; factor++) {
    const label = graph.factorLabel(factor)
    if (label !== 'pair' && label !== 'dense') continue
    const params = graph.store.paramsOf(factor)
    const scores = label === 'pair' ? params : params.subarray(1 + params[0])
    const at = recorder.places
    for (const score of scores) recorder.add([score, featuresOf(factor)], () => graph.describeFactor(factor))
    parts.push({ kind: label, factor, at, count: scores.length })
  }
  return { graph, slotPlace, parts, variables: variablesOf(grounding.predicates, grounding, graph) }
}

type Shares = Record<string, number>

/** The learned weights of each slot, each pair, and of every assignment, as features. */
function sharesOf(places: LearnableGrounding['places']) {
  const shares = {
    slot: new Map<number, Shares>(),
    pair: new Map<number, Shares>(),
    constant: new Map<number, Shares>(),
  }
  for (const { kind, index, name, factor } of places) {
    const features = shares[kind].get(index) ?? {}
    features[name] = (features[name] ?? 0) + factor
    shares[kind].set(index, features)
  }
  return shares
}

function variablesOf(
  predicates: readonly string[],
  grounding: LearnableGrounding['grounding'],
  graph: FactorGraph,
): RuleVariables {
  const found: Record<string, BinaryVariable | Record<string, BinaryVariable>> = {}
  for (const predicate of predicates) {
    const atoms: Record<string, BinaryVariable> = {}
    grounding.eachAtom(predicate, (members, index) => {
      const variable = graph.variable(index) as BinaryVariable
      if (members.length === 0) found[predicate] = variable
      else atoms[members.join(', ')] = variable
    })
    found[predicate] ??= atoms
  }
  return found
}
