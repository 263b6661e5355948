// Two parsers in one (paper 3, section 4.2): a lexicalised grammar and a second-order dependency model agree
// on the arcs between words. The score of a tree is the grammar's log-probability and a weight times what the
// dependency model gives to its arcs (paper 3, Eq. 11).
import { type AgreeOptions, agree, type Status } from '@parleyjs/core'
import { portableLog } from '@parleyjs/core/internal'
import { type HeadDrivenForest, HypergraphFactor } from '@parleyjs/structures'
import type { HeadDrivenLimits } from '@parleyjs/structures/internal'
import type { PennTree } from '../../../text/penn/tree.js'
import {
  type DependencyModel,
  type DependencyProblem,
  headsIn,
} from '../dependency-model/dependency-model.js'
import { wordColumns } from '../dependency-model/word-columns.js'
import { flatTree } from './flat-tree.js'
import type { LexicalisedGrammar } from './grammar.js'
import { intersectParsers } from './intersection.js'
import { pairModels } from './pair-models.js'
import { headsOfGrammar, sentenceForest } from './sentence-forest.js'
import { SentenceScores } from './sentence-scores.js'
import { treeOfDerivation } from './tree-of.js'

/** How the two agree, and how much of the chart is searched. */
export type TwoParsersOptions = AgreeOptions & {
  /**
   * The beam of the chart: narrower for sentences of more than 40 words by default, wider where it leaves no
   * tree.
   */
  readonly limits?: HeadDrivenLimits
  /** Maximum distance of an edge of the chart from the best tree. Default 14. */
  readonly below?: number
  /**
   * Number of rounds without a proof after which the two must agree on grandparents, too: on pairs of arcs
   * g → h → m, which is a tighter relaxation. These rounds count towards the total. `Infinity`: never.
   * Default 15.
   */
  readonly grandparentsAfter?: number
  /**
   * How the best tree is found if the algorithm proves nothing, for example because the relaxation is not
   * tight: by the dynamic program of both models in one (`intersection`, the default), or by branch and bound
   * with at most this number of nodes; 0 for neither.
   */
  readonly close?: 'intersection' | number
}

/** A tree that both have agreed on. */
export interface TwoParse {
  readonly tree: PennTree
  /** The head of each word: 0 for the root, h for word h − 1. */
  readonly heads: Int32Array
  /** `optimal` if no other tree that the chart kept scores more under both models together. */
  readonly status: Status
  readonly value: number
  readonly bound: number
  readonly gap: number
  /** Steps after the first round of decoding. */
  readonly iterations: number
  /** True if more than rounds was needed (`close`). */
  readonly searched: boolean
  /** How often the grammar and the dependency model decoded. */
  readonly calls: readonly [number, number]
  /** False if the chart has no tree: then constituents are made from the dependency model's tree. */
  readonly derived: boolean
}

/** Both models of one sentence, over the same arcs. */
export interface TwoModels {
  readonly words: readonly string[]
  readonly tags: readonly string[]
  readonly dependencies: DependencyProblem
  readonly forest: HeadDrivenForest
  readonly grammar: HypergraphFactor
  /** The tree that the grammar finds best with extra scores of arcs; null if there is none. */
  readonly tree: (extra: Float64Array) => PennTree | null
}

/** Weight of the dependency model, chosen on the development part of MASC. */
export const DEPENDENCY_WEIGHT = 2
/** Weight of the log-probability of an arc in the beam. */
const ARC_MERIT = 2
/** Iterations as in paper 3, the first round not counted. */
const MOST_ITERATIONS = 49
/** Very few sentences that agreement on arcs can prove take more rounds (docs/two-parsers.md). */
const GRANDPARENTS_AFTER = 15

/**
 * A grammar and a dependency model as one parser.
 *
 * @example
 * const parser = new TwoParsers(trainLexicalised(trees), trainDependencyModel(trees))
 * const { tree, status } = parser.parse(['Dogs', 'bark', '.'], ['NNS', 'VBP', '.'])
 * status // 'optimal': proven best under both models
 */
export class TwoParsers {
  constructor(
    readonly grammar: LexicalisedGrammar,
    readonly dependencyModel: DependencyModel,
    private readonly options: TwoParsersOptions = {},
  ) {}

  /**
   * Both models of a sentence of one word or more. Where the grammar has no tree over the arcs that the
   * dependency model keeps after pruning, the arcs of its own best tree are added to them.
   */
  models(words: readonly string[], tags: readonly string[], options: TwoParsersOptions = {}): TwoModels {
    const { limits, below = 14 } = { ...this.options, ...options }
    const { grammar } = this
    const columns = wordColumns(words, tags)
    const scores = new SentenceScores(grammar, words, tags)
    const over = (own?: Int32Array) => {
      const dependencies = this.dependencyModel.problem(columns, own)
      const { arcs, probability } = dependencies
      // The beam must not lose the tree that the arcs were added for.
      const arcMerit = Float64Array.from(arcs, ([h, m], a) =>
        own?.[m - 1] === h ? 0 : ARC_MERIT * portableLog(Math.max(probability[a], 1e-6)),
      )
      return {
        dependencies,
        forest: sentenceForest({ scores, arcs, arcMerit, ...(limits && { limits }) }, below),
      }
    }
    const first = over()
    const own = first.forest.graph === null ? headsOfGrammar(scores, limits) : null
    const { dependencies, forest } = own === null ? first : over(own)
    const { arcs } = dependencies
    const factor = new HypergraphFactor({
      graph: forest.graph,
      groups: arcs.map(([, m]) => m - 1),
      name: 'lexicalised grammar',
    })
    const configuration = new Float64Array(arcs.length)
    const tree = (extra: Float64Array) =>
      factor.maximize(extra, configuration) === Number.NEGATIVE_INFINITY
        ? null
        : treeOfDerivation(grammar, forest, factor.derivation(), words, tags)
    return { words, tags, dependencies, forest, grammar: factor, tree }
  }

  /** The best tree of words with tags under both models. Every sentence of one word or more has an answer. */
  parse(words: readonly string[], tags: readonly string[], options: TwoParsersOptions = {}): TwoParse {
    return this.decode(this.models(words, tags, options), options)
  }

  /** The best tree under both models of a sentence, which can be solved again with other options. */
  decode(models: TwoModels, options: TwoParsersOptions = {}): TwoParse {
    const {
      limits: _,
      below: __,
      close = 'intersection',
      grandparentsAfter = GRANDPARENTS_AFTER,
      ...solver
    } = {
      weights: [1, DEPENDENCY_WEIGHT] as const,
      maxIterations: MOST_ITERATIONS,
      ...this.options,
      ...options,
    }
    if (models.forest.graph === null) return dependenciesAlone(models)
    const begin = performance.now()
    const first = agreement(models, solver, grandparentsAfter)
    const { weights, signal, timeLimit = Number.POSITIVE_INFINITY } = solver
    const left = timeLimit - (performance.now() - begin) / 1000
    const isDone = first?.status === 'optimal' || solver.algorithm === 'exact'
    if (close === 0 || isDone || left <= 0 || signal?.aborted) return first ?? dependenciesAlone(models)
    const limits = { timeLimit: left, ...(signal && { signal }) }
    const search =
      close === 'intersection'
        ? intersected(models, weights)
        : agreement(models, { algorithm: 'exact', weights, maxIterations: close, ...limits })
    return closer(first, search) ?? dependenciesAlone(models)
  }
}

/** Both models of a sentence by one algorithm; null if it finds no tree. */
function agreement(
  models: TwoModels,
  options: AgreeOptions,
  grandparentsAfter = Number.POSITIVE_INFINITY,
): TwoParse | null {
  const { words, dependencies, grammar, tree } = models
  const { arcs, factor } = dependencies
  const links = arcs.length
  const result = agree(grammar, factor, links, {
    ...options,
    ...(grandparentsAfter < Number.POSITIVE_INFINITY && {
      tighter: { after: grandparentsAfter, models: () => pairModels(models) },
    }),
  })
  if (result.answers === null) return null
  const heads = headsIn(arcs, result.assignment!, words.length)
  const found = tree(arcsOf(arcs, heads, 0, Number.NEGATIVE_INFINITY))
  if (found === null) return null
  const { status, value, bound, gap, iterations, calls } = result
  return { tree: found, heads, status, value, bound, gap, iterations, searched: false, calls, derived: true }
}

/** A number for each arc: one for those of a tree, another for all others. */
function arcsOf(
  arcs: readonly (readonly [number, number])[],
  heads: Int32Array,
  used: number,
  others: number,
): Float64Array {
  return Float64Array.from(arcs, ([h, m]) => (heads[m - 1] === h ? used : others))
}

/** The best tree by the dynamic program of both models in one. */
function intersected(
  { forest, dependencies, grammar, tree }: TwoModels,
  [first, second]: readonly [number, number],
): TwoParse | null {
  const { arcs, factor } = dependencies
  const best = intersectParsers(forest.graph, factor, second / first)
  if (best === null) return null
  const { heads } = best
  const found = tree(arcsOf(arcs, heads, 0, Number.NEGATIVE_INFINITY))
  if (found === null) return null
  const used = arcsOf(arcs, heads, 1, 0)
  const value = first * grammar.score(used) + second * factor.score(used)
  const bound = Math.max(value, first * best.score)
  const proof = {
    status: 'optimal',
    value,
    bound,
    gap: bound - value,
    iterations: 0,
    searched: true,
  } as const
  return { tree: found, heads, ...proof, calls: [0, 0], derived: true }
}

/**
 * The better tree of an algorithm that proved nothing and of the search after it, with the lower bound of
 * both.
 */
function closer(first: TwoParse | null, search: TwoParse | null): TwoParse | null {
  if (first === null || search === null) return first ?? search
  const better = search.status === 'optimal' || search.value > first.value ? search : first
  const bound = Math.max(better.value, Math.min(first.bound, search.bound))
  return {
    ...better,
    bound,
    gap: bound - better.value,
    iterations: first.iterations,
    searched: true,
    calls: [first.calls[0] + search.calls[0], first.calls[1] + search.calls[1]],
  }
}

/**
 * The dependency model's own best tree, where the grammar has none over the arcs: constituents are made from
 * it.
 */
export function dependenciesAlone({ words, tags, dependencies }: TwoModels): TwoParse {
  const { arcs, factor } = dependencies
  const configuration = new Float64Array(arcs.length)
  factor.maximize(new Float64Array(arcs.length), configuration)
  const heads = headsIn(arcs, configuration, words.length)
  return {
    tree: flatTree(words, tags, heads),
    heads,
    status: 'interrupted',
    value: Number.NEGATIVE_INFINITY,
    bound: Number.POSITIVE_INFINITY,
    gap: Number.POSITIVE_INFINITY,
    iterations: 0,
    searched: false,
    calls: [0, 1],
    derived: false,
  }
}
