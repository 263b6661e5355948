// The two tasks of corpus-wide inference with a pipeline: what is kept of a sentence, which words should
// agree, and the constraints that the answer puts on the tagger and the parser.
import { ParleyError } from '@parleyjs/core'
import type { SentenceDemands } from '../../../pipeline/constraints.js'
import { Pipeline } from '../../../pipeline/pipeline.js'
import type { Sentence } from '../../../text/conllu/sentence.js'
import { TreeParser } from '../../parse/tree-parser.js'
import { arcScorer } from '../parse-corpus.js'
import { type ProbableTagger, parserKnows, rememberingTagger, taggerScorer } from '../tagger-scores.js'
import { type CorpusPart, parsePart, tagPart } from './corpus-part.js'
import type { CorpusShard } from './corpus-shard.js'

export type CorpusTask = 'tag' | 'parse'

/** Default options of sets, chosen on the development part of EWT, where agreement on heads must not hurt. */
export const SET_DEFAULTS = {
  tag: { penalty: 3, least: 3 },
  parse: { penalty: 0.3, least: 3 },
} as const

/** Bonus for each arc of the parser's own tree. */
const FAVOUR = 2
const CONTEXT = [-1, 0]

export interface TaskPart {
  /** What tags and parses sentences before they go in. */
  readonly reader: Pipeline
  readonly part: CorpusPart
}

/** Reports what is missing, before anything is read. */
export function requireTaskModel(task: CorpusTask, { stages }: Pipeline): void {
  if (task === 'tag' && stages.tagger?.givesProbabilities !== true)
    throw new ParleyError('bad-argument', 'Tagging a corpus as a whole needs a model with a tagger.')
  if (stages.parser instanceof TreeParser) return
  const why = task === 'tag' ? ': its vocabulary says which words are new' : ''
  throw new ParleyError(
    'bad-argument',
    `${task === 'tag' ? 'Tagging' : 'Parsing'} a corpus as a whole needs a model with a parser${why}.`,
  )
}

/**
 * Tags: words that training did not see should have the same wherever they stand. Heads: those between the
 * same tags.
 */
export function taskPart(task: CorpusTask, pipeline: Pipeline): TaskPart {
  requireTaskModel(task, pipeline)
  const { stages } = pipeline
  const parser = stages.parser as TreeParser
  if (task === 'parse') return { reader: pipeline, part: parsePart(arcScorer(parser), CONTEXT, FAVOUR) }
  const tagger = rememberingTagger(stages.tagger as ProbableTagger)
  const scorer = taggerScorer(tagger, parserKnows(parser))
  const isNew = (form: string) => !scorer.knows(form) && /\p{L}/u.test(form)
  return { reader: new Pipeline({ ...stages, tagger }), part: tagPart(scorer, isNew) }
}

/** The constraints on the words of a sentence, as it was read; undefined if nothing changed. */
export function demandsOf(
  task: CorpusTask,
  { isolated, joint, part }: CorpusShard,
  s: number,
  sentence: Sentence,
): SentenceDemands | undefined {
  const at = part.corpus.before(s)
  const words = Array.from({ length: part.corpus.lengthOf(s) }, (_, i) => {
    if (isolated[at + i] === joint[at + i]) return null
    // A tree with crossing arcs differs from the projective tree of its sentence here; such words stay
    // unchanged.
    return task === 'tag' || isolated[at + i] === sentence.heads[i] ? joint[at + i] : null
  })
  if (words.every((word) => word === null)) return undefined
  return task === 'tag'
    ? { upos: words.map((tag) => (tag === null ? null : part.values[tag])) }
    : { heads: words }
}
