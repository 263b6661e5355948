// Reads the .fg format of AD3: the number of binary variables, the number of factors, a score per variable,
// then a factor per line: KIND degree v₁ … vₙ [numbers]. Variables are counted from 1; −v is the negation of
// variable v.
import { ParleyError } from '../error.js'
import { FactorGraph } from '../graph/graph.js'
import type { Literal } from '../graph/variable.js'
import type { Factor } from '../kinds/custom/factor.js'
import { type OptionKeys, requireOptions } from '../options.js'
import { quote, READ_KEYS, type ReadOptions, TokenReader } from './tokens.js'

/**
 * Makes a factor of a kind that core does not have from a line of a `.fg` file: from the numbers that follow
 * the variables on the line, and the number of variables. The factor is linked to the variables in the order
 * of the line. The line number is added to a `ParleyError` (or a string) that it throws.
 *
 * @example
 * // "RUN 4 1 2 3 4": no numbers follow the variables
 * const kinds: Record<string, FgKind> = { RUN: (numbers, degree) => run }
 * readFg(text, { kinds })
 */
export type FgKind = (numbers: Float64Array, degree: number) => Factor

/** Options of `readFg`. */
export interface FgOptions extends ReadOptions {
  /** Further kinds of factor, by the word with which their lines begin. */
  kinds?: Readonly<Record<string, FgKind>>
}

const FG_KEYS = { ...READ_KEYS, kinds: true } satisfies OptionKeys<FgOptions>

/**
 * Reads a factor graph in the format of AD3. Every variable is binary.
 *
 * @example
 * const graph = readFg('2\n1\n0.5\n0.7\nATMOSTONE 2 1 2\n')
 * ad3(graph).value // 0.7
 */
export function readFg(text: string, options: FgOptions = {}): FactorGraph {
  requireOptions('readFg', options, FG_KEYS)
  const tokens = new TokenReader(text, options.file, options)
  const graph = new FactorGraph()
  const variables = tokens.count('variables')
  const factors = tokens.count('factors', 2)
  for (let v = 1; v <= variables; v++) graph.binary(tokens.number(`the score of variable ${v}`))
  for (let f = 1; f <= factors; f++)
    readFactor(tokens, graph, `factor ${f} of ${factors}`, options.kinds ?? {})
  tokens.end(`the last of ${factors} factors`)
  return graph
}

const MINUS_INFINITY = /-inf(?:inity)?(?!\S)/iy

type CoreKind = (graph: FactorGraph, literals: Literal[], numbers: Float64Array) => void

const CORE_KINDS = new Map<string, CoreKind>([
  ['XOR', plain((graph, literals) => graph.xor(literals))],
  ['ATMOSTONE', plain((graph, literals) => graph.atMostOne(literals))],
  ['OR', plain((graph, literals) => graph.or(literals))],
  ['XOROUT', plain((graph, literals) => graph.xorOut(...split(literals)))],
  ['OROUT', plain((graph, literals) => graph.orOut(...split(literals)))],
  ['ANDOUT', plain((graph, literals) => graph.andOut(...split(literals)))],
  ['IMPLY', plain((graph, literals) => graph.implies(...split(literals)))],
  ['PAIR', pair],
  ['BUDGET', budget],
  ['KNAPSACK', knapsack],
  ['DENSE', dense],
  ['CONSENSUS', consensus],
])

function readFactor(
  tokens: TokenReader,
  graph: FactorGraph,
  which: string,
  kinds: Readonly<Record<string, FgKind>>,
): void {
  const kind = tokens.word(`${which}: its kind`)
  const core = CORE_KINDS.get(kind)
  const custom = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (core === undefined && custom === undefined)
    throw tokens.error(`${which} has the unknown kind ${quote(kind)}. ${knownKinds(kinds)}`)
  if (!tokens.moreOnLine) throw tokens.error(`${which} (${kind}) has no variables on its line.`)

  const degree = tokens.count(`variables of ${which} (${kind})`)
  const literals: Literal[] = []
  for (let i = 0; i < degree; i++) literals.push(readLiteral(tokens, graph, kind, i, degree))
  const numbers: number[] = []
  while (tokens.moreOnLine) numbers.push(readNumber(tokens, `a number of ${which} (${kind})`))

  const parameters = new Float64Array(numbers)
  tokens.located(() => {
    if (core !== undefined) core(graph, literals, parameters)
    else if (custom !== undefined) addCustom(graph, custom(parameters, degree), literals)
  })
}

// A factor without variables (such as a head that can have no modifiers) is a constant.
function addCustom(graph: FactorGraph, factor: Factor, literals: Literal[]): void {
  if (literals.length > 0) graph.add(factor, literals)
  else graph.dense([], [factor.maximize(new Float64Array(0), new Float64Array(0))])
}

function readLiteral(
  tokens: TokenReader,
  graph: FactorGraph,
  kind: string,
  i: number,
  degree: number,
): Literal {
  if (!tokens.moreOnLine)
    throw tokens.error(`${kind} declares ${degree} variables, but its line ends after ${i}.`)
  const number = tokens.integer(`variable ${i + 1} of ${degree}`, -graph.variableCount, graph.variableCount)
  if (number === 0) throw tokens.error('variables are counted from 1; there is no variable 0.')
  const variable = graph.variable(Math.abs(number) - 1)
  return variable.is(number > 0 ? 1 : 0)
}

// −inf, as C++ prints −Infinity, forbids a configuration of a table.
function readNumber(tokens: TokenReader, expected: string): number {
  return tokens.optional(MINUS_INFINITY) ? Number.NEGATIVE_INFINITY : tokens.number(expected)
}

function knownKinds(kinds: Readonly<Record<string, FgKind>>): string {
  return `Known are ${[...CORE_KINDS.keys(), ...Object.keys(kinds)].join(', ')}.`
}

function plain(build: (graph: FactorGraph, literals: Literal[]) => void): CoreKind {
  return (graph, literals, numbers) => {
    requireNumbers(numbers, 0, 'none')
    build(graph, literals)
  }
}

// Splits literals into the inputs and the output, which is last.
function split(literals: readonly Literal[]): [Literal[], Literal] {
  const output = literals.at(-1)
  if (output === undefined) throw bad('a factor with an output needs at least one variable, its output.')
  return [literals.slice(0, -1), output]
}

function pair(graph: FactorGraph, literals: Literal[], numbers: Float64Array): void {
  if (literals.length !== 2) throw bad(`a PAIR has 2 variables, not ${literals.length}.`)
  requireNumbers(numbers, 1, 'the score')
  graph.pair(literals[0], literals[1], numbers[0])
}

function budget(graph: FactorGraph, literals: Literal[], numbers: Float64Array): void {
  requireNumbers(numbers, 1, 'the budget')
  graph.budget(literals, numbers[0])
}

function knapsack(graph: FactorGraph, literals: Literal[], numbers: Float64Array): void {
  requireNumbers(numbers, literals.length + 1, 'a cost per variable, then the budget')
  graph.knapsack(literals, numbers.subarray(0, literals.length), numbers[literals.length])
}

function dense(graph: FactorGraph, literals: Literal[], numbers: Float64Array): void {
  const count = numbers[0] ?? -1
  if (!Number.isInteger(count) || count < 0 || count >= numbers.length)
    throw bad(
      `after its variables a DENSE factor has the number of groups, their sizes and the scores; found ${count}.`,
    )
  const groups: Literal[][] = []
  let used = 0
  let size = 1
  for (let g = 1; g <= count; g++) {
    const width = numbers[g]
    if (!Number.isInteger(width) || width < 1 || used + width > literals.length)
      throw bad(
        `group ${g} of a DENSE factor over ${literals.length} variables cannot have ${width} of them after ${used}.`,
      )
    groups.push(literals.slice(used, used + width))
    used += width
    size *= width
  }
  if (used !== literals.length)
    throw bad(`the ${count} groups have ${used} variables, but the factor has ${literals.length}.`)
  requireNumbers(numbers, 1 + count + size, `${count + 1} numbers for the groups, then ${size} scores`)
  graph.denseOverGroups(groups, numbers.subarray(1 + count))
}

// Groups of as many literals as the set has values; the set is the last group. AD3 itself has no such factor.
function consensus(graph: FactorGraph, literals: Literal[], numbers: Float64Array): void {
  const size = numbers[0] ?? 0
  if (!Number.isInteger(size) || size < 1 || literals.length % size !== 0 || literals.length < 2 * size)
    throw bad(
      `after its variables a CONSENSUS factor has the number of values, then the penalties; ${literals.length} variables are no members and set of ${size} values.`,
    )
  const groups = Array.from({ length: literals.length / size }, (_, g) =>
    literals.slice(g * size, (g + 1) * size),
  )
  graph.consensus(groups.slice(0, -1), groups[groups.length - 1], numbers.subarray(1))
}

function requireNumbers(numbers: Float64Array, count: number, what: string): void {
  if (numbers.length !== count)
    throw bad(`${count} numbers should follow the variables (${what}), but ${numbers.length} do.`)
}

// `readFactor` adds the line number.
function bad(message: string): ParleyError {
  return new ParleyError('bad-input', message)
}
