// The dependency parser: columns of a sentence in, a tree with its certificate out.
import { ParleyError, type Status } from '@parley/core'
import type { Model, ModelArray } from '../model/container.js'
import { Analysis, type ArcModel } from './analysis.js'
import { bestTree } from './decode-tree.js'
import { Encoder } from './encode.js'
import { FinePruner } from './fine-pruner.js'
import type { ParserConstraints, ParserInput } from './input.js'
import { Labels } from './labels.js'
import { Pruner } from './pruner.js'
import { quantise, restore, type Scale } from './quantise.js'
import { Relabeller } from './relabel.js'
import { SecondOrder } from './second-order.js'
import type { Weights } from './weights.js'

/** What trees are scored by: arcs alone, or arcs, consecutive siblings and grandparents. */
export type ParserParts = 'arc' | 'second'

/** Everything that training finds out. */
export interface ParserModel extends ArcModel {
  /** Weights of labels in a tree. */
  readonly treeLabelWeights: Weights
  /** Weights of parts of two arcs; null in a model of arcs. */
  readonly secondWeights: Weights | null
  /** Whether exactly one word hangs on the root, as in training. */
  readonly singleRoot: boolean
}

/** How to parse. */
export interface ParseOptions extends ParserConstraints {
  /** Most iterations of AD³. Default 200. */
  maxIterations?: number
  /** Of bound and value, see `ad3`. Default 1e-6. */
  tolerance?: number
}

/** A tree, and what is known of it. */
export interface Parse {
  /** The head of each word: 0 for the root, h for word h − 1. */
  heads: Int32Array
  /** The relation of each word to its head. */
  deprels: string[]
  /** `optimal` if no tree over the arcs that survived pruning scores more. */
  status: Status
  /** Score of the tree. */
  value: number
  /** No tree over these arcs scores more than this. */
  bound: number
  /** bound − value. */
  gap: number
  /** Iterations of AD³; 0 where none was needed. */
  iterations: number
  /** How probable the head of each word is, by the model that prunes: it sees one word at a time. */
  confidence: Float64Array
  /** By how much the arc into each word scores more than the best other arc into it; ∞ if there is no other. */
  margin: Float64Array
}

type Outcome = Pick<Parse, 'status' | 'value' | 'bound' | 'iterations'>

/** The parse of no words. */
const NOTHING = (): Parse => ({
  heads: new Int32Array(0),
  deprels: [],
  status: 'optimal',
  value: 0,
  bound: 0,
  gap: 0,
  iterations: 0,
  confidence: new Float64Array(0),
  margin: new Float64Array(0),
})

/**
 * A trained parser. It owns work space: use one per thread.
 *
 * @example
 * const parser = Parser.fromModel(readModel(bytes))
 * parser.parse({ forms: ['Dogs', 'bark'], upos: ['NOUN', 'VERB'] }).heads // Int32Array [2, 0]
 */
export class Parser {
  private readonly analysis: Analysis
  private readonly second: SecondOrder | null
  private readonly relabeller: Relabeller
  private readonly labelNumbers: Map<string, number>

  constructor(readonly model: ParserModel) {
    this.analysis = new Analysis(model)
    this.second = model.secondWeights === null ? null : new SecondOrder(this.analysis, model.secondWeights)
    this.relabeller = new Relabeller(model.treeLabelWeights, model.labels)
    this.labelNumbers = new Map(model.labels.names.map((name, l) => [name, l]))
  }

  get parts(): ParserParts {
    return this.second === null ? 'arc' : 'second'
  }

  /** The best tree of a sentence. */
  parse(input: ParserInput, options: ParseOptions = {}): Parse {
    const { analysis, second } = this
    const { singleRoot } = this.model
    const n = input.forms.length
    if (n === 0) return NOTHING()
    this.requireConstraints(n, options)
    analysis.load(input)
    const constraints = options.heads !== undefined || options.forbidden !== undefined ? options : undefined
    if (!analysis.pruneToTree(singleRoot, constraints))
      throw new ParleyError(
        'bad-argument',
        `No tree over the ${n} words respects the constraints: the heads given form a cycle or have several roots, or every head of a word is forbidden. Loosen them.`,
      )
    const given = this.givenLabels(n, options)
    analysis.scoreArcs(undefined, undefined, 0, given)
    if (second === null) {
      const chosen = bestTree(analysis.arcs, analysis.score, n, singleRoot)!
      let value = 0
      for (let m = 1; m <= n; m++) value += analysis.score[chosen[m]]
      return this.describe(chosen, given, { status: 'optimal', value, bound: value, iterations: 0 })
    }
    second.load()
    const { maxIterations = 200, tolerance = 1e-6 } = options
    const { chosen, solution } = second.decode(singleRoot, { maxIterations, tolerance })
    const { status, value, bound, iterations } = solution
    return this.describe(chosen, given, { status, value, bound, iterations })
  }

  private describe(chosen: Int32Array, given: Int32Array | undefined, outcome: Outcome): Parse {
    const { arcs, score } = this.analysis
    const n = chosen.length - 1
    const heads = new Int32Array(n)
    const confidence = new Float64Array(n)
    const margin = new Float64Array(n)
    for (let m = 1; m <= n; m++) {
      const a = chosen[m]
      heads[m - 1] = arcs.head[a]
      confidence[m - 1] = arcs.probability[a]
      let other = Number.NEGATIVE_INFINITY
      for (let b = arcs.start[m]; b < arcs.start[m + 1]; b++)
        if (b !== a && score[b] > other) other = score[b]
      margin[m - 1] = score[a] - other
    }
    const deprels = this.relabel(heads, given)
    const { value, bound } = outcome
    return { heads, deprels, ...outcome, gap: bound - value, confidence, margin }
  }

  /** Relations in the tree that was found; those that are given stay. */
  private relabel(heads: Int32Array, given: Int32Array | undefined): string[] {
    const { analysis, relabeller } = this
    const { names } = this.model.labels
    relabeller.fill(analysis.sentence, analysis.views)
    const deprels: string[] = []
    for (let m = 1; m <= heads.length; m++) {
      const fixed = given?.[m - 1] ?? -1
      deprels.push(names[fixed >= 0 ? fixed : relabeller.label(heads, analysis.arcFeatures, m)])
    }
    return deprels
  }

  private givenLabels(n: number, { deprels }: ParserConstraints): Int32Array | undefined {
    if (deprels === undefined) return undefined
    return Int32Array.from({ length: n }, (_, i) => {
      const name = deprels[i]
      if (name === null || name === undefined) return -1
      const label = this.labelNumbers.get(name)
      if (label === undefined)
        throw new ParleyError(
          'bad-argument',
          `The relation "${name}" of word ${i + 1} is unknown: training saw ${this.labelNumbers.size} others, such as "${this.model.labels.names[0]}".`,
        )
      return label
    })
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

  /** The model as header and arrays, for `writeModel`. Weights are rounded to a byte each. */
  toModel(about: { licence: string; trainedOn: string }): Model {
    const { encoder, labels, pruner, finePruner, singleRoot } = this.model
    const { arcWeights, labelWeights, treeLabelWeights, secondWeights } = this.model
    const arrays: Record<string, ModelArray> = {
      vocabulary: Int32Array.from(encoder.vocabulary),
      places: Int32Array.from(labels.pairs),
    }
    const scales: Record<string, Scale> = {}
    const tables = {
      pruner: pruner.weights,
      fine: finePruner.weights,
      arc: arcWeights,
      label: labelWeights,
      treeLabel: treeLabelWeights,
      second: secondWeights,
    }
    for (const [name, weights] of Object.entries(tables)) {
      if (weights === null) continue
      const { bytes, scale } = quantise(weights)
      arrays[name] = bytes
      scales[name] = scale
    }
    return {
      header: {
        kind: 'parser',
        ...about,
        features: FEATURES_VERSION,
        singleRoot,
        tagset: encoder.tagset,
        labels: labels.names,
        scales,
      },
      arrays,
    }
  }

  /** A parser from what `readModel` read. */
  static fromModel({ header, arrays }: Model): Parser {
    if (header.kind !== 'parser')
      throw new ParleyError(
        'bad-input',
        `This is a model of kind "${header.kind}", and a parser is needed. Give the parser's file.`,
      )
    if (header.features !== FEATURES_VERSION)
      throw new ParleyError(
        'bad-input',
        `The model was trained with version ${String(header.features)} of the parser's features, and this Parley has version ${FEATURES_VERSION}. Train it again, or use another Parley.`,
      )
    const { singleRoot, tagset, labels, scales } = header as unknown as {
      singleRoot: boolean
      tagset: string[]
      labels: string[]
      scales: Record<string, Scale>
    }
    const need = (name: string, type: typeof Int8Array | typeof Int32Array) => {
      if (arrays[name] instanceof type) return arrays[name]
      throw new ParleyError('bad-input', `The model has no array called "${name}". Train it again.`)
    }
    const table = (name: string) => restore(need(name, Int8Array) as Int8Array, scales[name])
    return new Parser({
      encoder: new Encoder(need('vocabulary', Int32Array) as Int32Array, tagset),
      labels: new Labels(labels, need('places', Int32Array) as Int32Array),
      pruner: new Pruner(table('pruner')),
      finePruner: new FinePruner(table('fine')),
      arcWeights: table('arc'),
      labelWeights: table('label'),
      treeLabelWeights: table('treeLabel'),
      secondWeights: arrays.second === undefined ? null : table('second'),
      singleRoot,
    })
  }
}

/** Changes whenever the same words would give other features. */
const FEATURES_VERSION = 3
