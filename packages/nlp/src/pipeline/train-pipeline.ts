// Trains a tokenizer, a tagger, and a parser that sees both correct and predicted tags.
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import type { CheckpointStore, Model } from '@parleyjs/learn'
import { PARSER_EPOCHS } from '../tasks/parse/learn/course.js'
import {
  type ParserProgress,
  type TrainParserOptions,
  trainParser,
} from '../tasks/parse/learn/train-parser.js'
import type { ParserParts } from '../tasks/parse/parts/parts.js'
import { jackknife } from '../tasks/tag/jackknife.js'
import { trainTagger } from '../tasks/tag/train-tagger.js'
import type { Tagging } from '../tasks/tag/word-tagger.js'
import { trainTokenizer } from '../tasks/tokenize/train-tokenizer.js'
import type { Sentence } from '../text/conllu/sentence.js'
import { fromJsonPart, jsonPart, PartsInTraining, treebankFingerprint } from './checkpoint.js'
import { joinModels, type StageModels } from './model.js'

/** Options of a training. */
export interface TrainingOptions {
  /** Development set: another part of the treebank, on which the parser's progress is measured. */
  readonly dev?: readonly Sentence[]
  /** Parts of the parser. Default: `second`. */
  readonly parts?: ParserParts
  /**
   * Whether a small network scores arcs and relations in addition to the weights. Default: true if the parser
   * has parts beyond arcs.
   */
  readonly network?: boolean
  /** Passes over the treebank. The default depends on the stage. */
  readonly epochs?: number
  readonly seed?: number
  /** Licence of the treebank, and with it of the model. */
  readonly licence?: string
  /** What the model says it was trained on. */
  readonly trainedOn?: string
  /**
   * Number of folds for predicted tags: the parser also learns from tags by taggers that were trained on the
   * other folds. 0 means correct tags only.
   */
  readonly folds?: number
  readonly onProgress?: (message: string, progress: TrainingProgress) => void
  /**
   * Where to save the state after every stage and every epoch of the parser. Training continues from a saved
   * state; the state of another training is refused. A tokenizer or a tagger alone is trained in one go,
   * without checkpoints.
   */
  readonly checkpoint?: CheckpointStore
}

export const TRAINING_KEYS = {
  dev: true,
  parts: true,
  network: true,
  epochs: true,
  seed: true,
  licence: true,
  trainedOn: true,
  folds: true,
  onProgress: true,
  checkpoint: true,
} satisfies OptionKeys<TrainingOptions>

/** Progress of a training. */
export interface TrainingProgress {
  readonly stage: StageName
  /** Approximate share of the stage that is done, from 0 to 1. */
  readonly share: number
  /** Whether an epoch of the parser has just ended. */
  readonly epochDone: boolean
}

/** The stages that can be trained. */
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
  requireOptions('trainStage', options, TRAINING_KEYS)
  if (stage !== 'parser') return trainAlone(stage, sentences, options)
  return trainParserStage(sentences, options, partsOf('parser', sentences, options))
}

/** Options for a stage that is trained in one go; plain data. */
export interface OneGoOptions {
  readonly epochs?: number
  readonly seed?: number
  readonly licence: string
  readonly trainedOn: string
}

/** Trains a stage in one go. */
export function trainInOneGo(
  stage: 'tokenizer' | 'tagger',
  sentences: readonly Sentence[],
  options: OneGoOptions,
  onProgress: (message: string, share: number) => void,
): Model {
  const train = stage === 'tokenizer' ? trainTokenizer : trainTagger
  return train(sentences, { ...options, onProgress }).toModel()
}

/** The options that apply to a stage that is trained in one go. */
export function oneGoOptions(sentences: readonly Sentence[], options: TrainingOptions): OneGoOptions {
  const { epochs, seed } = options
  return {
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
    ...aboutOf(sentences, options),
  }
}

function trainAlone(
  stage: 'tokenizer' | 'tagger',
  sentences: readonly Sentence[],
  options: TrainingOptions,
): Model {
  return trainInOneGo(stage, sentences, oneGoOptions(sentences, options), (message, share) =>
    options.onProgress?.(`${stage}: ${message}`, { stage, share, epochDone: false }),
  )
}

function trainParserStage(
  sentences: readonly Sentence[],
  options: TrainingOptions,
  parts: PartsInTraining,
): Model {
  const { epochs, seed } = options
  const predicted = predictedTags(sentences, options, parts)
  const checkpoint = parts.storeOf('parser')
  const parser = trainParser(sentences, {
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
    ...(options.parts !== undefined && { parts: options.parts }),
    ...(options.network !== undefined && { network: options.network }),
    ...(options.dev !== undefined && { dev: options.dev }),
    ...(predicted !== undefined && { predicted }),
    ...(checkpoint !== undefined && { checkpoint }),
    ...parserProgress(options),
  })
  return parser.withSlackFor(options.dev ?? []).toModel(aboutOf(sentences, options))
}

/** Reports the parser's progress as progress of the whole training. */
export function parserProgress({
  epochs = PARSER_EPOCHS,
  onProgress,
}: TrainingOptions): Pick<TrainParserOptions, 'onStep' | 'onProgress'> {
  if (onProgress === undefined) return {}
  const tell = (message: string, share: number, epochDone: boolean) =>
    onProgress(`parser: ${message}`, { stage: 'parser', share, epochDone })
  return {
    onStep: (epoch, share) => tell(epoch > epochs ? 'network' : `epoch ${epoch} of ${epochs}`, share, false),
    onProgress: (progress) => tell(describe(progress), progress.share, true),
  }
}

/** Tags from taggers that have not seen the sentence; undefined if predicted tags are not wanted. */
function predictedTags(
  sentences: readonly Sentence[],
  options: TrainingOptions,
  parts: PartsInTraining,
): (Tagging & { forms: readonly string[] })[] | undefined {
  const folds = Math.min(options.folds ?? 0, sentences.length)
  if (folds < 2) return undefined
  const made = parts.once('predicted tags', () =>
    jsonPart(
      jackknife(sentences, folds, {
        ...(options.seed !== undefined && { seed: options.seed }),
        onProgress: (message, share) =>
          options.onProgress?.(`parser: predicting tags, ${message}`, {
            stage: 'parser',
            share,
            epochDone: false,
          }),
      }),
    ),
  )
  return fromJsonPart<Tagging[]>(made).map((tags, i) => ({ ...tags, forms: sentences[i].forms }))
}

/** The parts of a training, restored from its checkpoint as far as they were saved. */
export function partsOf(
  what: string,
  sentences: readonly Sentence[],
  options: TrainingOptions,
): PartsInTraining {
  const { checkpoint, seed = 1, folds = 0 } = options
  if (checkpoint === undefined) return new PartsInTraining(undefined, {})
  const treebank = treebankFingerprint(sentences)
  return new PartsInTraining(checkpoint, { what, treebank, seed, folds, ...aboutOf(sentences, options) })
}

/** Licence and origin, as stored in the model. */
export function aboutOf(sentences: readonly Sentence[], options: TrainingOptions) {
  const { licence = 'unknown', trainedOn = `${sentences.length} sentences` } = options
  return { licence, trainedOn }
}

/**
 * Trains a tokenizer, a tagger and a parser and returns one model of all three; those in `given` are not
 * trained again.
 *
 * @example
 * const about = { licence: 'CC-BY-SA-4.0', trainedOn: 'UD_English-EWT 2.16' }
 * const model = trainPipeline(parseConllu(text), about)
 */
export function trainPipeline(
  sentences: readonly Sentence[],
  options: TrainingOptions = {},
  given: StageModels = {},
): Model {
  requireOptions('trainPipeline', options, TRAINING_KEYS)
  const { folds = 5 } = options
  // `epochs` applies to the parser only, which takes most of the time.
  const { epochs: _, ...others } = options
  const parts = partsOf('pipeline', sentences, { ...options, folds })
  const made = (stage: 'tokenizer' | 'tagger') =>
    given[stage] ?? parts.once(stage, () => trainAlone(stage, sentences, others))
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
