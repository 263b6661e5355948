// Text or treebanks in, trees out: tokenizer, tagger and parser in sequence; each of them is optional.
import { ParleyError } from '@parleyjs/core'
import { type OptionKeys, requireOptions, Turns } from '@parleyjs/core/internal'
import { SETTING_KEYS } from '../tasks/parse/interface/parse-result.js'
import type { Sentence } from '../text/conllu/sentence.js'
import {
  constraintsOf,
  DEMAND_KEYS,
  requireKeptTags,
  requireKnownTags,
  type SentenceDemands,
  tagDemandsOf,
} from './constraints.js'
import { type MiscOptions, offsetsOf, sentenceOf } from './make-sentence.js'
import type { ParsedTree, ParseReport, ParserSettings, Stages } from './stages.js'
import { TextSentences } from './text-sentences.js'

/** A sentence with the results of the pipeline. */
export interface Processed {
  readonly sentence: Sentence
  /**
   * Start and end of every word in the text (UTF-16 units), two numbers each; null for sentences that do not
   * come from text.
   */
  readonly offsets: Int32Array | null
  /** Quality of the tree; null if the sentence was not parsed. */
  readonly parse: ParseReport | null
}

/** Options of the parser. */
export interface TreeOptions {
  /** Whether to parse. Default: true if there is a parser. */
  readonly parse?: boolean
  /**
   * Number of trees: the best one becomes the sentence's own, the next best are `alternatives`. Default 1.
   */
  readonly k?: number
  /** How to search: algorithm, limits, trace. */
  readonly parser?: ParserSettings
}

const TREE_KEYS = { parse: true, k: true, parser: true } satisfies OptionKeys<TreeOptions>

export interface SentenceOptions extends TreeOptions {
  /**
   * Tags, features and lemmas: `keep` uses those of the sentence, `predict` replaces them. By default, a
   * sentence with a tag for every word keeps them.
   */
  readonly tags?: 'keep' | 'predict'
  /** Constraints on tags and tree, in addition to those in the sentence's MISC. */
  readonly demands?: SentenceDemands | undefined
}

export interface TextOptions extends TreeOptions {
  /** Whether to tag. Default: true if there is a tagger. */
  readonly tag?: boolean
  /** Whether to write `TokenRange=start:end` into MISC, in UTF-16 units of the text. */
  readonly offsets?: boolean
  /** Whether to write the text's white space into MISC: `SpacesAfter`, `SpacesBefore`, `SpacesInToken`. */
  readonly spaces?: boolean
  /** Whether every line of the text is a sentence. Empty lines end paragraphs. */
  readonly lines?: boolean
  /** Position of this text in a larger one, in UTF-16 units; it is added to all offsets. Default 0. */
  readonly start?: number
  /** Constraints on the tags and the tree of a sentence, by its number (from 1). */
  readonly demands?: (sentence: Sentence, number: number) => SentenceDemands | undefined
}

/** Options for work that shares the event loop with other work. */
export interface StreamOptions {
  /** Aborts the stream: it throws the signal's reason before the next sentence. */
  readonly signal?: AbortSignal | undefined
}

const SENTENCE_KEYS = { ...TREE_KEYS, tags: true, demands: true } satisfies OptionKeys<SentenceOptions>

const TEXT_KEYS = {
  ...TREE_KEYS,
  tag: true,
  offsets: true,
  spaces: true,
  lines: true,
  start: true,
  demands: true,
} satisfies OptionKeys<TextOptions>

const STREAM_KEYS = { signal: true } satisfies OptionKeys<StreamOptions>

/**
 * A pipeline of a tokenizer, a tagger and a parser, or of some of them.
 *
 * @example
 * const pipeline = readPipeline(bytes)
 * for (const { sentence, parse } of pipeline.process('We learned a lesson. It was about volatility.'))
 *   console.log(sentence.forms, sentence.heads, parse?.status)
 */
export class Pipeline {
  constructor(readonly stages: Stages) {}

  /** Yields the sentences of a text. */
  *process(text: string, options: TextOptions = {}): Generator<Processed, void, undefined> {
    const session = this.begin(options)
    yield* session.push(text)
    yield* session.end()
  }

  /**
   * The sentences of a text that arrives in pieces, in constant memory; the result does not depend on how the
   * text is cut. Between sentences the stream yields to the event loop about every 12 ms, so that timers,
   * signals and requests do not wait.
   *
   * @example
   * for await (const { sentence } of pipeline.processStream([text], { signal: AbortSignal.timeout(5000) }))
   *   console.log(sentence.forms)
   */
  async *processStream(
    pieces: AsyncIterable<string> | Iterable<string>,
    { signal, ...options }: TextOptions & StreamOptions = {},
  ): AsyncGenerator<Processed, void, undefined> {
    const session = this.begin(options)
    const turns = new Turns()
    for await (const piece of pieces) yield* inTurns(session.push(piece), turns, signal)
    yield* inTurns(session.end(), turns, signal)
  }

  /** `processSentence` for many sentences; yields to the event loop as `processStream` does. */
  async *processSentences(
    sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
    { signal, ...options }: SentenceOptions & StreamOptions = {},
  ): AsyncGenerator<Processed, void, undefined> {
    const turns = new Turns()
    for await (const sentence of sentences) {
      await giveTurn(turns, signal)
      yield this.processSentence(sentence, options)
    }
  }

  /**
   * Splits a text that arrives in pieces into sentences and words, and does nothing else. `processSentence`
   * then tags and parses them, in this thread or another.
   */
  async *splitStream(
    pieces: AsyncIterable<string> | Iterable<string>,
    options: TextOptions & StreamOptions = {},
  ): AsyncGenerator<Processed, void, undefined> {
    requireOptions('splitStream', options, { ...TEXT_KEYS, ...STREAM_KEYS })
    const { tag, offsets, spaces, lines, start = 0, signal } = options
    const { tokenizer, tagger } = this.stages
    if (tokenizer !== undefined && tag === true && tagger === undefined) throw this.missing('tagger')
    yield* this.processStream(pieces, {
      tag: false,
      parse: false,
      signal,
      start,
      ...(offsets && { offsets }),
      ...(spaces && { spaces }),
      ...(lines && { lines }),
    })
  }

  /**
   * Tags and parses a sentence that is already split into words, and changes it in place. Its MISC may
   * require certain heads, relations and tags: `ForceHead=3`, `ForbidHead=1,2`, `ForceDeprel=obj`,
   * `ForbidDeprel=obj,iobj`, `ForceUpos=VERB`, `ForbidUpos=NOUN,PROPN`.
   */
  processSentence(sentence: Sentence, options: SentenceOptions = {}): Processed {
    requireOptions('processSentence', options, SENTENCE_KEYS)
    if (options.demands !== undefined) requireOptions('demands', options.demands, DEMAND_KEYS)
    if (options.parser !== undefined) requireOptions('parser', options.parser, SETTING_KEYS)
    const { tagger, parser } = this.stages
    const tags =
      options.tags ?? (tagger === undefined || sentence.upos.every((tag) => tag !== '_') ? 'keep' : 'predict')
    if (tags === 'predict') {
      if (tagger === undefined) throw this.missing('tagger')
      this.tag(sentence, options.demands)
    } else requireKeptTags(sentence, tagDemandsOf(sentence, options.demands))
    if (options.parse === true && parser === undefined) throw this.missing('parser')
    const parse = parser === undefined || options.parse === false ? null : this.parse(sentence, options)
    return { sentence, offsets: null, parse }
  }

  private begin(given: TextOptions) {
    requireOptions('process', given, TEXT_KEYS)
    if (given.parser !== undefined) requireOptions('parser', given.parser, SETTING_KEYS)
    const { tag, offsets = false, spaces = false, lines = false, start = 0, demands, ...trees } = given
    const { tokenizer, tagger } = this.stages
    if (tokenizer === undefined) throw this.missing('tokenizer')
    if (tag === true && tagger === undefined) throw this.missing('tagger')
    const text = new TextSentences(tokenizer, undefined, start, lines)
    const numbers = { sentence: 0, paragraph: 0 }
    const options: SentenceOptions = {
      tags: tag === false || tagger === undefined ? 'keep' : 'predict',
      ...trees,
    }
    const finish = (found: ReturnType<TextSentences['push']>) =>
      this.finish(found, numbers, { offsets, spaces }, options, demands)
    return { push: (piece: string) => finish(text.push(piece)), end: () => finish(text.end()) }
  }

  private *finish(
    found: ReturnType<TextSentences['push']>,
    numbers: { sentence: number; paragraph: number },
    misc: MiscOptions,
    options: SentenceOptions,
    demands: TextOptions['demands'],
  ): Generator<Processed, void, undefined> {
    for (const textSentence of found) {
      numbers.sentence++
      if (textSentence.startsParagraph) numbers.paragraph++
      const sentence = sentenceOf(textSentence, numbers, misc)
      const wanted = demands?.(sentence, numbers.sentence)
      const { parse } = this.processSentence(sentence, { ...options, demands: wanted })
      yield { sentence, offsets: offsetsOf(textSentence.tokens), parse }
    }
  }

  private tag(sentence: Sentence, demands: SentenceDemands | undefined): void {
    const wanted = tagDemandsOf(sentence, demands)
    const tagger = this.stages.tagger!
    if (tagger.uposNames !== undefined) requireKnownTags(sentence, wanted, tagger.uposNames)
    const { upos, xpos, feats, lemmas } = tagger.tag(sentence.forms, wanted)
    sentence
      .setColumn('upos', upos)
      .setColumn('xpos', xpos)
      .setColumn('feats', feats)
      .setColumn('lemma', lemmas)
  }

  private parse(sentence: Sentence, options: SentenceOptions): ParseReport {
    const [best, ...alternatives] = this.trees(sentence, options)
    const { heads, deprels, ...report } = best
    // Enhanced dependencies belong to the tree that is replaced.
    sentence.setHeads(heads).setColumn('deprel', deprels).removeEnhanced()
    return options.k === undefined ? report : { ...report, alternatives }
  }

  private trees(
    sentence: Sentence,
    { k, parser: settings, demands }: SentenceOptions,
  ): readonly ParsedTree[] {
    const parser = this.stages.parser!
    const { upos: _, forbiddenUpos: __, ...trees } = demands ?? {}
    const constraints = constraintsOf(sentence, trees)
    const both = settings === undefined ? constraints : { ...settings, ...constraints }
    if (k === undefined) return [parser.parse(sentence, both)]
    if (parser.parseBest === undefined)
      throw new ParleyError(
        'bad-argument',
        `${k} trees are wanted, but this parser finds only the best one: it has no function parseBest.`,
      )
    return parser.parseBest(sentence, k, both)
  }

  private missing(stage: keyof Stages): ParleyError {
    const doing = { tokenizer: 'split text into sentences', tagger: 'tag words', parser: 'parse sentences' }[
      stage
    ]
    const instead = stage === 'tokenizer' ? 'Give it sentences in CoNLL-U, or' : 'Please'
    return new ParleyError(
      'bad-argument',
      `This model cannot ${doing}: it has no ${stage}. ${instead} use a model that has one.`,
    )
  }
}

/** Yields the items of a generator and gives way to the event loop from time to time. */
async function* inTurns<T>(
  found: Iterable<T>,
  turns: Turns,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  await giveTurn(turns, signal)
  for (const one of found) {
    yield one
    await giveTurn(turns, signal)
  }
}

async function giveTurn(turns: Turns, signal: AbortSignal | undefined): Promise<void> {
  if (turns.isDue) await turns.give()
  signal?.throwIfAborted()
}
