// Text or treebanks in, trees out: tokenizer, tagger and parser, one after the other, each of which can be left out.
import { type OptionKeys, ParleyError, requireOptions, Turns } from '@parley/core'
import type { Sentence } from '../conllu/sentence.js'
import { SETTING_KEYS } from '../parse/interface/parse-result.js'
import {
  constraintsOf,
  DEMAND_KEYS,
  requireKeptTags,
  requireKnownTags,
  type SentenceDemands,
  tagDemandsOf,
} from './constraints.js'
import { offsetsOf, sentenceOf } from './make-sentence.js'
import type { ParsedTree, ParseReport, ParserSettings, Stages } from './stages.js'
import { TextSentences } from './text-sentences.js'

/** A sentence with what the pipeline found. */
export interface Processed {
  readonly sentence: Sentence
  /** Start and end of every word in the text (UTF-16 units), two numbers each; null for sentences that were given. */
  readonly offsets: Int32Array | null
  /** How good the tree is; null if nothing was parsed. */
  readonly parse: ParseReport | null
}

/** What is wanted of the parser. */
export interface TreeOptions {
  /** Whether to parse; yes, if there is a parser. */
  readonly parse?: boolean
  /** How many trees are wanted: the best one is the sentence's own, the next best are `alternatives`. Default 1. */
  readonly k?: number
  /** How to look for them: algorithm, limits, trace. */
  readonly parser?: ParserSettings
}

const TREE_KEYS = { parse: true, k: true, parser: true } satisfies OptionKeys<TreeOptions>

export interface SentenceOptions extends TreeOptions {
  /**
   * Tags, features and lemmas: `keep` uses what the sentence has, `predict` replaces it. Unless told, a sentence with
   * a tag for every word keeps them.
   */
  readonly tags?: 'keep' | 'predict'
  /** What tags and tree must respect, beside what the sentence's MISC demands. */
  readonly demands?: SentenceDemands | undefined
}

export interface TextOptions extends TreeOptions {
  /** Whether to tag; yes, if there is a tagger. */
  readonly tag?: boolean
  /** Whether MISC says `TokenRange=start:end`, in UTF-16 units of the text. */
  readonly offsets?: boolean
  /** Where the text begins in a larger one, in UTF-16 units: offsets are into that. Default 0. */
  readonly start?: number
  /** What the tags and the tree of a sentence must respect; sentences count from 1. */
  readonly demands?: (sentence: Sentence, number: number) => SentenceDemands | undefined
}

/** For work that shares the event loop with others. */
export interface StreamOptions {
  /** Ends the stream: it throws the signal's reason before the next sentence. */
  readonly signal?: AbortSignal | undefined
}

const SENTENCE_KEYS = { ...TREE_KEYS, tags: true, demands: true } satisfies OptionKeys<SentenceOptions>

const TEXT_KEYS = {
  ...TREE_KEYS,
  tag: true,
  offsets: true,
  start: true,
  demands: true,
} satisfies OptionKeys<TextOptions>

const STREAM_KEYS = { signal: true } satisfies OptionKeys<StreamOptions>

/**
 * A tokenizer, a tagger and a parser, as many of them as there are.
 *
 * @example
 * const pipeline = readPipeline(bytes)
 * for (const { sentence, parse } of pipeline.process('We learned a lesson. It was about volatility.'))
 *   console.log(sentence.forms, sentence.heads, parse?.status)
 */
export class Pipeline {
  constructor(readonly stages: Stages) {}

  /** The sentences of a text, one by one. */
  *process(text: string, options: TextOptions = {}): Generator<Processed, void, undefined> {
    const session = this.begin(options)
    yield* session.push(text)
    yield* session.end()
  }

  /**
   * The sentences of a text that comes in pieces, in constant memory; the pieces make no difference. Between sentences
   * the event loop gets its turn about every 12 ms, so that timers, signals and requests do not wait.
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

  /** `processSentence` for many, with turns for the event loop as in `processStream`. */
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
   * The sentences of a text that comes in pieces, split and no more: `processSentence` tags and parses them, here or in another
   * thread.
   */
  async *splitStream(
    pieces: AsyncIterable<string> | Iterable<string>,
    options: TextOptions & StreamOptions = {},
  ): AsyncGenerator<Processed, void, undefined> {
    requireOptions('splitStream', options, { ...TEXT_KEYS, ...STREAM_KEYS })
    const { tag, offsets, start = 0, signal } = options
    const { tokenizer, tagger } = this.stages
    if (tokenizer !== undefined && tag === true && tagger === undefined) throw this.missing('tagger')
    yield* this.processStream(pieces, {
      tag: false,
      parse: false,
      signal,
      start,
      ...(offsets && { offsets }),
    })
  }

  /**
   * Tags and parses a sentence that is already split into words. The sentence itself is changed. Its MISC may demand
   * certain heads, relations and tags: `ForceHead=3`, `ForbidHead=1,2`, `ForceDeprel=obj`, `ForbidDeprel=obj,iobj`,
   * `ForceUpos=VERB`, `ForbidUpos=NOUN,PROPN`.
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
    const { tag, offsets = false, start = 0, demands, ...trees } = given
    const { tokenizer, tagger } = this.stages
    if (tokenizer === undefined) throw this.missing('tokenizer')
    if (tag === true && tagger === undefined) throw this.missing('tagger')
    const text = new TextSentences(tokenizer, undefined, start)
    const numbers = { sentence: 0, paragraph: 0 }
    const options: SentenceOptions = {
      tags: tag === false || tagger === undefined ? 'keep' : 'predict',
      ...trees,
    }
    const finish = (found: ReturnType<TextSentences['push']>) =>
      this.finish(found, numbers, offsets, options, demands)
    return { push: (piece: string) => finish(text.push(piece)), end: () => finish(text.end()) }
  }

  private *finish(
    found: ReturnType<TextSentences['push']>,
    numbers: { sentence: number; paragraph: number },
    offsets: boolean,
    options: SentenceOptions,
    demands: TextOptions['demands'],
  ): Generator<Processed, void, undefined> {
    for (const textSentence of found) {
      numbers.sentence++
      if (textSentence.startsParagraph) numbers.paragraph++
      const sentence = sentenceOf(textSentence, numbers, offsets)
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
    // Enhanced dependencies belong to the tree that was there before.
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

/** What a generator finds, with a turn for the event loop where it is due. */
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
