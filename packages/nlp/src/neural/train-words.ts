// Trains the network for tagging and parsing: epochs over a treebank, with a rate that rises and then falls.
// A checkpoint is saved after every epoch; the bytes are the same for any number of threads.
import { Random } from '@parleyjs/core/internal'
import { type CheckpointStore, DataParallel, type Model, type Parameters } from '@parleyjs/learn'
import { loadSame } from '@parleyjs/learn/internal'
import { batchesOf } from './batches.js'
import { type Lesson, learnWords, type TrueWords } from './loss.js'
import { type NetworkSizes, networkShapes } from './sizes.js'

export interface TrainWordsOptions {
  readonly sizes: NetworkSizes
  readonly epochs: number
  /** Learning rates of the encoder and of all after it. */
  readonly encoderRate: number
  readonly headRate: number
  /** Pieces in a mini-batch, and in a part of it that a thread has in memory. */
  readonly batch?: number
  readonly part?: number
  readonly seed?: number
  readonly threads?: number
  /** Fills the parameters before the first epoch; they hold small random numbers already. */
  readonly start?: (parameters: Parameters) => void
  readonly checkpoint?: CheckpointStore
  /** Share of the loss that compares with a teacher's probabilities (`teach`). Default 0. */
  readonly taughtShare?: number
  /** Identifies the data, so that a checkpoint of another training is refused. */
  readonly fingerprint?: string
  readonly onStep?: (done: number, steps: number, loss: number) => void
  readonly onEpoch?: (epoch: number, parameters: Parameters) => void
}

/** Share of the steps in which the rate rises. */
const WARM_UP = 0.06
const CLIP = 5
const DECAY = 0.01
const ENCODER_DROP = 0.1
const WORD_DROP = 0.33

/** Learns from sentences; returns the training, whose `parameters` are the result. Close it. */
export async function trainWords(
  sentences: readonly TrueWords[],
  options: TrainWordsOptions,
): Promise<DataParallel<Lesson>> {
  const { sizes, epochs, encoderRate, headRate, seed = 1, threads = 1, batch = 1200, part = 300 } = options
  const { taughtShare = 0 } = options
  const shapes = networkShapes(sizes)
  const settings = { sizes, encoderDrop: ENCODER_DROP, wordDrop: WORD_DROP, taughtShare }
  const training = new DataParallel<Lesson>({
    shapes,
    learnPiece: (parameters, lesson, own) => learnWords(parameters, lesson, own, settings),
    ...(threads > 1 && {
      threads: { count: threads, module: new URL('./lesson-thread.js', import.meta.url), data: settings },
    }),
  })
  const fingerprint = {
    sizes,
    epochs,
    encoderRate,
    headRate,
    seed,
    batch,
    part,
    ...(taughtShare > 0 && { taughtShare }),
    data: options.fingerprint ?? '',
  }
  const saved = loadSame(options.checkpoint, KIND, fingerprint)
  const first = saved === null ? 0 : restore(training, saved)
  if (saved === null) {
    randomise(training.parameters, seed)
    options.start?.(training.parameters)
  }
  const usable = sentences.filter(({ pieces }) => pieces.length <= Math.min(sizes.positions, MOST_PIECES))
  const perEpoch = batchesOf(usable, { size: batch, part }, Random.of(seed)).length
  const steps = perEpoch * epochs
  const isEncoder = (name: string) => ENCODER.test(name)
  for (let epoch = first; epoch < epochs; epoch++) {
    const batches = batchesOf(usable, { size: batch, part }, Random.of(seed + 1000 * (epoch + 1)))
    for (const pieces of batches) {
      const rise = (training.steps + 1) / (WARM_UP * steps)
      const loss = await training.step(pieces, {
        rate: headRate * Math.max(0.01, Math.min(rise, 1 - training.steps / steps)),
        clip: CLIP,
        decay: DECAY,
        pace: (name) => ({ rate: isEncoder(name) ? encoderRate / headRate : 1, decay: shapes[name][0] > 1 }),
      })
      options.onStep?.(training.steps, steps, loss)
    }
    options.checkpoint?.save(state(training, epoch + 1, fingerprint), `epoch ${epoch + 1} of ${epochs}`)
    options.onEpoch?.(epoch + 1, training.parameters)
  }
  return training
}

const KIND = 'words in training'
/** Longer sentences are left out of training. */
const MOST_PIECES = 400
const ENCODER = /^(?:pieces|positions|embedding\.|layer\d)/

const BLOCKS = ['parameters', 'means', 'squares'] as const

function state(training: DataParallel<Lesson>, epoch: number, fingerprint: object): Model {
  const arrays = Object.fromEntries(
    BLOCKS.map((name) => [name, Float32Array.from(training.replica.block(name))]),
  )
  const header = { kind: KIND, licence: '', trainedOn: '', fingerprint, epoch, steps: training.steps }
  return { header, arrays }
}

/** Restores a state; returns the number of epochs that are done. */
function restore(training: DataParallel<Lesson>, { header, arrays }: Model): number {
  for (const name of BLOCKS) training.replica.block(name).set(arrays[name] as Float32Array)
  training.steps = header.steps as number
  return header.epoch as number
}

/**
 * Small random numbers for matrices, ones for the factors of normalisation, zeros for biases and scores of
 * pairs.
 */
function randomise(parameters: Parameters, seed: number): void {
  const random = Random.of(seed)
  for (const [name, [rows, columns]] of Object.entries(parameters.shapes)) {
    const isNorm = /norm\d?$/.test(name)
    const isTable = name === 'characters' || name === 'shapes'
    const isZero = (rows === 1 && !isNorm) || name === 'arc' || name === 'relation'
    const size = isZero ? 0 : isTable ? 1 : 1 / Math.sqrt(rows)
    parameters.set(
      name,
      Float32Array.from({ length: rows * columns }, () => (isNorm ? 1 : size * (2 * random.uniform() - 1))),
    )
  }
}
