// A classifier inside a model file, as packed rows. What can be compressed is left to the compression of the whole file.
import { ParleyError } from '@parley/core'
import type { Model, ModelArray } from '../model/container.js'
import { arrayOf, Fields, reading } from '../model/fields.js'
import { LinearModel } from './linear.js'
import { LinearRows, modelOf } from './linear-rows.js'
import { ScoreMemory } from './score-kernel.js'

/** More labels than any treebank has. */
const MOST_LABELS = 2 ** 24

/** What the header of a model says of a classifier. */
interface UnfoldedHeader {
  labels: number
  scale: number
}

/** And in a file. */
interface PackedHeader extends UnfoldedHeader {
  features: number
  entries: number
}

/** A classifier as named arrays and a part of a header. */
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

/** The same with all arrays as they are used: larger, and nothing to be made of them when they are read. */
export function unfoldLinear(
  name: string,
  model: LinearModel,
): { header: UnfoldedHeader; arrays: Record<string, ModelArray> } {
  const { labels, scale, table, rows } = model
  const arrays = { [`${name}.table`]: table, [`${name}.rows`]: rows } as Record<string, ModelArray>
  return { header: { labels, scale }, arrays }
}

/**
 * The classifier of a name in a model that was read. What is missing is said at once; the rest is made of the bytes when it is asked for the
 * first time, since many who load a model keep the tags that they have.
 *
 * @param memory where it is to lie, for WebAssembly to score it
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

/** The same at once. */
export function placedLinear(
  name: string,
  model: Model,
  labels: number,
  memory: ScoreMemory | null,
): LinearModel {
  const plain = unpackLinear(name, model, labels)
  return memory === null ? plain : plain.in(memory)
}

/** A memory for the classifiers of a model that was read: the model's own if threads share it; null where there is none. */
export function memoryFor({ arrays }: Model): ScoreMemory | null {
  return ScoreMemory.around((Object.values(arrays)[0] ?? new Int8Array(0)).buffer)
}

/** The classifier of a name in a model that was read, with as many labels as there must be. */
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

/** The header of a packed classifier, all of whose arrays must be there. */
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

/** A classifier whose arrays are those of the model. */
function unfoldedLinear(name: string, model: Model, labels?: number): LinearModel {
  const fields = new Fields('its header', model.header).fields(name)
  return new LinearModel(
    fields.whole('labels', labels ?? 1, labels ?? MOST_LABELS),
    fields.positive('scale'),
    arrayOf(model, `${name}.table`, Int32Array),
    arrayOf(model, `${name}.rows`, Int8Array),
  )
}

/** Refuses a model of another kind, and one whose features would not be those of its training. */
export function requireKind(model: Model, kind: string, version: number): void {
  if (model.header.kind !== kind)
    throw new ParleyError(
      'bad-input',
      `This model is a ${model.header.kind}, but a ${kind} is needed here. Is it the right file?`,
    )
  // The first models did not say.
  const found = model.header.features ?? 1
  if (found !== version)
    throw new ParleyError(
      'bad-input',
      `The model was trained with version ${JSON.stringify(found)} of the ${kind}'s features, and this Parley has version ${version}. Train it again, or use another Parley.`,
    )
}
