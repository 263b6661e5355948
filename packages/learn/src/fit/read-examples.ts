// Examples as they are given become templates with truth; errors name the example.
import { ParleyError } from '@parleyjs/core'
import type { FeatureTable } from '../features/feature-table.js'
import { type CostFunction, type Example, makeExample } from '../methods/example.js'
import type { TemplateContext } from '../templates/model-graph.js'
import { type Output, readTruth } from '../templates/output.js'
import { templateBytes } from '../templates/template.js'
import { templateOf } from './learned-model.js'
import type { Settled } from './options.js'

/** Examples: kept if they are a list or another iterable; read again in every epoch if from a function. */
export type ExampleSource<X> = Iterable<X> | AsyncIterable<X> | (() => Iterable<X> | AsyncIterable<X>)

const HAMMING: CostFunction = (truth, guess) => (truth === guess ? 0 : 1)

export class ExampleReader<X, Variables extends Output> {
  private bytes = 0
  private zeros = new Float64Array(0)

  constructor(
    private readonly options: Settled<X, Variables>,
    private readonly table: FeatureTable,
    private readonly context: TemplateContext,
    /** What the examples are, for messages. */
    private readonly what: string,
  ) {}

  /** Makes the example at this place. */
  read(x: X, index: number, training: boolean): Example {
    const { build, truth, cost, method } = this.options
    try {
      const given = truth(x)
      const costs = training && method !== 'perceptron' && method !== 'likelihood'
      const parts = costs && typeof cost === 'object' ? cost : null
      const template = templateOf(x, build, this.context, (g, output) =>
        parts?.add(g, output as Variables, given),
      )
      const values = readTruth(template.output, given, template.graph.variableCount)
      if (this.zeros.length < this.table.size) this.zeros = new Float64Array(2 * this.table.size)
      const labels = !costs || parts !== null ? null : typeof cost === 'function' ? cost : HAMMING
      return makeExample(template, values, labels, this.zeros)
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      throw new ParleyError(error.code, `${this.what} ${index}: ${error.message}`, error.place)
    }
  }

  /** Refuses what does not fit into the memory that the options allow. */
  requireRoom(example: Example | null): void {
    if (example !== null)
      this.bytes +=
        templateBytes(example.template) + 8 * (example.counts?.length ?? 0) + 8 * (example.extra?.length ?? 0)
    // Weights, sums for averages, squares or histories.
    const weights = 8 * this.table.size * (this.options.method === 'likelihood' ? 14 : 6)
    const megabytes = (this.bytes + weights) / 2 ** 20
    if (megabytes <= this.options.memory) return
    throw new ParleyError(
      'too-large',
      `The graphs of the examples and ${this.table.size} weights need more than ${this.options.memory} MB. ` +
        'Give `examples` as a function, so that graphs are not kept; set `buckets` to limit the weights; or raise `memory`.',
    )
  }
}

/** Reads all examples and keeps them. */
export async function keepAll<X, Variables extends Output>(
  source: Iterable<X> | AsyncIterable<X>,
  reader: ExampleReader<X, Variables>,
  training: boolean,
): Promise<Example[]> {
  const examples: Example[] = []
  for await (const x of source) {
    const example = reader.read(x, examples.length, training)
    reader.requireRoom(example)
    examples.push(example)
  }
  return examples
}
