// A classifier inside a model file, as packed rows. Compression is left to the whole file.
import { ParleyError } from '@parleyjs/core'
import type { Model, ModelArray } from '../model/container.js'
import { arrayOf, Fields, reading } from '../model/fields.js'
import { LinearModel } from './linear.js'
import { LinearRows, modelOf } from './linear-rows.js'
import { ScoreMemory } from './score-kernel.js'

/** Maximum number of labels: more than any treebank has. */
const MOST_LABELS = 2 ** 24

/** The fields of a classifier in the header of a model. */
interface UnfoldedHeader {
  labels: number
  scale: number
}

/** The same in a file, with packed rows. */
interface PackedHeader extends UnfoldedHeader {
  features: number
  entries: number
}

/** Packs a classifier into named arrays and a header entry. */
export function packLinear(
  name: string,
  model: LinearModel,
): { header: PackedHeader; arrays: Record<string, ModelArray> } {
  const rows = new LinearRows()
  model.forEach((feature, label, weight, isLast) => {
    rows.add(label, weight)
    if (isLast) rows.end(feature)
  })
  const { features, entries, steps, sizes, labels, weights } = rows.packed()
  return {
    header: { labels: model.labels, scale: model.scale, features, entries },
    arrays: {
      [`${name}.features`]: steps,
      [`${name}.sizes`]: sizes,
      [`${name}.labels`]: labels,
      [`${name}.weights`]: weights,
    } as Record<string, ModelArray>,
  }
}

/** The same with the arrays as scoring uses them: larger, but there is nothing to unpack on loading. */
export function unfoldLinear(
  name: string,
  model: LinearModel,
): { header: UnfoldedHeader; arrays: Record<string, ModelArray> } {
  const { labels, scale, table, rows } = model
  const arrays = { [`${name}.table`]: table, [`${name}.rows`]: rows } as Record<string, ModelArray>
  return { header: { labels, scale }, arrays }
}

/**
 * The classifier `name` of a model, unpacked at first use: many users of a model keep the tags of their
 * input. A missing array is reported immediately.
 *
 * @param memory returns the memory where WebAssembly is to score it, or null
 */
export function lazyLinear(
  name: string,
  model: Model,
  labels: number,
  memory: () => ScoreMemory | null,
): () => LinearModel {
  if (model.arrays[`${name}.table`] === undefined) requirePacked(name, model, labels)
  let made: LinearModel | undefined
  return () => (made ??= reading(model.file, () => placedLinear(name, model, labels, memory())))
}

/** Like `lazyLinear`, but unpacks the classifier immediately. */
export function placedLinear(
  name: string,
  model: Model,
  labels: number,
  memory: ScoreMemory | null,
): LinearModel {
  const plain = unpackLinear(name, model, labels)
  return memory === null ? plain : plain.in(memory)
}

/**
 * A memory for the classifiers of a model: the model's own if threads share it; null where WebAssembly is
 * unavailable.
 */
export function memoryFor({ arrays }: Model): ScoreMemory | null {
  return ScoreMemory.around((Object.values(arrays)[0] ?? new Int8Array(0)).buffer)
}

/** The classifier `name` of a model; refused unless it has `labels` labels, if that is given. */
export function unpackLinear(name: string, model: Model, labels?: number): LinearModel {
  if (model.arrays[`${name}.table`] !== undefined) return unfoldedLinear(name, model, labels)
  const { scale, features, entries, labels: count } = requirePacked(name, model, labels)
  const packed = {
    features,
    entries,
    steps: arrayOf(model, `${name}.features`, Uint8Array),
    sizes: arrayOf(model, `${name}.sizes`, Uint8Array),
    labels: arrayOf(model, `${name}.labels`, Uint8Array),
    weights: arrayOf(model, `${name}.weights`, Int8Array),
  }
  const made = modelOf(packed, count, scale)
  if (made === null) throw unfit(name)
  return made
}

/** The header of a packed classifier; refused if an array is missing. */
function requirePacked(name: string, model: Model, labels?: number): PackedHeader {
  const parts = ['features', 'sizes', 'labels', 'weights'].map((what) => model.arrays[`${name}.${what}`])
  if (model.header[name] === undefined || parts.some((part) => part === undefined)) throw unfit(name)
  const fields = new Fields('its header', model.header).fields(name)
  arrayOf(model, `${name}.weights`, Int8Array)
  for (const what of ['features', 'sizes', 'labels']) arrayOf(model, `${name}.${what}`, Uint8Array)
  return {
    labels: fields.whole('labels', labels ?? 1, labels ?? MOST_LABELS),
    scale: fields.positive('scale'),
    features: fields.whole('features', 0, 2 ** 31 - 1),
    entries: fields.whole('entries', 0, 2 ** 31 - 1),
  }
}

function unfit(name: string): ParleyError {
  return new ParleyError(
    'bad-input',
    `The model's part "${name}" is missing or does not fit together. Train it again.`,
  )
}

/** A classifier over the arrays of the model, without copying. */
function unfoldedLinear(name: string, model: Model, labels?: number): LinearModel {
  const fields = new Fields('its header', model.header).fields(name)
  return new LinearModel(
    fields.whole('labels', labels ?? 1, labels ?? MOST_LABELS),
    fields.positive('scale'),
    arrayOf(model, `${name}.table`, Int32Array),
    arrayOf(model, `${name}.rows`, Int8Array),
  )
}

/** Refuses a model of another kind, and one trained with another version of the features. */
export function requireKind(model: Model, kind: string, version: number): void {
  if (model.header.kind !== kind)
    throw new ParleyError(
      'bad-input',
      `This model is a ${model.header.kind}, but a ${kind} is needed here. Is it the right file?`,
    )
  // Models without this field have version 1.
  const found = model.header.features ?? 1
  if (found !== version)
    throw new ParleyError(
      'bad-input',
      `The model was trained with version ${JSON.stringify(found)} of the ${kind}'s features, and this Parley has version ${version}. Train it again, or use another Parley.`,
    )
}
