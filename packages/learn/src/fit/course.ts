// The course of a training: the order of examples, and checkpoints from which it resumes with the same bits.
import { ParleyError } from '@parleyjs/core'
import { XorShift } from '@parleyjs/core/internal'
import { FeatureTable } from '../features/feature-table.js'
import type { Example } from '../methods/example.js'
import type { Learner } from '../methods/online.js'
import type { WeightVector } from '../methods/weight-vector.js'
import { type CheckpointStore, Fingerprint, loadSame } from '../model/checkpoint.js'
import type { ModelArray } from '../model/container.js'
import type { Output } from '../templates/output.js'
import type { Settled } from './options.js'

const KIND = 'graph model in training'

/** What a checkpoint describes. */
export interface Course {
  readonly options: Pick<
    Settled<never, Output>,
    'method' | 'average' | 'seed' | 'batch' | 'rate' | 'decode' | 'buckets' | 'regularization' | 'checkpoint'
  >
  readonly table: FeatureTable
  readonly weights: WeightVector
  readonly learner: Learner
  readonly kept: readonly Example[] | null
}

export interface Best {
  readonly dev: number
  readonly weights: Float64Array
}

/** The order of the examples in an epoch. */
export function orderOf(seed: number, epoch: number, count: number): Int32Array {
  return new XorShift(Math.imul(seed, 0x9e3779b1) ^ Math.imul(epoch + 1, 0x85ebca6b)).order(count)
}

/** What identifies a training: its options and its examples. */
function fingerprintOf({ options, table, kept }: Course) {
  const { method, average, seed, batch, rate, decode, buckets, regularization = null } = options
  const names = new Fingerprint()
  if (kept !== null) for (const name of table.names()) names.add(name)
  let truth = 0
  for (const example of kept ?? [])
    for (const value of example.truth) truth = (Math.imul(truth, 31) + value) | 0
  return {
    method,
    average,
    seed,
    batch,
    rate,
    decode,
    buckets,
    regularization,
    examples: kept?.length ?? 'read again in every epoch',
    features: String(names),
    truth,
  }
}

export function saveCourse(
  store: CheckpointStore | undefined,
  course: Course,
  epoch: number,
  best: Best | null,
): void {
  if (store === undefined) return
  const { table, weights, learner, kept } = course
  const arrays: Record<string, ModelArray> = {}
  for (const [name, array] of Object.entries(weights.state(table.size)))
    arrays[`weights.${name}`] = array as ModelArray
  for (const [name, array] of Object.entries(learner.state(table.size)))
    arrays[`learner.${name}`] = array as ModelArray
  if (best !== null) arrays.best = best.weights as ModelArray
  if (kept === null) arrays.features = new TextEncoder().encode(JSON.stringify(table))
  const header = {
    kind: KIND,
    licence: 'unknown',
    trainedOn: '',
    fingerprint: fingerprintOf(course),
    epoch,
    steps: weights.steps,
    dev: best?.dev ?? null,
  }
  store.save({ header, arrays }, `epoch ${epoch}`)
}

/** Restores the state of a checkpoint, if there is one. Returns the number of epochs that are done. */
export function restoreCourse(course: Course, onBest: (best: Best) => void): number {
  const { table, weights, learner, kept } = course
  const store = course.options.checkpoint
  const saved = loadSame(store, KIND, fingerprintOf(course))
  if (saved === null) return 0
  const { epoch, steps, dev } = saved.header as unknown as {
    epoch: number
    steps: number
    dev: number | null
  }
  const parts = (prefix: string) =>
    Object.fromEntries(
      Object.entries(saved.arrays)
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, array]) => [name.slice(prefix.length), Float64Array.from(array)]),
    )
  const own = parts('weights.')
  if (own.values === undefined || !Number.isInteger(epoch))
    throw new ParleyError(
      'bad-input',
      'The checkpoint lacks its weights. Start again with another checkpoint.',
    )
  if (kept === null && saved.arrays.features instanceof Uint8Array)
    table.restore(FeatureTable.fromJSON(JSON.parse(new TextDecoder().decode(saved.arrays.features.slice()))))
  weights.restore(own, steps)
  learner.reserve(table.size)
  learner.restore(parts('learner.'))
  if (saved.arrays.best !== undefined && dev !== null)
    onBest({ dev, weights: Float64Array.from(saved.arrays.best) })
  return epoch
}
