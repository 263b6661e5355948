// A projective second-order dependency model as a factor: the parser's scores of arcs, siblings and
// grandparents in one dynamic program over the arcs that survive pruning (paper 3, section 4.2; the model of
// Koo et al. 2008 there).
import { SecondOrderProjectiveTree } from '@parleyjs/structures'
import type { SideScores } from '@parleyjs/structures/internal'
import { Analysis } from '../../parse/analysis.js'
import type { ParserInput } from '../../parse/interface/parser-input.js'
import type { Parser } from '../../parse/parser.js'
import { HeadSides } from '../../parse/parts/head-sides.js'
import { PartScorer } from '../../parse/parts/part-scorer.js'
import { Part } from '../../parse/parts/parts.js'

/** The arcs of a sentence that survive pruning, and their scores. */
export interface DependencyProblem {
  /** Number of words. */
  readonly length: number
  /** [head, modifier] of every arc; 0 is the root, word i is i + 1. */
  readonly arcs: [number, number][]
  /** Log-probability of each arc by the pruning model, indexed by arc. */
  readonly probability: Float64Array
  /** All scores: of arcs, siblings and grandparents. Its links are the arcs. */
  readonly factor: SecondOrderProjectiveTree
}

/** Projective dependency trees by arcs, siblings and grandparents. It owns work space: use one per thread. */
export class DependencyModel {
  private readonly analysis: Analysis
  private readonly scorer: PartScorer
  private readonly sides = new HeadSides()

  constructor(readonly parser: Parser) {
    const { model } = parser
    this.analysis = new Analysis(model)
    this.scorer = new PartScorer(model.parts, model)
  }

  /**
   * The arcs and scores of a sentence. They always contain a projective tree with one root: that of `heads`,
   * if it is given (0 for the root, h for word h − 1), else one that pruning leaves.
   */
  problem(input: ParserInput, heads?: ArrayLike<number>): DependencyProblem {
    const { analysis, scorer, sides } = this
    const length = input.forms.length
    analysis.load(input)
    if (heads === undefined) analysis.pruneToTree({ singleRoot: true, projective: true })
    else analysis.prune(heads)
    analysis.scoreArcs()
    analysis.scoreByNetwork()
    const { arcs } = analysis
    scorer.fill(analysis)
    sides.fill(arcs, length)
    const pairs: [number, number][] = []
    for (let a = 0; a < arcs.count; a++) pairs.push([arcs.head[a], arcs.modifier[a]])
    const lists: (SideScores | null)[] = []
    for (let h = 0; h <= length; h++) for (let side = 0; side < 2; side++) lists.push(this.side(h, side))
    return {
      length,
      arcs: pairs,
      probability: arcs.probability.slice(0, arcs.count),
      factor: new SecondOrderProjectiveTree({
        length: length + 1,
        arcs: pairs,
        sides: lists,
        singleRoot: true,
      }),
    }
  }

  /** The best tree by this model alone: the head of each word. */
  parse(input: ParserInput): Int32Array {
    const { length, arcs, factor } = this.problem(input)
    const configuration = new Float64Array(arcs.length)
    factor.maximize(new Float64Array(arcs.length), configuration)
    return headsIn(arcs, configuration, length)
  }

  /** Scores of arcs with consecutive siblings, and of grandparents, of one head's modifiers on one side. */
  private side(h: number, side: number): SideScores | null {
    const { analysis, scorer, sides } = this
    const { arcs, length } = analysis
    const n = sides.count(h, side)
    if (n === 0) return null
    // words[i] is the i-th modifier from 1 on; "none" stands before and behind.
    const words = new Int32Array(n + 2).fill(length + 1)
    // The score of an arc counts with the sibling before its modifier.
    const own = new Float64Array(n + 2)
    for (let i = 0; i < n; i++) {
      const a = sides.byHead[sides.start[2 * h + side] + i]
      words[i + 1] = arcs.modifier[a]
      own[i + 1] = analysis.score[a]
    }
    const siblings = new Float64Array(((n + 1) * (n + 2)) / 2)
    let at = 0
    for (let i = 0; i <= n; i++)
      for (let j = i + 1; j <= n + 1; j++)
        siblings[at++] = own[j] + scorer.score(Part.sibling, h, words[i], words[j], side)
    if (h === 0) return { siblings }
    const grandparents = new Float64Array((arcs.start[h + 1] - arcs.start[h]) * n)
    at = 0
    for (let a = arcs.start[h]; a < arcs.start[h + 1]; a++)
      for (let i = 1; i <= n; i++) {
        // A word that is the head of its own head: no tree has both.
        if (arcs.head[a] !== words[i])
          grandparents[at] = scorer.score(Part.grandparent, arcs.head[a], h, words[i])
        at++
      }
    return { siblings, grandparents }
  }
}

/** The head of each word where one arc per word is at 1. */
export function headsIn(
  arcs: readonly (readonly [number, number])[],
  configuration: ArrayLike<number>,
  length: number,
): Int32Array {
  const heads = new Int32Array(length)
  for (let a = 0; a < arcs.length; a++) if (configuration[a] > 0.5) heads[arcs[a][1] - 1] = arcs[a][0]
  return heads
}
