// The trained model of a parser, and how it is written to and read from a file.
import { ParleyError } from '@parleyjs/core'
import type { Model, ModelArray } from '@parleyjs/learn'
import {
  arrayOf,
  Fields,
  MARGIN,
  quantise,
  reading,
  restore,
  type Scale,
  scaleOf,
  TableMemory,
  unusable,
  type Weights,
} from '@parleyjs/learn/internal'
import type { ArcModel } from './analysis.js'
import { Encoder } from './features/encode.js'
import { Labels, PLACES } from './labels/labels.js'
import { loadNetwork, saveNetwork } from './network/network-file.js'
import { type PartWeights, tablesFor } from './parts/part-scorer.js'
import { type PartName, partList } from './parts/parts.js'
import { FinePruner } from './prune/fine-pruner.js'
import { Pruner } from './prune/pruner.js'

/** Increased whenever the same words would give other features. */
export const ARC_FEATURES_VERSION = 3

/** A trained parser model. */
export interface ParserModel extends ArcModel, PartWeights {
  /** What trees are scored by. */
  readonly parts: readonly PartName[]
  /** Weights of labels in a tree. */
  readonly treeLabelWeights: Weights
  /** Whether exactly one word hangs on the root, as in training. */
  readonly singleRoot: boolean
  /** Slack for arcs of parts, if training learned it: see learn-slack.ts. */
  readonly slack?: number
}

/** The model as header and arrays, for `writeModel`. Weights are rounded to a byte each. */
export function saveParser(model: ParserModel, about: { licence: string; trainedOn: string }): Model {
  const { encoder, labels, pruner, finePruner, singleRoot, parts } = model
  const arrays: Record<string, ModelArray> = {
    vocabulary: Int32Array.from(encoder.vocabulary),
    places: Int32Array.from(labels.pairs),
  }
  const scales: Record<string, Scale> = {}
  const tables = {
    pruner: pruner.weights,
    fine: finePruner.weights,
    arc: model.arcWeights,
    label: model.labelWeights,
    treeLabel: model.treeLabelWeights,
    second: model.secondWeights,
    higher: model.higherWeights,
  }
  for (const [name, weights] of Object.entries(tables)) {
    if (weights === null) continue
    const { bytes, scale } = quantise(weights)
    arrays[name] = bytes
    scales[name] = scale
  }
  if (model.network !== null) {
    const network = saveNetwork(model.network)
    Object.assign(arrays, network.arrays)
    Object.assign(scales, network.scales)
  }
  return {
    header: {
      kind: 'parser',
      ...about,
      features: ARC_FEATURES_VERSION,
      parts,
      singleRoot,
      ...(model.slack !== undefined && { slack: model.slack }),
      tagset: encoder.tagset,
      labels: labels.names,
      scales,
    },
    arrays,
  }
}

/**
 * The parser model in a file that `readModel` read. `memory`: null to look up weights without WebAssembly.
 */
export function loadParser({ header, arrays }: Model, memory?: null): ParserModel {
  if (header.kind !== 'parser')
    throw new ParleyError(
      'bad-input',
      `This is a model of kind "${header.kind}", and a parser is needed. Give the parser's file.`,
    )
  if (header.features !== ARC_FEATURES_VERSION)
    throw new ParleyError(
      'bad-input',
      `The model was trained with version ${String(header.features)} of the parser's features, and this Parley has version ${ARC_FEATURES_VERSION}. Train it again, or use another Parley.`,
    )
  return reading(undefined, () => restoreParser({ header, arrays }, memory))
}

function restoreParser({ header, arrays }: Model, memory: null | undefined): ParserModel {
  const fields = new Fields('its header', header)
  const scales = fields.fields('scales')
  const labels = fields.texts('labels', 1)
  const places = arrayOf({ arrays }, 'places', Int32Array)
  requirePlaces(places, labels.length)
  const tables = memory === null ? null : TableMemory.around(arrayOf({ arrays }, 'pruner', Int8Array).buffer)
  const table = (name: string) => {
    const weights = restore(requireTable(name, arrayOf({ arrays }, name, Int8Array)), scaleOf(scales, name))
    if (tables !== null) weights.moveTo(tables)
    return weights
  }
  const parts = partsIn(header.parts, arrays)
  const { second, higher } = tablesFor(parts)
  return {
    parts,
    encoder: new Encoder(arrayOf({ arrays }, 'vocabulary', Int32Array), fields.texts('tagset')),
    labels: new Labels(labels, places),
    memory: tables,
    pruner: new Pruner(table('pruner'), tables),
    finePruner: new FinePruner(table('fine')),
    arcWeights: table('arc'),
    labelWeights: table('label'),
    treeLabelWeights: table('treeLabel'),
    secondWeights: second ? table('second') : null,
    higherWeights: higher ? table('higher') : null,
    network: loadNetwork(arrays, scales, labels.length),
    singleRoot: fields.flag('singleRoot'),
    ...slackIn(header.slack),
  }
}

/** Refuses pairs of a place and a label that are out of range. */
function requirePlaces(places: Int32Array, labels: number): void {
  for (let i = 0; i < places.length; i += 2)
    if (!(places[i] >= 0 && places[i] < PLACES && places[i + 1] >= 0 && places[i + 1] < labels))
      throw unusable(
        `its array "places" has the label ${places[i + 1]} at place ${places[i]}, of ${labels} labels`,
      )
}

/** Refuses a table whose size is not a power of two plus the margin. */
function requireTable(name: string, bytes: Int8Array): Int8Array {
  if (!Number.isInteger(Math.log2(bytes.length - MARGIN)))
    throw unusable(`its array "${name}" has ${bytes.length} numbers, which is no size of a table of weights`)
  return bytes
}

/** The slack of a model that has one. */
function slackIn(slack: unknown): { slack?: number } {
  if (slack === undefined) return {}
  if (typeof slack === 'number' && slack >= 0) return { slack }
  throw new ParleyError(
    'bad-input',
    `The model's slack is ${JSON.stringify(slack)}; it must be a number ≥ 0. Train it again.`,
  )
}

/**
 * The parts of a model. Without this field: arcs, and siblings and grandparents if there are weights for
 * them.
 */
function partsIn(parts: unknown, arrays: Model['arrays']): PartName[] {
  if (parts === undefined) return partList(arrays.second === undefined ? 'arc' : 'second')
  if (Array.isArray(parts) && parts.every((name) => typeof name === 'string'))
    try {
      return partList(parts as PartName[])
    } catch {
      // Reported below, as an error of the file.
    }
  throw new ParleyError(
    'bad-input',
    `The model scores trees by parts that this Parley does not know: ${JSON.stringify(parts)}. Use a newer Parley, or train it again.`,
  )
}
