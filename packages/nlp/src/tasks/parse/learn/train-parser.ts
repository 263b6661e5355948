// From a treebank to a parser: vocabulary, labels, pruners, then the weights. The state after every epoch can
// be kept, and training continues from it with the same result.
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import type { CheckpointStore } from '@parleyjs/learn'
import type { ParserInput, TrainingSentence } from '../interface/parser-input.js'
import type { Network } from '../network/network.js'
import { networkArrays, networkState } from '../network/network-state.js'
import { Parser } from '../parser.js'
import { type ParserParts, partsName } from '../parts/parts.js'
import { savedTraining, saveTraining } from './checkpoint.js'
import { type Bits, Course, type Tables } from './course.js'
import {
  learnFine,
  learnNetwork,
  learnPruner,
  learnTreeLabels,
  learnWeights,
  type WeightsProgress,
} from './phases.js'

/** Progress of training. */
export interface ParserProgress {
  /**
   * What trees are scored by in this epoch: `arc` at first, then the size of the model or the list of its
   * parts.
   */
  stage: string
  /** Epochs done in all, and how many there are. */
  epoch: number
  epochs: number
  /** Approximate share of the work that is done, from 0 to 1. */
  share: number
  /** Share of words whose head and relation were found in this epoch, against the bonus for wrong ones. */
  correct: number
  /** On the development set: share of words with the right head, and with the right head and relation. */
  dev?: { uas: number; las: number }
}

/** Options of `trainParser`. */
export interface TrainParserOptions {
  /** What trees are scored by. Default `second`. */
  parts?: ParserParts
  /** Sentences to measure progress on. */
  dev?: readonly TrainingSentence[]
  /** Passes over the treebank; all but `arc` begin with three of arcs alone. Default 8. */
  epochs?: number
  seed?: number
  /**
   * Whether a small network scores arcs and relations beside the weights: slower, and more accurate. By
   * default it does where there are parts beyond arcs: arcs alone are for speed. Another parser's network can
   * be given, if it has seen the same treebank: it does not depend on parts.
   */
  network?: boolean | Network
  /**
   * The same sentences with predicted tags: every epoch takes half of the sentences from here, so that raw
   * text works.
   */
  predicted?: readonly ParserInput[]
  /** Called after every epoch. */
  onProgress?: (progress: ParserProgress) => void
  /**
   * Called regularly with the epoch (0: preparations, one after the last: the network) and the approximate
   * share of the work done.
   */
  onStep?: (epoch: number, share: number) => void
  /**
   * Stores the state after every epoch; training continues from a stored state. A state of another training
   * is refused.
   */
  checkpoint?: CheckpointStore
  /** Sizes of the tables of weights, as powers of two. */
  bits?: Partial<Bits>
}

const KEYS = {
  parts: true,
  dev: true,
  epochs: true,
  seed: true,
  network: true,
  predicted: true,
  onProgress: true,
  onStep: true,
  checkpoint: true,
  bits: true,
} satisfies OptionKeys<TrainParserOptions>

/**
 * Learns a parser from a treebank. The same input gives the same parser, byte by byte.
 *
 * @example
 * const parser = trainParser(parseConllu(text), { parts: 'second' })
 * writeModel(parser.toModel({ licence: 'CC-BY-SA-4.0', trainedOn: 'UD_English-EWT 2.16' }))
 */
export function trainParser(
  sentences: readonly TrainingSentence[],
  options: TrainParserOptions = {},
): Parser {
  requireOptions('trainParser', options, KEYS)
  const { checkpoint, onStep, onProgress, dev } = options
  const course = new Course(sentences, options.predicted, options)
  const { parts, epochs } = course
  const wanted = options.network ?? parts.length > 1
  const fingerprint = course.fingerprint(wanted !== false)
  const saved = savedTraining(checkpoint, fingerprint)
  const tables: Tables = saved?.tables ?? { ...learnPruners(course), ...course.newTables() }
  let networkSoFar = saved?.network ?? null
  let now: WeightsProgress = saved ?? {
    epoch: 0,
    order: Int32Array.from(course.gold, (_, i) => i),
    random: course.random('epochs').state,
  }
  const save = (after: string) => {
    if (checkpoint === undefined) return
    saveTraining(checkpoint, fingerprint, { ...now, tables, network: networkSoFar }, after)
  }
  if (saved === null) save('the first epoch')
  const networkDone = wanted === true ? 0 : null
  const trainer = learnWeights(course, tables, now, {
    onStep: (epoch, done) => onStep?.(epoch, course.share(epoch, done, networkDone)),
    onEpoch: (state, beyond, correct, trainer) => {
      now = state
      save(`epoch ${state.epoch}`)
      onProgress?.({
        stage: beyond ? partsName(parts) : 'arc',
        epoch: state.epoch,
        epochs,
        share: course.share(state.epoch, 1, networkDone),
        correct,
        ...(dev !== undefined && { dev: accuracy(trainer.parser(beyond), dev) }),
      })
    },
  })
  const parser = trainer.parser(true)
  if (wanted === false) return parser
  if (wanted !== true) return new Parser({ ...parser.model, network: wanted })
  const network = learnNetwork(
    course,
    tables.pruner,
    networkSoFar === null ? null : networkState(networkSoFar),
    {
      onStep: (share) => onStep?.(epochs + 1, course.share(epochs, 1, share)),
      onEpoch: (state) => {
        networkSoFar = networkArrays(state)
        save(`epoch ${state.epoch} of the network`)
      },
    },
  )
  return new Parser({ ...parser.model, network })
}

/** Tables that are fixed while the weights are trained. */
function learnPruners(course: Course): Tables {
  const pruner = learnPruner(course)
  return {
    pruner,
    half0: learnFine(course, pruner, 'half0'),
    half1: learnFine(course, pruner, 'half1'),
    fine: learnFine(course, pruner, 'fine'),
    treeLabel: learnTreeLabels(course),
  }
}

/** Shares of words with the right head, and with the right head and relation. */
export function accuracy(
  parser: Parser,
  sentences: readonly TrainingSentence[],
): { uas: number; las: number } {
  let words = 0
  let heads = 0
  let both = 0
  for (const sentence of sentences) {
    const parse = parser.parse(sentence)
    for (let i = 0; i < parse.heads.length; i++) {
      words++
      if (parse.heads[i] !== sentence.heads[i]) continue
      heads++
      if (parse.deprels[i] === sentence.deprels[i]) both++
    }
  }
  return { uas: heads / Math.max(1, words), las: both / Math.max(1, words) }
}
