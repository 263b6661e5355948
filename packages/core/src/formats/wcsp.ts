// Reads toulbar2's classic format of weighted constraint satisfaction problems: cost functions as tables with
// a default cost, or by name. A cost of 12 is the score −12; a cost of at least the upper bound in the header
// is forbidden.
import { FactorGraph } from '../graph/graph.js'
import { requireOptions } from '../options.js'
import { TableBuilder } from './tables.js'
import { READ_KEYS, type ReadOptions, TokenReader } from './tokens.js'
import type { CostFunction } from './wcsp/cost-function.js'
import { WcspModel } from './wcsp/model.js'
import { combinations, readFunctions, readHeader } from './wcsp/read.js'

/** Maximum size of the table of a named function that would otherwise need additional variables. */
const SMALL_TABLE = 2 ** 10
/** Maximum size of the table of a named function that can only be a table. */
const LARGE_TABLE = 2 ** 20

/**
 * Reads a `.wcsp` file. Costs of at least the upper bound in the header are forbidden, both for single
 * functions and for a whole assignment (`scoreAbove` of the graph). Some global cost functions need
 * additional variables, which come after those of the file.
 *
 * @example
 * // Two variables with two values each that should differ; equal values cost 3.
 * const graph = readWcsp('differ 2 2 1 100\n2 2\n2 0 1 0 2\n0 0 3\n1 1 3\n')
 * exact(graph).value // 0
 */
export function readWcsp(text: string, options: ReadOptions = {}): FactorGraph {
  requireOptions('readWcsp', options, READ_KEYS)
  return readWcspWith(text, options, SMALL_TABLE)
}

/** Like `readWcsp`, with `smallTable` in place of `SMALL_TABLE`. */
export function readWcspWith(text: string, options: ReadOptions, smallTable: number): FactorGraph {
  const tokens = new TokenReader(text, options.file, options)
  const builder = new TableBuilder(new FactorGraph(), tokens, options)
  const header = readHeader(tokens, (size) => builder.variable(size))
  const model = new WcspModel(builder, header.top)
  for (const each of readFunctions(tokens, header, (entries) => builder.requireRoom(entries)))
    tokens.located(() => add(model, each, header.sizes, smallTable))
  tokens.end(`the last of ${header.functions} cost functions`)
  const graph = builder.finish()
  // If no assignment can reach the upper bound, the limit is not needed.
  if (model.mostCost >= header.top) graph.requireMore(0 - header.top)
  return graph
}

function add(model: WcspModel, each: CostFunction, sizes: readonly number[], smallTable: number): void {
  const { scope, table, meaning, name } = each
  if (meaning === undefined) {
    model.table(scope, table!)
    return
  }
  const size = combinations(scope, sizes)
  if (meaning.add !== undefined && (meaning.plain === true || size > smallTable)) {
    meaning.add(model, scope)
    return
  }
  if (size > LARGE_TABLE)
    throw `${name} needs a table of ${size} combinations of values; at most ${LARGE_TABLE} are supported.`
  model.builder.requireRoom(size)
  const costs = new Float64Array(size)
  const values = scope.map(() => 0)
  for (let entry = 0; entry < size; entry++) {
    costs[entry] = meaning.cost(values)
    for (let i = scope.length - 1; i >= 0 && ++values[i] === sizes[scope[i]]; i--) values[i] = 0
  }
  model.table(scope, costs)
}
