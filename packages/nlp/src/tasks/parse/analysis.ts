// The work space for one sentence at a time: its words as integers, the arcs that survive pruning, and their
// scores.
import { grown, USUAL_ARCS } from '@parleyjs/core/internal'
import { doublesIn, integersIn, type TableMemory, type Weights } from '@parleyjs/learn/internal'
import { ArcFeatures, MAX_ARC_FEATURES } from './features/arc-features.js'
import { EncodedSentence, type Encoder } from './features/encode.js'
import { SentenceViews } from './features/templates.js'
import type { ParserConstraints, ParserInput } from './interface/parser-input.js'
import type { LabelDemands } from './labels/label-demands.js'
import { type Labels, placeOf } from './labels/labels.js'
import { NETWORK_SHARE, type Network } from './network/network.js'
import type { FinePruner } from './prune/fine-pruner.js'
import type { Pruner } from './prune/pruner.js'
import { ArcList } from './trees/arc-list.js'
import { containsTree } from './trees/contains-tree.js'
import { bestTree, type TreeShape } from './trees/decode-tree.js'

/** What the first-order part of a parser consists of. */
export interface ArcModel {
  readonly encoder: Encoder
  readonly labels: Labels
  readonly pruner: Pruner
  readonly finePruner: FinePruner
  readonly arcWeights: Weights
  readonly labelWeights: Weights
  /** Scores arcs and labels beside the weights; null in a model without. */
  readonly network: Network | null
  /** Whether exactly one word hangs on the root, as in training. */
  readonly singleRoot: boolean
  /** Memory of the weights, if they are looked up in WebAssembly. */
  readonly memory?: TableMemory | null
}

/**
 * Labels further than this behind the best label of their arc are rarely the best in the tree and are
 * left out there (docs/decisions/026-relations.md).
 */
const LABEL_SLACK = 1.5

export class Analysis {
  readonly sentence = new EncodedSentence()
  readonly views: SentenceViews
  /** Arcs left after the first pass of pruning, and after the second. */
  readonly candidates = new ArcList()
  readonly arcs = new ArcList()
  readonly features = new Int32Array(MAX_ARC_FEATURES)
  /** Score of each arc with its best label, and that label, indexed by arc. */
  score = new Float64Array(USUAL_ARCS)
  label = new Int32Array(USUAL_ARCS)
  readonly arcFeatures: ArcFeatures
  private readonly labelSums: Float64Array
  /** The list of labels, and a list of some of them, in the memory of look-ups if there is one. */
  private readonly labelList: Int32Array
  private readonly someLabels: Int32Array
  /** Label scores of arc a, in the order of `Labels.list`, from labelsFrom[a]. */
  private labelScores: Float64Array = new Float64Array(16 * USUAL_ARCS)
  private labelsFrom = new Int32Array(USUAL_ARCS)

  constructor(readonly model: ArcModel) {
    const { labels, memory = null } = model
    this.views = new SentenceViews(memory)
    this.arcFeatures = new ArcFeatures(memory)
    this.labelSums = doublesIn(memory, labels.names.length)
    this.labelList = integersIn(memory, labels.list.length)
    this.labelList.set(labels.list)
    this.someLabels = integersIn(memory, labels.names.length)
  }

  get length(): number {
    return this.sentence.length
  }

  /** Encodes the words of a sentence only. */
  encode(input: ParserInput): void {
    this.model.encoder.encode(input, this.sentence)
  }

  /** Loads a sentence. */
  load(input: ParserInput): void {
    this.encode(input)
    this.views.fill(this.sentence)
    this.arcFeatures.fill(this.sentence, this.views)
  }

  /** Finds the arcs worth scoring; those from the heads in `keep` too. */
  prune(keep?: ArrayLike<number>, constraints?: ParserConstraints): void {
    this.findCandidates(keep, constraints)
    this.refine(this.model.finePruner, keep)
  }

  /** The first pass of pruning. */
  findCandidates(keep?: ArrayLike<number>, constraints?: ParserConstraints): void {
    const { pruner } = this.model
    pruner.fill(this.sentence, this.views)
    pruner.prune(this.candidates, keep, constraints)
  }

  /** The second pass. */
  refine(pruner: FinePruner, keep?: ArrayLike<number>): void {
    const { singleRoot } = this.model
    pruner.refine(this.arcFeatures, this.candidates, this.length, singleRoot, this.arcs, keep)
  }

  /** Trains the second pass. */
  learnToRefine(pruner: FinePruner, gold: ArrayLike<number>): void {
    pruner.learn(this.arcFeatures, this.candidates, this.length, this.model.singleRoot, gold)
  }

  /**
   * Prunes so that a tree is left, which pruning alone does not promise. False if the constraints allow none
   * at all.
   */
  pruneToTree(shape: TreeShape, constraints?: ParserConstraints): boolean {
    this.prune(undefined, constraints)
    const { length } = this
    if (containsTree(this.arcs, length, shape)) return true
    const all = new ArcList()
    const scores: number[] = []
    this.model.pruner.all(all, scores, constraints)
    const tree = bestTree(all, Float64Array.from(scores), length, shape)
    if (tree === null) return false
    const heads = Int32Array.from({ length }, (_, i) => all.head[tree[i + 1]])
    this.prune(heads, constraints)
    return true
  }

  /**
   * Scores all arcs with their best labels. In training, every arc and label but the gold ones gets a bonus.
   */
  scoreArcs(
    goldHeads?: ArrayLike<number>,
    goldLabels?: ArrayLike<number>,
    cost = 0,
    demands?: LabelDemands,
  ): void {
    const { arcs, arcFeatures, someLabels } = this
    const { arcWeights, labels } = this.model
    const { tags } = this.sentence
    const sums = this.labelSums
    if (this.score.length < arcs.count) {
      this.score = new Float64Array(2 * arcs.count)
      this.label = new Int32Array(2 * arcs.count)
      this.labelsFrom = new Int32Array(2 * arcs.count)
    }
    let labelled = 0
    for (let a = 0; a < arcs.count; a++) {
      const h = arcs.head[a]
      const m = arcs.modifier[a]
      const base = arcFeatures.score(h, m, arcWeights)
      const isGold = goldHeads !== undefined && goldHeads[m - 1] === h
      const goldLabel = isGold ? goldLabels![m - 1] : -1
      const place = placeOf(tags[h], tags[m], h < m)
      let list = this.labelList
      let end = labels.first(place + 1)
      let start = labels.first(place)
      if (demands?.limits(m) === true) {
        const some = demands.among(m, list, start, end)
        someLabels.set(some)
        list = someLabels
        start = 0
        end = some.length
      }
      this.scoreLabels(h, m, list, start, end)
      this.labelsFrom[a] = labelled
      if (this.labelScores.length < labelled + end - start)
        this.labelScores = grown(this.labelScores, 2 * this.labelScores.length + end - start)
      const { labelScores } = this
      let best = Number.NEGATIVE_INFINITY
      let which = -1
      for (let i = start; i < end; i++) {
        const l = list[i]
        const s = l === goldLabel ? sums[i - start] : sums[i - start] + cost
        labelScores[labelled++] = sums[i - start]
        if (s > best) {
          best = s
          which = l
        }
      }
      if (demands !== undefined && demands.only(m) >= 0) {
        which = demands.only(m)
        best = this.labelScore(h, m, which)
      }
      this.score[a] = base + best
      this.label[a] = which
    }
  }

  /** labelSums[i] := the score of label list[from + i] on an arc. */
  private scoreLabels(head: number, modifier: number, list: Int32Array, from: number, to: number): void {
    const { arcFeatures, features, labelSums } = this
    const { labelWeights, memory = null } = this.model
    const { shift } = labelWeights
    const place = labelWeights.placeIn(memory)
    if (memory === null || place === null) {
      const count = arcFeatures.labelled(head, modifier, shift, features)
      labelWeights.scoreRows(features, count, list, from, to, labelSums)
    } else {
      const count = arcFeatures.labelledInMemory(head, modifier, shift)
      memory.sumRows(count, list, from, to, place, labelSums)
    }
  }

  private labelScore(head: number, modifier: number, label: number): number {
    const { arcFeatures, features } = this
    const { labelWeights } = this.model
    const count = arcFeatures.labelled(head, modifier, labelWeights.shift, features)
    for (let i = 0; i < count; i++) features[i] += label
    return labelWeights.score(features, count)
  }

  /**
   * Writes the labels that an arc may have in a tree: the given one, or those close to the best; returns
   * their number.
   */
  labelsInTree(a: number, demands: LabelDemands | undefined, into: Int32Array): number {
    const { arcs, labelScores } = this
    const { labels } = this.model
    const { tags } = this.sentence
    const [h, m] = [arcs.head[a], arcs.modifier[a]]
    const place = placeOf(tags[h], tags[m], h < m)
    const from = labels.first(place)
    const to = labels.first(place + 1)
    if (demands !== undefined && demands.only(m) >= 0) {
      into[0] = demands.only(m)
      return 1
    }
    if (demands?.limits(m) === true) {
      const list = demands.among(m, labels.list, from, to)
      into.set(list)
      return list.length
    }
    const at = this.labelsFrom[a]
    const count = to - from
    let most = Number.NEGATIVE_INFINITY
    for (let i = 0; i < count; i++) if (labelScores[at + i] > most) most = labelScores[at + i]
    let close = 0
    for (let i = 0; i < count; i++)
      if (labelScores[at + i] >= most - LABEL_SLACK) into[close++] = labels.list[from + i]
    return close
  }

  /**
   * Adds the network's scores of the arcs. The weights are trained without it, so that neither relies on the
   * other.
   */
  scoreByNetwork(): void {
    const { arcs, score } = this
    const { network } = this.model
    if (network === null) return
    network.load(this.sentence)
    const said = network.scoreArcs(arcs.head, arcs.modifier, arcs.count)
    for (let a = 0; a < arcs.count; a++) score[a] += NETWORK_SHARE * said[a]
  }

  /** The score of an arc with a label of choice, without costs. */
  scoreOf(a: number, label: number): number {
    const { arcs, arcFeatures } = this
    const [h, m] = [arcs.head[a], arcs.modifier[a]]
    return arcFeatures.score(h, m, this.model.arcWeights) + this.labelScore(h, m, label)
  }

  /** Adds a step to the features of an arc. */
  learnArc(a: number, step: number): void {
    const { arcWeights } = this.model
    const [h, m] = [this.arcs.head[a], this.arcs.modifier[a]]
    arcWeights.add(this.features, this.arcFeatures.arc(h, m, arcWeights.shift, this.features), 0, step)
  }

  /** Adds a step to the features of an arc with a label. */
  learnLabel(a: number, label: number, step: number): void {
    const { labelWeights } = this.model
    const [h, m] = [this.arcs.head[a], this.arcs.modifier[a]]
    labelWeights.add(
      this.features,
      this.arcFeatures.labelled(h, m, labelWeights.shift, this.features),
      label,
      step,
    )
  }
}
