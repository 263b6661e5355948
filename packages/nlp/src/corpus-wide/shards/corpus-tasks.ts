// The two tasks of corpus-wide inference with a pipeline: what of a sentence is kept, which words should agree, and what the
// answer demands of the tagger and the parser.
import { ParleyError } from '@parley/core'
import type { Sentence } from '../../conllu/sentence.js'
import { Parser } from '../../parse/parser.js'
import type { SentenceDemands } from '../../pipeline/constraints.js'
import { Pipeline } from '../../pipeline/pipeline.js'
import { Tagger } from '../../tag/tagger.js'
import { arcScorer } from '../parse-corpus.js'
import { parserKnows, rememberingTagger, taggerScorer } from '../tagger-scores.js'
import { type CorpusPart, parsePart, tagPart } from './corpus-part.js'
import type { CorpusShard } from './corpus-shard.js'

export type CorpusTask = 'tag' | 'parse'

/** How sets are made if nobody says: chosen on the development part of EWT, where agreement on heads must not hurt. */
export const SET_DEFAULTS = {
  tag: { penalty: 3, least: 3 },
  parse: { penalty: 0.3, least: 3 },
} as const

/** What the parser's own tree is worth, for each arc. */
const FAVOUR = 2
const CONTEXT = [-1, 0]

export interface TaskPart {
  /** What tags and parses sentences before they go in. */
  readonly reader: Pipeline
  readonly part: CorpusPart
}

/** Says what is missing, before anything is read. */
export function requireTaskModel(task: CorpusTask, { stages }: Pipeline): void {
  if (task === 'tag' && !(stages.tagger instanceof Tagger))
    throw new ParleyError('bad-argument', 'Tagging a corpus as a whole needs a model with a tagger.')
  if (stages.parser instanceof Parser) return
  const why = task === 'tag' ? ': its vocabulary says which words are new' : ''
  throw new ParleyError(
    'bad-argument',
    `${task === 'tag' ? 'Tagging' : 'Parsing'} a corpus as a whole needs a model with a parser${why}.`,
  )
}

/** Tags: words that training did not see should have the same wherever they stand. Heads: those between the same tags. */
export function taskPart(task: CorpusTask, pipeline: Pipeline): TaskPart {
  requireTaskModel(task, pipeline)
  const { stages } = pipeline
  const parser = stages.parser as Parser
  if (task === 'parse') return { reader: pipeline, part: parsePart(arcScorer(parser), CONTEXT, FAVOUR) }
  const tagger = rememberingTagger(stages.tagger as Tagger)
  const scorer = taggerScorer(tagger, parserKnows(parser))
  const isNew = (form: string) => !scorer.knows(form) && /\p{L}/u.test(form)
  return { reader: new Pipeline({ ...stages, tagger }), part: tagPart(scorer, isNew) }
}

/** What is demanded of the words of a sentence, as it was read; undefined if nothing changed. */
export function demandsOf(
  task: CorpusTask,
  { isolated, joint, part }: CorpusShard,
  s: number,
  sentence: Sentence,
): SentenceDemands | undefined {
  const at = part.corpus.before(s)
  const words = Array.from({ length: part.corpus.lengthOf(s) }, (_, i) => {
    if (isolated[at + i] === joint[at + i]) return null
    // A tree with crossing arcs is not quite what its sentence has by itself here: such words are left as they are.
    return task === 'tag' || isolated[at + i] === sentence.heads[i] ? joint[at + i] : null
  })
  if (words.every((word) => word === null)) return undefined
  return task === 'tag'
    ? { upos: words.map((tag) => (tag === null ? null : part.values[tag])) }
    : { heads: words }
}
