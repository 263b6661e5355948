// One command's worth of training: a tokenizer, a tagger, and a parser that has seen both correct and predicted tags.
import type { Sentence } from '../conllu/sentence.js'
import type { CheckpointStore } from '../model/checkpoint.js'
import type { Model } from '../model/container.js'
import { PARSER_EPOCHS } from '../parse/learn/course.js'
import { type ParserProgress, trainParser } from '../parse/learn/train.js'
import type { ParserParts } from '../parse/parts/parts.js'
import { jackknife } from '../tag/jackknife.js'
import type { Tagging } from '../tag/tagger.js'
import { trainTagger } from '../tag/train.js'
import { trainTokenizer } from '../tokenize/train.js'
import { fromJsonPart, jsonPart, PartsInTraining, treebankFingerprint } from './checkpoint.js'
import { joinModels, type StageModels } from './model.js'

/** How to train. */
export interface TrainingOptions {
  /** Another part of the treebank: the parser's progress is measured on it. */
  readonly dev?: readonly Sentence[]
  /** Of the parser; `second` unless told. */
  readonly parts?: ParserParts
  /** Whether a small network scores arcs and relations beside the weights; unless told, if there are parts beyond arcs. */
  readonly network?: boolean
  /** Passes over the treebank; every stage has its own default. */
  readonly epochs?: number
  readonly seed?: number
  /** Licence of the treebank, and with it of the model. */
  readonly licence?: string
  /** What the model says it was trained on. */
  readonly trainedOn?: string
  /** The parser learns from predicted tags as well, by taggers of so many parts of the treebank; 0: from correct ones only. */
  readonly folds?: number
  readonly onProgress?: (message: string, progress: TrainingProgress) => void
  /**
   * Where to keep what is done, after every stage and every epoch of the parser, and to go on from if it has something; the
   * state of another training is refused. A tokenizer or a tagger alone is trained in one go.
   */
  readonly checkpoint?: CheckpointStore
}

/** How far a training is. */
export interface TrainingProgress {
  readonly stage: StageName
  /** Of the stage: how much is done, roughly, from 0 to 1. */
  readonly share: number
  /** Whether an epoch of the parser has just ended. */
  readonly epochDone: boolean
}

/** What can be trained. */
export type StageName = keyof StageModels

/**
 * Trains one stage and returns its model.
 *
 * @example
 * writeModel(trainStage('tagger', parseConllu(text), { licence: 'CC-BY-SA-4.0' }))
 */
export function trainStage(
  stage: StageName,
  sentences: readonly Sentence[],
  options: TrainingOptions = {},
): Model {
  if (stage !== 'parser') return trainInOneGo(stage, sentences, options)
  return trainParserStage(sentences, options, partsOf('parser', sentences, options))
}

function trainInOneGo(
  stage: 'tokenizer' | 'tagger',
  sentences: readonly Sentence[],
  options: TrainingOptions,
): Model {
  const { epochs, seed, onProgress } = options
  const settings = {
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
    ...aboutOf(sentences, options),
    onProgress: (message: string, share: number) =>
      onProgress?.(`${stage}: ${message}`, { stage, share, epochDone: false }),
  }
  const train = stage === 'tokenizer' ? trainTokenizer : trainTagger
  return train(sentences, settings).toModel()
}

function trainParserStage(
  sentences: readonly Sentence[],
  options: TrainingOptions,
  parts: PartsInTraining,
): Model {
  const { epochs, seed, onProgress } = options
  const last = epochs ?? PARSER_EPOCHS
  const tell = (message: string, share: number, epochDone = false) =>
    onProgress?.(`parser: ${message}`, { stage: 'parser', share, epochDone })
  const predicted = predictedTags(sentences, options, parts, tell)
  const checkpoint = parts.storeOf('parser')
  const parser = trainParser(sentences, {
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
    ...(options.parts !== undefined && { parts: options.parts }),
    ...(options.network !== undefined && { network: options.network }),
    ...(options.dev !== undefined && { dev: options.dev }),
    ...(predicted !== undefined && { predicted }),
    ...(checkpoint !== undefined && { checkpoint }),
    ...(onProgress !== undefined && {
      onStep: (epoch, share) => tell(epoch > last ? 'network' : `epoch ${epoch} of ${last}`, share),
      onProgress: (progress) => tell(describe(progress), progress.share, true),
    }),
  })
  return parser.toModel(aboutOf(sentences, options))
}

/** Tags of taggers that have not seen the sentence; undefined if none are wanted. */
function predictedTags(
  sentences: readonly Sentence[],
  options: TrainingOptions,
  parts: PartsInTraining,
  tell: (message: string, share: number) => void,
): (Tagging & { forms: readonly string[] })[] | undefined {
  const folds = Math.min(options.folds ?? 0, sentences.length)
  if (folds < 2) return undefined
  const made = parts.once('predicted tags', () =>
    jsonPart(
      jackknife(sentences, folds, {
        ...(options.seed !== undefined && { seed: options.seed }),
        onProgress: (message, share) => tell(`predicting tags, ${message}`, share),
      }),
    ),
  )
  return fromJsonPart<Tagging[]>(made).map((tags, i) => ({ ...tags, forms: sentences[i]!.forms }))
}

function partsOf(what: string, sentences: readonly Sentence[], options: TrainingOptions): PartsInTraining {
  const { checkpoint, seed = 1, folds = 0 } = options
  if (checkpoint === undefined) return new PartsInTraining(undefined, {})
  const treebank = treebankFingerprint(sentences)
  return new PartsInTraining(checkpoint, { what, treebank, seed, folds, ...aboutOf(sentences, options) })
}

function aboutOf(sentences: readonly Sentence[], options: TrainingOptions) {
  const { licence = 'unknown', trainedOn = `${sentences.length} sentences` } = options
  return { licence, trainedOn }
}

/**
 * Trains a tokenizer, a tagger and a parser and returns one model of all three; those in `given` are taken as they are.
 *
 * @example
 * const model = trainPipeline(parseConllu(text), { licence: 'CC-BY-SA-4.0', trainedOn: 'UD_English-EWT 2.16' })
 */
export function trainPipeline(
  sentences: readonly Sentence[],
  options: TrainingOptions = {},
  given: StageModels = {},
): Model {
  const { folds = 5 } = options
  // `epochs` is the parser's: it is what takes long.
  const { epochs: _, ...others } = options
  const parts = partsOf('pipeline', sentences, { ...options, folds })
  const made = (stage: 'tokenizer' | 'tagger') =>
    given[stage] ?? parts.once(stage, () => trainInOneGo(stage, sentences, others))
  return joinModels(
    {
      tokenizer: made('tokenizer'),
      tagger: made('tagger'),
      parser: given.parser ?? trainParserStage(sentences, { ...options, folds }, parts),
    },
    aboutOf(sentences, options),
  )
}

function describe({ stage, epoch, epochs, correct, dev }: ParserProgress): string {
  const share = (x: number) => (100 * x).toFixed(2)
  const measured = dev === undefined ? '' : `, dev UAS ${share(dev.uas)} LAS ${share(dev.las)}`
  return `epoch ${epoch} of ${epochs} (${stage}), ${share(correct)} % right while learning${measured}`
}
