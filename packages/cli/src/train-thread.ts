// The thread that reads, trains and evaluates, while the main thread handles signals and writes files.
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import type { CheckpointStore } from '@parleyjs/learn'
import {
  type Model,
  readModel,
  type Sentence,
  splitModel,
  type TrainingOptions,
  type TrainingProgress,
  trainPipelineInThreads,
  trainStageInThreads,
  writeModel,
} from '@parleyjs/nlp'
import { findCycle, type StageModels, type StageName } from '@parleyjs/nlp/internal'
import { modelBytes } from '@parleyjs/runner/internal'
import { describeFailure } from './failure.js'
import { measure } from './measure.js'
import { readTreebank, type Treebank } from './read-treebank.js'
import type { TrainJob, TrainMessage } from './train-job.js'

/** Interval between progress reports, in milliseconds. */
const REFRESH_MS = 100
/**
 * Compression level. Level 9 would make models 2 % smaller, but takes a tenth of the training time of a small
 * model.
 */
const LEVEL = 6
/** Number of words up to which a treebank is trained without threads. */
const FEW_WORDS = 3000

const job = workerData as TrainJob
await train().catch((error: unknown) => send({ failure: describeFailure(error) }))

function send(message: TrainMessage, bytes?: Uint8Array): void {
  parentPort!.postMessage(message, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer])
}

async function train(): Promise<void> {
  const { what } = job
  const given = await givenModels()
  const { sentences } = await read(job.trainFile)
  const dev = job.devFile === undefined ? undefined : await read(job.devFile)
  const workers = job.workers ?? workersFor(sentences)
  const options: TrainingOptions = {
    ...job.options,
    ...(job.watched === true && { onProgress: throttled() }),
    ...(job.checkpoint !== undefined && { checkpoint: store(job.checkpoint) }),
    ...(dev && { dev: dev.sentences }),
  }
  const model =
    what === 'pipeline'
      ? await trainPipelineInThreads(sentences, { ...options, workers }, given)
      : await trainStageInThreads(what, sentences, { ...options, workers })
  const measured = dev === undefined ? '' : measure(what, model, dev.sentences)
  const bytes = writeModel(model)
  send({ model: job.packed ? gzipSync(bytes, { level: LEVEL }) : bytes, measured })
}

/** The number of threads. Training on a small treebank ends before threads have started. */
function workersFor(sentences: readonly Sentence[]): number {
  const words = sentences.reduce((sum, { length }) => sum + length, 0)
  return words < FEW_WORDS ? 1 : availableParallelism()
}

async function givenModels(): Promise<StageModels> {
  const given: { [name in StageName]?: Model } = {}
  for (const [name, file] of Object.entries(job.given)) {
    const stage = name as StageName
    const found = splitModel(readModel(await modelBytes(file), file))[stage]
    if (found === undefined)
      throw new ParleyError('bad-input', `This model has no ${stage}. Give one that has.`, { file })
    given[stage] = found
  }
  return given
}

/** Reads a treebank and checks it: it must not be empty, and must have trees if a parser is trained. */
async function read(file: string): Promise<Treebank> {
  const treebank = await readTreebank(file)
  const warning = treebank.describeDeviations('parley: ')
  if (warning !== '') send({ warning })
  if (treebank.sentences.length === 0)
    throw new ParleyError('bad-input', 'There are no sentences in this file.', { file })
  if (job.what === 'tagger' && treebank.sentences.every(isBare))
    throw new ParleyError(
      'bad-input',
      'No word of this file has a tag or a lemma: there is nothing to learn.',
      {
        file,
      },
    )
  if (job.what === 'tokenizer' || job.what === 'tagger') return treebank
  for (const { heads, line, length } of treebank.sentences) {
    const missing = heads.findIndex((head) => head < 0 || head > length)
    const fact =
      missing >= 0
        ? `Word ${missing + 1} of this sentence has no head`
        : findCycle(heads) !== null
          ? 'The heads of this sentence form a cycle'
          : null
    if (fact !== null)
      throw new ParleyError(
        'bad-input',
        `${fact}: a parser cannot learn from it. Leave the sentence out; parley check finds all such places.`,
        { file, line },
      )
  }
  return treebank
}

/** Whether no word has a tag, features or a lemma. */
function isBare({ upos, xpos, feats, lemmas }: Sentence): boolean {
  return [upos, xpos, feats, lemmas].every((column) => column.every((value) => value === '_'))
}

/** A checkpoint file as a store. This thread reads it; the main thread writes it. */
function store(file: string): CheckpointStore {
  return {
    name: file,
    load() {
      if (!existsSync(file)) return null
      try {
        return readModel(readFileSync(file), file)
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error
        const fact = error.message.replace('a usable model', 'a checkpoint')
        throw new ParleyError(error.code, `${fact} Name a new file, or remove this one.`, { file })
      }
    },
    save(state, about) {
      const bytes = writeModel(state)
      send({ checkpoint: bytes, about }, bytes)
    },
  }
}

function throttled(): (text: string, progress: TrainingProgress) => void {
  let last = Number.NEGATIVE_INFINITY
  return (text, progress) => {
    const now = performance.now()
    if (!progress.epochDone && now - last < REFRESH_MS) return
    last = now
    send({ text, progress })
  }
}
