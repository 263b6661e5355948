// Words into tags: two classifiers score the tags of each word, a trigram model decides where both are
// unsure. XPOS, features and lemma follow.
import { ParleyError } from '@parleyjs/core'
import { requireOptions } from '@parleyjs/core/internal'
import type { Model } from '@parleyjs/learn'
import {
  Fields,
  type LinearModel,
  lazyLinear,
  memoryFor,
  packLinear,
  requireKind,
  requireRange,
  type ScoreMemory,
  unfoldLinear,
  unusable,
} from '@parleyjs/learn/internal'
import type { Sentence } from '../../text/conllu/sentence.js'
import { MAX_FEATURES, WORD_FEATURES_VERSION } from '../../word-features/templates.js'
import { KnownLemmas, LemmaCounts } from './known-lemmas.js'
import { lemmaExamples } from './lemma-examples.js'
import { Lemmatizer, withLemmasOf } from './lemmas.js'
import { bestOf, type LookModels, TwoLooks } from './looks.js'
import { TagOrder } from './tag-order.js'
import { TagSet } from './tag-set.js'
import {
  applyTags,
  TAG_KEYS,
  type Tagging,
  type TagOptions,
  type WordTagger,
  wantedTags,
} from './word-tagger.js'

/** The parts of a tagger, as training produces them. */
export interface TaggerParts extends LookModels {
  readonly labels: TagSet
  /** Trigram model of tags; null in models without it and for very large tag sets. */
  readonly order: TagOrder | null
  /** Chooses among the analyses of a tag. */
  readonly analysisScorer: LinearModel
  readonly lemmatizer: Lemmatizer | null
  readonly licence: string
  readonly trainedOn: string
}

/** With more tags than this, a table of triples is too large and too sparse. */
export const MOST_TAGS = 64
/**
 * The scores of words know the frequency of a tag already. Chosen on the development part of an English
 * treebank.
 */
export const ORDER = { weight: 0.3, withoutPriors: true } as const

/**
 * Finds UPOS, XPOS, FEATS and lemmas of words. Made by `trainTagger`, or read from a model.
 *
 * @example
 * tagger.tag(['We', 'go', '.']).upos // ['PRON', 'VERB', 'PUNCT']
 */
export class Tagger implements WordTagger {
  readonly uposNames: readonly string[]
  readonly givesProbabilities = true as const
  private readonly columns: readonly (readonly string[])[]
  private readonly looks: TwoLooks
  private readonly row = new Int32Array(MAX_FEATURES)
  private readonly scores: Int32Array

  constructor(private readonly parts: TaggerParts) {
    const { tags, analyses } = parts.labels
    this.uposNames = tags
    this.columns = analyses.map((analysis) => analysis.split('\t'))
    this.scores = new Int32Array(analyses.length)
    this.looks = new TwoLooks(tags, parts, parts.order !== null)
  }

  tag(forms: readonly string[], options: TagOptions = {}): Tagging {
    requireOptions('tag', options, TAG_KEYS)
    const { order, lemmatizer } = this.parts
    const { numbers, words } = this.looks
    const n = forms.length
    const wanted = wantedTags(this.uposNames, n, options)
    const { candidates, probabilities } = this.looks.look(forms, wanted, options.probabilities === true)
    const isClear = candidates.every(({ tags }) => tags.length === 1)
    const tags =
      order === null || isClear ? candidates.map((word) => word.tags[0]) : order.best(candidates).tags
    for (let i = 0; i < n; i++) numbers.setGuess(i, tags[i])
    const upos: string[] = []
    const xpos: string[] = []
    const feats: string[] = []
    const lemmas: string[] = []
    for (let i = 0; i < n; i++) {
      const analysis = this.analysisOf(i, tags[i])
      const [u, x, f] = this.columns[analysis]
      const name = options.fixed?.[i] ?? u
      upos.push(name)
      // A tag that was not seen in training has no analysis.
      xpos.push(name === u ? x : '_')
      feats.push(name === u ? f : '_')
      lemmas.push(lemmatizer?.lemma(forms[i], analysis, tags[i], words) ?? '_')
    }
    return { upos, xpos, feats, lemmas, ...(options.probabilities === true && { probabilities }) }
  }

  /**
   * The same tagger with the lemma table of a treebank in place of its own. `trainTagger` does this, too;
   * here it is done for an existing tagger, whose other parts stay as they are.
   */
  withLemmasOf(sentences: readonly Sentence[]): Tagger {
    const { labels, lemmatizer } = this.parts
    if (lemmatizer === null)
      throw new ParleyError(
        'bad-argument',
        'This tagger has no lemmatizer, so it cannot take a table of lemmas.',
      )
    const saw = new LemmaCounts()
    for (const { form, lemma, analysis } of lemmaExamples(sentences, labels)) saw.add(form, lemma, analysis)
    return new Tagger({ ...this.parts, lemmatizer: withLemmasOf(saw, lemmatizer, labels.tagOf) })
  }

  /** Writes the predicted tags into a sentence. */
  apply(sentence: Sentence, options: TagOptions = {}): Sentence {
    return applyTags(this, sentence, options)
  }

  private analysisOf(word: number, tag: number): number {
    const choices = this.parts.labels.choices[tag]
    if (choices.length === 1) return choices[0]
    const { row, scores } = this
    const last = choices[choices.length - 1]
    const count = this.looks.numbers.analysisFeatures(word, tag, row)
    this.parts.analysisScorer.score(row, count, scores, choices[0], last + 1)
    return bestOf(scores, choices)
  }

  /**
   * The tagger as a model, to be written with `writeModel`. With `unfolded`, it is larger but needs no
   * unpacking, which suits threads that share it.
   */
  toModel(unfolded = false): Model {
    const { labels, order, lemmatizer, licence, trainedOn } = this.parts
    const pack = unfolded ? unfoldLinear : packLinear
    const packed = {
      first: pack('first', this.parts.wordScorer),
      second: pack('second', this.parts.contextScorer),
      third: pack('third', this.parts.analysisScorer),
      ...(lemmatizer !== null && { lemmas: pack('lemmas', lemmatizer.model) }),
    }
    const header: Model['header'] = { kind: 'tagger', licence, trainedOn, features: WORD_FEATURES_VERSION }
    const arrays: Model['arrays'] = {}
    for (const [name, part] of Object.entries(packed)) {
      header[name] = part.header
      Object.assign(arrays, part.arrays)
    }
    if (order !== null) {
      arrays.trigrams = order.trigrams.slice()
      arrays.trigramCounts = order.trigramCounts.slice()
    }
    header.tags = labels.tags
    header.analyses = labels.analyses
    header.rules = lemmatizer?.rules ?? null
    header.ruleChoices = lemmatizer?.choices.map((list) => [...list]) ?? null
    if (lemmatizer?.known) header.knownLemmas = lemmatizer.known.table
    return { header, arrays }
  }

  /** A tagger from a model that was read with `readModel`. */
  static fromModel(model: Model): Tagger {
    requireKind(model, 'tagger', WORD_FEATURES_VERSION)
    const fields = new Fields('its header', model.header)
    const { licence, trainedOn } = model.header
    const tags = fields.texts('tags', 1)
    const labels = labelsOf(tags, fields.texts('analyses', 1))
    const rules = fields.has('rules') ? fields.texts('rules') : null
    const lists = rules && fields.numberLists('ruleChoices', rules.length)
    if (lists !== null && lists.length !== tags.length)
      throw unusable(`its header has choices of lemmas for ${lists.length} of ${tags.length} tags`)
    const known =
      rules !== null && fields.has('knownLemmas')
        ? KnownLemmas.read(fields.fields('knownLemmas'), rules.length, labels.analyses.length)
        : null
    const { trigrams, trigramCounts } = model.arrays
    let made: ScoreMemory | null = null
    const memory = () => (made ??= memoryFor(model))
    const first = lazyLinear('first', model, tags.length, memory)
    const second = lazyLinear('second', model, tags.length, memory)
    const third = lazyLinear('third', model, labels.analyses.length, memory)
    const lemmas = rules && lazyLinear('lemmas', model, rules.length, memory)
    let lemmatizer: Lemmatizer | undefined
    return new Tagger({
      labels,
      get wordScorer() {
        return first()
      },
      get contextScorer() {
        return second()
      },
      order:
        trigrams instanceof Int32Array && trigramCounts instanceof Int32Array
          ? orderOf(tags.length, trigrams, trigramCounts)
          : null,
      get analysisScorer() {
        return third()
      },
      get lemmatizer() {
        if (lemmas === null) return null
        return (lemmatizer ??= new Lemmatizer(
          rules!,
          lists!.map((list) => Int32Array.from(list)),
          lemmas(),
          known,
        ))
      },
      licence,
      trainedOn,
    })
  }
}

/** Reads the trigram model of tags from a model. */
function orderOf(tags: number, trigrams: Int32Array, counts: Int32Array): TagOrder {
  if (tags > MOST_TAGS) throw unusable(`it has an order of ${tags} tags, where ${MOST_TAGS} are the most`)
  if (counts.length !== trigrams.length)
    throw unusable(`it has ${trigrams.length} trigrams of tags, but ${counts.length} counts of them`)
  requireRange('trigrams', trigrams, 0, (tags + 1) ** 3 - 1)
  requireRange('trigramCounts', counts, 0, 2 ** 31 - 1)
  return new TagOrder(tags, trigrams, counts, ORDER)
}

/** Reads the labels of a model and checks that they fit together. */
function labelsOf(tags: readonly string[], analyses: readonly string[]): TagSet {
  const known = new Set(tags)
  for (const analysis of analyses) {
    const columns = analysis.split('\t')
    if (columns.length !== 3 || !known.has(columns[0]))
      throw unusable(
        `its header has the analysis ${JSON.stringify(analysis)}, which is no tag of it, XPOS and FEATS`,
      )
  }
  return new TagSet(tags, analyses)
}
