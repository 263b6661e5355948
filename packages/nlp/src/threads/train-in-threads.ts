// Training on several cores. The result is the same bytes for any number of threads. Stages, folds of a
// jackknife and independent phases of the parser run at the same time.
import type { Thread } from '@parleyjs/core'
import { type OptionKeys, requireOptions, shared, TaskPool } from '@parleyjs/core/internal'
import type { Model } from '@parleyjs/learn'
import { fromJsonPart, jsonPart, type PartsInTraining } from '../pipeline/checkpoint.js'
import { joinModels, type StageModels } from '../pipeline/model.js'
import {
  aboutOf,
  oneGoOptions,
  parserProgress,
  partsOf,
  type StageName,
  TRAINING_KEYS,
  type TrainingOptions,
  trainPipeline,
  trainStage,
} from '../pipeline/train-pipeline.js'
import { Course } from '../tasks/parse/learn/course.js'
import { trainParserInThreads } from '../tasks/parse/learn/train-in-threads.js'
import { KnownLemmas } from '../tasks/tag/known-lemmas.js'
import { Lemmatizer } from '../tasks/tag/lemmas.js'
import { type Guesses, joinGuesses, TaggerCourse } from '../tasks/tag/train-tagger.js'
import type { Tagging } from '../tasks/tag/word-tagger.js'
import type { Sentence } from '../text/conllu/sentence.js'
import { spawnTrainingThread } from './spawn-training.js'
import {
  type CourseData,
  fromLinearState,
  type LemmaState,
  type LinearState,
  type ShareNews,
  type TrainingTask,
  type TrainingThreadData,
} from './training-tasks.js'

export interface ThreadedTrainingOptions extends TrainingOptions {
  /** Number of threads; 1 trains in this thread. */
  readonly workers: number
  /**
   * For bundlers, which must see the creation of a worker: starts the module `training-thread` with this
   * data.
   */
  readonly spawn?: (data: TrainingThreadData) => Thread
}

const THREADED_KEYS = {
  ...TRAINING_KEYS,
  workers: true,
  spawn: true,
} satisfies OptionKeys<ThreadedTrainingOptions>

/** Like `trainPipeline`, on several cores. */
export async function trainPipelineInThreads(
  sentences: readonly Sentence[],
  options: ThreadedTrainingOptions,
  given: StageModels = {},
): Promise<Model> {
  requireOptions('trainPipelineInThreads', options, THREADED_KEYS)
  if (options.workers === 1) return trainPipeline(sentences, withoutThreads(options), given)
  const { folds = 5 } = options
  const { epochs: _, ...others } = options
  const parts = partsOf('pipeline', sentences, { ...options, folds })
  return withThreads(sentences, options, async (training) => {
    // Start with the parser's predicted tags: its other phases wait for them.
    const parser = given.parser ?? training.parser({ ...options, folds }, parts)
    const alone = (stage: 'tokenizer' | 'tagger') =>
      given[stage] ??
      parts.onceAsync(stage, () =>
        training.alone(stage, others, given.parser !== undefined && stage === 'tagger'),
      )
    const [tokenizer, tagger, last] = await Promise.all([alone('tokenizer'), alone('tagger'), parser])
    return joinModels({ tokenizer, tagger, parser: last }, aboutOf(sentences, options))
  })
}

/** Like `trainStage`, on several cores. A tokenizer is trained on one core. */
export async function trainStageInThreads(
  stage: StageName,
  sentences: readonly Sentence[],
  options: ThreadedTrainingOptions,
): Promise<Model> {
  requireOptions('trainStageInThreads', options, THREADED_KEYS)
  if (options.workers === 1 || stage === 'tokenizer')
    return trainStage(stage, sentences, withoutThreads(options))
  if (stage === 'tagger') return withThreads(sentences, options, (training) => training.tagger(options))
  return withThreads(sentences, options, (training) =>
    training.parser(options, partsOf('parser', sentences, options)),
  )
}

async function withThreads(
  sentences: readonly Sentence[],
  { workers, spawn = spawnTrainingThread, dev, onProgress }: ThreadedTrainingOptions,
  train: (training: ThreadedTraining) => Promise<Model>,
): Promise<Model> {
  const measured = onProgress === undefined ? [] : (dev ?? [])
  const data: TrainingThreadData = {
    sentences: sentences.map((sentence) => sentence.pack()),
    dev: measured.map((sentence) => sentence.pack()),
  }
  const pool = new TaskPool({ threads: workers, spawn: () => spawn(data) })
  try {
    return await train(new ThreadedTraining(sentences, pool, measured.length > 0))
  } finally {
    await pool.close()
  }
}

class ThreadedTraining {
  constructor(
    private readonly sentences: readonly Sentence[],
    private readonly pool: TaskPool,
    private readonly measure: boolean,
  ) {}

  /** Trains a stage in one go. */
  alone(stage: 'tokenizer' | 'tagger', options: TrainingOptions, told: boolean): Promise<Model> {
    const task: TrainingTask = { kind: stage, options: oneGoOptions(this.sentences, options) }
    const onNews = ({ message, share }: ShareNews) => {
      if (told) options.onProgress?.(`${stage}: ${message}`, { stage, share, epochDone: false })
    }
    return this.pool.run<Model, ShareNews>(task, { onNews })
  }

  /** Trains a tagger; independent steps run at the same time. */
  async tagger(options: TrainingOptions): Promise<Model> {
    const { sentences, pool } = this
    const steps = oneGoOptions(sentences, options)
    const course = new TaggerCourse(sentences, steps)
    let done = 0
    const onNews = ({ message }: ShareNews) => {
      const share = ++done / course.allEpochs
      options.onProgress?.(`tagger: ${message}`, { stage: 'tagger', share, epochDone: false })
    }
    const run = <Result>(task: TrainingTask, urgency = 0) =>
      pool.run<Result, ShareNews>(task, { urgency, onNews })
    const looks = Array.from({ length: course.folds }, (_, fold) =>
      run<Guesses>({ kind: 'guess', options: steps, fold }, 1),
    )
    const first = run<LinearState>({ kind: 'first', options: steps })
    const lemmas = run<LemmaState | null>({ kind: 'lemmas', options: steps })
    const later = Promise.all(looks).then((found) => {
      const guesses = joinGuesses(found)
      const learn = (kind: 'second' | 'third') => run<LinearState>({ kind, options: steps, ...guesses }, 1)
      return Promise.all([learn('second'), learn('third')])
    })
    const [one, [two, three], lemma] = await Promise.all([first, later, lemmas])
    const known = lemma?.known && new KnownLemmas(lemma.known)
    const lemmatizer =
      lemma && new Lemmatizer(lemma.rules, lemma.choices, fromLinearState(lemma.model), known)
    return course
      .tagger({
        wordScorer: fromLinearState(one),
        contextScorer: fromLinearState(two),
        analysisScorer: fromLinearState(three),
        lemmatizer,
      })
      .toModel()
  }

  async parser(options: TrainingOptions, parts: PartsInTraining): Promise<Model> {
    const { epochs, seed, network } = options
    const tags = await this.predictedTags(options, parts)
    const course: CourseData = {
      options: {
        ...(options.parts !== undefined && { parts: options.parts }),
        ...(epochs !== undefined && { epochs }),
        ...(seed !== undefined && { seed }),
      },
      predicted: tags === null ? null : shared(tags.arrays.json as Uint8Array),
    }
    const predicted =
      tags === null
        ? undefined
        : fromJsonPart<Tagging[]>(tags).map((one, i) => ({ ...one, forms: this.sentences[i].forms }))
    const made = new Course(this.sentences, predicted, course.options)
    const checkpoint = parts.storeOf('parser')
    const hooks = {
      ...parserProgress(options),
      ...(checkpoint !== undefined && { checkpoint }),
      network: network ?? made.parts.length > 1,
    }
    const parser = await trainParserInThreads(made, course, this.pool, hooks, this.measure)
    return parser.withSlackFor(options.dev ?? []).toModel(aboutOf(this.sentences, options))
  }

  /** Tags from taggers that have not seen the sentence, as JSON; null if predicted tags are not wanted. */
  private async predictedTags(options: TrainingOptions, parts: PartsInTraining): Promise<Model | null> {
    const { sentences, pool } = this
    const folds = Math.min(options.folds ?? 0, sentences.length)
    if (folds < 2) return null
    const shares = new Float64Array(folds)
    const tellOf =
      (fold: number) =>
      ({ message, share }: ShareNews) => {
        shares[fold] = share
        const all = shares.reduce((sum, one) => sum + one, 0) / folds
        options.onProgress?.(`parser: predicting tags, part ${fold + 1} of ${folds}, ${message}`, {
          stage: 'parser',
          share: all,
          epochDone: false,
        })
      }
    return parts.onceAsync('predicted tags', async () => {
      const found = await Promise.all(
        Array.from({ length: folds }, (_, fold) =>
          pool.run<Tagging[], ShareNews>(
            { kind: 'fold', folds, fold, seed: options.seed } satisfies TrainingTask,
            {
              urgency: 1,
              onNews: tellOf(fold),
            },
          ),
        ),
      )
      return jsonPart(sentences.map((_, i) => found[i % folds][Math.floor(i / folds)]))
    })
  }
}

function withoutThreads({ workers: _, spawn: __, ...options }: ThreadedTrainingOptions): TrainingOptions {
  return options
}
