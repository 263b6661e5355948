// The builder of factor graphs: variables, their scores, factors and evidence, stored in flat arrays.
import { ParleyError } from '../error.js'
import { consensusParams } from '../kinds/consensus/consensus.js'
import type { Factor } from '../kinds/custom/factor.js'
import { pair } from '../kinds/pair/pair.js'
import { type FactorLabel, FORMS } from '../kinds/registry.js'
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'
import { isScore, SCORE_LIMIT, wrongEntry, wrongScore, wrongTable } from '../numeric/score-limit.js'
import { sumSlack } from '../numeric/sum-slack.js'
import { type OptionKeys, requireOptions } from '../options.js'
import { requireList, requireLiteral, requireName, requireNumbers, requireVariable } from './arguments.js'
import { FactorStore } from './store.js'
import { BinaryVariable, CategoricalVariable, type Literal, type Variable } from './variable.js'

const LABELS = FORMS.map(({ label }) => label)
const FORM_INDEX = new Map(LABELS.map((label, index) => [label, index]))

const NO_PARAMS = new Float64Array(0)

/** Evidence of a binary variable that was fixed to 0 and to 1. */
export const CONTRADICTION = 2

/** Limits on the number of true literals of a budget. */
export interface BudgetRange {
  readonly atLeast?: number
  readonly atMost?: number
}

const RANGE_KEYS = { atLeast: true, atMost: true } satisfies OptionKeys<BudgetRange>

/**
 * A factor graph: variables with scores, and factors that link them. The best assignment maximises the sum
 * of the variables' scores and the factors' scores; hard factors forbid configurations.
 *
 * @example
 * const graph = new FactorGraph()
 * const rain = graph.binary(0.2, 'rain')
 * const wet = graph.binary(-0.1, 'wet')
 * graph.implies([rain], wet)
 * ad3(graph).value // 0.1
 */
export class FactorGraph {
  /** First slot of each variable, with one more entry for the end. */
  readonly variableStart = new GrowableInts()
  /** 1 for a binary variable, 0 for a categorical one. */
  readonly variableBinary = new GrowableInts()
  /** Score of each slot; for a binary variable, the score of 1 minus the score of 0. */
  readonly scores = new GrowableFloats()
  /** Score of the value 0 of each binary variable; 0 for categorical variables. */
  readonly baseScores = new GrowableFloats()
  /** Evidence on each slot: −1 if it is free, else the value it is fixed to, or `CONTRADICTION`. */
  readonly evidence = new GrowableInts()
  readonly store = new FactorStore()
  readonly customFactors: Factor[] = []
  /** Assignments must score more than this; −Infinity by default. See `requireMore`. */
  scoreAbove = Number.NEGATIVE_INFINITY
  private readonly labels = new GrowableInts()
  private readonly variableNames = new Map<number, string>()
  private readonly namedVariables = new Map<string, number>()
  private readonly factorNames = new Map<number, string>()
  private scoreLimit = SCORE_LIMIT

  constructor() {
    this.variableStart.push(0)
  }

  /** A graph that a solver makes from parts of another graph: its scores may exceed the limit. */
  static forSolver(): FactorGraph {
    const graph = new FactorGraph()
    graph.scoreLimit = Number.POSITIVE_INFINITY
    return graph
  }

  get variableCount(): number {
    return this.variableBinary.length
  }

  get factorCount(): number {
    return this.store.count
  }

  get slotCount(): number {
    return this.scores.length
  }

  /**
   * Adds a variable that is 0 or 1. `score` is the score of 1, or both scores: `[score of 0, score of 1]`.
   */
  binary(score: number | readonly [number, number] = 0, name?: string): BinaryVariable {
    if (typeof score !== 'number') {
      requireNumbers(score, 'The scores of a binary variable')
      if (score.length !== 2)
        throw new ParleyError(
          'bad-argument',
          `A binary variable has a score, or the scores of 0 and of 1, not a list of ${(score as readonly number[]).length}. ` +
            'Use `categorical` for more values.',
        )
    }
    const off = typeof score === 'number' ? 0 : score[0]
    const on = typeof score === 'number' ? score : score[1]
    this.requireScore(off, name, this.variableCount)
    this.requireScore(on, name, this.variableCount)
    const variable = new BinaryVariable(this.variableCount, this.slotCount)
    this.nameVariable(variable.index, name)
    this.scores.push(on - off)
    this.evidence.push(-1)
    this.baseScores.push(off)
    this.variableBinary.push(1)
    this.variableStart.push(this.slotCount)
    return variable
  }

  /** Adds a variable with one value per score. */
  categorical(scores: ArrayLike<number>, name?: string): CategoricalVariable {
    requireNumbers(scores, 'The scores of a categorical variable')
    if (scores.length === 0)
      throw new ParleyError('bad-argument', 'A categorical variable needs at least one value.')
    for (let v = 0; v < scores.length; v++) this.requireScore(scores[v], name, this.variableCount)
    const variable = new CategoricalVariable(this.variableCount, this.slotCount, scores.length)
    this.nameVariable(variable.index, name)
    for (let v = 0; v < scores.length; v++) {
      this.scores.push(scores[v])
      this.evidence.push(-1)
    }
    this.baseScores.push(0)
    this.variableBinary.push(0)
    this.variableStart.push(this.slotCount)
    return variable
  }

  /** The variable with this index or name. */
  variable(key: number | string): Variable {
    const index = typeof key === 'string' ? this.namedVariables.get(key) : key
    if (index === undefined || !Number.isInteger(index) || index < 0 || index >= this.variableCount)
      throw new ParleyError(
        'bad-argument',
        typeof key === 'string'
          ? `No variable is called "${key}".`
          : `Variable ${key} does not exist: the graph has ${this.variableCount} variables.`,
      )
    const slot = this.variableStart.data[index]
    return this.variableBinary.data[index] === 1
      ? new BinaryVariable(index, slot)
      : new CategoricalVariable(index, slot, this.variableStart.data[index + 1] - slot)
  }

  variableName(index: number): string | undefined {
    return this.variableNames.get(index)
  }

  factorName(index: number): string | undefined {
    return this.factorNames.get(index)
  }

  factorLabel(index: number): FactorLabel {
    return LABELS[this.labels.data[index]]
  }

  /** Description of a factor for messages: its name, or its number and kind. */
  describeFactor(index: number): string {
    return this.factorNames.get(index) ?? `factor ${index} (${this.factorLabel(index)})`
  }

  /** Description of a variable for messages: its name, or its number. */
  describeVariable(index: number): string {
    return this.variableNames.get(index) ?? `variable ${index}`
  }

  /** Exactly one of the literals is true. */
  xor(literals: readonly Literal[], name?: string): number {
    return this.addFactor('xor', this.encode(literals, 'xor'), NO_PARAMS, name)
  }

  /** At most one of the literals is true. */
  atMostOne(literals: readonly Literal[], name?: string): number {
    return this.addFactor('at-most-one', this.encode(literals, 'at-most-one'), NO_PARAMS, name)
  }

  /** At least one of the literals is true. */
  or(literals: readonly Literal[], name?: string): number {
    return this.addFactor('or', this.encode(literals, 'or'), NO_PARAMS, name)
  }

  /** `output` is true if and only if exactly one input is true; more than one true input is forbidden. */
  xorOut(inputs: readonly Literal[], output: Literal, name?: string): number {
    // x₁ + … + xₙ + (1 − output) = 1
    const literals = this.encodeWith(inputs, output, 'xor-with-output')
    negate(literals, inputs.length, literals.length)
    return this.addFactor('xor-with-output', literals, NO_PARAMS, name)
  }

  /** `output` is true if and only if at least one input is true. */
  orOut(inputs: readonly Literal[], output: Literal, name?: string): number {
    const literals = this.encodeWith(inputs, output, 'or-with-output')
    return this.addFactor('or-with-output', literals, NO_PARAMS, name)
  }

  /** `output` is true if and only if all inputs are true. */
  andOut(inputs: readonly Literal[], output: Literal, name?: string): number {
    // De Morgan: ¬output = ¬x₁ ∨ … ∨ ¬xₙ
    const literals = this.encodeWith(inputs, output, 'and-with-output')
    negate(literals, 0, literals.length)
    return this.addFactor('and-with-output', literals, NO_PARAMS, name)
  }

  /** If all premises are true, the conclusion is true. */
  implies(premises: readonly Literal[], conclusion: Literal, name?: string): number {
    const literals = this.encodeWith(premises, conclusion, 'implication')
    negate(literals, 0, premises.length)
    return this.addFactor('implication', literals, NO_PARAMS, name)
  }

  /** Adds `score` if both literals are true. */
  pair(a: Literal, b: Literal, score: number, name?: string): number {
    if (!isScore(score, this.scoreLimit)) throw wrongScore(score, this.nextFactor('pair', name))
    const params = new Float64Array([score])
    return this.addFactor('pair', this.encode([a, b], 'pair'), params, name)
  }

  /** At most `most` literals are true; with `{ atLeast, atMost }`, a number between these limits. */
  budget(literals: readonly Literal[], most: number | BudgetRange, name?: string): number {
    const range = typeof most === 'number' ? { atMost: most } : most
    requireOptions('budget', range, RANGE_KEYS)
    requireList(literals, 'budget')
    const fewest = range.atLeast ?? 0
    const limit = range.atMost ?? literals.length
    if (!Number.isInteger(fewest) || !Number.isInteger(limit))
      throw new ParleyError(
        'bad-argument',
        `A budget counts literals: ${fewest} to ${limit} are not whole numbers.`,
      )
    const params = new Float64Array([fewest, limit])
    return this.addFactor('budget', this.encode(literals, 'budget', 0), params, name)
  }

  /** The costs of the true literals add up to at most `budget`. Costs may be any finite numbers. */
  knapsack(literals: readonly Literal[], costs: ArrayLike<number>, budget: number, name?: string): number {
    requireList(literals, 'knapsack')
    requireNumbers(costs, 'The costs of a knapsack')
    if (costs.length !== literals.length)
      throw new ParleyError(
        'bad-argument',
        `A knapsack of ${literals.length} literals got ${costs.length} costs.`,
      )
    const params = new Float64Array(1 + costs.length)
    params[0] = budget
    params.set(Array.from(costs), 1)
    if (!params.every(Number.isFinite))
      throw new ParleyError('bad-argument', 'The costs and the budget of a knapsack must be finite numbers.')
    const slack = sumSlack(params)
    if (!(slack < 0.5) && this.scoreLimit === SCORE_LIMIT)
      throw new ParleyError(
        'bad-argument',
        `The budget and the costs of ${this.nextFactor('knapsack', name)} are so large that rounding errors of their sums reach ${slack.toPrecision(2)}. ` +
          'At most 0.5 is allowed, so that whole numbers add up exactly. Divide them all by the same number.',
      )
    return this.addFactor('knapsack', this.encode(literals, 'knapsack', 0), params, name)
  }

  /** The number of true literals is even (or odd). */
  parity(literals: readonly Literal[], odd = false, name?: string): number {
    if (typeof odd !== 'boolean')
      throw new ParleyError(
        'bad-argument',
        `\`odd\` of a parity factor is true or false, not ${String(odd)}.`,
      )
    const params = new Float64Array([odd ? 1 : 0])
    return this.addFactor('parity', this.encode(literals, 'parity', 0), params, name)
  }

  /**
   * A score for every combination of values, in row-major order (the last variable changes fastest).
   * −Infinity forbids a combination. A literal among the variables counts as a binary variable.
   */
  dense(variables: readonly (Variable | Literal)[], table: ArrayLike<number>, name?: string): number {
    requireList(variables, 'dense')
    const literals: number[] = []
    const widths: number[] = []
    let size = 1
    for (const v of variables) {
      if (v instanceof CategoricalVariable) {
        requireVariable(this, v)
        for (let k = 0; k < v.size; k++) literals.push(2 * (v.slot + k))
        widths.push(v.size)
        size *= v.size
      } else {
        requireLiteral(this, v, 'dense')
        literals.push(2 * v.slot + (v.negated ? 1 : 0))
        widths.push(0)
        size *= 2
      }
    }
    return this.denseGroups(literals, widths, size, table, name)
  }

  /**
   * Like `dense`, over groups of literals. Each group stands for a variable with one value per literal;
   * exactly one literal of a group is true.
   */
  denseOverGroups(groups: readonly (readonly Literal[])[], table: ArrayLike<number>, name?: string): number {
    requireList(groups, 'dense')
    const literals: number[] = []
    const widths: number[] = []
    let size = 1
    for (const group of groups) {
      for (const literal of this.encode(group, 'dense')) literals.push(literal)
      widths.push(group.length)
      size *= group.length
    }
    return this.denseGroups(literals, widths, size, table, name)
  }

  /**
   * A consensus set (paper 4): members that should have the same value as `set`, a variable with as many
   * values. A member with another value v costs penalties[v], or with a list for each member in turn,
   * penalties[member · size + v]; a single number holds for all. A list of literals, exactly one of which is
   * true, counts as a variable.
   *
   * @example
   * const graph = new FactorGraph()
   * const words = [[2, 0], [0, 1], [0, 1.5]].map((scores) => graph.categorical(scores))
   * const set = graph.categorical([0, 0])
   * graph.consensus(words, set, 3)
   * ad3(graph).assignment // [1, 1, 1, 1]: giving in costs 2, disagreeing 3
   */
  consensus(
    members: readonly (Variable | Literal | readonly Literal[])[],
    set: Variable | Literal | readonly Literal[],
    penalties: number | ArrayLike<number>,
    name?: string,
  ): number {
    requireList(members, 'consensus')
    const groups = [...members, set].map((group) => this.groupOf(group, 'consensus'))
    const size = groups[members.length].length
    const wrong = groups.findIndex((group) => group.length !== size)
    if (members.length === 0 || wrong >= 0)
      throw new ParleyError(
        'bad-argument',
        members.length === 0
          ? 'A consensus set needs a member.'
          : `Member ${wrong} of a consensus set has ${groups[wrong].length} values, the set ${size}; they need the same number.`,
      )
    const costs = typeof penalties === 'number' ? [penalties] : penalties
    requireNumbers(costs, 'The penalties of a consensus set')
    if (![1, size, size * members.length].includes(costs.length))
      throw new ParleyError(
        'bad-argument',
        `A consensus set of ${members.length} members with ${size} values got ${costs.length} penalties; ` +
          'it takes one, one per value, or one per member and value.',
      )
    for (let i = 0; i < costs.length; i++)
      if (!(costs[i] >= 0 && isScore(costs[i], this.scoreLimit)))
        throw new ParleyError(
          'bad-argument',
          `A penalty of ${this.nextFactor('consensus', name)} is ${costs[i]}; it must be a number from 0 to 1e10.`,
        )
    const params = consensusParams(members.length, size, costs)
    return this.addFactor('consensus', groups.flat(), params, name)
  }

  /** The literals of which exactly one is true: a variable's values, or a list. */
  private groupOf(group: Variable | Literal | readonly Literal[], label: string): number[] {
    if (Array.isArray(group)) return this.encode(group, label)
    if (group instanceof CategoricalVariable) {
      requireVariable(this, group)
      return Array.from({ length: group.size }, (_, v) => 2 * (group.slot + v))
    }
    const literal = group as Literal
    return this.encode([literal.not, literal], label)
  }

  /** Adds a custom factor, written by the user, over these literals. */
  add(factor: Factor, literals: readonly Literal[], name?: string): number {
    if (typeof factor?.maximize !== 'function')
      throw new ParleyError(
        'bad-argument',
        'A custom factor needs a function `maximize(scores, configuration)`.',
      )
    const params = new Float64Array([this.customFactors.length])
    const encoded = this.encode(literals, factor.name ?? 'custom')
    this.customFactors.push(factor)
    return this.addFactor('custom', encoded, params, name ?? factor.name)
  }

  /** Changes the score of one value of a variable, by default of 1. Then solve again with a warm start. */
  setScore(variable: Variable, score: number, value = 1): void {
    requireVariable(this, variable)
    this.requireScore(score, this.variableName(variable.index), variable.index)
    variable.is(value)
    if (variable.kind === 'categorical') {
      this.scores.data[variable.is(value).slot] = score
    } else if (value === 1) {
      this.scores.data[variable.slot] = score - this.baseScores.data[variable.index]
    } else {
      const on = this.scores.data[variable.slot] + this.baseScores.data[variable.index]
      this.baseScores.data[variable.index] = score
      this.scores.data[variable.slot] = on - score
    }
  }

  /** Changes the score of a pair factor. */
  setPairScore(factor: number, score: number): void {
    if (this.store.kind.data[factor] !== pair.code || factor >= this.factorCount)
      throw new ParleyError('bad-argument', `Factor ${factor} is not a pair factor.`)
    if (!isScore(score, this.scoreLimit)) throw wrongScore(score, this.describeFactor(factor))
    this.store.params.data[this.store.paramStart.data[factor]] = score
  }

  /**
   * Allows only assignments that score more than this; all others count as infeasible. Solvers find the best
   * assignment first and then compare its score, to within their tolerance.
   */
  requireMore(score: number): void {
    if (Number.isNaN(score) || score === Number.POSITIVE_INFINITY)
      throw new ParleyError(
        'bad-argument',
        `\`requireMore\` got ${score}; the score must be a finite number or −Infinity.`,
      )
    this.scoreAbove = score
  }

  /**
   * Evidence: the variable has this value. All evidence holds together, in any order; contradicting evidence
   * makes the graph infeasible. `release` removes it.
   */
  fix(variable: Variable, value: number): void {
    requireVariable(this, variable)
    const literal = variable.is(value)
    if (variable.kind === 'binary') this.state(literal)
    else
      for (let s = variable.slot; s < variable.slot + variable.size; s++)
        if (s !== literal.slot) this.evidence.data[s] = 0
        else if (this.evidence.data[s] === -1) this.evidence.data[s] = 1
  }

  /** Evidence: the variable does not have this value. It adds to all other evidence, as with `fix`. */
  forbid(variable: Variable, value: number): void {
    requireVariable(this, variable)
    const literal = variable.is(value)
    if (variable.kind === 'binary') this.state(literal.not)
    else this.evidence.data[literal.slot] = 0
  }

  /** Records that a literal of a binary variable is true. */
  private state({ slot, negated }: Literal): void {
    const value = negated ? 0 : 1
    const before = this.evidence.data[slot]
    this.evidence.data[slot] = before === -1 || before === value ? value : CONTRADICTION
  }

  /** Removes all evidence on the variable. */
  release(variable: Variable): void {
    requireVariable(this, variable)
    const end = variable.kind === 'binary' ? variable.slot + 1 : variable.slot + variable.size
    for (let s = variable.slot; s < end; s++) this.evidence.data[s] = -1
  }

  private denseGroups(
    literals: number[],
    widths: number[],
    size: number,
    table: ArrayLike<number>,
    name: string | undefined,
  ): number {
    requireNumbers(table, 'The scores of a dense factor')
    if (table.length !== size)
      throw new ParleyError(
        'bad-argument',
        `A dense factor over ${widths.length} variables with ${size} combinations got ${table.length} scores.`,
      )
    const params = new Float64Array(1 + widths.length + size)
    params[0] = widths.length
    params.set(widths, 1)
    const wrong = wrongEntry(table, this.scoreLimit)
    if (wrong >= 0) throw wrongTable(table, wrong, this.nextFactor('dense', name))
    params.set(table, 1 + widths.length)
    return this.addFactor('dense', literals, params, name)
  }

  private addFactor(
    label: FactorLabel,
    literals: ArrayLike<number>,
    params: ArrayLike<number>,
    name: string | undefined,
  ): number {
    requireName(name)
    const form = FORM_INDEX.get(label)!
    const factor = this.store.add(FORMS[form].storedAs.code, this.store.count, literals, params)
    this.labels.push(form)
    if (name !== undefined) this.factorNames.set(factor, name)
    return factor
  }

  private encode(literals: readonly Literal[], label: string, fewest = 1): number[] {
    requireList(literals, label)
    if (literals.length < fewest)
      throw new ParleyError('bad-argument', `A factor (${label}) needs at least one literal.`)
    const encoded = new Array<number>(literals.length)
    for (let i = 0; i < literals.length; i++) {
      const literal = literals[i]
      requireLiteral(this, literal, label)
      encoded[i] = 2 * literal.slot + (literal.negated ? 1 : 0)
    }
    return encoded
  }

  /** Encodes a list of literals, followed by `last`. */
  private encodeWith(literals: readonly Literal[], last: Literal, label: string): number[] {
    requireList(literals, label)
    return this.encode([...literals, last], label)
  }

  private requireScore(score: number, name: string | undefined, index: number): void {
    if (!isScore(score, this.scoreLimit)) throw wrongScore(score, name ?? `variable ${index}`)
  }

  /** Description, for messages, of the factor that is being added. */
  private nextFactor(label: FactorLabel, name: string | undefined): string {
    return name ?? `factor ${this.factorCount} (${label})`
  }

  private nameVariable(index: number, name: string | undefined): void {
    if (name === undefined) return
    requireName(name)
    if (this.namedVariables.has(name))
      throw new ParleyError('bad-argument', `Two variables are called "${name}".`, { variable: name })
    this.variableNames.set(index, name)
    this.namedVariables.set(name, index)
  }
}

function negate(encoded: number[], from: number, to: number): void {
  for (let i = from; i < to; i++) encoded[i] ^= 1
}
