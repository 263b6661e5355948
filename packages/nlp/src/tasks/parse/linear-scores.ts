// Scores of trees by weighted features, with the first network beside them.
import { Analysis } from './analysis.js'
import { ATOMS, Atom, EncodedSentence, UNKNOWN_FORM } from './features/encode.js'
import type { ParserConstraints, ParserInput } from './interface/parser-input.js'
import type { LabelDemands } from './labels/label-demands.js'
import { Relabeller } from './labels/relabel.js'
import type { ParserModel } from './parser-model.js'
import { PartScorer } from './parts/part-scorer.js'
import type { PartName } from './parts/parts.js'
import type { PartScores, TreeScores } from './tree-scores.js'
import type { ArcList } from './trees/arc-list.js'
import type { TreeShape } from './trees/decode-tree.js'

export class LinearScores implements TreeScores {
  readonly parts: readonly PartName[]
  readonly relations: readonly string[]
  readonly singleRoot: boolean
  readonly slack: number | undefined
  readonly partScores: PartScores
  private readonly analysis: Analysis
  private readonly relabeller: Relabeller
  /** Relations that a word may have. */
  private readonly list: Int32Array
  private readonly word = new EncodedSentence()

  constructor(private readonly model: ParserModel) {
    this.parts = model.parts
    this.relations = model.labels.names
    this.singleRoot = model.singleRoot
    this.slack = model.slack
    this.analysis = new Analysis(model)
    this.partScores = PartScorer.of(this.analysis, model.parts, model)
    this.relabeller = new Relabeller(model.treeLabelWeights, model.labels, model.network, model.memory)
    this.list = new Int32Array(model.labels.names.length)
  }

  get length(): number {
    return this.analysis.length
  }

  get arcs(): ArcList {
    return this.analysis.arcs
  }

  get score(): Float64Array {
    return this.analysis.score
  }

  knows(form: string): boolean {
    this.model.encoder.encode({ forms: [form] }, this.word)
    return this.word.atoms[3 * ATOMS + Atom.form] !== UNKNOWN_FORM
  }

  load(input: ParserInput): void {
    this.analysis.load(input)
  }

  pruneToTree(shape: TreeShape, constraints?: ParserConstraints): boolean {
    return this.analysis.pruneToTree(shape, constraints)
  }

  scoreArcs(demands: LabelDemands | undefined): void {
    this.analysis.scoreArcs(undefined, undefined, 0, demands)
    this.analysis.scoreByNetwork()
  }

  /** Relations are chosen anew once the tree is known; those that are given stay. */
  relationsOf(heads: Int32Array, demands: LabelDemands | undefined): Int32Array {
    const { analysis, relabeller, list } = this
    relabeller.fill(analysis.sentence, analysis.views)
    return Int32Array.from(heads, (head, i) => {
      const count = analysis.labelsInTree(analysis.arcs.find(head, i + 1), demands, list)
      return relabeller.label(heads, analysis.arcFeatures, i + 1, list, count)
    })
  }
}
