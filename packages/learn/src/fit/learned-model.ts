// A learned model: `build` and weights. It answers, explains its answers, and is stored as bytes.

import type { FactorGraph } from '@parleyjs/core'
import { type ChosenOptions, ParleyError, type Solution, solve } from '@parleyjs/core'
import { FeatureTable, type FeatureTableJson } from '../features/feature-table.js'
import { type Model, type ModelArray, readModel, writeModel } from '../model/container.js'
import { decode } from '../templates/decode.js'
import { ModelGraph, TemplateContext } from '../templates/model-graph.js'
import { type Output, readAnswer } from '../templates/output.js'
import { loadScores, scoreTemplate, type Template } from '../templates/template.js'
import { explainTemplate, type PartExplanation } from './explain.js'

const KIND = 'learned-graph'

/** A solution, with the graph that it is for and its answer in the shape of what `build` returned. */
export interface LearnedSolution extends Solution {
  /** The graph with the learned scores: `verify(graph, solution)` rechecks the answer. */
  readonly graph: FactorGraph
  /** Labels, true or false in place of variables; null if no assignment was found. */
  readonly answer: unknown
}

/** What `fit` returns. */
export class LearnedModel<X> {
  private readonly own: TemplateContext
  private readonly fast: TemplateContext
  private names: ReadonlyMap<string, number> | null = null

  constructor(
    private readonly table: FeatureTable,
    private readonly values: Float64Array,
    private readonly build: (x: X, g: ModelGraph) => Output,
    private readonly header: { readonly licence: string; readonly trainedOn: string },
  ) {
    table.frozen = true
    this.own = new TemplateContext(table, false)
    this.fast = new TemplateContext(table)
  }

  /** Solves the graph of `x` with the learned scores. The options are those of core's `solve`. */
  solve(x: X, options: ChosenOptions = {}): LearnedSolution {
    const template = this.loaded(x, this.own)
    const solution = solve(template.graph, options)
    const { assignment } = solution
    return {
      ...solution,
      graph: template.graph,
      answer: assignment === null ? null : readAnswer(template.output, assignment),
    }
  }

  /** The answer alone, without a certificate; for chains and trees this is faster than `solve`. */
  predict(x: X): unknown {
    const template = templateOf(x, this.build, this.fast)
    const scores = this.scoresOf(template)
    const { assignment } = decode(template, scores, null, null, 'relaxed')
    return assignment === null ? null : readAnswer(template.output, assignment)
  }

  /** The weight of every feature that has one, by its name. */
  get weights(): ReadonlyMap<string, number> {
    if (this.table.buckets > 0)
      throw new ParleyError(
        'unsupported',
        'The features were hashed (`buckets`), so their names are not known.',
      )
    if (this.names === null) {
      const names = new Map<string, number>()
      let i = 0
      for (const name of this.table.names()) {
        if (this.values[i] !== 0) names.set(name, this.values[i])
        i++
      }
      this.names = names
    }
    return this.names
  }

  /** Which features made the answer, and with which weights: the parts of the answer with learned scores. */
  explain(x: X): PartExplanation[] {
    const template = templateOf(x, this.build, this.fast)
    const scores = this.scoresOf(template)
    const { assignment } = decode(template, scores, null, null, 'relaxed')
    if (assignment === null) return []
    return explainTemplate(template, assignment, this.table, this.values)
  }

  /** The model as bytes, for `loadLearned`. Features whose weights are all 0 are left out. */
  save(): Uint8Array {
    const { table, values } = this.compact()
    const { licence, trainedOn } = this.header
    const json = new TextEncoder().encode(JSON.stringify(table))
    return writeModel({
      header: { kind: KIND, licence, trainedOn },
      arrays: { features: json, weights: values as ModelArray },
    })
  }

  private compact(): { table: FeatureTableJson; values: Float64Array } {
    const { buckets, keys, widths, crossings } = this.table.toJSON()
    if (buckets > 0) return { table: { buckets, keys, widths, crossings }, values: this.values }
    const kept: { key: string; width: number; at: number }[] = []
    let at = 0
    let size = 0
    keys.forEach((key, r) => {
      const width = widths[r]
      if (this.values.subarray(at, at + width).some((weight) => weight !== 0)) {
        kept.push({ key, width, at })
        size += width
      }
      at += width
    })
    const values = new Float64Array(size)
    let to = 0
    for (const row of kept) {
      values.set(this.values.subarray(row.at, row.at + row.width), to)
      to += row.width
    }
    const table = {
      buckets,
      keys: kept.map((row) => row.key),
      widths: kept.map((row) => row.width),
      crossings,
    }
    return { table, values }
  }

  private loaded(x: X, context: TemplateContext): Template {
    const template = templateOf(x, this.build, context)
    loadScores(template, this.scoresOf(template), null)
    return template
  }

  private scoresOf(template: Template): Float64Array {
    const scores = new Float64Array(template.places)
    scoreTemplate(template, this.values, scores)
    return scores
  }
}

/** Describes the graph of an example. */
export function templateOf<X>(
  x: X,
  build: (x: X, g: ModelGraph) => Output,
  context: TemplateContext,
  more?: (g: ModelGraph, output: Output) => void,
): Template {
  const g = new ModelGraph(context)
  const output = build(x, g)
  more?.(g, output)
  return g.finish(output)
}

/**
 * Reads a model that `save` wrote; `build` must be the function that it was trained with.
 *
 * @example
 * const again = loadLearned(model.save(), build)
 */
export function loadLearned<X>(
  bytes: Uint8Array | Model,
  build: (x: X, g: ModelGraph) => Output,
): LearnedModel<X> {
  const { header, arrays, file } = bytes instanceof Uint8Array ? readModel(bytes) : bytes
  const place = file === undefined ? {} : { file }
  const refuse = (what: string) => new ParleyError('bad-input', `This is not a usable model: ${what}`, place)
  if (header.kind !== KIND) throw refuse(`its kind is "${header.kind}", not "${KIND}".`)
  const { features, weights } = arrays
  if (!(features instanceof Uint8Array) || !(weights instanceof Float64Array))
    throw refuse('it lacks its features or its weights.')
  const table = FeatureTable.fromJSON(readFeatures(features, refuse))
  if (table.size !== weights.length)
    throw refuse(`it has ${weights.length} weights for ${table.size} features.`)
  if (!weights.every(Number.isFinite)) throw refuse('a weight is not a finite number.')
  return new LearnedModel(table, weights, build, { licence: header.licence, trainedOn: header.trainedOn })
}

function readFeatures(bytes: Uint8Array, refuse: (what: string) => ParleyError): FeatureTableJson {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(bytes.slice()))
  } catch {
    throw refuse('its features are not valid JSON.')
  }
  const { buckets, keys, widths, crossings } = (json ?? {}) as Partial<FeatureTableJson>
  const isCount = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31
  const isTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (!isCount(buckets) || !isTexts(keys) || !Array.isArray(widths) || !widths.every(isCount))
    throw refuse('its list of features is damaged.')
  if (widths.length !== keys.length || !Array.isArray(crossings) || !crossings.every(isTexts))
    throw refuse('its list of features is damaged.')
  return { buckets: buckets as number, keys, widths, crossings }
}
