// A classifier inside a model file, as packed rows. What can be compressed is left to the compression of the whole file.
import { ParleyError } from '@parley/core'
import type { Model, ModelArray } from '../model/container.js'
import { LinearModel } from './linear.js'
import { LinearRows, modelOf } from './linear-rows.js'
import { ScoreMemory } from './score-kernel.js'

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
export function lazyLinear(name: string, model: Model, memory: () => ScoreMemory | null): () => LinearModel {
  if (model.arrays[`${name}.table`] === undefined) requirePacked(name, model)
  let made: LinearModel | undefined
  return () => (made ??= placedLinear(name, model, memory()))
}

/** The same at once. */
export function placedLinear(name: string, model: Model, memory: ScoreMemory | null): LinearModel {
  const plain = unpackLinear(name, model)
  return memory === null ? plain : plain.in(memory)
}

/** A memory for the classifiers of a model that was read: the model's own if threads share it; null where there is none. */
export function memoryFor({ arrays }: Model): ScoreMemory | null {
  return ScoreMemory.around((Object.values(arrays)[0] ?? new Int8Array(0)).buffer)
}

/** The classifier of a name in a model that was read. */
export function unpackLinear(name: string, model: Model): LinearModel {
  if (model.arrays[`${name}.table`] !== undefined) return unfoldedLinear(name, model)
  const { labels, scale, features, entries } = requirePacked(name, model)
  const part = (what: string) => model.arrays[`${name}.${what}`]!
  const packed = {
    features,
    entries,
    steps: part('features') as Uint8Array,
    sizes: part('sizes') as Uint8Array,
    labels: part('labels') as Uint8Array,
    weights: part('weights') as Int8Array,
  }
  const made = modelOf(packed, labels, scale)
  if (made === null) throw unfit(name)
  return made
}

/** The header of a packed classifier, all of whose arrays must be there. */
function requirePacked(name: string, { header, arrays }: Model): PackedHeader {
  const packed = (header[name] ?? {}) as PackedHeader
  const { labels, scale, features, entries } = packed
  const isWhole = ['features', 'sizes', 'labels', 'weights'].every(
    (what) => arrays[`${name}.${what}`] !== undefined,
  )
  if (
    !isWhole ||
    !(labels > 0) ||
    !(scale > 0) ||
    !(features >= 0) ||
    arrays[`${name}.weights`]!.length !== entries
  )
    throw unfit(name)
  return packed
}

function unfit(name: string): ParleyError {
  return new ParleyError(
    'bad-input',
    `The model's part "${name}" is missing or does not fit together. Train it again.`,
  )
}

/** A classifier whose arrays are those of the model. */
function unfoldedLinear(name: string, { header, arrays }: Model): LinearModel {
  const { labels, scale } = header[name] as UnfoldedHeader
  return new LinearModel(
    labels,
    scale,
    arrays[`${name}.table`] as Int32Array,
    arrays[`${name}.rows`] as Int8Array,
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
