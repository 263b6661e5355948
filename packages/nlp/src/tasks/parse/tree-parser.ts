// The dependency parser: columns of a sentence in, a tree with its certificate out. Scores come from any
// model of trees.
import { ParleyError } from '@parleyjs/core'
import { requireOptions } from '@parleyjs/core/internal'
import { nothing, PARSE_KEYS, type Parse, type ParseOptions } from './interface/parse-result.js'
import type { ParserConstraints, ParserInput } from './interface/parser-input.js'
import { LabelDemands } from './labels/label-demands.js'
import { type ParseProblem, PartDecoder } from './parts/part-decoder.js'
import type { PartName } from './parts/parts.js'
import { verdictOf } from './proven.js'
import { CloseArcs, SLACK } from './prune/close-arcs.js'
import type { ScoredArcs, TreeScores } from './tree-scores.js'
import { bestTree, type TreeShape } from './trees/decode-tree.js'
import { bestTrees } from './trees/k-best.js'

type Outcome = Pick<Parse, 'status' | 'value' | 'bound' | 'dropped' | 'iterations' | 'trace'>

/** Finds trees by the scores of a model. It owns work space: use one per thread. */
export class TreeParser {
  /** Kinds of parts that trees are scored by. */
  readonly parts: readonly PartName[]
  private readonly decoder: PartDecoder
  private readonly close = new CloseArcs()
  private readonly labelNumbers: Map<string, number>

  constructor(readonly scores: TreeScores) {
    this.parts = scores.parts
    this.decoder = new PartDecoder(scores, scores.parts, scores.partScores)
    this.labelNumbers = new Map(scores.relations.map((name, l) => [name, l]))
  }

  /** The best tree of a sentence. */
  parse(input: ParserInput, options: ParseOptions = {}): Parse {
    requireOptions('parse', options, PARSE_KEYS)
    const n = input.forms.length
    const { maxIterations = 200, tolerance = 1e-6, algorithm = 'ad3', trace = false } = options
    if (algorithm !== 'ad3' && algorithm !== 'subgradient')
      throw new ParleyError(
        'bad-argument',
        `There is no algorithm "${String(algorithm)}" for parsing; there are ad3 and subgradient.`,
      )
    if (n === 0) return nothing(trace)
    const demands = this.load(input, options)
    if (this.parts.length === 1) return this.parseArcs(n, demands, options)
    const scored = this.closeArcs(options)
    this.decoder.load(scored)
    const limits = { maxIterations, tolerance, ...(trace && { trace }) }
    const { chosen, solution } = this.decoder.decode({ shape: this.shapeOf(options), algorithm, ...limits })
    const heads = headsIn(scored, chosen)
    return this.describe(heads, demands, {
      ...verdictOf(this.decoder, heads, solution, tolerance),
      iterations: solution.iterations,
      ...(trace && { trace: solution.trace ?? [] }),
    })
  }

  /**
   * The factor graph that `parse` solves, under the same constraints.
   *
   * @example
   * const { graph, round, headsOf } = parser.problem({ forms: ['Dogs', 'bark'], upos: ['NOUN', 'VERB'] })
   * headsOf(ad3(graph, { round }).assignment!) // Int32Array [2, 0]
   */
  problem(input: ParserInput, options: ParseOptions = {}): ParseProblem {
    requireOptions('problem', options, PARSE_KEYS)
    if (input.forms.length === 0)
      throw new ParleyError('bad-argument', 'The sentence has no words. Give at least one.')
    this.load(input, options)
    this.decoder.load(this.closeArcs(options))
    return this.decoder.problem(this.shapeOf(options))
  }

  /**
   * The k best trees of a sentence, the best first; fewer if the arcs that survived pruning contain fewer.
   * The bound of each holds for all trees but those before it.
   *
   * @example
   * parser.parseBest({ forms: ['Dogs', 'bark'], upos: ['NOUN', 'VERB'] }, 2).map(({ heads }) => heads)
   */
  parseBest(input: ParserInput, k: number, options: ParseOptions = {}): Parse[] {
    requireOptions('parseBest', options, PARSE_KEYS)
    if (input.forms.length === 0) return [nothing(false)]
    const problem = this.problem(input, { slack: Number.POSITIVE_INFINITY, ...options })
    const trees = bestTrees(problem, k, options)
    const demands = LabelDemands.of(input.forms.length, options, this.labelNumbers)
    const found = trees.map((tree) => ({ tree, heads: headsIn(problem, tree.chosen) }))
    // Left-out parts may change the order. The bound of a rank holds for trees that were not found in any
    // order.
    if (problem.dropped !== undefined) {
      const values = new Map(found.map(({ heads }) => [heads, this.decoder.scoreOf(heads)]))
      found.sort((a, b) => values.get(b.heads)! - values.get(a.heads)!)
    }
    return found.map(({ heads }, rank) => {
      const { chosen: _, iterations, ...solution } = trees[rank]
      const verdict = verdictOf(this.decoder, heads, solution, options.tolerance ?? 1e-6)
      return this.describe(heads, demands, { ...verdict, iterations })
    })
  }

  /**
   * The score of a tree: a function of the sentence, the model, the heads and the relations that are
   * demanded, and of nothing else. It is the `value` of every parse with these heads.
   *
   * @example
   * parser.score({ forms: ['Dogs', 'bark'], upos: ['NOUN', 'VERB'] }, [2, 0])
   */
  score(
    input: ParserInput,
    heads: ArrayLike<number>,
    options: Omit<ParseOptions, 'heads' | 'forbidden'> = {},
  ): number {
    if (heads.length !== input.forms.length)
      throw new ParleyError(
        'bad-argument',
        `${heads.length} heads for ${input.forms.length} words. Give one head per word.`,
      )
    if (heads.length === 0) return 0
    this.load(input, { ...options, heads: Array.from(heads) })
    this.decoder.load()
    return this.decoder.scoreOf(heads)
  }

  /** Loads a sentence: prunes and scores its arcs. Returns the label constraints. */
  private load(input: ParserInput, options: ParseOptions): LabelDemands | undefined {
    const { scores } = this
    const n = input.forms.length
    this.requireConstraints(n, options)
    scores.load(input)
    const constraints = options.heads !== undefined || options.forbidden !== undefined ? options : undefined
    const shape = this.shapeOf(options)
    const isWide = options.slack === Number.POSITIVE_INFINITY
    if (!scores.pruneToTree(shape, constraints, isWide))
      throw new ParleyError(
        'bad-argument',
        `No ${shape.projective ? 'projective ' : ''}tree over the ${n} words respects the constraints: the heads given form a cycle${shape.projective ? ', cross' : ''} or have several roots, or every head of a word is forbidden. Loosen them.`,
      )
    const demands = LabelDemands.of(n, options, this.labelNumbers)
    scores.scoreArcs(demands)
    return demands
  }

  /** The arcs of trees that are scored by several parts. */
  private closeArcs(options: ParseOptions): ScoredArcs {
    const { scores, close } = this
    const slack = options.slack ?? scores.slack ?? SLACK
    if (!(slack >= 0))
      throw new ParleyError('bad-argument', `The slack of arcs is ${slack}; it must be a number ≥ 0, or ∞.`)
    if (slack === Number.POSITIVE_INFINITY) return scores
    close.fill(scores, scores.length, this.shapeOf(options), slack)
    return close
  }

  /** The best tree by arcs alone is found exactly, without iterations. */
  private parseArcs(n: number, demands: LabelDemands | undefined, options: ParseOptions): Parse {
    const { arcs, score } = this.scores
    const chosen = bestTree(arcs, score, n, this.shapeOf(options))!
    let value = 0
    for (let m = 1; m <= n; m++) value += score[chosen[m]]
    return this.describe(headsIn(this.scores, chosen), demands, {
      status: 'optimal',
      value,
      bound: value,
      iterations: 0,
      ...(options.trace === true && { trace: [] }),
    })
  }

  private shapeOf({ projective = false }: ParseOptions): TreeShape {
    return { singleRoot: this.scores.singleRoot, projective }
  }

  private describe(heads: Int32Array, demands: LabelDemands | undefined, outcome: Outcome): Parse {
    const { arcs, score } = this.scores
    const n = heads.length
    const confidence = new Float64Array(n)
    const margin = new Float64Array(n)
    for (let m = 1; m <= n; m++) {
      const a = arcs.find(heads[m - 1], m)
      confidence[m - 1] = arcs.probability[a]
      let other = Number.NEGATIVE_INFINITY
      for (let b = arcs.start[m]; b < arcs.start[m + 1]; b++)
        if (b !== a && score[b] > other) other = score[b]
      margin[m - 1] = score[a] - other
    }
    const { relations } = this.scores
    const deprels = Array.from(this.scores.relationsOf(heads, demands), (label) => relations[label])
    const { value, bound } = outcome
    return { heads, deprels, ...outcome, gap: bound - value, confidence, margin }
  }

  private requireConstraints(n: number, { heads, forbidden }: ParserConstraints): void {
    for (let i = 0; i < (heads?.length ?? 0); i++) {
      const h = heads![i]
      if (h === null || h === undefined) continue
      if (!Number.isInteger(h) || h < 0 || h > n || h === i + 1 || i >= n)
        throw new ParleyError(
          'bad-argument',
          `Word ${i + 1} is to have head ${h}, but the sentence has ${n} words: heads are 0 to ${n}, and no word is its own.`,
        )
    }
    for (const [h, m] of forbidden ?? [])
      if (!Number.isInteger(h) || !Number.isInteger(m) || h < 0 || h > n || m < 1 || m > n)
        throw new ParleyError(
          'bad-argument',
          `The forbidden arc ${h} → ${m} is not one of a sentence of ${n} words: heads are 0 to ${n}, modifiers 1 to ${n}.`,
        )
  }
}

/** The head of each word by the arc into it: chosen[m] for m = 1 … n. */
function headsIn({ arcs }: { arcs: { head: Int32Array } }, chosen: Int32Array): Int32Array {
  const heads = new Int32Array(chosen.length - 1)
  for (let m = 1; m < chosen.length; m++) heads[m - 1] = arcs.head[chosen[m]]
  return heads
}
