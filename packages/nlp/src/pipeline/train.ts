// One command's worth of training: a tokenizer, a tagger, and a parser that has seen both correct and predicted tags.
import type { Sentence } from '../conllu/sentence.js'
import type { Model } from '../model/container.js'
import type { ParserParts } from '../parse/parser.js'
import { type ParserProgress, trainParser } from '../parse/train.js'
import { jackknife } from '../tag/jackknife.js'
import { trainTagger } from '../tag/train.js'
import { trainTokenizer } from '../tokenize/train.js'
import { joinModels, type StageModels } from './model.js'

/** How to train. */
export interface TrainingOptions {
  /** Another part of the treebank: the parser's progress is measured on it. */
  readonly dev?: readonly Sentence[]
  /** Of the parser; `second` unless told. */
  readonly parts?: ParserParts
  /** Passes over the treebank; every stage has its own default. */
  readonly epochs?: number
  readonly seed?: number
  /** Licence of the treebank, and with it of the model. */
  readonly licence?: string
  /** What the model says it was trained on. */
  readonly trainedOn?: string
  /** The parser learns from predicted tags as well, by taggers of so many parts of the treebank; 0: from correct ones only. */
  readonly folds?: number
  readonly onProgress?: (message: string) => void
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
  const {
    licence = 'unknown',
    trainedOn = `${sentences.length} sentences`,
    epochs,
    seed,
    onProgress,
  } = options
  const common = { ...(epochs !== undefined && { epochs }), ...(seed !== undefined && { seed }) }
  const tell = (message: string) => onProgress?.(`${stage}: ${message}`)
  if (stage === 'tokenizer')
    return trainTokenizer(sentences, { ...common, licence, trainedOn, onProgress: tell }).toModel()
  if (stage === 'tagger')
    return trainTagger(sentences, { ...common, licence, trainedOn, onProgress: tell }).toModel()
  const folds = Math.min(options.folds ?? 0, sentences.length)
  const predicted =
    folds < 2
      ? undefined
      : jackknife(sentences, folds, {
          ...(seed !== undefined && { seed }),
          onProgress: (message) => tell(`predicting tags, ${message}`),
        }).map((tags, i) => ({ ...tags, forms: sentences[i]!.forms }))
  const parser = trainParser(sentences, {
    ...common,
    ...(options.parts !== undefined && { parts: options.parts }),
    ...(options.dev !== undefined && { dev: options.dev }),
    ...(predicted !== undefined && { predicted }),
    onProgress: (progress) => tell(describe(progress)),
  })
  return parser.toModel({ licence, trainedOn })
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
  const { licence = 'unknown', trainedOn = `${sentences.length} sentences`, folds = 5 } = options
  // `epochs` is the parser's: it is what takes long.
  const { epochs: _, ...others } = options
  return joinModels(
    {
      tokenizer: given.tokenizer ?? trainStage('tokenizer', sentences, others),
      tagger: given.tagger ?? trainStage('tagger', sentences, others),
      parser: given.parser ?? trainStage('parser', sentences, { ...options, folds }),
    },
    { licence, trainedOn },
  )
}

function describe({ stage, epoch, epochs, correct, dev }: ParserProgress): string {
  const share = (x: number) => (100 * x).toFixed(2)
  const measured = dev === undefined ? '' : `, dev UAS ${share(dev.uas)} LAS ${share(dev.las)}`
  return `epoch ${epoch} of ${epochs} (${stage}), ${share(correct)} % right while learning${measured}`
}
