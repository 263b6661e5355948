// A grammar learned from a treebank: words in, trees out.
import { ParleyError } from '@parleyjs/core'
import { coarseFilter, type GrammarNode, GrammarTree } from '@parleyjs/structures'
import type { WordLeaves } from '@parleyjs/structures/internal'
import { leaf, node, type PennTree } from '../../../text/penn/tree.js'
import type { AnnotationOptions } from './annotate.js'
import { countGrammar, type GrammarCounts } from './counts.js'
import { estimate, type Grammars, type SmoothingOptions } from './estimate.js'
import { GrammarLexicon, type GrammarLexiconOptions } from './lexicon.js'
import { firstSearch, MOST_WORDS, type Search, secondSearch } from './search.js'

/** Options of the search. The defaults depend on the length of the sentence. */
export interface ChartOptions extends Partial<Search> {
  /** Candidate tags of each word; those of the lexicon by default. */
  readonly candidates?: readonly (readonly string[])[]
  /** Maximum distance of a kept use of a rule from the best tree. */
  readonly threshold?: number
}

/** All trees of a sentence within the threshold, as a factor on the tags of its words. */
export interface SentenceChart {
  /** The links are one-hot groups: `candidates`, word by word. */
  readonly factor: GrammarTree
  /** The candidate tags of each word. */
  readonly candidates: readonly (readonly string[])[]
  /** The tree of a treebank for an answer of the factor. */
  read(tree: GrammarNode): PennTree
  /** The k best derivations as trees; several may give the same tree, as their symbols say more. */
  kBest(scores: Float64Array, k: number): { readonly score: number; readonly tree: PennTree }[]
}

/** A parsed sentence. */
export interface GrammarParse {
  readonly tree: PennTree
  /** log P(tree, words). */
  readonly score: number
  /** False if the grammar has no tree for the sentence: pieces then stand side by side under the root. */
  readonly derived: boolean
}

/** The score of a piece if there is no tree for the whole sentence. */
const GLUE = -50

export type TreebankGrammarOptions = Partial<AnnotationOptions> &
  Partial<SmoothingOptions> &
  GrammarLexiconOptions

/** The best options on MASC. */
export const DEFAULT_ANNOTATION: AnnotationOptions = {
  horizontal: 1,
  vertical: 2,
  direction: 'head',
  marks: ['unary', 'tagParent', 'onlyTag', 'auxiliary', 'conjunction', 'possessive', 'verbForm', 'base'],
}

const DEFAULT_SMOOTHING: SmoothingOptions = { ruleSmoothing: 3, leastRule: 1e-4 }

/**
 * A grammar with its lexicon.
 *
 * @example
 * const grammar = trainGrammar(trees)
 * grammar.parse(['Rain', 'stops', '.']).tree // (TOP (S (NP (NN Rain)) (VP (VBZ stops)) (. .)))
 */
export class TreebankGrammar {
  readonly lexicon: GrammarLexicon
  readonly grammars: Grammars

  constructor(
    readonly counts: GrammarCounts,
    options: TreebankGrammarOptions = {},
  ) {
    this.grammars = estimate(counts, { ...DEFAULT_SMOOTHING, ...options })
    this.lexicon = new GrammarLexicon(counts, options)
  }

  /**
   * All trees of a sentence within the threshold, as a factor. If the coarse filter leaves no tree, the
   * search is repeated with a wider filter.
   */
  chart(words: readonly string[], options: ChartOptions = {}): SentenceChart {
    const { candidates, threshold = 14, ...given } = options
    requireShort(words)
    const found = words.map((word, i) => this.lexicon.symbolsOfWord(word, i, candidates?.[i]))
    const leaves = found.map((word) => ({ ...word, links: word.tags.length }))
    const first = { ...firstSearch(words.length), ...given }
    let factor = this.factor(leaves, first, threshold)
    const second = factor.derived ? null : secondSearch(words.length, first)
    if (second !== null) factor = this.factor(leaves, second, threshold)
    const read = (tree: GrammarNode) => this.toPenn(tree, words)
    return {
      factor,
      candidates: found.map(({ tags }) => tags),
      read,
      kBest: (scores, k) => factor.kBest(scores, k).map(({ score, tree }) => ({ score, tree: read(tree) })),
    }
  }

  private factor(leaves: readonly WordLeaves[], search: Search, threshold: number): GrammarTree {
    const { coarseThreshold, beam, splits, widest } = search
    const { fine, coarse, classOf, prior } = this.grammars
    const filter = coarseFilter({
      grammar: coarse,
      words: leaves.map((word) => coarseLeaves(word, classOf)),
      classOf,
      threshold: coarseThreshold,
      glue: GLUE,
      beam: { prior, width: beam, widest },
      splits,
    })
    return new GrammarTree({ grammar: fine, words: leaves, filter, threshold, glue: GLUE })
  }

  /**
   * The best tree of a sentence; every sentence has one, if only its words under the root where it is too
   * long.
   */
  parse(words: readonly string[], options: ChartOptions = {}): GrammarParse {
    if (words.length > MOST_WORDS) return this.flat(words, options.candidates)
    const { factor, candidates, read } = this.chart(words, options)
    const links = candidates.reduce((sum, { length }) => sum + length, 0)
    const score = factor.maximize(new Float64Array(links), new Float64Array(links))
    if (score === Number.NEGATIVE_INFINITY) return this.flat(words, options.candidates)
    return { tree: read(factor.answer()), score, derived: factor.derived }
  }

  /**
   * Converts a tree of symbols to a treebank tree: without marks, parts of constituents and parents' labels.
   */
  private toPenn(tree: GrammarNode, words: readonly string[]): PennTree {
    const { symbols } = this.counts
    const visit = (at: GrammarNode): PennTree[] => {
      const { base, memory } = symbols[at.symbol]
      if (at.children.length === 0) return [leaf(base, words[at.start])]
      const children = at.children.flatMap(visit)
      return memory === null ? [node(base, children)] : children
    }
    return visit(tree)[0]
  }

  /** Where tags were given that the grammar has never seen, or too many words: the words under the root. */
  private flat(words: readonly string[], candidates: ChartOptions['candidates']): GrammarParse {
    const { base } = this.counts.symbols[this.counts.root]
    const leaves = words.map((word, i) => {
      const { tags, values, scores } = this.lexicon.symbolsOfWord(word, i, candidates?.[i])
      let best = 0
      for (let k = 1; k < values.length; k++) if (scores[k] > scores[best]) best = k
      return leaf(tags[values[best] ?? 0] ?? 'FW', word)
    })
    return { tree: node(base, leaves), score: Number.NEGATIVE_INFINITY, derived: false }
  }
}

function requireShort(words: readonly string[]): void {
  if (words.length > MOST_WORDS)
    throw new ParleyError(
      'bad-argument',
      `A sentence of ${words.length} words is too long for a chart, which takes ${MOST_WORDS} at most. Split it, or use parse, which then puts the words side by side.`,
    )
}

/** Each coarse symbol once, with the best score of its symbols. */
function coarseLeaves({ links, symbols, scores }: WordLeaves, classOf: Int32Array): WordLeaves {
  const best = new Map<number, number>()
  for (let i = 0; i < symbols.length; i++) {
    const c = classOf[symbols[i]]
    if (!(best.get(c)! >= scores[i])) best.set(c, scores[i])
  }
  return { links, symbols: [...best.keys()], values: Array.from(best, () => 0), scores: [...best.values()] }
}

/** Learns a grammar from clean trees. */
export function trainGrammar(
  trees: Iterable<PennTree>,
  options: TreebankGrammarOptions = {},
): TreebankGrammar {
  return new TreebankGrammar(countGrammar(trees, { ...DEFAULT_ANNOTATION, ...options }), options)
}
