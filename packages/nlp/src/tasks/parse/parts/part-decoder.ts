// The best tree by parts of several arcs: the factor graph of a sentence, solved by AD³ or by the subgradient
// method, and rounded by the best tree on the marginals.
import {
  type Ad3Options,
  ad3,
  type FactorGraph,
  type Solution,
  type SolveOptions,
  subgradient,
  type TraceRow,
} from '@parleyjs/core'
import { carveFloats, carveFloatsOf, carveIntsOf } from '@parleyjs/core/internal'
import type { PartScores, ScoredArcs, SentenceArcs } from '../tree-scores.js'
import { chosenArcs, type LinkedTree, openTreeOf, type TreeShape, wholeTreeOf } from '../trees/decode-tree.js'
import { HeadSides } from './head-sides.js'
import { addConstant, partGraph } from './part-graph.js'
import {
  droppedParts,
  type HeadLimits,
  headLimits,
  mostOfDropped,
  PART_LIMITS,
  type PartLimits,
  partsWithin,
  UNLIMITED,
} from './part-limits.js'
import { tablesFor } from './part-scorer.js'
import type { PartName } from './parts.js'
import { RECORD, treeParts } from './tree-parts.js'

/**
 * AD³'s first penalty. Training asks for a margin of 1 per word, so that scores are of that size in any
 * language.
 */
const PENALTY = 2
/** First penalty with parts beyond second order, where many small factors share arcs. */
const SMALL_PENALTY = 0.9

/** Which trees are allowed, and how the best one is searched. */
export interface DecodeOptions extends SolveOptions {
  shape: TreeShape
  algorithm?: 'ad3' | 'subgradient'
}

/** The result of a solver for a tree. */
export type Outcome = Pick<Solution, 'status' | 'value' | 'bound' | 'iterations' | 'trace'>

/** The factor graph that a parser solves. */
export interface ParseProblem {
  /** Its first variables are the arcs; others may follow, which depend on them. */
  graph: FactorGraph
  /**
   * Head (0 is the root), modifier and probability under the pruning model, for each arc that survived
   * pruning.
   */
  arcs: { head: Int32Array; modifier: Int32Array; probability: Float64Array }
  /** Parts of the model that the graph lacks, wholly or at some heads, because the sentence is too large. */
  dropped?: readonly PartName[]
  /** A first penalty of AD³ that suits the graph. */
  penalty: number
  /** Rounds marginals by the best tree on them, for the option `round` of `ad3`. */
  round: NonNullable<Ad3Options['round']>
  /** The head of each word in an assignment. */
  readonly headsOf: (assignment: ArrayLike<number>) => Int32Array
}

/** Parts of several arcs of one sentence at a time. */
export class PartDecoder {
  /** Kinds of parts that this sentence is scored by. */
  protected parts: ReadonlySet<PartName> = new Set()
  private readonly all: ReadonlySet<PartName>
  /** Parts left out because the sentence is too large. */
  dropped: readonly PartName[] = []
  private readonly sides = new HeadSides()
  protected readonly headLimits: HeadLimits
  /** The arcs that trees are made of. */
  private scored: ScoredArcs

  constructor(
    /** All arcs of the sentence. */
    private readonly sentence: SentenceArcs,
    private readonly allParts: readonly PartName[],
    protected readonly scorer: PartScores,
    private readonly limits: PartLimits = PART_LIMITS,
  ) {
    this.all = new Set(allParts)
    this.headLimits = headLimits(this.sides, limits)
    this.scored = sentence
  }

  /** Loads the analysed sentence, whose arcs are pruned and scored; or only some of its arcs. */
  load(scored: ScoredArcs = this.sentence): void {
    this.scored = scored
    const { arcs } = scored
    const { length } = this.sentence
    this.scorer.begin()
    this.sides.fill(arcs, length)
    this.parts = partsWithin(this.allParts, arcs.count, length, this.limits)
    this.dropped = droppedParts(this.allParts, this.parts, this.headLimits, length)
  }

  /** The factor graph of the sentence. */
  problem(shape: TreeShape): ParseProblem {
    const { empty, ...problem } = this.build(shape)
    addConstant(problem.graph, empty)
    return problem
  }

  /** The graph without the score that every tree has, which is `empty`. */
  private build(shape: TreeShape): ParseProblem & { empty: number } {
    const { parts, sides, scorer, headLimits: limits, dropped } = this
    const { arcs, score } = this.scored
    const { length } = this.sentence
    const tree = this.treeOf(shape)
    const { factor, links, certain } = tree
    const { graph, empty, complete } = partGraph({
      parts,
      arcs,
      score,
      length,
      sides,
      limits,
      scorer,
      tree,
    })
    const head = carveIntsOf(arcs.head, arcs.count)
    const modifier = carveIntsOf(arcs.modifier, arcs.count)
    const probability = carveFloatsOf(arcs.probability, arcs.count)
    const headsOf = (assignment: ArrayLike<number>) => {
      const heads = new Int32Array(length)
      for (let a = 0; a < head.length; a++) if (assignment[a] > 0.5) heads[modifier[a] - 1] = head[a]
      return heads
    }
    const scores = carveFloats(links.length)
    const configuration = carveFloats(links.length)
    const round = (marginals: Float64Array, values: Uint8Array) => {
      for (let i = 0; i < certain.length; i++) {
        if (marginals[certain[i]] === Number.NEGATIVE_INFINITY) return false
        values[certain[i]] = 1
      }
      for (let i = 0; i < links.length; i++) scores[i] = marginals[links[i]]
      if (factor.maximize(scores, configuration) === Number.NEGATIVE_INFINITY) return false
      for (let i = 0; i < links.length; i++) values[links[i]] = configuration[i]
      complete(headsOf(values), values)
      return true
    }
    const penalty = tablesFor([...parts]).higher ? SMALL_PENALTY : PENALTY
    return {
      graph,
      empty,
      arcs: { head, modifier, probability },
      penalty,
      round,
      headsOf,
      ...(dropped.length > 0 && { dropped }),
    }
  }

  private treeOf(shape: TreeShape): LinkedTree {
    const { arcs } = this.scored
    const { length } = this.sentence
    const needsAll = shape.projective || this.parts.has('path') || this.parts.has('non-projective')
    return needsAll ? wholeTreeOf(arcs, length, shape) : openTreeOf(arcs, length, shape.singleRoot)
  }

  /** The arc into each word in the best tree, chosen[m] for m = 1 … n, and the result of the solver. */
  decode(options: DecodeOptions): { chosen: Int32Array; solution: Outcome } {
    const { shape, algorithm, ...limits } = options
    // The stopping rule is relative to the bound: the score that every tree has must not affect it.
    const { graph, empty, penalty, round } = this.build(shape)
    const solution =
      algorithm === 'subgradient'
        ? subgradient(graph, { round, ...limits })
        : ad3(graph, { round, penalty, ...limits })
    const { arcs } = this.scored
    const { length } = this.sentence
    // There is always an assignment: every tree is one, and the arcs contain a tree.
    return { chosen: chosenArcs(arcs, solution.assignment!, length), solution: withConstant(solution, empty) }
  }

  /**
   * The score of a tree over the arcs of the analysis, whatever else was pruned: its arcs and all parts of
   * the model, those that the sentence is too large for among them.
   */
  scoreOf(heads: ArrayLike<number>): number {
    const { scorer } = this
    const { arcs, score } = this.sentence
    let value = 0
    for (let m = 1; m <= heads.length; m++) value += score[arcs.find(heads[m - 1], m)]
    const list = treeParts(heads, this.all, UNLIMITED)
    for (let i = 0; i < list.length; i += RECORD)
      value += scorer.score(list[i], list[i + 1], list[i + 2], list[i + 3], list[i + 4])
    return value
  }

  /** Upper bound on the score of the left-out parts in any tree. */
  get mostOfDropped(): number {
    return mostOfDropped(this.dropped, this.sentence.length, this.scorer)
  }
}

/** The solver's result plus a score outside the graph. */
function withConstant({ status, value, bound, iterations, trace }: Solution, amount: number): Outcome {
  const shift = (row: TraceRow): TraceRow => ({
    ...row,
    dual: row.dual + amount,
    bound: row.bound + amount,
    value: row.value + amount,
    relaxed: row.relaxed + amount,
  })
  return {
    status,
    value: value + amount,
    bound: bound + amount,
    iterations,
    ...(trace !== undefined && { trace: trace.map(shift) }),
  }
}
