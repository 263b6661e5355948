// What the main thread asks of the training thread, and what it gets back: plain data, so that both can copy it.
import type { StageName, TrainingOptions, TrainingProgress } from '@parley/nlp'
import type { Failure } from './failure.js'
import type { TRAINABLE } from './text-commands.js'

export interface TrainJob {
  readonly what: (typeof TRAINABLE)[number]
  readonly trainFile: string
  readonly devFile?: string
  /** Files of stages that are taken as they are. */
  readonly given: { readonly [name in StageName]?: string }
  readonly checkpoint?: string
  readonly options: Omit<TrainingOptions, 'dev' | 'onProgress' | 'checkpoint'>
  /** Threads that train; null for as many as pay. */
  readonly workers: number | null
  /** Whether the model is to be packed with gzip. */
  readonly packed: boolean
  /** Whether anybody wants to know how it goes on. */
  readonly watched?: boolean
}

export type TrainMessage =
  | { readonly text: string; readonly progress: TrainingProgress }
  | { readonly warning: string }
  /** The bytes of a checkpoint, and what it was saved after. */
  | { readonly checkpoint: Uint8Array; readonly about: string }
  | { readonly failure: Failure }
  | { readonly model: Uint8Array; readonly measured: string }
