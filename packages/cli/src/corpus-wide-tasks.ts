// The two tasks of `--corpus-wide`: what of a sentence is kept, which words should agree, and what the answer demands of
// the tagger and the parser.
import { ParleyError } from '@parley/core'
import {
  arcScorer,
  type Change,
  type ConsensusSet,
  ConsensusSets,
  type CorpusWide,
  type CorpusWideOptions,
  ParseCorpus,
  Parser,
  Pipeline,
  parseCorpusWide,
  parserKnows,
  rememberingTagger,
  type Sentence,
  type SentenceDemands,
  TagContexts,
  TagCorpus,
  Tagger,
  tagCorpusWide,
  taggerScorer,
  UnseenWords,
} from '@parley/nlp'
import { UsageError } from './usage-error.js'

// Chosen on the development part of EWT, where agreement on heads must not hurt. See docs/corpus-wide.md.
const TAG_PENALTY = 3
const TAG_LEAST = 3
const HEAD_PENALTY = 0.3
const HEAD_LEAST = 3
/** What the parser's own tree is worth, for each arc. */
const FAVOUR = 2
const CONTEXT = [-1, 0]

/** What a user may say of sets. */
export interface SetOptions {
  readonly sets?: readonly ConsensusSet[] | undefined
  readonly penalty?: number | undefined
}

/** An answer, as the second pass needs it. */
export interface Answer {
  readonly result: Pick<CorpusWide<unknown>, 'solution'>
  readonly sets: ConsensusSets
  readonly changes: Iterable<Change>
  /** What is demanded of the words of a sentence, as it was read; undefined if nothing changed. */
  demands(at: number, sentence: Sentence): SentenceDemands | undefined
}

/** A task: sentences go in one by one, then all are solved together. */
export interface Task {
  /** What reads and tags sentences before they go in. */
  readonly reader: Pipeline
  /** Memory of what is kept. */
  readonly bytes: number
  add(sentence: Sentence): void
  solve(options: SetOptions, limits: CorpusWideOptions): Answer
}

/** Tags: words that training did not see should have the same wherever they stand. */
export function tagTask({ stages }: Pipeline): Task {
  const { tagger, parser } = stages
  if (!(tagger instanceof Tagger)) throw new UsageError('--corpus-wide needs a model with a tagger.', 'tag')
  if (!(parser instanceof Parser))
    throw new UsageError(
      '--corpus-wide needs a model with a parser: its vocabulary says which words are new.',
      'tag',
    )
  const remembering = rememberingTagger(tagger)
  const scorer = taggerScorer(remembering, parserKnows(parser))
  const corpus = new TagCorpus(scorer)
  const words = new UnseenWords((form) => scorer.knows(form) || !/\p{L}/u.test(form))
  return {
    reader: new Pipeline({ ...stages, tagger: remembering }),
    get bytes() {
      return corpus.bytes
    },
    add({ forms }) {
      corpus.add(forms)
      words.add(forms)
    },
    solve({ sets: given, penalty = TAG_PENALTY }, limits) {
      const sets =
        given === undefined
          ? words.sets(scorer.tags, { penalty, least: TAG_LEAST })
          : ConsensusSets.from(given, scorer.tags, corpus.length, (s) => corpus.lengthOf(s))
      const result = tagCorpusWide(corpus, sets, limits)
      const { isolated, joint } = result
      const upos = (s: number) => changedWords(corpus, s, isolated, joint, (tag) => scorer.tags[tag]!)
      return {
        result,
        sets,
        changes: result.changes(),
        demands: (s) => demand(upos(s), (names) => ({ upos: names })),
      }
    },
  }
}

/** Heads: words between the same tags should have heads with the same tag. */
export function parseTask(reader: Pipeline): Task {
  const { parser } = reader.stages
  if (!(parser instanceof Parser)) throw new UsageError('--corpus-wide needs a model with a parser.', 'parse')
  const corpus = new ParseCorpus(arcScorer(parser), FAVOUR)
  const contexts = new TagContexts(CONTEXT)
  return {
    reader,
    get bytes() {
      return corpus.bytes
    },
    add(sentence) {
      corpus.add(sentence, sentence.heads)
      contexts.add(sentence.upos)
    },
    solve({ sets: given, penalty = HEAD_PENALTY }, limits) {
      const sets =
        given === undefined
          ? contexts.sets(corpus.values, { penalty, least: HEAD_LEAST })
          : ConsensusSets.from(given, corpus.values, corpus.length, (s) => corpus.lengthOf(s))
      const result = parseCorpusWide(corpus, sets, limits)
      const { isolated, joint } = result
      const heads = (s: number) => changedWords(corpus, s, isolated, joint, (head) => head)
      // A tree with crossing arcs is not quite what its sentence has by itself here: such words are left as they are.
      const kept = (s: number, { heads: own }: Sentence) =>
        heads(s).map((head, i) => (isolated[corpus.before(s) + i] === own[i] ? head : null))
      return {
        result,
        sets,
        changes: result.changes(),
        demands: (s, sentence) => demand(kept(s, sentence), (found) => ({ heads: found })),
      }
    },
  }
}

/** Sets from JSON, with the file in what goes wrong. */
export function placedSets<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ParleyError)
      throw new ParleyError(error.code, error.message, { file, ...error.place })
    throw error
  }
}

/** What the words of a sentence that changed have now; null for the others. */
function changedWords<T>(
  corpus: { before(sentence: number): number; lengthOf(sentence: number): number },
  sentence: number,
  before: ArrayLike<number>,
  after: ArrayLike<number>,
  name: (value: number) => T,
): (T | null)[] {
  const at = corpus.before(sentence)
  return Array.from({ length: corpus.lengthOf(sentence) }, (_, i) =>
    before[at + i] === after[at + i] ? null : name(after[at + i]!),
  )
}

function demand<T>(
  words: readonly (T | null)[],
  make: (words: readonly (T | null)[]) => SentenceDemands,
): SentenceDemands | undefined {
  return words.some((word) => word !== null) ? make(words) : undefined
}
