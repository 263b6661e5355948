// Reads the text of a .wcsp file: a header, the sizes of the variables, and cost functions.
import type { TokenReader } from '../tokens.js'
import type { CostFunction, Meaning } from './cost-function.js'
import { KEYWORDS } from './keywords.js'
import { Parameters } from './parameters.js'

export interface Header {
  readonly sizes: readonly number[]
  readonly functions: number
  /** Upper bound: costs of at least this are forbidden, for single functions and in total. */
  readonly top: number
}

/** Maximum number of entries of a table. */
export const LARGEST_TABLE = 2 ** 22
const NUMBER_START = /[-+.]?\.?\d/y
/** Maximum depth of files nested in files as cost functions. */
const DEEPEST = 8

/**
 * Reads a header. Calls `takeSize` for each variable as it is read, so that it can throw if there are too
 * many.
 */
export function readHeader(tokens: TokenReader, takeSize: (size: number) => void = () => {}): Header {
  tokens.word('the name of the problem')
  const variables = tokens.integer('the number of variables')
  tokens.integer('the largest number of values')
  const functions = tokens.integer('the number of cost functions')
  const top = tokens.number('the upper bound of the cost')
  tokens.requireWords(variables, 'variables')
  tokens.requireWords(3 * functions, 'cost functions')
  const sizes: number[] = []
  for (let v = 0; v < variables; v++) {
    // −7 stands for an interval from 0 to 6.
    const size = Math.abs(tokens.integer(`the number of values of variable ${v}`, Number.MIN_SAFE_INTEGER))
    if (size === 0) throw tokens.error(`variable ${v} has no values.`)
    takeSize(size)
    sizes.push(size)
  }
  return { sizes, functions, top }
}

/** Reads the cost functions. `requireRoom` throws if a table would exceed the limit. */
export function* readFunctions(
  tokens: TokenReader,
  { sizes, functions, top }: Header,
  requireRoom: (entries: number) => void,
  depth = 0,
): Generator<CostFunction, void, undefined> {
  const shared: { readonly sizes: string; readonly table: Float64Array }[] = []
  for (let f = 0; f < functions; f++) {
    const name = `cost function ${f}`
    const signed = tokens.integer(`the arity of ${name}`, Number.MIN_SAFE_INTEGER)
    const arity = Math.abs(signed)
    tokens.requireWords(arity, `variables of ${name}`)
    const scope: number[] = []
    for (let i = 0; i < arity; i++) scope.push(tokens.integer(`a variable of ${name}`, 0, sizes.length - 1))
    const fallback = tokens.number(`the default cost of ${name}`)
    if (fallback === -1 && tokens.more && !tokens.optional(NUMBER_START, false)) {
      yield { name, scope, meaning: readMeaning(tokens, name, scope, sizes, top, requireRoom, depth) }
      continue
    }
    const count = tokens.integer(`the number of tuples of ${name}`, Number.MIN_SAFE_INTEGER)
    const same = scope.map((v) => sizes[v]).join(' ')
    if (count < 0) {
      const other = shared[-count - 1]
      if (other === undefined)
        throw tokens.error(
          `${name} reuses shared cost function ${-count}, but ${shared.length} are defined before it.`,
        )
      if (other.sizes !== same)
        throw tokens.error(`${name} reuses shared cost function ${-count}, whose variables have other sizes.`)
      requireRoom(other.table.length)
      yield { name, scope, table: other.table }
      continue
    }
    const table = readTable(tokens, name, scope, sizes, { fallback, count, requireRoom })
    if (signed < 0) shared.push({ sizes: same, table })
    yield { name, scope, table }
  }
}

function readTable(
  tokens: TokenReader,
  name: string,
  scope: readonly number[],
  sizes: readonly number[],
  { fallback, count, requireRoom }: { fallback: number; count: number; requireRoom: (n: number) => void },
): Float64Array {
  tokens.requireWords(count * (scope.length + 1), `tuples of ${name}`)
  const size = combinations(scope, sizes)
  if (size > LARGEST_TABLE)
    throw tokens.error(
      `${name} over ${scope.length} variables has ${size} combinations of values; at most ${LARGEST_TABLE} are supported.`,
      'too-large',
    )
  requireRoom(size)
  const table = new Float64Array(size).fill(fallback)
  for (let t = 0; t < count; t++) {
    let entry = 0
    for (const v of scope)
      entry =
        entry * sizes[v] +
        tokens.integer(`a value of variable ${v} in tuple ${t} of ${name}`, 0, sizes[v] - 1)
    table[entry] = tokens.number(`the cost of tuple ${t} of ${name}`)
  }
  return table
}

export function combinations(scope: readonly number[], sizes: readonly number[]): number {
  return scope.reduce((product, v) => product * sizes[v], 1)
}

function readMeaning(
  tokens: TokenReader,
  name: string,
  scope: readonly number[],
  sizes: readonly number[],
  top: number,
  requireRoom: (entries: number) => void,
  depth: number,
): Meaning {
  const keyword = tokens.word(`the name of ${name}`)
  if (new Set(scope).size < scope.length)
    throw tokens.error(`${name} (${keyword.slice(0, 40)}) names a variable twice.`)
  const parameters = new Parameters(tokens, name, keyword, scope, sizes, top)
  if (keyword === 'wcsp') return readNested(parameters, requireRoom, depth)
  if (!Object.hasOwn(KEYWORDS, keyword))
    throw tokens.error(
      `${name} is of the kind "${keyword.slice(0, 40)}", which is not supported. Supported are: ${Object.keys(KEYWORDS).join(' ')} wcsp.`,
      'unsupported',
    )
  const pairwise = /^([<>=]+|s?disj)$/.test(keyword)
  if (pairwise && scope.length !== 2) throw parameters.error(`has ${scope.length} variables instead of 2`)
  return KEYWORDS[keyword](parameters)
}

/** A file nested in the file: its cost must be at least the first number and less than the second. */
function readNested(p: Parameters, requireRoom: (entries: number) => void, depth: number): Meaning {
  if (depth >= DEEPEST) throw p.error(`is nested deeper than ${DEEPEST} files`, 'too-large')
  const least = p.tokens.number('the least cost')
  const end = p.tokens.number('the end of the costs')
  p.integer()
  p.integer()
  const header = readHeader(p.tokens)
  if (header.sizes.join(' ') !== p.scope.map((_, i) => p.size(i)).join(' '))
    throw p.error('has variables of other sizes than its scope')
  const functions = [...readFunctions(p.tokens, header, requireRoom, depth + 1)]
  return {
    cost: (values) => {
      let total = 0
      for (const each of functions) total += costOf(each, values, header.sizes)
      return total >= least && total < end && total < header.top ? 0 : p.top
    },
  }
}

/** The cost of a function under values of all variables. */
export function costOf(
  { scope, table, meaning }: CostFunction,
  values: ArrayLike<number>,
  sizes: readonly number[],
): number {
  if (meaning !== undefined) return meaning.cost(scope.map((v) => values[v]))
  let entry = 0
  for (const v of scope) entry = entry * sizes[v] + values[v]
  return table![entry]
}
