// Scores of trees by a network: the score of an arc is the log-probability of the head given the word, plus
// that of the relation given both.
import { portableExp, portableLog, USUAL_ARCS, USUAL_WORDS } from '@parleyjs/core/internal'
import { MatrixTree } from '@parleyjs/structures'
import type { ParserConstraints, ParserInput } from '../tasks/parse/interface/parser-input.js'
import type { LabelDemands } from '../tasks/parse/labels/label-demands.js'
import type { PartName } from '../tasks/parse/parts/parts.js'
import type { PartScores, TreeScores } from '../tasks/parse/tree-scores.js'
import { ArcList } from '../tasks/parse/trees/arc-list.js'
import type { TreeShape } from '../tasks/parse/trees/decode-tree.js'
import { HeadPruner } from './head-pruner.js'
import { roleSets } from './part-roles.js'
import { PartVectors } from './part-vectors.js'
import { hashOf } from './seen-words.js'
import type { WordReader } from './word-reader.js'

/** Longest sentence with marginals over trees: they take a time that grows with the cube of the length. */
const MAX_TREE = 300

export class NetworkScores implements TreeScores {
  readonly parts: readonly PartName[]
  readonly relations: readonly string[]
  readonly singleRoot: boolean
  readonly slack = Number.POSITIVE_INFINITY
  readonly partScores: PartScores
  readonly arcs = new ArcList()
  score = new Float64Array(USUAL_ARCS)
  /** Best relation of each arc. */
  private label = new Int32Array(USUAL_ARCS)
  private readonly pruner: HeadPruner
  private readonly trees = new MatrixTree(USUAL_WORDS)
  private readonly forms: ReadonlySet<number>
  private readonly everyRelation: Int32Array

  constructor(private readonly reader: WordReader) {
    const { parts, names, singleRoot, seen } = reader.model
    this.parts = parts
    this.relations = names.relations
    this.singleRoot = singleRoot
    const sets = roleSets(parts)
    this.partScores = new PartVectors((vectors) =>
      reader.roles(sets, (tensors, floats) => vectors.take(tensors, floats)),
    )
    this.pruner = new HeadPruner(reader)
    this.forms = new Set(seen.forms)
    this.everyRelation = Int32Array.from(names.relations, (_, label) => label)
  }

  get length(): number {
    return this.reader.length
  }

  knows(form: string): boolean {
    return this.forms.has(hashOf(form))
  }

  load({ forms }: ParserInput): void {
    this.reader.read(forms)
  }

  pruneToTree(shape: TreeShape, constraints?: ParserConstraints, isWide = false): boolean {
    const { arcs, pruner, length } = this
    if (!pruner.pruneToTree(arcs, shape, constraints, isWide)) return false
    if (this.score.length < arcs.count) {
      this.score = new Float64Array(2 * arcs.count)
      this.label = new Int32Array(2 * arcs.count)
    }
    this.score.set(pruner.score.subarray(0, arcs.count))
    if (length <= MAX_TREE) {
      const { head, modifier, count, probability } = arcs
      // Without a tree in reach of these numbers the pruner's probabilities stay.
      const sums = new Float64Array(count)
      const all = this.trees.solve(length + 1, head, modifier, count, this.score, sums, shape.singleRoot)
      if (all > Number.NEGATIVE_INFINITY) probability.set(sums)
    }
    return true
  }

  scoreArcs(demands: LabelDemands | undefined): void {
    const { arcs, relations } = this
    const count = relations.length
    const pairs = new Int32Array(2 * arcs.count)
    for (let a = 0; a < arcs.count; a++) {
      pairs[2 * a] = arcs.modifier[a]
      pairs[2 * a + 1] = arcs.head[a]
    }
    const scores = this.reader.relations(pairs)
    for (let a = 0; a < arcs.count; a++) {
      const from = a * count
      const best = bestOf(scores, from, this.allowed(arcs.modifier[a], demands))
      this.label[a] = best
      this.score[a] += scores[from + best] - logSum(scores, from, from + count)
    }
  }

  relationsOf(heads: Int32Array): Int32Array {
    return Int32Array.from(heads, (head, i) => this.label[this.arcs.find(head, i + 1)])
  }

  /** The relations that a word may have. */
  private allowed(word: number, demands: LabelDemands | undefined): ArrayLike<number> {
    const { everyRelation: all } = this
    if (demands === undefined) return all
    const only = demands.only(word)
    if (only >= 0) return [only]
    return demands.limits(word) ? demands.among(word, all, 0, all.length) : all
  }
}

/** The best of some labels; of equal scores the first wins. */
function bestOf(scores: Float32Array, from: number, among: ArrayLike<number>): number {
  let best = among[0]
  for (let i = 1; i < among.length; i++) if (scores[from + among[i]] > scores[from + best]) best = among[i]
  return best
}

/** log Σ exp. */
function logSum(scores: Float32Array, from: number, to: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let i = from; i < to; i++) most = Math.max(most, scores[i])
  let sum = 0
  for (let i = from; i < to; i++) sum += portableExp(scores[i] - most)
  return most + portableLog(sum)
}
