// Constituency trees from a model file. The grammar and, if the model has one, the trigram tagger agree on
// the tags. With more time, a lexicalised grammar and a dependency model agree on the arcs.
import { ParleyError } from '@parleyjs/core'
import type { SectionModels } from '../../../pipeline/model.js'
import { decodeWord, encodeWord } from '../../../text/penn/escapes.js'
import { type PennTree, tags as tagsOf } from '../../../text/penn/tree.js'
import { type JointOptions, JointParser } from '../../joint/joint-parser.js'
import { taggerOptions, unpackTrigramTagger } from '../../tag/trigram/pack.js'
import { unpackGrammar } from '../grammar/pack.js'
import type { TreebankGrammar } from '../grammar/treebank-grammar.js'
import { unpackTwoParsers } from '../lexicalised/pack.js'
import type { TwoParsers } from '../lexicalised/two-parsers.js'

/** A sentence's tree, and how good it is. */
export interface ConstituencyParse {
  readonly tree: PennTree
  /** `optimal`: proven best under all models together. */
  readonly status: string
  readonly value: number
  readonly bound: number
  readonly gap: number
  /** False if the grammar has no tree for the sentence: pieces then stand side by side under the root. */
  readonly derived: boolean
}

/** Options of the agreement, and of what it works on. */
export type ConstituencyOptions = JointOptions & {
  /** False to parse by the grammar alone. */
  readonly agreement?: boolean
  /** The tags of the words, if they are known. */
  readonly tags?: readonly string[]
  /**
   * Whether a lexicalised grammar and a dependency model parse the tags that were found (paper 3, section
   * 4.2), in sentences of up to 150 words: slower, and more accurate. Limits of the search are those of
   * `TwoParsers` then.
   */
  readonly lexicalised?: boolean
}

/** Longer sentences would take too long for the lexicalised grammar. */
const MOST_LEXICALISED = 150

/**
 * Words in, constituency trees out.
 *
 * @example
 * const parser = ConstituencyParser.fromModels(splitModel(readModel(bytes)))
 * writePenn(parser.parse(['The', 'rain', 'stops', '.']).tree)
 */
export class ConstituencyParser {
  private readonly joint: JointParser | null
  /** Made on first use. */
  private twoParsers: TwoParsers | null = null

  constructor(
    readonly grammar: TreebankGrammar,
    joint?: JointParser,
    private readonly models: SectionModels = {},
  ) {
    this.joint = joint ?? null
  }

  /** The parser of a model file. */
  static fromModels(models: SectionModels): ConstituencyParser {
    if (models.grammar === undefined)
      throw new ParleyError(
        'bad-input',
        'This model has no grammar. Train one with: parley train grammar --train F.mrg --out M',
      )
    const grammar = unpackGrammar(models.grammar)
    const tagger = models['trigram-tagger']
    if (tagger === undefined) return new ConstituencyParser(grammar, undefined, models)
    const joint = new JointParser(grammar, unpackTrigramTagger(tagger), taggerOptions(tagger))
    return new ConstituencyParser(grammar, joint, models)
  }

  /** The best tree of words as they stand in text; brackets are spelled as treebanks do. */
  parse(words: readonly string[], options: ConstituencyOptions = {}): ConstituencyParse {
    const { agreement = true, lexicalised = false, tags, ...joint } = options
    if (words.length === 0)
      throw new ParleyError('bad-argument', 'A sentence to be parsed has no words. Give it at least one.')
    const spelled = words.map((word) => encodeWord(decodeWord(word)))
    const chart = tags === undefined ? joint.chart : { ...joint.chart, candidates: this.fixed(words, tags) }
    if (lexicalised) {
      const parsers = this.requireTwoParsers()
      if (words.length <= MOST_LEXICALISED)
        return parsers.parse(spelled, tags ?? tagsOf(this.parse(words, { agreement }).tree))
    }
    if (agreement && this.joint !== null)
      return this.joint.parse(spelled, { ...joint, ...(chart && { chart }) })
    const { tree, score, derived } = this.grammar.parse(spelled, chart)
    return { tree, status: 'optimal', value: score, bound: score, gap: 0, derived }
  }

  private requireTwoParsers(): TwoParsers {
    this.twoParsers ??= unpackTwoParsers(this.models)
    if (this.twoParsers !== null) return this.twoParsers
    throw new ParleyError(
      'bad-input',
      'This model has no lexicalised grammar. Train one with: parley train grammar --lexicalised --train F.mrg --out M',
    )
  }

  /** Tags as the only candidates of their words. */
  private fixed(words: readonly string[], tags: readonly string[]): string[][] {
    if (tags.length !== words.length)
      throw new ParleyError('bad-argument', `There are ${tags.length} tags for ${words.length} words.`)
    const known = new Set(this.grammar.lexicon.tags)
    return tags.map((tag, i) => {
      if (known.has(tag)) return [tag]
      throw new ParleyError(
        'bad-argument',
        `Word ${i + 1}, "${words[i]}", has the tag "${tag}", which the grammar does not know. Its tags are ${[...known].sort().join(' ')}.`,
      )
    })
  }
}
