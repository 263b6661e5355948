// Sentences from a source, through a pipeline: text is split, CoNLL-U is taken as it is or split anew.
import { ParleyError } from '@parley/core'
import {
  type Note,
  type Pipeline,
  type Processed,
  processSplit,
  readConllu,
  type Sentence,
  type SentenceDemands,
  type SplitSentence,
  type TreeOptions,
  treebankText,
} from '@parley/nlp'
import { bracketSentences } from './bracket-input.js'
import { decodeText } from './decode-text.js'
import { Deviations } from './deviations.js'
import { looksLikeBrackets, looksLikeConllu } from './input-kind.js'
import { readChunks } from './read-chunks.js'
import { say } from './say.js'
import type { Source } from './text-sources.js'
import { UsageError } from './usage-error.js'

/** What to do with the input. */
export interface TextJob {
  readonly input?: 'text' | 'conllu' | 'mrg' | undefined
  readonly tokens: 'keep' | 'predict'
  readonly tags?: 'keep' | 'predict' | undefined
  readonly tag: boolean
  /** What is wanted of the parser. */
  readonly trees: TreeOptions
  readonly offsets: boolean
  /** Whether bracketed trees are taken, for their words and tags (XPOS). */
  readonly brackets?: boolean
  /** What is demanded of a sentence; sentences count from 1 through all sources. */
  readonly demands?: ((sentence: Sentence, number: number) => SentenceDemands | undefined) | undefined
}

/** Enough of a file to see what it is. */
const PEEK = 2 ** 16

/** The sentences of a source, one by one, after so many of other sources. */
export async function* processSource(
  pipeline: Pipeline,
  source: Source,
  job: TextJob,
  before = 0,
): AsyncGenerator<Processed, void, undefined> {
  let number = before
  for await (const split of readSource(pipeline, source, job)) {
    if ('note' in split) say(split.note)
    else {
      const { sentence } = split
      number++
      yield processSplit(pipeline, split, job.trees, () => job.demands?.(sentence, number))
    }
  }
}

/** The sentences of a source, split into words and no more; notes are for standard error, once all before it is done. */
export async function* readSource(
  splitter: Pick<Pipeline, 'splitStream'>,
  source: Source,
  job: TextJob,
): AsyncGenerator<SplitSentence | Note, void, undefined> {
  const { tag, offsets } = job
  const predict = { tags: tag ? 'predict' : 'keep' } as const
  const split = async function* (pieces: AsyncIterable<string> | Iterable<string>) {
    for await (const found of splitter.splitStream(pieces, { tag, offsets })) yield { ...found, ...predict }
  }
  if ('text' in source) {
    if (job.input === 'conllu' || job.input === 'mrg')
      throw new UsageError(`--input ${job.input} goes with files, not with a text.`, 'parse')
    requireNoTags(job)
    yield* split([source.text])
    return
  }
  const { file } = source
  const { start, whole, chunks } = await peek(readChunks(file))
  // A file without a word is neither text nor CoNLL-U: no model is too small for it.
  if (job.input === undefined && whole && start.trim() === '') return
  const input = job.input ?? inputOf(start)
  if (input === 'mrg') {
    requireBrackets(job, file)
    for await (const { sentence } of bracketSentences(chunks, file))
      yield { sentence, offsets: null, tags: 'keep' }
    return
  }
  if (input === 'text') {
    requireNoTags(job)
    yield* split(decodeText(file, chunks))
    return
  }
  const deviations = new Deviations(file)
  const sentences = readConllu(chunks, { strict: false, file, onWarning: deviations.add })
  if (job.tokens === 'predict') yield* split(textOf(sentences))
  else
    for await (const sentence of sentences)
      yield { sentence, offsets: null, tags: tag ? job.tags : 'keep', file }
  yield { note: deviations.describe('parley: ') }
}

function requireNoTags({ tags }: TextJob): void {
  if (tags === 'keep')
    throw new UsageError('--tags keep goes with CoNLL-U: a text has no tags to keep.', 'parse')
}

function requireBrackets({ brackets, tokens }: TextJob, file: string): void {
  if (brackets !== true)
    throw new ParleyError(
      'bad-input',
      'This looks like bracketed trees. Their words can be parsed with: parley parse --constituency. If it is text after all, say so with --input text.',
      { file },
    )
  if (tokens === 'predict')
    throw new UsageError(
      '--tokens predict goes with CoNLL-U: bracketed trees have no text to split.',
      'parse',
    )
}

function inputOf(start: string): 'text' | 'conllu' | 'mrg' {
  if (looksLikeConllu(start)) return 'conllu'
  return looksLikeBrackets(start) ? 'mrg' : 'text'
}

/** The text of a treebank, paragraph by paragraph. */
async function* textOf(sentences: AsyncIterable<Sentence>): AsyncGenerator<string, void, undefined> {
  let paragraph: Sentence[] = []
  for await (const sentence of sentences) {
    if (paragraph.length > 0 && sentence.comments.some((line) => /^#\s*new(par|doc)\b/.test(line))) {
      yield `${treebankText(paragraph)}\n`
      paragraph = []
    }
    paragraph.push(sentence)
  }
  if (paragraph.length > 0) yield treebankText(paragraph)
}

/** The beginning of a stream of bytes, roughly decoded, whether that is the whole, and all of it. */
async function peek(chunks: AsyncGenerator<Uint8Array, void, undefined>) {
  const seen: Uint8Array[] = []
  let size = 0
  let done = false
  while (size < PEEK && !done) {
    const next = await chunks.next()
    if (next.done) done = true
    else {
      seen.push(next.value)
      size += next.value.length
    }
  }
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* seen.splice(0)
    yield* chunks
  }
  return { start: new TextDecoder().decode(Buffer.concat(seen)), whole: done, chunks: all() }
}
