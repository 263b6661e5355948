// Parsing and tagging at once (paper 3, section 4.1): a grammar and a trigram tagger agree on the tags of the
// words.
import { type AgreeOptions, agree, ParleyError, type Status } from '@parleyjs/core'
import type { TrigramSequence } from '@parleyjs/structures'
import { type PennTree, tags as tagsOf } from '../../text/penn/tree.js'
import { MOST_WORDS } from '../constituency/grammar/search.js'
import type {
  ChartOptions,
  SentenceChart,
  TreebankGrammar,
} from '../constituency/grammar/treebank-grammar.js'
import { countLinks } from '../tag/tag-order.js'
import type { TrigramTagger } from '../tag/trigram/trigram-tagger.js'
import type { TagCandidates } from '../tag/word-scorer.js'
import { type JointRound, jointRound } from './joint-round.js'

/** How the two models agree, and how much of the chart is searched. */
export type JointOptions = AgreeOptions & {
  readonly chart?: ChartOptions
  /**
   * Both models give log P(word | tag), by the same counts. True: only the grammar counts it, and the tagger
   * scores the surrounding words and the previous tags. Default false; `chooseTaggerWeight` tries both.
   */
  readonly countWordsOnce?: boolean
  /**
   * Called with every round of decoding (by `subgradient`; the others report some rounds); return `false` to
   * stop.
   */
  readonly onRound?: (round: JointRound) => boolean | undefined
}

/** A sentence that both models have agreed on. */
export interface JointParse {
  readonly tree: PennTree
  readonly tags: string[]
  /**
   * `optimal` if no other tree and tags score more under both models together, among those that the chart
   * kept.
   */
  readonly status: Status
  /** Weighted sum of both models' scores of the tree and its tags. */
  readonly value: number
  /** Upper bound on the score of every tree of the chart. */
  readonly bound: number
  readonly gap: number
  /** Steps after the first round of decoding. */
  readonly iterations: number
  /** How often the grammar and the tagger decoded. */
  readonly calls: readonly [number, number]
  /** False if the grammar has no tree for the sentence: pieces then stand side by side under the root. */
  readonly derived: boolean
}

/** The two models of one sentence, over the same links. */
export interface JointModels {
  readonly chart: SentenceChart
  readonly sequence: TrigramSequence
  /** The candidate tags of each word, by the tagger's numbers. */
  readonly candidates: readonly TagCandidates[]
  /** Candidate tags of all words together. */
  readonly links: number
}

/** Iterations of the subgradient method as in paper 3, the first round not counted. */
const MOST_ITERATIONS = 49

/** Weight of the tagger beside the grammar: the best for constituents on the development part of MASC. */
export const TAGGER_WEIGHT = 0.7

const DEFAULTS = { maxIterations: MOST_ITERATIONS, weights: [1, TAGGER_WEIGHT] } as const

/**
 * A grammar and a tagger as one parser.
 *
 * @example
 * const parser = new JointParser(trainGrammar(trees), trainTrigramTagger(sentences))
 * const { tree, status } = parser.parse(['The', 'rain', 'stops', '.'])
 * status // 'optimal': proven best under both models
 */
export class JointParser {
  constructor(
    readonly grammar: TreebankGrammar,
    readonly tagger: TrigramTagger,
    private readonly options: JointOptions = {},
  ) {
    const unknown = grammar.lexicon.tags.filter((tag) => tagger.tagNumber(tag) < 0)
    if (unknown.length > 0)
      throw new ParleyError(
        'bad-argument',
        `The tagger does not know ${unknown.length} of the grammar's tags: ${unknown.slice(0, 5).join(', ')}. Train both on the same treebank.`,
      )
  }

  /** The grammar's chart of a sentence, and the tagger over the chart's candidate tags. */
  models(words: readonly string[], options: ChartOptions = {}): JointModels {
    const chart = this.grammar.chart(words, { candidates: this.candidateTags(words), ...options })
    return this.modelsOver(words, chart, this.options.countWordsOnce)
  }

  /** The same over a chart that is there already. */
  modelsOver(words: readonly string[], chart: SentenceChart, countWordsOnce = false): JointModels {
    const numbers = chart.candidates.map((names) => names.map((name) => this.numberOf(name)))
    const candidates = this.tagger.candidates(words, numbers, !countWordsOnce)
    return { chart, candidates, sequence: this.tagger.factor(candidates), links: countLinks(candidates) }
  }

  /**
   * The candidate tags by the tagger: it sees the surrounding words and needs fewer candidates than the
   * grammar.
   */
  private candidateTags(words: readonly string[]): string[][] {
    return this.tagger
      .candidates(words)
      .map(({ tags }) => Array.from(tags, (tag) => this.tagger.tagNames[tag]))
  }

  private numberOf(name: string): number {
    const number = this.tagger.tagNumber(name)
    if (number >= 0) return number
    throw new ParleyError('bad-argument', `The tagger does not know the tag "${name}".`)
  }

  /**
   * The best tree and tags of a sentence under both models. Every sentence of one word or more has an answer.
   */
  parse(words: readonly string[], options: JointOptions = {}): JointParse {
    const chart = options.chart ?? this.options.chart
    if (words.length > MOST_WORDS) return this.withoutAgreement(words, this.taggedOnly(words))
    const models = this.models(words, chart)
    const { countWordsOnce = this.options.countWordsOnce } = options
    const isSame = countWordsOnce === this.options.countWordsOnce
    return this.settle(words, isSame ? models : this.modelsOver(words, models.chart, countWordsOnce), options)
  }

  /** The same with models that are there already, such as once for several weights. */
  settle(words: readonly string[], models: JointModels, options: JointOptions = {}): JointParse {
    const {
      chart: chartOptions,
      countWordsOnce: _,
      onRound,
      ...solver
    } = { ...DEFAULTS, ...this.options, ...options }
    const { chart, sequence, links } = models
    const result = agree(chart.factor, sequence, links, {
      ...solver,
      ...(onRound && {
        onRound: (round) => {
          const told = jointRound(chart, round)
          return told === null ? undefined : onRound(told)
        },
      }),
    })
    if (result.answers === null) return this.withoutAgreement(words, chartOptions)
    const tree = chart.read(result.answers[0])
    const { status, value, bound, gap, iterations, calls } = result
    const { derived } = chart.factor
    return { tree, tags: tagsOf(tree), status, value, bound, gap, iterations, calls, derived }
  }

  private taggedOnly(words: readonly string[]): ChartOptions {
    return { candidates: this.tagger.tag(words).tags.map((tag) => [tag]) }
  }

  /** The grammar alone, where nothing was found that both models allow. */
  private withoutAgreement(words: readonly string[], options?: ChartOptions): JointParse {
    const { tree, derived } = this.grammar.parse(words, options)
    const [value, bound, gap] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const tags = tagsOf(tree)
    return { tree, tags, status: 'interrupted', value, bound, gap, iterations: 0, calls: [0, 0], derived }
  }
}
