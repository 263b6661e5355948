// Reads sentences from a source through a pipeline. Text is split; the words of CoNLL-U are kept or
// predicted.
import {
  type Pipeline,
  type Processed,
  parseConllu,
  readConllu,
  type Sentence,
  type SentenceDemands,
  type TextOptions,
  type TreeOptions,
} from '@parleyjs/nlp'
import { type Note, processSplit, type SplitSentence, treebankText } from '@parleyjs/nlp/internal'
import { bracketSentences } from './bracket-sentences.js'
import { decodeText } from './decode-text.js'
import { Deviations } from './deviations.js'
import { kindOf } from './input-kind.js'
import { OwnTokens, type OwnTokensKind } from './own-tokens.js'
import { type FileSource, type InputKind, peek, type RunnerSource } from './source.js'

/** How a source becomes sentences. */
export interface ReadOptions {
  /** The format of the source. By default it is detected from the beginning. */
  readonly input?: InputKind | undefined
  /** CoNLL-U: whether its words are kept or predicted from its text. */
  readonly tokens: 'keep' | 'predict'
  /** CoNLL-U: whether its tags are kept or predicted; by default they are kept if every word has one. */
  readonly tags?: 'keep' | 'predict' | undefined
  /** Whether sentences are tagged. */
  readonly tag: boolean
  /** Text: whether MISC gets `TokenRange=start:end`. */
  readonly offsets: boolean
  /** Text: whether MISC gets the white space of the text. */
  readonly spaces?: boolean | undefined
  /** Throws if the front end does not accept the format of a source. */
  readonly accept?: ((kind: InputKind) => void) | undefined
  /** Prefix of each line about a deviation from CoNLL-U. */
  readonly notePrefix?: string | undefined
}

/** How sentences are read, tagged and parsed. */
export interface SentenceJob extends ReadOptions {
  readonly trees: TreeOptions
  /** Constraints on a sentence. Sentences are numbered from 1 through all sources. */
  readonly demands?: ((sentence: Sentence, number: number) => SentenceDemands | undefined) | undefined
}

/**
 * The sentences of a source, tagged and parsed. `onNote` gets the lines about deviations from CoNLL-U;
 * `before` is the number of sentences of earlier sources.
 */
export async function* processSource(
  pipeline: Pipeline,
  source: RunnerSource,
  job: SentenceJob,
  onNote: (note: string) => void,
  before = 0,
): AsyncGenerator<Processed, void, undefined> {
  let number = before
  for await (const split of readSentences(pipeline, source, job)) {
    if ('note' in split) onNote(split.note)
    else {
      const { sentence } = split
      number++
      yield processSplit(pipeline, split, job.trees, () => job.demands?.(sentence, number))
    }
  }
}

/**
 * The sentences of a text or of strict CoNLL-U in memory, tagged and parsed. The generator is synchronous: it
 * is for a thread that does nothing else. All of the CoNLL-U is checked before the first sentence.
 */
export function* processWhole(
  pipeline: Pipeline,
  source: { readonly text: string } | { readonly conllu: string },
  trees: TreeOptions,
  tags?: 'keep' | 'predict',
  text: Pick<TextOptions, 'lines' | 'spaces' | 'offsets' | 'tag'> = {},
): Generator<Processed, void, undefined> {
  if ('text' in source) yield* pipeline.process(source.text, { ...trees, ...text })
  else
    for (const sentence of parseConllu(source.conllu))
      yield processSplit(pipeline, { sentence, offsets: null, tags }, trees)
}

/**
 * The sentences of a source, split into words but not tagged. A note follows the sentences that it describes.
 */
export async function* readSentences(
  splitter: Pick<Pipeline, 'splitStream'>,
  source: RunnerSource,
  options: ReadOptions,
): AsyncGenerator<SplitSentence | Note, void, undefined> {
  if ('text' in source) {
    const kind = options.input ?? 'text'
    options.accept?.(kind)
    if (isOwnTokens(kind)) yield* ownTokens([source.text], kind, options)
    else yield* splitText(splitter, [source.text], options)
    return
  }
  const { file } = source
  let { chunks } = source
  let { input } = options
  if (input === undefined) {
    const found = await peek(chunks)
    // A file without any word is neither text nor CoNLL-U, so that every model accepts it.
    if (found.whole && found.start.trim() === '') return
    chunks = found.chunks
    input = kindOf(found.start)
  }
  options.accept?.(input)
  if (input === 'mrg')
    for await (const { sentence } of bracketSentences(chunks, file))
      yield { sentence, offsets: null, tags: 'keep' }
  else if (isOwnTokens(input))
    yield* ownTokens(decodeText(file, chunks, source.firstLine), input, options, file)
  else if (input === 'text' || input === 'lines')
    yield* splitText(splitter, decodeText(file, chunks, source.firstLine), options, source.start)
  else yield* conlluSentences(splitter, { ...source, chunks }, options)
}

async function* conlluSentences(
  splitter: Pick<Pipeline, 'splitStream'>,
  { file, chunks, firstLine = 1 }: FileSource,
  options: ReadOptions,
): AsyncGenerator<SplitSentence | Note, void, undefined> {
  const deviations = new Deviations(file)
  const sentences = readConllu(chunks, { strict: false, file, firstLine, onWarning: deviations.add })
  if (options.tokens === 'predict') yield* splitText(splitter, textOf(sentences), options)
  else
    for await (const sentence of sentences)
      yield { sentence, offsets: null, tags: options.tag ? options.tags : 'keep', file }
  yield { note: deviations.describe(options.notePrefix) }
}

function isOwnTokens(kind: InputKind): kind is OwnTokensKind {
  return kind === 'horizontal' || kind === 'vertical'
}

async function* ownTokens(
  pieces: AsyncIterable<string> | Iterable<string>,
  kind: OwnTokensKind,
  { tag }: ReadOptions,
  file?: string,
): AsyncGenerator<SplitSentence, void, undefined> {
  const reader = new OwnTokens(kind, file)
  const tags = tag ? 'predict' : 'keep'
  for await (const piece of pieces)
    for (const sentence of reader.push(piece)) yield { sentence, offsets: null, tags }
  for (const sentence of reader.end()) yield { sentence, offsets: null, tags }
}

async function* splitText(
  splitter: Pick<Pipeline, 'splitStream'>,
  pieces: AsyncIterable<string> | Iterable<string>,
  { input, tag, offsets, spaces }: ReadOptions,
  start = 0,
): AsyncGenerator<SplitSentence, void, undefined> {
  const tags = tag ? 'predict' : 'keep'
  const options = {
    tag,
    offsets,
    start,
    ...(spaces && { spaces }),
    ...(input === 'lines' && { lines: true }),
  }
  for await (const found of splitter.splitStream(pieces, options)) yield { ...found, tags }
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
