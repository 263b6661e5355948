// The graph that `build` describes: like `FactorGraph`, with scores that may be features. Everything is
// recorded once per example.
import {
  type BinaryVariable,
  type BudgetRange,
  type Factor,
  FactorGraph,
  type Literal,
  ParleyError,
  type Variable,
} from '@parleyjs/core'
import { Sequence } from '@parleyjs/structures'
import type { FeatureTable } from '../features/feature-table.js'
import type { Score } from '../features/score.js'
import { type Segment, SegmentRecorder, segmentKey } from '../features/segment.js'
import { canCount } from './count-made.js'
import { isDirect } from './direct.js'
import { LabelledVariable } from './labelled-variable.js'
import type { Output } from './output.js'
import type { Part, ScoredFactor, Template } from './template.js'
import { TiedSequence } from './tied-sequence.js'

/** What the templates of one model share. */
export class TemplateContext {
  private readonly labels = new Map<
    string,
    { list: readonly string[]; values: Map<string, number>; id: number }
  >()
  private readonly segments = new Map<string, Segment>()
  private readonly sequences = new Map<string, TiedSequence>()

  constructor(
    readonly table: FeatureTable,
    /** False if every graph needs factors of its own, because users keep it. */
    private readonly share = true,
  ) {}

  /** A list of labels, checked once. */
  labelsOf(given: readonly string[] | number) {
    const key = typeof given === 'number' ? String(given) : given.join('\u0001')
    let found = this.labels.get(key)
    if (found === undefined) {
      const list = typeof given === 'number' ? Array.from({ length: given }, (_, i) => String(i)) : [...given]
      const values = new Map(list.map((label, i) => [label, i]))
      if (values.size !== list.length)
        throw new ParleyError(
          'bad-argument',
          `A variable has a label twice: ${list.slice(0, 12).join(', ')}.`,
        )
      found = { list, values, id: this.table.crossing(list) }
      this.labels.set(key, found)
    }
    return found
  }

  /** An equal segment that is known already, or this one. */
  shared(segment: Segment): Segment {
    const key = segmentKey(segment)
    const known = this.segments.get(key)
    if (known !== undefined) return known
    // The memory of segments that few examples share is not worth the look-up.
    if (this.segments.size < 10_000) this.segments.set(key, segment)
    return segment
  }

  sequence(k: number, length: number): TiedSequence {
    const key = `${k}:${length}`
    const known = this.sequences.get(key)
    if (known !== undefined && this.share) return known
    const made = new TiedSequence(k, length)
    this.sequences.set(key, made)
    return made
  }
}

/** Scores at the ends of a sequence, for each label, or features that have a weight for each label. */
export interface SequenceEnds {
  readonly start?: Score | ((label: string, value: number) => Score)
  readonly stop?: Score | ((label: string, value: number) => Score)
}

/**
 * A factor graph whose scores are learned. Wherever `FactorGraph` takes a number, this takes a `Score`: a
 * number, features such as `{ 'word=the': 1 }`, or a list of both, which are added.
 */
export class ModelGraph {
  /** The graph without learned scores, for what has none: hard constraints, evidence, custom factors. */
  readonly graph = new FactorGraph()
  private readonly recorder: SegmentRecorder
  private readonly slotPlace: number[] = []
  private readonly parts: Part[] = []
  private readonly later: { segment: Segment; parts: ((at: number) => Part)[] }[] = []

  constructor(private readonly context: TemplateContext) {
    this.recorder = new SegmentRecorder(context.table)
  }

  /** Adds a variable that is 0 or 1; `score` is that of 1. */
  binary(score: Score = 0, name?: string): BinaryVariable {
    const variable = this.graph.binary(0, name)
    const place = this.recorder.add(score, () => this.graph.describeVariable(variable.index))
    if (this.forbidden(place)) this.graph.fix(variable, 0)
    this.slotPlace.push(place)
    return variable
  }

  /**
   * Adds a variable with one of several labels. `score` is a function of the label, or a score whose features
   * have a weight for each label. A score of −Infinity forbids a label.
   */
  categorical(
    labels: readonly string[] | number,
    score: Score | ((label: string, value: number) => Score) = 0,
    name?: string,
  ): LabelledVariable {
    const { list, values, id } = this.context.labelsOf(labels)
    const plain = this.graph.categorical(new Float64Array(list.length), name)
    const variable = new LabelledVariable(plain.index, plain.slot, list, values)
    const first = this.perLabel(this.recorder, score, list, id, () =>
      this.graph.describeVariable(plain.index),
    )
    for (let value = 0; value < list.length; value++) {
      if (this.forbidden(first + value)) this.graph.forbid(variable, value)
      this.slotPlace.push(first + value)
    }
    return variable
  }

  /** Adds a score if both literals are true. */
  pair(a: Literal, b: Literal, score: Score, name?: string): number {
    const factor = this.graph.pair(a, b, 0, name)
    const at = this.recorder.add(score, () => this.graph.describeFactor(factor))
    this.parts.push({ kind: 'pair', factor, at, count: 1 })
    return factor
  }

  /**
   * A score for every combination of values. `score` is a function of the labels (0 and 1 for binary
   * variables), or a score whose features have a weight for each combination. −Infinity forbids.
   */
  dense(
    variables: readonly (LabelledVariable | BinaryVariable)[],
    score: Score | ((...labels: (string | number)[]) => Score),
    name?: string,
  ): number {
    const sizes = variables.map((variable) => variable.size)
    const size = sizes.reduce((product, width) => product * width, 1)
    const factor = this.graph.dense(variables, new Float64Array(size), name)
    const where = () => this.graph.describeFactor(factor)
    const labelsAt = (entry: number) => {
      const labels = new Array<string | number>(sizes.length)
      for (let i = sizes.length - 1, rest = entry; i >= 0; i--) {
        const variable = variables[i]
        const value = rest % sizes[i]
        labels[i] = variable instanceof LabelledVariable ? variable.labels[value] : value
        rest = Math.floor(rest / sizes[i])
      }
      return labels
    }
    let at = this.recorder.places
    if (typeof score === 'function')
      for (let entry = 0; entry < size; entry++) this.recorder.add(score(...labelsAt(entry)), where)
    else {
      const texts = Array.from({ length: size }, (_, entry) => labelsAt(entry).join('|'))
      at = this.recorder.addCrossed(score, this.context.table.crossing(texts), size, where)
    }
    this.parts.push({ kind: 'dense', factor, at, count: size })
    return factor
  }

  /**
   * A chain over variables with the same labels. `score` is a function of two neighbouring labels, or a score
   * whose features have a weight for each pair; by default every pair has a weight. If the function takes a
   * third argument, it gets the position of the second label, and is called for each position. −Infinity
   * forbids a pair.
   */
  sequence(
    variables: readonly LabelledVariable[],
    score: Score | ((from: string, to: string, position: number) => Score) = { next: 1 },
    ends: SequenceEnds = {},
    name?: string,
  ): number {
    if (variables.length === 0)
      throw new ParleyError('bad-argument', 'A sequence needs at least one variable, and has none.')
    const { labels } = variables[0]
    const tied = variables.every((variable) => variable.labels === labels)
    if (!tied || (typeof score === 'function' && score.length > 2))
      return this.untied(variables, score, ends, name)
    const { id } = this.context.labelsOf(labels)
    const recorder = new SegmentRecorder(this.context.table)
    const where = () => name ?? 'a sequence'
    this.perLabel(recorder, ends.start ?? 0, labels, id, where)
    if (typeof score === 'function')
      for (const from of labels) for (const to of labels) recorder.add(score(from, to, -1), where)
    else recorder.addCrossed(score, this.pairsOf(labels, labels), labels.length ** 2, where)
    this.perLabel(recorder, ends.stop ?? 0, labels, id, where)
    const segment = this.context.shared(recorder.finish())
    const sequence = this.context.sequence(labels.length, variables.length)
    const factor = this.graph.add(sequence, literalsOf(variables), name)
    const count = segment.places
    this.later.push({ segment, parts: [(at) => ({ kind: 'sequence', factor, at, count, sequence })] })
    return factor
  }

  /**
   * A factor with scores of its own that are learned, such as those of `@parleyjs/structures`. `make` is
   * called with the numbers that the scores have under the current weights.
   */
  scored(
    make: (scores: Float64Array) => ScoredFactor,
    literals: readonly Literal[],
    scores: readonly Score[],
    name?: string,
  ): number {
    const first = make(new Float64Array(scores.length))
    if (!canCount(first))
      throw new ParleyError(
        'bad-factor',
        `The factor ${name ?? first.name ?? 'made by `scored`'} can be solved but not learned. It needs \`score(configuration)\`, or \`count(configuration, counts)\`.`,
      )
    const factor = this.graph.add(first, literals, name)
    const at = this.recorder.places
    for (const score of scores) this.recorder.add(score, () => this.graph.describeFactor(factor))
    this.parts.push({ kind: 'made', factor, at, count: scores.length, make })
    return factor
  }

  /** Adds a custom factor, whose own scores are not learned. */
  add(factor: Factor, literals: readonly Literal[], name?: string): number {
    return this.graph.add(factor, literals, name)
  }

  /** Exactly one of the literals is true. */
  xor(literals: readonly Literal[], name?: string): number {
    return this.graph.xor(literals, name)
  }

  /** At most one of the literals is true. */
  atMostOne(literals: readonly Literal[], name?: string): number {
    return this.graph.atMostOne(literals, name)
  }

  /** At least one of the literals is true. */
  or(literals: readonly Literal[], name?: string): number {
    return this.graph.or(literals, name)
  }

  /** `output` is true if and only if at least one input is true. */
  orOut(inputs: readonly Literal[], output: Literal, name?: string): number {
    return this.graph.orOut(inputs, output, name)
  }

  /** `output` is true if and only if all inputs are true. */
  andOut(inputs: readonly Literal[], output: Literal, name?: string): number {
    return this.graph.andOut(inputs, output, name)
  }

  /** If all premises are true, the conclusion is true. */
  implies(premises: readonly Literal[], conclusion: Literal, name?: string): number {
    return this.graph.implies(premises, conclusion, name)
  }

  /** At most `most` literals are true; with `{ atLeast, atMost }`, a number between these limits. */
  budget(literals: readonly Literal[], most: number | BudgetRange, name?: string): number {
    return this.graph.budget(literals, most, name)
  }

  /** Evidence: the variable has this value, or label. */
  fix(variable: Variable, value: number | string): void {
    this.graph.fix(variable, typeof value === 'string' ? numberOf(variable, value) : value)
  }

  /** Evidence: the variable does not have this value, or label. */
  forbid(variable: Variable, value: number | string): void {
    this.graph.forbid(variable, typeof value === 'string' ? numberOf(variable, value) : value)
  }

  /** Ends the recording. */
  finish(output: Output): Template {
    const { graph, parts } = this
    const own = this.recorder.finish()
    const segments = [{ segment: own, at: 0 }]
    let places = own.places
    for (const { segment, parts: made } of this.later) {
      segments.push({ segment, at: places })
      for (const make of made) parts.push(make(places))
      places += segment.places
    }
    if (this.slotPlace.length !== graph.slotCount)
      throw new ParleyError(
        'bad-argument',
        'Variables must be added by `g.binary` and `g.categorical`, not to the graph inside, so that their scores can be learned.',
      )
    const template = { graph, segments, places, slotPlace: Int32Array.from(this.slotPlace), parts, output }
    return { ...template, direct: isDirect(template) }
  }

  /** A chain with scores for each position. */
  private untied(
    variables: readonly LabelledVariable[],
    score: Score | ((from: string, to: string, position: number) => Score),
    ends: SequenceEnds,
    name: string | undefined,
  ): number {
    const { recorder, context } = this
    const where = () => name ?? 'a sequence'
    const states = variables.map((variable) => variable.size)
    const at = recorder.places
    const [first, last] = [variables[0], variables[variables.length - 1]]
    this.perLabel(recorder, ends.start ?? 0, first.labels, context.labelsOf(first.labels).id, where)
    for (let t = 1; t < variables.length; t++) {
      const [before, after] = [variables[t - 1].labels, variables[t].labels]
      if (typeof score === 'function')
        for (const from of before) for (const to of after) recorder.add(score(from, to, t), where)
      else recorder.addCrossed(score, this.pairsOf(before, after), before.length * after.length, where)
    }
    this.perLabel(recorder, ends.stop ?? 0, last.labels, context.labelsOf(last.labels).id, where)
    const count = recorder.places - at
    const make = (scores: Float64Array) => new Sequence({ states, scores })
    const factor = this.graph.add(make(new Float64Array(count)), literalsOf(variables), name)
    this.parts.push({ kind: 'made', factor, at, count, make })
    return factor
  }

  private pairsOf(before: readonly string[], after: readonly string[]): number {
    return this.context.table.crossing(before.flatMap((from) => after.map((to) => `${from}>${to}`)))
  }

  /** Adds a place per label; returns the first. */
  private perLabel(
    recorder: SegmentRecorder,
    score: Score | ((label: string, value: number) => Score),
    labels: readonly string[],
    crossing: number,
    where: () => string,
  ): number {
    if (typeof score !== 'function') return recorder.addCrossed(score, crossing, labels.length, where)
    const first = recorder.places
    labels.forEach((label, value) => {
      recorder.add(score(label, value), where)
    })
    return first
  }

  /** True if a place's constant is −Infinity; it becomes 0, because evidence says the same. */
  private forbidden(place: number): boolean {
    return this.recorder.takeForbidden(place)
  }
}

function literalsOf(variables: readonly LabelledVariable[]): Literal[] {
  return variables.flatMap((variable) => variable.labels.map((_, value) => variable.is(value)))
}

function numberOf(variable: Variable, label: string): number {
  if (variable instanceof LabelledVariable) return variable.numberOf(label)
  throw new ParleyError('bad-argument', `A binary variable is 0 or 1, not ${JSON.stringify(label)}.`)
}
