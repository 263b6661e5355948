// `fit`: learns the weights of a model that is described by a function.
import { ParleyError } from '@parleyjs/core'
import { Deadline, Turns } from '@parleyjs/core/internal'
import { FeatureTable } from '../features/feature-table.js'
import type { Example } from '../methods/example.js'
import { FrankWolfe } from '../methods/frank-wolfe.js'
import { MaximumLikelihood } from '../methods/likelihood.js'
import { type Completion, completeTruth, type Margin, marginOf, mistakes } from '../methods/margin.js'
import { AdaGradHinge, type Learner, Mira, Perceptron } from '../methods/online.js'
import { WeightVector } from '../methods/weight-vector.js'
import { decode } from '../templates/decode.js'
import { TemplateContext } from '../templates/model-graph.js'
import type { Output } from '../templates/output.js'
import { scoreTemplate } from '../templates/template.js'
import { type Course, orderOf, restoreCourse, saveCourse } from './course.js'
import { LearnedModel } from './learned-model.js'
import { type EpochReport, type FitOptions, type Settled, settle } from './options.js'
import { ExampleReader, type ExampleSource, keepAll } from './read-examples.js'
import { Team } from './team.js'

/**
 * Learns the weights of a model. `build` describes the graph of an example: its variables, factors and hard
 * constraints, with features wherever `FactorGraph` has scores. `truth` says which labels are right.
 *
 * @example
 * const TAGS = ['noun', 'verb']
 * const examples = [
 *   { words: ['dogs', 'bark'], tags: ['noun', 'verb'] },
 *   { words: ['fish', 'swim'], tags: ['noun', 'verb'] },
 * ]
 * const model = await fit(examples, {
 *   build(x, g) {
 *     const tags = x.words.map((word) => g.categorical(TAGS, { [word]: 1 }))
 *     g.sequence(tags, (from, to) => ({ [`${from}>${to}`]: 1 }))
 *     return tags
 *   },
 *   truth: (x) => x.tags,
 * })
 * model.solve({ words: ['dogs', 'swim'], tags: [] }).answer // ['noun', 'verb']
 */
export async function fit<X, Variables extends Output = Output>(
  examples: ExampleSource<X>,
  options: FitOptions<X, Variables>,
): Promise<LearnedModel<X>> {
  const settled = settle(options)
  return await new Training(settled).run(examples)
}

class Training<X, Variables extends Output> {
  private readonly table: FeatureTable
  private readonly context: TemplateContext
  private readonly weights: WeightVector
  private readonly deadline: Deadline
  private readonly turns = new Turns()
  private dev: Example[] | null = null
  private team: Team | null = null
  private best: { dev: number; weights: Float64Array } | null = null

  constructor(private readonly options: Settled<X, Variables>) {
    this.table = new FeatureTable(options.buckets)
    this.context = new TemplateContext(this.table)
    const shared = options.workers > 1
    this.weights = new WeightVector(
      options.average && options.method !== 'svm' && options.method !== 'likelihood',
      shared,
    )
    this.deadline = new Deadline(options.signal === undefined ? {} : { signal: options.signal })
  }

  async run(source: ExampleSource<X>): Promise<LearnedModel<X>> {
    const { method } = this.options
    const reader = new ExampleReader(this.options, this.table, this.context, 'Example')
    const kept = typeof source === 'function' ? null : await keepAll(source, reader, true)
    if (kept?.length === 0) throw noExamples()
    if (kept === null && (method === 'svm' || method === 'likelihood'))
      throw new ParleyError(
        'unsupported',
        `The method ${method} needs all examples at once: give \`examples\` as a list, or use mira or adagrad for streams.`,
      )
    if (kept !== null) await this.readDev()
    const learner = this.learner(kept ?? [])
    learner.reserve(this.table.size)
    const course: Course = { options: this.options, table: this.table, weights: this.weights, learner, kept }
    const first = restoreCourse(course, (best) => {
      this.best = best
    })
    this.team = this.hire(kept, learner)
    try {
      await this.course(source, course, reader, first)
    } finally {
      await this.team?.close()
    }
    const final = this.best?.weights ?? this.weights.average(this.table.size)
    return this.model(final)
  }

  /** The epochs from `first` on. */
  private async course(
    source: ExampleSource<X>,
    course: Course,
    reader: ExampleReader<X, Variables>,
    first: number,
  ): Promise<void> {
    const { epochs, checkpoint } = this.options
    const { learner, kept } = course
    for (let epoch = first; epoch < epochs; ) {
      const { ended = false, ...report } = await this.epoch(source, kept, learner, reader, epoch)
      epoch++
      if (kept === null && this.dev === null) await this.readDev()
      const done = this.report({ ...report, epoch }) || ended
      saveCourse(checkpoint, course, epoch, this.best)
      if (done) break
    }
  }

  /** Threads, if there are to be any. */
  private hire(kept: readonly Example[] | null, { withCost }: Learner): Team | null {
    const { workers, decode: decoding, threadModule } = this.options
    if (workers === 1 || kept === null) return null
    return new Team(kept, workers, { weights: this.weights.values, withCost, decoding }, threadModule)
  }

  private learner(examples: readonly Example[]): Learner {
    const { method, rate, tolerance = 1e-5 } = this.options
    const lambda = this.options.regularization ?? 1 / examples.length
    const pause = () => {
      this.deadline.check('The training')
      return this.turns.isDue ? this.turns.give() : null
    }
    if (method === 'likelihood')
      return new MaximumLikelihood(this.weights, lambda, tolerance, examples, pause, () => this.team)
    if (method === 'perceptron') return new Perceptron(this.weights)
    if (method === 'mira') return new Mira(this.weights, rate)
    if (method === 'adagrad') return new AdaGradHinge(this.weights, rate)
    return new FrankWolfe(this.weights, lambda, examples.length)
  }

  /** One pass over the examples. */
  private async epoch(
    source: ExampleSource<X>,
    kept: readonly Example[] | null,
    learner: Learner,
    reader: ExampleReader<X, Variables>,
    epoch: number,
  ): Promise<Omit<EpochReport, 'epoch'> & { readonly ended?: boolean }> {
    if (learner.pass !== undefined) return await learner.pass(this.table.size)
    const { batch, seed, decode: decoding } = this.options
    const sums = new Sums()
    let waiting: Item[] = []
    const flush = async () => {
      const margins = await this.margins(waiting, learner)
      waiting.forEach(({ index, example }, i) => {
        sums.add(margins[i])
        learner.learn(index, example, margins[i])
      })
      waiting = []
    }
    if (kept === null) {
      let index = 0
      for await (const x of (source as () => Iterable<X> | AsyncIterable<X>)()) {
        const example = reader.read(x, index, true)
        reader.requireRoom(null)
        learner.reserve(this.table.size)
        waiting.push({ index: index++, example })
        if (waiting.length >= batch) await flush()
      }
      await flush()
      if (index === 0) throw noExamples()
      return sums.report()
    }
    if (learner.complete !== undefined)
      kept.forEach((example, index) => {
        if (example.counts === null)
          learner.complete?.(index, example, completeTruth(example, this.weights.values, decoding))
      })
    for (const index of orderOf(seed, epoch, kept.length)) {
      waiting.push({ index, example: kept[index] })
      if (waiting.length >= batch) await flush()
    }
    await flush()
    if (learner.gap === undefined) return sums.report()
    const final = new Sums()
    const all = kept.map((example, index) => ({ example, index }))
    for (let from = 0; from < all.length; from += PORTION)
      for (const margin of await this.margins(all.slice(from, from + PORTION), learner)) final.add(margin)
    const report = final.report()
    return { ...report, ...learner.gap(report.loss, this.table.size) }
  }

  /** The margins of examples, in their order; threads help with several. */
  private async margins(items: readonly Item[], learner: Learner): Promise<Margin[]> {
    this.deadline.check('The training')
    const completionOf = (index: number) => learner.completionOf?.(index) ?? null
    if (this.team !== null && items.length > 1)
      return await this.team.margins(
        items.map(({ index }) => index),
        completionOf,
      )
    const margins: Margin[] = []
    for (const { index, example } of items) {
      margins.push(this.marginOf(index, example, learner.withCost, completionOf(index)))
      if (this.turns.isDue) await this.turns.give()
      this.deadline.check('The training')
    }
    return margins
  }

  private marginOf(
    index: number,
    example: Example,
    withCost: boolean,
    completion: Completion | null,
  ): Margin {
    try {
      return marginOf(example, this.weights.values, withCost, this.options.decode, completion)
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      throw new ParleyError(error.code, `Example ${index}: ${error.message}`, error.place)
    }
  }

  /** Reads the examples of `dev`, whose new features are left out. */
  private async readDev(): Promise<void> {
    if (this.options.dev === undefined) return
    this.table.frozen = true
    const reader = new ExampleReader(this.options, this.table, this.context, 'Example of dev')
    this.dev = await keepAll(this.options.dev, reader, false)
    this.table.frozen = false
    if (this.dev.length === 0) throw new ParleyError('bad-argument', '`dev` has no examples. Leave it out.')
  }

  /** Evaluates on dev and reports. True if the training ends. */
  private report(report: EpochReport): boolean {
    const { onEpoch, tolerance = 1e-3 } = this.options
    let full = report
    if (this.dev !== null) {
      const weights = this.weights.average(this.table.size)
      const share = accuracyOf(this.dev, weights)
      full = { ...report, dev: share }
      if (this.best === null || share > this.best.dev) this.best = { dev: share, weights }
    }
    const goOn = onEpoch?.(full) !== false
    const closed = full.gap !== undefined && full.gap <= tolerance * Math.max(full.objective ?? 0, 1e-12)
    return !goOn || closed
  }

  private model(weights: Float64Array): LearnedModel<X> {
    const { build, licence = 'unknown', method, seed } = this.options
    return new LearnedModel<X>(this.table, weights, build, { licence, trainedOn: `${method}, seed ${seed}` })
  }
}

/** An example and its place in the list. */
interface Item {
  readonly index: number
  readonly example: Example
}

/** Number of examples whose margins are held at a time, to find a gap. */
const PORTION = 256

/** Sums over an epoch. */
class Sums {
  private loss = 0
  private count = 0

  add({ loss }: Margin): void {
    this.loss += loss
    this.count++
  }

  report() {
    return { loss: this.count === 0 ? 0 : this.loss / this.count }
  }
}

/** Share of known labels that are right. */
export function accuracyOf(examples: readonly Example[], weights: Float64Array): number {
  let known = 0
  let wrong = 0
  for (const example of examples) {
    const scores = new Float64Array(example.template.places)
    scoreTemplate(example.template, weights, scores)
    const { assignment } = decode(example.template, scores, null, null, 'relaxed')
    const found = mistakes(example, assignment)
    known += found.known
    wrong += found.wrong
  }
  return known === 0 ? 1 : 1 - wrong / known
}

function noExamples(): ParleyError {
  return new ParleyError('bad-input', 'There are no examples to learn from.')
}
