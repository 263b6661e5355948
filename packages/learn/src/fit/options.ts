// The options of `fit`, with their defaults and checks.
import { ParleyError, type StopSignal } from '@parleyjs/core'
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import type { CostFunction } from '../methods/example.js'
import type { CheckpointStore } from '../model/checkpoint.js'
import type { Decoding } from '../templates/decode.js'
import type { ModelGraph } from '../templates/model-graph.js'
import type { Output } from '../templates/output.js'

export const METHODS = ['perceptron', 'mira', 'adagrad', 'svm', 'likelihood'] as const

/**
 * `perceptron`: averaged perceptron. `mira`: averaged passive-aggressive steps. `adagrad`: averaged
 * subgradient steps on the hinge, with a rate per weight. `svm`: structured support vector machine by
 * Frank–Wolfe, with its duality gap. `likelihood`: maximum likelihood by L-BFGS, where factors offer
 * `marginals`.
 */
export type Method = (typeof METHODS)[number]

/** A cost that is more than a sum over variables: parts with fixed scores, in the graphs of training only. */
export interface CostParts<Variables> {
  add(g: ModelGraph, variables: Variables, truth: unknown): void
}

/** What `onEpoch` gets. */
export interface EpochReport {
  /** Number of epochs that are done. */
  readonly epoch: number
  /** Mean of the certified upper bounds of the examples' losses, under the weights at each example's turn. */
  readonly loss: number
  /** Share of the known labels of `dev` that are right; missing without `dev`. */
  readonly dev?: number
  /** `svm` and `likelihood`: value of the objective. */
  readonly objective?: number
  /** `svm`: the objective is at most this much above its minimum. */
  readonly gap?: number
}

export interface FitOptions<X, Variables extends Output = Output> {
  /** Describes the graph of an example; returns the variables that the truth is about. */
  build: (x: X, g: ModelGraph) => Variables
  /** Labels in the shape of what `build` returns; undefined for what is not known. */
  truth: (x: X) => unknown
  /** Default: `mira`. */
  method?: Method
  /** What wrong answers cost in training: by default 1 for each wrong label. The perceptron uses none. */
  cost?: 'hamming' | CostFunction | CostParts<Variables>
  /** How answers are found in training. Default: `relaxed`. */
  decode?: Decoding
  /** Passes over the examples; for `likelihood` steps. Default: 10; 100 for `svm` and `likelihood`. */
  epochs?: number
  /** Order of the examples. Default: 1. */
  seed?: number
  /** Largest step of `mira` (its C), rate of `adagrad`. Default: 1 and 0.1. */
  rate?: number
  /** Online methods: the average of the weights over all steps, which generalises better. Default: true. */
  average?: boolean
  /** λ of `svm` and `likelihood`: λ/2 ‖w‖² is added to the mean loss. Default: 1 / number of examples. */
  regularization?: number
  /** `svm` ends when its gap, `likelihood` when its improvement, is below this share of the objective. */
  tolerance?: number
  /** Examples whose answers are found under the same weights, which threads can share. Default: 1. */
  batch?: number
  /**
   * Threads, which change no bit of the result. They share the examples of a batch, of `likelihood`, and of
   * the gap of `svm`; graphs with custom factors stay in the main thread. Default: 1.
   */
  workers?: number
  /** The address of the module of the threads, `fit/team-thread.js`, where a bundler has moved it. */
  threadModule?: URL
  /** Examples that choose the epoch whose weights are kept. */
  dev?: readonly X[]
  /** Hashes features to this many weights; their names are not kept. By default every feature has its own. */
  buckets?: number
  /** Maximum megabytes of graphs and weights. Default: 2000. */
  memory?: number
  /** Called after every epoch; `false` ends the training. */
  onEpoch?: (report: EpochReport) => unknown
  /** Ends the training with an error; what a checkpoint has is kept. */
  signal?: StopSignal
  /** Stores the state after every epoch, and resumes from it. */
  checkpoint?: CheckpointStore
  /** Licence of the weights, for the model's file. Default: unknown. */
  licence?: string
}

export const FIT_KEYS = {
  build: true,
  truth: true,
  method: true,
  cost: true,
  decode: true,
  epochs: true,
  seed: true,
  rate: true,
  average: true,
  regularization: true,
  tolerance: true,
  batch: true,
  workers: true,
  threadModule: true,
  dev: true,
  buckets: true,
  memory: true,
  onEpoch: true,
  signal: true,
  checkpoint: true,
  licence: true,
} satisfies OptionKeys<FitOptions<unknown>>

/** Checks the options and fills in defaults. */
export function settle<X, Variables extends Output>(options: FitOptions<X, Variables>) {
  requireOptions('fit', options, FIT_KEYS)
  const {
    method = 'mira',
    epochs,
    seed = 1,
    batch = 1,
    memory = 2000,
    buckets = 0,
    decode = 'relaxed',
    average = true,
    workers = 1,
    threadModule = new URL('./team-thread.js', import.meta.url),
  } = options
  if (!METHODS.includes(method))
    throw new ParleyError(
      'bad-argument',
      `There is no method ${JSON.stringify(method)}. Methods are ${METHODS.join(', ')}.`,
    )
  for (const name of ['build', 'truth'] as const)
    if (typeof options[name] !== 'function')
      throw new ParleyError('bad-argument', `\`fit\` needs a function \`${name}\`.`)
  if (decode !== 'relaxed' && decode !== 'exact')
    throw new ParleyError(
      'bad-argument',
      `\`decode\` is "relaxed" or "exact", not ${JSON.stringify(decode)}.`,
    )
  const rate = options.rate ?? (method === 'adagrad' ? 0.1 : 1)
  const all = epochs ?? (method === 'svm' || method === 'likelihood' ? 100 : 10)
  const least: [string, number, number][] = [
    ['epochs', all, 1],
    ['batch', batch, 1],
    ['workers', workers, 1],
    ['buckets', buckets, 0],
  ]
  for (const [name, value, low] of least)
    if (!Number.isInteger(value) || value < low)
      throw new ParleyError(
        'bad-argument',
        `\`${name}\` is ${value}; it must be a whole number of at least ${low}.`,
      )
  const positive = {
    rate,
    memory,
    regularization: options.regularization ?? 1,
    tolerance: options.tolerance ?? 1,
  }
  for (const [name, value] of Object.entries(positive))
    if (!(value > 0 && Number.isFinite(value)))
      throw new ParleyError('bad-argument', `\`${name}\` is ${value}; it must be a positive number.`)
  const cost = options.cost ?? 'hamming'
  const isCost =
    cost === 'hamming' ||
    typeof cost === 'function' ||
    (typeof cost === 'object' && typeof cost?.add === 'function')
  if (!isCost)
    throw new ParleyError(
      'bad-argument',
      '`cost` is "hamming", a function of the true label and another, or an object with a function `add`.',
    )
  return {
    ...options,
    method,
    epochs: all,
    seed,
    batch,
    memory,
    buckets,
    decode,
    rate,
    cost,
    average,
    workers,
    threadModule,
  }
}

export type Settled<X, Variables extends Output> = ReturnType<typeof settle<X, Variables>>
