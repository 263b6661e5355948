// Corpus-wide inference (paper 4, section 2): every sentence is a model, words in sets should agree, and the
// corpus gets the answer that is best as a whole.
import { boxMplp, type Factor, type SoftOptions, type SoftProblem, type SoftSolution } from '@parleyjs/core'
import { agreeMore } from './agree-more.js'
import { type Change, findChanges } from './changes.js'
import type { ConsensusSets } from './consensus.js'
import type { ParseCorpus } from './parse-corpus.js'
import { ParseFactor } from './parse-factor.js'
import { consensusProblem, type SharedWords, shareWords, wordProblem } from './shared-words.js'
import type { TagCorpus } from './tag-corpus.js'
import { TagFactor } from './tag-factor.js'
import { haveLoneWords, loneWordScores, taggedWordScores } from './word-table.js'

/** Default number of rounds. */
const ROUNDS = 30
/** The relative gap at which the solver stops, as a share of the bound. */
const TOLERANCE = 1e-6

export type CorpusWideOptions = Pick<
  SoftOptions,
  'maxIterations' | 'tolerance' | 'timeLimit' | 'signal' | 'onIteration'
>

/** The answer for a whole corpus. */
export interface CorpusWide<T> {
  /**
   * Tags or heads (0 is the root) of all words of the corpus, from each sentence by itself and from all
   * together.
   */
  readonly isolated: T
  readonly joint: T
  /** Value and bound of the sentences that have words in sets, and how they were found. */
  readonly solution: SoftSolution
  /** What changed, and why, in the order of the corpus. */
  changes(): Generator<Change, void, undefined>
}

/**
 * Tags all sentences together.
 *
 * @example
 * const { joint, changes } = tagCorpusWide(corpus, words.sets(crf.tags, { penalty: 2 }))
 */
export function tagCorpusWide(
  corpus: TagCorpus,
  sets: ConsensusSets,
  options: CorpusWideOptions = {},
): CorpusWide<Uint8Array> {
  const shared = shareWords(sets, corpus.length)
  const factor = new TagFactor(corpus, shared)
  const isolated = factor.tags.slice()
  const models = (f: number) => factor.at(f)
  const problem =
    corpus.scorer.transitions.isIndependent === true
      ? wordProblem(sets, shared, taggedWordScores(corpus, shared))
      : sentenceProblem(sets, shared, models)
  const solution = agreeMore(solve(problem, options), sets, shared, models)
  for (let f = 0; f < shared.sentences.length; f++) factor.at(f).complete(solution.assignment!)
  const joint = factor.tags
  const consensus = solution.assignment!.subarray(shared.words.length)
  const at = (tags: Uint8Array) => (s: number, w: number) => tags[corpus.before(s) + w]
  return {
    isolated,
    joint,
    solution,
    changes: () => findChanges(sets, shared, consensus, (s) => corpus.lengthOf(s), at(isolated), at(joint)),
  }
}

/**
 * Parses all sentences together; what words agree on is the tag of their head.
 *
 * @example
 * const { joint, changes } = parseCorpusWide(corpus, contexts.sets(corpus.values, { penalty: 0.5 }))
 */
export function parseCorpusWide(
  corpus: ParseCorpus,
  sets: ConsensusSets,
  options: CorpusWideOptions = {},
): CorpusWide<Uint16Array> {
  const shared = shareWords(sets, corpus.length)
  const factor = new ParseFactor(corpus, shared, sets.values.length)
  const isolated = factor.heads.slice()
  const models = (f: number) => factor.at(f)
  const solution = agreeMore(solve(sentenceProblem(sets, shared, models), options), sets, shared, models)
  for (let f = 0; f < shared.sentences.length; f++) factor.at(f).complete(solution.assignment!)
  const joint = factor.heads
  const consensus = solution.assignment!.subarray(shared.words.length)
  const at = (heads: Uint16Array) => (s: number, w: number) => corpus.valueOf(s, heads[corpus.before(s) + w])
  return {
    isolated,
    joint,
    solution,
    changes: () => findChanges(sets, shared, consensus, (s) => corpus.lengthOf(s), at(isolated), at(joint)),
  }
}

function sentenceProblem(sets: ConsensusSets, shared: SharedWords, models: (factor: number) => Factor) {
  if (!haveLoneWords(shared)) return consensusProblem(sets, shared, models)
  return wordProblem(sets, shared, loneWordScores(models, shared.words.length, sets.values.length))
}

function solve(problem: SoftProblem, options: CorpusWideOptions): SoftSolution {
  return boxMplp(problem, withDefaults(options))
}

/** The options with which corpora are solved. */
export function withDefaults(options: CorpusWideOptions): CorpusWideOptions {
  return { maxIterations: ROUNDS, tolerance: TOLERANCE, ...options }
}
