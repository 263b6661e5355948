// The tasks that a training sends to its threads: plain data. Every thread gets the treebank when it starts.
import type { Model, ModelArray } from '@parleyjs/learn'
import { LinearModel, type WeightsState } from '@parleyjs/learn/internal'
import type { OneGoOptions } from '../pipeline/train-pipeline.js'
import type { CourseOptions } from '../tasks/parse/learn/course.js'
import type { WeightsProgress } from '../tasks/parse/learn/phases.js'
import type { LemmaTable } from '../tasks/tag/known-lemmas.js'
import type { Lemmatizer } from '../tasks/tag/lemmas.js'
import type { Guesses } from '../tasks/tag/train-tagger.js'
import type { Tagging } from '../tasks/tag/word-tagger.js'
import type { PackedSentence } from '../text/conllu/sentence.js'

export interface TrainingThreadData {
  readonly sentences: readonly PackedSentence[]
  readonly dev: readonly PackedSentence[]
}

/** A parser's course, with predicted tags as bytes of JSON that threads share. */
export interface CourseData {
  readonly options: CourseOptions
  readonly predicted: Uint8Array | null
}

export type TableStates = Readonly<Record<string, WeightsState>>

export type TrainingTask =
  /** → Model */
  | { readonly kind: 'tokenizer' | 'tagger'; readonly options: OneGoOptions }
  /** → Tagging[] */
  | {
      readonly kind: 'fold'
      readonly folds: number
      readonly fold: number
      readonly seed: number | undefined
    }
  /** → Guesses */
  | { readonly kind: 'guess'; readonly options: OneGoOptions; readonly fold: number }
  /** → LinearState */
  | { readonly kind: 'first'; readonly options: OneGoOptions }
  | ({ readonly kind: 'second' | 'third'; readonly options: OneGoOptions } & Guesses)
  /** → LemmaState or null */
  | { readonly kind: 'lemmas'; readonly options: OneGoOptions }
  /** → WeightsState */
  | { readonly kind: 'pruner' | 'labels'; readonly course: CourseData }
  | { readonly kind: 'half0' | 'half1' | 'fine'; readonly course: CourseData; readonly pruner: WeightsState }
  /** → TableStates, averaged */
  | {
      readonly kind: 'weights'
      readonly course: CourseData
      readonly tables: TableStates
      readonly from: WeightsProgress | null
      readonly report: Reports
    }
  /** → arrays of the network's state */
  | {
      readonly kind: 'network'
      readonly course: CourseData
      readonly pruner: WeightsState
      readonly from: NetworkArrays | null
      readonly report: Reports
    }

export type NetworkArrays = Readonly<Record<string, ModelArray>>
export type TaskResult =
  | Model
  | Tagging[]
  | Guesses
  | LinearState
  | LemmaState
  | WeightsState
  | TableStates
  | NetworkArrays
  | null

/** A classifier as plain data. */
export type LinearState = Pick<LinearModel, 'labels' | 'scale' | 'table' | 'rows'>
export type LemmaState = Pick<Lemmatizer, 'rules' | 'choices'> & {
  readonly model: LinearState
  readonly known: LemmaTable | null
}

export function linearState({ labels, scale, table, rows }: LinearModel): LinearState {
  return { labels, scale, table, rows }
}

export function fromLinearState({ labels, scale, table, rows }: LinearState): LinearModel {
  return new LinearModel(labels, scale, table, rows)
}

/** Which progress reports a thread sends. */
export interface Reports {
  readonly steps: boolean
  /** The state for a checkpoint, after every epoch. */
  readonly states: boolean
  /** Accuracy on the development set, after every epoch of the weights. */
  readonly accuracy: boolean
}

/** Progress of the training of a tagger. */
export interface ShareNews {
  readonly message: string
  readonly share: number
}

/** Progress of the training of weights. */
export type WeightsNews =
  | { readonly epoch: number; readonly done: number }
  | {
      readonly progress: WeightsProgress
      readonly beyond: boolean
      readonly correct: number
      readonly dev: { uas: number; las: number } | null
      readonly tables: TableStates | null
    }

/** Progress of the training of the network. */
export type NetworkNews = { readonly share: number } | { readonly state: NetworkArrays }
