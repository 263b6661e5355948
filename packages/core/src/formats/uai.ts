// Reads the format of the UAI competitions: variables with a number of values each, and tables of potentials
// over them in row-major order. A score is the natural logarithm of a potential; a potential of 0 forbids a
// combination.
import { FactorGraph } from '../graph/graph.js'
import { requireOptions } from '../options.js'
import { TableBuilder } from './tables.js'
import { READ_KEYS, type ReadOptions, TokenReader } from './tokens.js'

/**
 * Reads a factor graph in UAI format (MARKOV or BAYES). A variable with two values becomes a binary one.
 *
 * @example
 * const graph = readUai('MARKOV 2 2 2 1 2 0 1 4 1 0 0 2.718281828459045')
 * exact(graph).value // 1, at the assignment [1, 1]
 */
export function readUai(text: string, options: ReadOptions = {}): FactorGraph {
  requireOptions('readUai', options, READ_KEYS)
  const tokens = new TokenReader(text, options.file, options)
  const header = tokens.word('MARKOV or BAYES')
  if (header !== 'MARKOV' && header !== 'BAYES') throw tokens.unexpected('MARKOV or BAYES', header)

  const builder = new TableBuilder(new FactorGraph(), tokens, options)
  const variables = tokens.count('variables')
  for (let v = 0; v < variables; v++)
    builder.variable(tokens.integer(`the number of values of variable ${v}`, 1))

  const scopes = readScopes(tokens, variables)
  scopes.forEach((scope, t) => {
    builder.table(scope, readTable(tokens, builder, scope, t))
  })
  tokens.end(`the last of ${scopes.length} tables`)
  return builder.finish()
}

/**
 * Fixes the variables of a graph that an evidence file lists: `n`, then n times a variable and its value. A
 * first line with the number of samples (UAI 2010) is accepted if there is one sample.
 *
 * @example
 * readUaiEvidence('2  0 1  5 0', graph) // variable 0 is 1, variable 5 is 0
 */
export function readUaiEvidence(text: string, graph: FactorGraph, options: ReadOptions = {}): void {
  requireOptions('readUaiEvidence', options, READ_KEYS)
  const tokens = new TokenReader(text, options.file, options)
  const numbers: number[] = []
  const lines: number[] = []
  while (tokens.more) {
    numbers.push(tokens.integer('a whole number'))
    lines.push(tokens.line)
  }
  const first = evidenceStart(numbers, tokens)
  const seen = new Map<number, number>()
  for (let i = first; i < numbers.length; i += 2) {
    const variable = numbers[i]
    const value = numbers[i + 1]
    tokens.line = lines[i]
    if (variable >= graph.variableCount)
      throw tokens.error(
        `variable ${variable} does not exist: the graph has ${graph.variableCount} variables.`,
      )
    const { size } = graph.variable(variable)
    tokens.line = lines[i + 1]
    if (value >= size) throw tokens.error(`variable ${variable} has values 0 to ${size - 1}, not ${value}.`)
    if (seen.has(variable) && seen.get(variable) !== value)
      throw tokens.error(`variable ${variable} is given both ${seen.get(variable)} and ${value}.`)
    seen.set(variable, value)
  }
  for (const [variable, value] of seen) graph.fix(graph.variable(variable), value)
}

function readScopes(tokens: TokenReader, variables: number): number[][] {
  const count = tokens.count('tables', 2)
  const scopes: number[][] = []
  for (let t = 0; t < count; t++) {
    const scope: number[] = []
    const size = tokens.count(`variables in the scope of table ${t}`)
    for (let i = 0; i < size; i++) scope.push(tokens.integer(`a variable of table ${t}`, 0, variables - 1))
    scopes.push(scope)
  }
  return scopes
}

function readTable(
  tokens: TokenReader,
  builder: TableBuilder,
  scope: readonly number[],
  t: number,
): Float64Array {
  const size = builder.combinations(scope)
  const declared = tokens.integer(`the number of entries of table ${t}`)
  if (declared !== size)
    throw tokens.error(
      `table ${t} declares ${declared} entries, but its ${scope.length} variables have ${size} combinations of values.`,
    )
  tokens.requireWords(size, `entries of table ${t}`)
  const table = new Float64Array(size)
  const expected = `a potential of table ${t}`
  for (let i = 0; i < size; i++) table[i] = logPotential(tokens, expected)
  return table
}

// The logarithm of a potential, even if the potential is too small or too large for a double, such as 1e-400.
function logPotential(tokens: TokenReader, expected: string): number {
  const word = tokens.numeral(expected)
  const value = Number(word)
  if (value < 0) throw tokens.unexpected(`${expected} (0 or more)`, word)
  if (value > 1e-300 && value < Number.POSITIVE_INFINITY) return Math.log(value)
  const [mantissa, exponent = '0'] = word.toLowerCase().split('e') as [string, string?]
  const log = Math.log(Number(mantissa)) + Number(exponent) * Math.LN10
  if (log === Number.POSITIVE_INFINITY || Number.isNaN(log))
    throw tokens.unexpected(`${expected} (finite)`, word)
  return log
}

// The position of the first variable in an evidence file, in any of its three dialects.
function evidenceStart(numbers: readonly number[], tokens: TokenReader): number {
  if (numbers.length === 0)
    throw tokens.error('expected the number of observed variables, but the file is empty.')
  if (numbers.length === 1 + 2 * numbers[0]) return 1
  if (numbers[0] === 1 && numbers.length === 2 + 2 * numbers[1]) return 2
  let at = 1
  let samples = 0
  for (; samples < numbers[0] && at < numbers.length; samples++) at += 1 + 2 * numbers[at]
  if (samples > 1 && samples === numbers[0] && at === numbers.length)
    throw tokens.error(`the file holds ${samples} samples of evidence; keep the one to use.`, 'unsupported')
  throw tokens.error(
    `${numbers[0]} observed variables are declared, which takes ${2 * numbers[0]} numbers (a variable and its ` +
      `value each), but ${numbers.length - 1} follow.`,
  )
}
