// The messages between the main thread and the training thread, as plain data.
import type { TrainingOptions, TrainingProgress } from '@parleyjs/nlp'
import type { StageName } from '@parleyjs/nlp/internal'
import type { Failure } from './failure.js'
import type { TRAINABLE } from './text-commands.js'

export interface TrainJob {
  readonly what: (typeof TRAINABLE)[number]
  readonly trainFile: string
  readonly devFile?: string
  /** Model files of stages that are not trained but taken over. */
  readonly given: { readonly [name in StageName]?: string }
  readonly checkpoint?: string
  readonly options: Omit<TrainingOptions, 'dev' | 'onProgress' | 'checkpoint'>
  /** Number of threads that train; null to choose it by the size of the treebank. */
  readonly workers: number | null
  /** Whether the model is packed with gzip. */
  readonly packed: boolean
  /** Whether progress is reported. */
  readonly watched?: boolean
}

export type TrainMessage =
  | { readonly text: string; readonly progress: TrainingProgress }
  | { readonly warning: string }
  /** The bytes of a checkpoint, and the step after which it was saved. */
  | { readonly checkpoint: Uint8Array; readonly about: string }
  | { readonly failure: Failure }
  | { readonly model: Uint8Array; readonly measured: string }
