// Corpus-wide inference in the worker.
import type { SoftTraceRow } from '@parleyjs/core/internal'
import {
  type CorpusWide,
  ParseCorpus,
  type Parser,
  type Pipeline,
  parseCorpusWide,
  type Sentence,
  TagContexts,
  TagCorpus,
  type Tagger,
  tagCorpusWide,
  UnseenWords,
} from '@parleyjs/nlp'
import { arcScorer, type ConsensusSets, parserKnows, taggerScorer } from '@parleyjs/nlp/internal'
import type { Work } from '../work/serve.js'
import type { CorpusResult, CorpusSettings, CorpusTask } from './corpus-types.js'

/** Maximum number of sentences. */
const MOST_SENTENCES = 300
const SECONDS = 5
/** The positions of a context: the previous word, the word, the next word. */
const CONTEXT = [-1, 0, 1]

/** The stages that supply the scores of corpus-wide inference. */
export interface Scorers {
  readonly pipeline: Pipeline
  readonly tagger: Tagger
  readonly parser: Parser
}

export async function agreeCorpusWide(
  scorers: Scorers,
  { text, settings }: CorpusTask['request'],
  work: Work<CorpusTask['progress']>,
): Promise<CorpusResult> {
  const sentences: Sentence[] = []
  let cut = false
  for (const { sentence } of scorers.pipeline.process(text, { parse: false })) {
    cut = sentences.length === MOST_SENTENCES
    if (cut) break
    sentences.push(sentence)
    work.tell({ sentences: sentences.length })
    await work.breathe()
  }
  const rows: SoftTraceRow[] = []
  const solveTags = settings.consensus === 'tags'
  const { sets, result, tags } = (solveTags ? tagsTogether : headsTogether)(
    scorers,
    sentences,
    settings,
    rows,
  )
  const { status, value, bound, iterations } = result.solution
  return {
    sentences: sentences.map(({ forms }, s) => ({ forms: [...forms], tags: tags[s] })),
    sets: Array.from({ length: sets.length }, (_, set) => ({
      name: sets.names[set],
      members: membersOf(sets, set),
    })),
    changes: [...result.changes()],
    status,
    value,
    bound,
    rounds: iterations,
    rows: rows.map(({ iteration, bound, value }) => ({ iteration, bound, value })),
    cut,
  }
}

interface Together {
  readonly sets: ConsensusSets
  /** The tags of each sentence's words. */
  readonly tags: readonly (readonly string[])[]
  readonly result: Pick<CorpusWide<unknown>, 'solution' | 'changes'>
}

function optionsFor(rows: SoftTraceRow[]) {
  return {
    timeLimit: SECONDS,
    onIteration: (row: SoftTraceRow) => {
      rows.push(row)
      return undefined
    },
  }
}

/** Sets of words that training did not see: their occurrences should have the same tag. */
function tagsTogether(
  { tagger, parser }: Scorers,
  sentences: readonly Sentence[],
  { penalty, least }: CorpusSettings,
  rows: SoftTraceRow[],
): Together {
  const scorer = taggerScorer(tagger, parserKnows(parser))
  const corpus = new TagCorpus(scorer)
  const words = new UnseenWords((form) => scorer.knows(form) || !/\p{L}/u.test(form))
  for (const { forms } of sentences) {
    corpus.add(forms)
    words.add(forms)
  }
  const sets = words.sets(scorer.tags, { penalty, least })
  const result = tagCorpusWide(corpus, sets, optionsFor(rows))
  let word = 0
  const tags = sentences.map(({ forms }) => forms.map(() => scorer.tags[result.joint[word++]]))
  return { sets, tags, result }
}

/** Sets of words between the same tags: their heads should have the same tag. */
function headsTogether(
  { parser }: Scorers,
  sentences: readonly Sentence[],
  { penalty, least }: CorpusSettings,
  rows: SoftTraceRow[],
): Together {
  const corpus = new ParseCorpus(arcScorer(parser))
  const contexts = new TagContexts(CONTEXT)
  for (const sentence of sentences) {
    corpus.add(sentence)
    contexts.add(sentence.upos)
  }
  const sets = contexts.sets(corpus.values, { penalty, least })
  const tags = sentences.map(({ upos }) => [...upos])
  return { sets, tags, result: parseCorpusWide(corpus, sets, optionsFor(rows)) }
}

function membersOf(sets: ConsensusSets, set: number): [number, number][] {
  const members: [number, number][] = []
  for (let m = sets.start(set); m < sets.start(set + 1); m++)
    members.push([sets.sentenceOf(m), sets.wordOf(m)])
  return members
}
