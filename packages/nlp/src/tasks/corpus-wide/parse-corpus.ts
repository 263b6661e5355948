// A corpus to be parsed as a whole, in compact form: for each sentence the arcs that survive pruning, with
// their scores, and the tags of its words.
import { ParleyError } from '@parleyjs/core'
import { grown } from '@parleyjs/core/internal'
import { ProjectiveTree } from '@parleyjs/structures'
import type { ParserInput } from '../parse/interface/parser-input.js'
import type { TreeParser } from '../parse/tree-parser.js'

/** The value of a word whose head is the root. */
export const ROOT_VALUE = 'ROOT'

/** Memory limit in bytes up to which charts are kept between rounds. */
const CHART_MEMORY = 2 ** 27
/** Bytes of a chart for each pair of nodes. */
const PAIR_BYTES = 44

/**
 * The arcs of a sentence that survive pruning; 0 is the root, word i is i + 1. They contain a projective
 * tree.
 */
export interface CandidateArcs {
  readonly head: ArrayLike<number>
  readonly modifier: ArrayLike<number>
  readonly score: ArrayLike<number>
  readonly count: number
}

/** A scorer of arcs: a parser's arc model, or any object with this interface. */
export interface ArcScorer {
  readonly singleRoot: boolean
  arcs(input: ParserInput): CandidateArcs
}

/** The arc scores of a parser, over the arcs that survive its pruning. */
export function arcScorer({ scores }: TreeParser): ArcScorer {
  const { singleRoot } = scores
  return {
    singleRoot,
    arcs(input) {
      scores.load(input)
      scores.pruneToTree({ singleRoot, projective: true })
      scores.scoreArcs(undefined)
      const { arcs, score } = scores
      return { head: arcs.head, modifier: arcs.modifier, score, count: arcs.count }
    },
  }
}

/**
 * Sentences as scored arcs. Memory: 8 bytes for each arc (about four for each word), 1 for each word, 8 for
 * each sentence.
 *
 * @example
 * const corpus = new ParseCorpus(arcScorer(parser))
 * for (const sentence of sentences) corpus.add(sentence)
 */
export class ParseCorpus {
  /** The names of tags, as they come; a word's value is the tag of its head, `ROOT` at the root. */
  readonly values: string[] = [ROOT_VALUE]
  /** The sentence in which each of them came first; −1 for the root. */
  readonly valueFirst: number[] = [-1]
  private readonly numbers = new Map<string, number>()
  private tags = new Uint8Array(1 << 10)
  private heads = new Uint16Array(1 << 12)
  private modifiers = new Uint16Array(1 << 12)
  private scores = new Float32Array(1 << 12)
  private wordStarts = new Int32Array(1 << 8)
  private arcStarts = new Int32Array(1 << 8)
  private count = 0
  private readonly charts = new Map<number, ProjectiveTree>()
  private chartBytes = 0

  /** @param favour what an arc of a given tree scores more than by the scorer alone */
  constructor(
    readonly scorer: ArcScorer,
    private readonly favour = 1,
  ) {}

  /** Number of sentences. */
  get length(): number {
    return this.count
  }

  get words(): number {
    return this.wordStarts[this.count]
  }

  /** Memory in use, charts aside. */
  get bytes(): number {
    return 8 * this.arcStarts[this.count] + this.words + 8 * this.count
  }

  /**
   * Takes a sentence with its tags.
   *
   * @param tree the heads that a better parser found, if there is one: their arcs score `favour` more, so
   * that the sentence by itself keeps them
   */
  add(input: ParserInput, tree?: ArrayLike<number>): void {
    const n = input.forms.length
    const arcs = n === 0 ? { head: [], modifier: [], score: [], count: 0 } : this.scorer.arcs(input)
    const word = this.words
    const arc = this.arcStarts[this.count]
    this.reserve(word + n, arc + arcs.count)
    for (let i = 0; i < n; i++) this.tags[word + i] = this.numberOf(input.upos?.[i] ?? '_')
    for (let a = 0; a < arcs.count; a++) {
      this.heads[arc + a] = arcs.head[a]
      this.modifiers[arc + a] = arcs.modifier[a]
      const isFavoured = tree !== undefined && tree[arcs.modifier[a] - 1] === arcs.head[a]
      this.scores[arc + a] = arcs.score[a] + (isFavoured ? this.favour : 0)
    }
    this.count++
    this.wordStarts[this.count] = word + n
    this.arcStarts[this.count] = arc + arcs.count
  }

  lengthOf(sentence: number): number {
    return this.wordStarts[sentence + 1] - this.wordStarts[sentence]
  }

  /** The number of words before a sentence. */
  before(sentence: number): number {
    return this.wordStarts[sentence]
  }

  firstArc(sentence: number): number {
    return this.arcStarts[sentence]
  }

  headOf(arc: number): number {
    return this.heads[arc]
  }

  modifierOf(arc: number): number {
    return this.modifiers[arc]
  }

  scoreOf(arc: number): number {
    return this.scores[arc]
  }

  /** The value of a word with a head, 0 being the root: the head's tag. */
  valueOf(sentence: number, head: number): number {
    return head === 0 ? 0 : this.tags[this.wordStarts[sentence] + head - 1]
  }

  /** The trees of a sentence over its arcs. */
  chart(sentence: number): ProjectiveTree {
    const kept = this.charts.get(sentence)
    if (kept !== undefined) return kept
    const arcs: [number, number][] = []
    for (let a = this.arcStarts[sentence]; a < this.arcStarts[sentence + 1]; a++)
      arcs.push([this.heads[a], this.modifiers[a]])
    const length = this.lengthOf(sentence) + 1
    const chart = new ProjectiveTree({ length, arcs, singleRoot: this.scorer.singleRoot })
    const bytes = length * length * PAIR_BYTES
    if (this.chartBytes + bytes <= CHART_MEMORY) {
      this.chartBytes += bytes
      this.charts.set(sentence, chart)
    }
    return chart
  }

  /** Renumbers the values by those of the whole corpus that this is a part of. */
  relabel(values: readonly string[]): void {
    const numbers = Uint8Array.from(this.values, (value) => values.indexOf(value))
    for (let w = 0; w < this.words; w++) this.tags[w] = numbers[this.tags[w]]
    this.values.splice(0, this.values.length, ...values)
    this.values.forEach((value, number) => {
      if (number > 0) this.numbers.set(value, number)
    })
  }

  private numberOf(tag: string): number {
    const known = this.numbers.get(tag)
    if (known !== undefined) return known
    if (this.values.length === 256)
      throw new ParleyError('too-large', 'Words have more than 255 different tags. Use coarser ones.')
    this.numbers.set(tag, this.values.length)
    this.valueFirst.push(this.count)
    return this.values.push(tag) - 1
  }

  private reserve(words: number, arcs: number): void {
    if (words > this.tags.length) this.tags = grown(this.tags, Math.floor(1.5 * words))
    if (arcs > this.heads.length) {
      const room = Math.ceil(1.5 * arcs)
      this.heads = grown(this.heads, room)
      this.modifiers = grown(this.modifiers, room)
      this.scores = grown(this.scores, room)
    }
    if (this.count + 2 > this.wordStarts.length) {
      this.wordStarts = grown(this.wordStarts, 2 * this.count + 2)
      this.arcStarts = grown(this.arcStarts, 2 * this.count + 2)
    }
  }
}
