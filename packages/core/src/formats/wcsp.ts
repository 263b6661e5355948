import { FactorGraph } from '../graph/graph.js'
import { TableBuilder } from './tables.js'
import { type ReadOptions, TokenReader } from './tokens.js'

// toulbar2's classic format of weighted constraint satisfaction problems: cost functions, each with a default
// cost and the tuples that cost something else. A cost of 12 is the score −12; a cost of at least the upper
// bound in the header is forbidden.

const LARGEST_TABLE = 2 ** 22
const KEYWORD = /[a-z]\w*/iy

/**
 * Reads a `.wcsp` file. The upper bound limits single costs only: an assignment whose costs add up to the bound
 * or more is not excluded, it just scores as little.
 *
 * @example
 * // Two variables with two values each that should differ; equal values cost 3.
 * const graph = readWcsp('differ 2 2 1 100\n2 2\n2 0 1 0 2\n0 0 3\n1 1 3\n')
 * exact(graph).value // 0
 */
export function readWcsp(text: string, options: ReadOptions = {}): FactorGraph {
  const tokens = new TokenReader(text, options.file, options)
  tokens.word('the name of the problem')
  const variables = tokens.integer('the number of variables')
  tokens.integer('the largest number of values')
  const functions = tokens.integer('the number of cost functions')
  const top = tokens.number('the upper bound of the cost')
  tokens.requireWords(variables, 'variables')
  tokens.requireWords(3 * functions, 'cost functions')

  const builder = new TableBuilder(new FactorGraph(), tokens, options)
  for (let v = 0; v < variables; v++) {
    const size = tokens.integer(`the number of values of variable ${v}`, Number.MIN_SAFE_INTEGER)
    if (size < 0)
      throw tokens.error(
        `variable ${v} is an interval (${size} values), which is not supported.`,
        'unsupported',
      )
    if (size === 0) throw tokens.error(`variable ${v} has no values.`)
    builder.variable(size)
  }
  for (let f = 0; f < functions; f++) readFunction(tokens, builder, `cost function ${f}`, variables, top)
  tokens.end(`the last of ${functions} cost functions`)
  return builder.finish()
}

function readFunction(
  tokens: TokenReader,
  builder: TableBuilder,
  which: string,
  variables: number,
  top: number,
): void {
  const arity = tokens.integer(`the arity of ${which}`, Number.MIN_SAFE_INTEGER)
  if (arity < 0)
    throw tokens.error(`${which} is shared (arity ${arity}), which is not supported.`, 'unsupported')
  tokens.requireWords(arity, `variables of ${which}`)
  const scope: number[] = []
  for (let i = 0; i < arity; i++) scope.push(tokens.integer(`a variable of ${which}`, 0, variables - 1))

  const fallback = plainNumber(tokens, `the default cost of ${which}`)
  const tuples = plainNumber(tokens, `the number of tuples of ${which}`)
  if (!Number.isInteger(tuples)) throw tokens.unexpected(`the number of tuples of ${which}`, String(tuples))
  if (tuples < 0)
    throw tokens.error(
      `${which} reuses a shared one (${tuples} tuples), which is not supported.`,
      'unsupported',
    )
  tokens.requireWords(tuples * (arity + 1), `tuples of ${which}`)

  const size = builder.combinations(scope)
  if (size > LARGEST_TABLE)
    throw tokens.error(
      `${which} over ${arity} variables has ${size} combinations of values; at most ${LARGEST_TABLE} are supported.`,
      'too-large',
    )
  builder.requireRoom(size)
  const table = new Float64Array(size).fill(scoreOf(fallback, top))
  for (let t = 0; t < tuples; t++) {
    let entry = 0
    for (const v of scope) {
      const values = builder.variables[v]!.size
      entry =
        entry * values + tokens.integer(`a value of variable ${v} in tuple ${t} of ${which}`, 0, values - 1)
    }
    table[entry] = scoreOf(tokens.number(`the cost of tuple ${t} of ${which}`), top)
  }
  tokens.located(() => builder.table(scope, table))
}

function scoreOf(cost: number, top: number): number {
  return cost >= top ? Number.NEGATIVE_INFINITY : 0 - cost
}

// A number; a word in its place is the name of a global cost function.
function plainNumber(tokens: TokenReader, expected: string): number {
  if (tokens.optional(KEYWORD))
    throw tokens.error(
      'global cost functions (a keyword in place of a number) are not supported.',
      'unsupported',
    )
  return tokens.number(expected)
}
