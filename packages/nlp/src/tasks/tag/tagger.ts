// Words into tags, in three steps: a first classifier sees each word and its neighbours; a second one also
// sees the tags that the first gave to the neighbours; a trigram model decides where both are unsure. XPOS,
// features and lemma follow.
import { type OptionKeys, ParleyError, requireOptions } from '@parley/core'
import type { Model } from '@parley/learn'
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
} from '@parley/learn/internal'
import type { Sentence } from '../../text/conllu/sentence.js'
import { FEATURES_VERSION, MAX_FEATURES, SentenceNumbers } from '../../word-features/templates.js'
import { Words } from '../../word-features/words.js'
import { KnownLemmas, LemmaCounts } from './known-lemmas.js'
import { Labels } from './labels.js'
import { lemmaExamples } from './lemma-examples.js'
import { Lemmatizer, withLemmasOf } from './lemmas.js'
import { MOST_TAGS, type TagCandidates, TagOrder } from './tag-order.js'

/** Tags of the words of a sentence; `_` where the treebank had nothing to learn from. */
export interface Tagging {
  readonly upos: string[]
  readonly xpos: string[]
  readonly feats: string[]
  readonly lemmas: string[]
  /** Only on request: for each word, the probability of each of `tagger.uposNames`. */
  readonly probabilities?: Float64Array[]
}

export interface TagOptions {
  /** UPOS that words must get; null where the tagger is free. */
  readonly fixed?: readonly (string | null)[]
  /** UPOS that words may not get; null where the tagger is free. Does not apply to words with a fixed one. */
  readonly forbidden?: readonly (readonly string[] | null)[]
  /** Whether to give the probabilities of UPOS. Default: false. */
  readonly probabilities?: boolean
}

const TAG_KEYS = { fixed: true, forbidden: true, probabilities: true } satisfies OptionKeys<TagOptions>

/** The parts of a tagger, as training produces them. */
export interface TaggerParts {
  readonly labels: Labels
  /** First classifier: tags from the words around. */
  readonly first: LinearModel
  /** Second classifier: tags from the words around and the tags of the first. */
  readonly second: LinearModel
  /** Trigram model of tags; null in models without it and for very large tag sets. */
  readonly order: TagOrder | null
  /** Chooses among the analyses of a tag. */
  readonly third: LinearModel
  readonly lemmatizer: Lemmatizer | null
  readonly licence: string
  readonly trainedOn: string
}

/**
 * Weight of the first classifier's scores relative to the second's when there is a trigram model; chosen
 * together with the model's weight.
 */
const FIRST_SHARE = 0.5
/** Tags whose log-odds are lower than the best by more than this are not candidates. */
const MARGIN = 6

/**
 * Finds UPOS, XPOS, FEATS and lemmas of words. Made by `trainTagger`, or read from a model.
 *
 * @example
 * tagger.tag(['We', 'go', '.']).upos // ['PRON', 'VERB', 'PUNCT']
 */
export class Tagger {
  /** The names of the known UPOS tags, in the order of `probabilities`. */
  readonly uposNames: readonly string[]
  private readonly columns: readonly (readonly string[])[]
  private readonly words = new Words()
  private readonly numbers: SentenceNumbers
  private readonly row = new Int32Array(MAX_FEATURES)
  private readonly scores: Int32Array
  /** With a trigram model: log-odds of all tags of each word. */
  private odds = new Float64Array(0)
  /** The numbers of all tags. */
  private readonly all: Int32Array

  constructor(private readonly parts: TaggerParts) {
    const { tags, analyses } = parts.labels
    this.uposNames = tags
    this.numbers = new SentenceNumbers(tags)
    this.columns = analyses.map((analysis) => analysis.split('\t'))
    this.scores = new Int32Array(Math.max(tags.length, analyses.length))
    this.all = Int32Array.from(tags, (_, tag) => tag)
  }

  tag(forms: readonly string[], options: TagOptions = {}): Tagging {
    requireOptions('tag', options, TAG_KEYS)
    const { first, second, order, lemmatizer } = this.parts
    const { numbers, row, scores } = this
    const n = forms.length
    const wanted = this.fixedTags(n, options.fixed)
    const allowed = this.allowedTags(n, options.forbidden)
    const tags = new Int32Array(n)
    const unsure = new Uint8Array(n)
    if (order !== null) this.makeRoom(n)
    numbers.load(forms, this.words)
    for (let i = 0; i < n; i++) {
      first.score(row, numbers.wordFeatures(i, row), scores)
      const tag = wanted[i] >= 0 ? wanted[i] : this.best(first, allowed?.[i])
      numbers.setGuess(i, tag)
      tags[i] = tag
      unsure[i] = wanted[i] < 0 && first.isUnsure(scores, tag) ? 1 : 0
      if (order !== null && unsure[i] === 1) this.addOdds(i, first, FIRST_SHARE)
    }
    const probabilities: Float64Array[] = []
    for (let i = 0; i < n; i++) {
      if (unsure[i] === 0 && options.probabilities !== true) continue
      second.score(row, numbers.tagFeatures(i, row, numbers.wordFeatures(i, row)), scores)
      if (unsure[i] === 1) tags[i] = this.best(second, allowed?.[i])
      if (order !== null && unsure[i] === 1) this.addOdds(i, second, 1 - FIRST_SHARE)
      if (options.probabilities === true) probabilities.push(this.distribution())
    }
    if (order !== null) tags.set(order.best(this.candidates(tags, unsure, allowed)))
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
      lemmas.push(lemmatizer?.lemma(forms[i], analysis, tags[i], this.words) ?? '_')
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

  private makeRoom(words: number): void {
    const size = words * this.uposNames.length
    if (this.odds.length < size) this.odds = new Float64Array(2 * size)
    else this.odds.fill(0, 0, size)
  }

  private addOdds(word: number, { scale }: LinearModel, share: number): void {
    const at = word * this.uposNames.length
    for (let tag = 0; tag < this.uposNames.length; tag++)
      this.odds[at + tag] += share * scale * this.scores[tag]
  }

  /**
   * The candidates of each word: the tag found where there is no doubt, otherwise all tags close to the best.
   */
  private candidates(
    found: Int32Array,
    unsure: Uint8Array,
    allowed: (Int32Array | null)[] | undefined,
  ): TagCandidates[] {
    const count = this.uposNames.length
    const { odds, all } = this
    const candidates: TagCandidates[] = []
    for (let i = 0; i < found.length; i++) {
      const tags: number[] = []
      const scores: number[] = []
      candidates.push({ tags, scores })
      if (unsure[i] === 0) {
        tags.push(found[i])
        scores.push(0)
        continue
      }
      const among = allowed?.[i] ?? all
      let best = Number.NEGATIVE_INFINITY
      for (let k = 0; k < among.length; k++) best = Math.max(best, odds[i * count + among[k]])
      for (let k = 0; k < among.length; k++) {
        const score = odds[i * count + among[k]]
        if (score < best - MARGIN) continue
        tags.push(among[k])
        scores.push(score)
      }
    }
    return candidates
  }

  /** Writes the predicted tags into a sentence. */
  apply(sentence: Sentence, options: TagOptions = {}): Sentence {
    const { upos, xpos, feats, lemmas } = this.tag(sentence.forms, options)
    return sentence
      .setColumn('upos', upos)
      .setColumn('xpos', xpos)
      .setColumn('feats', feats)
      .setColumn('lemma', lemmas)
  }

  private analysisOf(word: number, tag: number): number {
    const choices = this.parts.labels.choices[tag]
    if (choices.length === 1) return choices[0]
    const { numbers, row, scores } = this
    const last = choices[choices.length - 1]
    this.parts.third.score(row, numbers.analysisFeatures(word, tag, row), scores, choices[0], last + 1)
    return bestOf(scores, choices)
  }

  /** Probabilities of UPOS from the scores of the second classifier, summed over the tags of each UPOS. */
  private distribution(): Float64Array {
    const { second, labels } = this.parts
    const result = new Float64Array(this.uposNames.length)
    for (let tag = 0; tag < labels.tags.length; tag++) result[tag] = second.probability(this.scores, tag)
    return result
  }

  /** For each word, the number of its fixed tag; −1 if the tagger is free or does not know the tag. */
  private fixedTags(count: number, fixed: readonly (string | null)[] | undefined): Int32Array {
    const numbers = new Int32Array(count).fill(-1)
    if (fixed === undefined) return numbers
    if (fixed.length !== count)
      throw new ParleyError(
        'bad-argument',
        `${fixed.length} fixed tags for ${count} words. Give one for each word, null where the tagger is free.`,
      )
    return numbers.map((_, i) => this.uposNames.indexOf(fixed[i] ?? ''))
  }

  /** The allowed tag with the best score of a model. */
  private best(model: LinearModel, allowed: Int32Array | null | undefined): number {
    return allowed ? bestOf(this.scores, allowed) : model.best(this.scores)
  }

  /** For each word, the numbers of the allowed tags; null if all are allowed. */
  private allowedTags(count: number, forbidden: TagOptions['forbidden']): (Int32Array | null)[] | undefined {
    if (forbidden === undefined) return undefined
    if (forbidden.length !== count)
      throw new ParleyError(
        'bad-argument',
        `${forbidden.length} lists of forbidden tags for ${count} words. Give one for each word, null where the tagger is free.`,
      )
    return forbidden.map((names, i) => {
      if (names === null || names.length === 0) return null
      const tags = this.uposNames.flatMap((name, tag) => (names.includes(name) ? [] : [tag]))
      if (tags.length > 0) return Int32Array.from(tags)
      throw new ParleyError(
        'bad-argument',
        `All ${this.uposNames.length} tags that the tagger knows are forbidden for word ${i + 1}. Allow at least one.`,
      )
    })
  }

  /**
   * The tagger as a model, to be written with `writeModel`. With `unfolded`, it is larger but needs no
   * unpacking, which suits threads that share it.
   */
  toModel(unfolded = false): Model {
    const { labels, first, second, order, third, lemmatizer, licence, trainedOn } = this.parts
    const pack = unfolded ? unfoldLinear : packLinear
    const packed = {
      first: pack('first', first),
      second: pack('second', second),
      third: pack('third', third),
      ...(lemmatizer !== null && { lemmas: pack('lemmas', lemmatizer.model) }),
    }
    const header: Model['header'] = { kind: 'tagger', licence, trainedOn, features: FEATURES_VERSION }
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
    requireKind(model, 'tagger', FEATURES_VERSION)
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
      get first() {
        return first()
      },
      get second() {
        return second()
      },
      order:
        trigrams instanceof Int32Array && trigramCounts instanceof Int32Array
          ? orderOf(tags.length, trigrams, trigramCounts)
          : null,
      get third() {
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

/** The label with the best score; of equal scores the first wins. */
function bestOf(scores: Int32Array, among: Int32Array): number {
  let best = among[0]
  for (let i = 1; i < among.length; i++) if (scores[among[i]] > scores[best]) best = among[i]
  return best
}

/** Reads the trigram model of tags from a model. */
function orderOf(tags: number, trigrams: Int32Array, counts: Int32Array): TagOrder {
  if (tags > MOST_TAGS) throw unusable(`it has an order of ${tags} tags, where ${MOST_TAGS} are the most`)
  if (counts.length !== trigrams.length)
    throw unusable(`it has ${trigrams.length} trigrams of tags, but ${counts.length} counts of them`)
  requireRange('trigrams', trigrams, 0, (tags + 1) ** 3 - 1)
  requireRange('trigramCounts', counts, 0, 2 ** 31 - 1)
  return new TagOrder(tags, trigrams, counts)
}

/** Reads the labels of a model and checks that they fit together. */
function labelsOf(tags: readonly string[], analyses: readonly string[]): Labels {
  const known = new Set(tags)
  for (const analysis of analyses) {
    const columns = analysis.split('\t')
    if (columns.length !== 3 || !known.has(columns[0]))
      throw unusable(
        `its header has the analysis ${JSON.stringify(analysis)}, which is no tag of it, XPOS and FEATS`,
      )
  }
  return new Labels(tags, analyses)
}
