// Training: online, cost-augmented, max-margin: every sentence is decoded with a bonus for what is wrong, and
// the weights move as little as makes the gold tree the best; at most by a fixed step (MIRA). The weights of
// all moments are averaged. Paper 1, section 5, updates by the LP-relaxed (fractional) solution; this updates
// by the tree that it is rounded to.

import { Weights } from '@parleyjs/learn/internal'
import { Analysis } from '../analysis.js'
import { ARC_FEATURES, LABEL_FEATURES } from '../features/arc-features.js'
import type { TrainingSentence } from '../interface/parser-input.js'
import { Relabeller } from '../labels/relabel.js'
import { Parser } from '../parser.js'
import type { ParserModel } from '../parser-model.js'
import { FinePruner } from '../prune/fine-pruner.js'
import { ArcStore } from '../trees/arc-store.js'
import { bestTree } from '../trees/decode-tree.js'
import { LearningDecoder } from './learning-decoder.js'

/** Options of AD³ in training, where an approximate solution suffices. */
const ROUGH = { maxIterations: 30, tolerance: 1e-3 }
/** Epochs of the pruner's second pass. */
const FINE_EPOCHS = 2
/** Maximum step of an update. */
const STEP = 0.005

/** Trains the second pass of pruning on the sentences that are not null. */
export function trainFine(
  model: ParserModel,
  sentences: readonly (TrainingSentence | null)[],
  bits: number,
): FinePruner {
  const analysis = new Analysis(model)
  const pruner = new FinePruner(new Weights(bits))
  for (let epoch = 0; epoch < FINE_EPOCHS; epoch++)
    for (const sentence of sentences) {
      if (sentence === null) continue
      analysis.load(sentence)
      analysis.findCandidates(sentence.heads)
      analysis.learnToRefine(pruner, sentence.heads)
    }
  return new FinePruner(pruner.weights.averaged())
}

/** The weights in training. */
export class Trainer {
  private readonly analysis: Analysis
  private readonly decoder: LearningDecoder
  private readonly relabeller: Relabeller
  private readonly pruned = new ArcStore()

  constructor(private readonly model: ParserModel) {
    this.analysis = new Analysis(model)
    this.relabeller = new Relabeller(model.treeLabelWeights, model.labels)
    this.decoder = new LearningDecoder(this.analysis, model.parts, model)
  }

  /** The parser with the averaged weights of now: of all parts, or of arcs alone. */
  parser(allParts: boolean): Parser {
    const { model } = this
    const { secondWeights, higherWeights } = model
    return new Parser({
      ...model,
      arcWeights: model.arcWeights.averaged(),
      labelWeights: model.labelWeights.averaged(),
      treeLabelWeights: model.treeLabelWeights.averaged(),
      parts: allParts ? model.parts : ['arc'],
      secondWeights: allParts ? (secondWeights?.averaged() ?? null) : null,
      higherWeights: allParts ? (higherWeights?.averaged() ?? null) : null,
    })
  }

  /** Restarts the averaging. */
  restart(): void {
    for (const weights of this.tables()) weights.restart()
  }

  /** One update of the labels of a tree that is known. */
  learnLabels(sentence: TrainingSentence, labels: Int32Array): void {
    const { analysis, relabeller } = this
    analysis.load(sentence)
    relabeller.fill(analysis.sentence, analysis.views)
    for (let m = 1; m <= labels.length; m++)
      relabeller.learn(sentence.heads, analysis.arcFeatures, m, labels[m - 1])
    this.model.treeLabelWeights.tick()
  }

  /**
   * One update; returns how many words had the right head and relation. A sentence has the same pruner each
   * time.
   */
  learn(sentence: TrainingSentence, labels: Int32Array, pruner: FinePruner, allParts: boolean): number {
    const { analysis, model } = this
    const { heads } = sentence
    const n = labels.length
    analysis.load(sentence)
    if (!this.pruned.fill(sentence, analysis.arcs)) {
      analysis.findCandidates(heads)
      analysis.refine(pruner, heads)
      this.pruned.keep(sentence, analysis.arcs)
    }
    analysis.scoreArcs(heads, labels, 1)
    const { arcs, score, label } = analysis
    const shape = { singleRoot: model.singleRoot, projective: false }
    const decoder = allParts && model.parts.length > 1 ? this.decoder : null
    decoder?.load()
    const chosen =
      decoder === null ? bestTree(arcs, score, n, shape)! : decoder.decode({ shape, ...ROUGH }).chosen
    const found = new Int32Array(n)
    let correct = 0
    let loss = 0
    let features = 0
    for (let m = 1; m <= n; m++) {
      const a = chosen[m]
      found[m - 1] = arcs.head[a]
      const sameHead = arcs.head[a] === heads[m - 1]
      if (sameHead && label[a] === labels[m - 1]) correct++
      else {
        loss += score[a] - analysis.scoreOf(arcs.find(heads[m - 1], m), labels[m - 1])
        features += 2 * (sameHead ? LABEL_FEATURES : ARC_FEATURES + LABEL_FEATURES)
      }
    }
    if (decoder !== null) {
      const wrong = decoder.compare(found, heads)
      const right = decoder.compare(heads, found)
      loss += wrong.score - right.score
      features += wrong.count + right.count
    }
    if (correct < n && loss > 0)
      this.update(sentence, labels, chosen, Math.min(STEP, loss / features), decoder)
    for (const weights of this.tables()) weights.tick()
    return correct
  }

  private update(
    { heads }: TrainingSentence,
    labels: Int32Array,
    chosen: Int32Array,
    step: number,
    decoder: LearningDecoder | null,
  ): void {
    const { analysis } = this
    const { arcs, label } = analysis
    const found = new Int32Array(labels.length)
    for (let m = 1; m <= labels.length; m++) {
      const a = chosen[m]
      found[m - 1] = arcs.head[a]
      const gold = arcs.find(heads[m - 1], m)
      if (a === gold && label[a] === labels[m - 1]) continue
      if (a !== gold) {
        analysis.learnArc(gold, step)
        analysis.learnArc(a, -step)
      }
      analysis.learnLabel(gold, labels[m - 1], step)
      analysis.learnLabel(a, label[a], -step)
    }
    decoder?.compare(heads, found, step)
    decoder?.compare(found, heads, -step)
  }

  private tables(): Weights[] {
    const { arcWeights, labelWeights, secondWeights, higherWeights } = this.model
    return [arcWeights, labelWeights, secondWeights, higherWeights].filter((table) => table !== null)
  }
}
