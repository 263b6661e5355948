// A sentence of a corpus as a factor: its projective trees. Its variables are the tags of the heads of the
// words in sets.
import type { Factor } from '@parleyjs/core'
import type { ProjectiveTree } from '@parleyjs/structures'
import { KnownAnswer } from './known-answer.js'
import type { ParseCorpus } from './parse-corpus.js'
import type { SharedWords } from './shared-words.js'

/** Tolerance between two computations of the score of one tree. */
const SAME = 1e-9

/**
 * All sentences of a corpus, one at a time: `at(f)` turns it into the sentence of factor f. `heads` holds the
 * latest heads of the whole corpus.
 */
export class ParseFactor implements Factor {
  readonly name = 'parsed sentence'
  /** The latest head of each word of the corpus; 0 is the root. */
  readonly heads: Uint16Array
  private sentence = 0
  private from = 0
  private to = 0
  private variableOf = new Int32Array(64)
  private scores = new Float64Array(0)
  private tree = new Float64Array(0)
  private on = new Float64Array(0)
  private off = new Float64Array(0)
  private readonly known = new KnownAnswer()

  constructor(
    private readonly corpus: ParseCorpus,
    private readonly shared: SharedWords,
    private readonly values: number,
  ) {
    this.heads = new Uint16Array(corpus.words)
    for (let s = 0; s < corpus.length; s++) {
      this.sentence = s
      this.from = this.to = 0
      if (corpus.lengthOf(s) > 0) this.best(this.load(null))
    }
  }

  at(factor: number): this {
    this.sentence = this.shared.sentences[factor]
    this.from = this.shared.first[factor]
    this.to = this.shared.first[factor + 1]
    return this
  }

  maximize(extra: Float64Array, configuration: Float64Array): number {
    if (!this.known.take(this.sentence, extra)) this.best(this.load(extra))
    return this.read(configuration)
  }

  maxMarginals(extra: Float64Array, on: Float64Array): number {
    const { corpus, sentence, variableOf } = this
    const scores = this.load(extra)
    const first = corpus.firstArc(sentence)
    const chart = corpus.chart(sentence)
    const value = chart.maxMarginals(scores, this.on, this.off)
    on.fill(Number.NEGATIVE_INFINITY)
    for (let a = 0; a < scores.length; a++) {
      const v = variableOf[corpus.modifierOf(first + a)]
      if (v < 0) continue
      const slot = v * this.values + corpus.valueOf(sentence, corpus.headOf(first + a))
      if (this.on[a] > on[slot]) on[slot] = this.on[a]
    }
    if (!this.bestByMarginals(chart, scores, value)) this.best(scores)
    this.known.remember(sentence, extra)
    return value
  }

  /**
   * The tree of the factor's sentence when the values of its shared words are given; false if there is none.
   */
  complete(values: Int32Array): boolean {
    const { corpus, sentence, from, variableOf } = this
    const scores = this.load(null)
    const first = corpus.firstArc(sentence)
    for (let a = 0; a < scores.length; a++) {
      const v = variableOf[corpus.modifierOf(first + a)]
      if (v >= 0 && corpus.valueOf(sentence, corpus.headOf(first + a)) !== values[from + v])
        scores[a] = Number.NEGATIVE_INFINITY
    }
    return this.best(scores)
  }

  /** Scores of arcs with the extra of their values. */
  private load(extra: Float64Array | null): Float64Array {
    this.known.forget()
    const { corpus, sentence, from, to, shared } = this
    const n = corpus.lengthOf(sentence)
    const first = corpus.firstArc(sentence)
    const count = corpus.firstArc(sentence + 1) - first
    if (this.variableOf.length < n + 1) this.variableOf = new Int32Array(2 * n + 2)
    this.variableOf.fill(-1, 0, n + 1)
    for (let v = from; v < to; v++) this.variableOf[shared.words[v] + 1] = v - from
    if (this.scores.length !== count) {
      this.scores = new Float64Array(count)
      this.tree = new Float64Array(count)
      this.on = new Float64Array(count)
      this.off = new Float64Array(count)
    }
    const { scores, variableOf } = this
    for (let a = 0; a < count; a++) {
      scores[a] = corpus.scoreOf(first + a)
      const v = extra === null ? -1 : variableOf[corpus.modifierOf(first + a)]
      if (v >= 0) scores[a] += extra![v * this.values + corpus.valueOf(sentence, corpus.headOf(first + a))]
    }
    return scores
  }

  private best(scores: Float64Array): boolean {
    const found = this.corpus.chart(this.sentence).maximize(scores, this.tree) === 0
    if (found) this.keep()
    return found
  }

  /** The best arc of every word by max-marginals is the best tree, unless several trees are best. */
  private bestByMarginals(chart: ProjectiveTree, scores: Float64Array, value: number): boolean {
    const { tree, on } = this
    let total = 0
    tree.fill(0)
    for (let a = 0; a < scores.length; a++)
      if (on[a] > value - SAME) {
        tree[a] = 1
        total += scores[a]
      }
    const isBest = Math.abs(total - value) < SAME * (1 + Math.abs(value)) && chart.score(tree) === 0
    if (isBest) this.keep()
    return isBest
  }

  private keep(): void {
    const { corpus, sentence, tree } = this
    const at = corpus.before(sentence) - 1
    const first = corpus.firstArc(sentence)
    for (let a = 0; a < tree.length; a++)
      if (tree[a] === 1) this.heads[at + corpus.modifierOf(first + a)] = corpus.headOf(first + a)
  }

  /** Values of shared words in the tree; returns its score without the extra. */
  private read(configuration: Float64Array): number {
    const { corpus, sentence, tree, variableOf } = this
    const first = corpus.firstArc(sentence)
    let own = 0
    configuration.fill(0)
    for (let a = 0; a < tree.length; a++) {
      if (tree[a] !== 1) continue
      own += corpus.scoreOf(first + a)
      const v = variableOf[corpus.modifierOf(first + a)]
      if (v >= 0) configuration[v * this.values + corpus.valueOf(sentence, corpus.headOf(first + a))] = 1
    }
    return own
  }
}
