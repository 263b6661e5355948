// A score for every combination of values, in row-major order (the last group changes fastest).
import type { Literal, Variable } from '../../graph/variable.js'
import { STEP, type Steps } from '../../limits/steps.js'
import type { GroupSource } from '../../problem/group-source.js'
import type { FactorKind } from '../common/kind.js'
import { isTrue } from '../common/logic.js'
import { DenseGroup } from './dense-group.js'
import { propagateDense } from './propagate-dense.js'
import { reduceDense } from './reduce-dense.js'

/**
 * Parameters: the number of groups, a width per group (0 = a binary literal, k ≥ 1 = k literals of which
 * exactly one is true), then the scores.
 */
export const dense: FactorKind<'dense'> = {
  code: 8,
  name: 'dense',
  forms: [
    {
      label: 'dense',
      json: {
        fields: ['variables', 'scores'],
        read(graph, from, name) {
          const over = from.variables('variables')
          const table = from.numbers('scores', true)
          if (over.some(Array.isArray)) graph.denseOverGroups(over.map(asGroup), table, name)
          else graph.dense(over as (Variable | Literal)[], table, name)
        },
        // JSON.stringify writes −Infinity as null, as the format requires.
        write: ({ params, variables }) => ({
          variables: variables(widthsOf(params)),
          scores: Array.from(params.subarray(1 + params[0])),
        }),
      },
    },
  ],
  score: ({ store }, factor, values) => tableScore(store.literalsOf(factor), store.paramsOf(factor), values),
  firstScore: (params, from) => from + 1 + params[from],
  forbids: (params) =>
    widthsOf(params).some((width) => width > 0) ||
    params.subarray(1 + params[0]).includes(Number.NEGATIVE_INFINITY),
  propagate: (state, _n, params) => propagateDense(state, params),
  impliesAlone({ params, paramStart }, factor) {
    const from = paramStart.data[factor]
    const scores = from + 1 + params.data[from]
    // A group of a single literal makes that literal true.
    for (let k = from + 1; k < scores; k++) if (params.data[k] === 1) return true
    for (let k = scores; k < paramStart.data[factor + 1]; k++)
      if (params.data[k] === Number.NEGATIVE_INFINITY) return true
    return false
  },
  reduce(reduction, factor) {
    const { store } = reduction.graph
    const first = store.literalStart.data[factor]
    reduceDense(reduction, factor, first, store.literalsOf(factor), store.paramsOf(factor))
  },
  widths: widthsOf,
  makeGroup,
  groupFromParts: (links, first, count, [widthStart, widths, tableStart, table]) =>
    new DenseGroup(
      links,
      first,
      count,
      widthStart as Int32Array,
      widths as Int32Array,
      tableStart as Int32Array,
      table as Float64Array,
    ),
  // One column per allowed configuration. All of them sum to 1; those in which a literal is true sum to that
  // literal.
  inequalities(rows, literals, params) {
    const groups = params[0]
    const size = params.length - 1 - groups
    if (groups === 0 && Number.isFinite(params[1])) {
      rows.constant += params[1]
      return
    }
    const holding: number[][] = Array.from(literals, () => [])
    const all: number[] = []
    const values = Array.from({ length: groups }, () => 0)
    for (let entry = 0; entry < size; entry++) {
      const score = params[1 + groups + entry]
      if (score !== Number.NEGATIVE_INFINITY) {
        const column = rows.columnOf(score)
        all.push(column)
        for (let g = 0, first = 0; g < groups; g++) {
          const width = params[1 + g]
          if (width > 0) holding[first + values[g]].push(column)
          else if (values[g] === 1) holding[first].push(column)
          first += Math.max(1, width)
        }
      }
      for (let g = groups - 1; g >= 0 && ++values[g] === (params[1 + g] || 2); g--) values[g] = 0
    }
    for (const column of all) rows.term(2 * column, 1)
    rows.row(1, 1)
    for (let i = 0; i < literals.length; i++) {
      for (const column of holding[i]) rows.term(2 * column, 1)
      rows.term(literals[i], -1)
      rows.row(0, 0)
    }
  },
}

function widthsOf(params: Float64Array): Float64Array {
  return params.subarray(1, 1 + params[0])
}

/** A binary literal as a group of two. */
function asGroup(over: Variable | Literal | Literal[]): Literal[] {
  if (Array.isArray(over)) return over
  if ('kind' in over && over.kind === 'categorical')
    return Array.from({ length: over.size }, (_, v) => over.is(v))
  return [over.not, over]
}

function tableScore(literals: Int32Array, params: Float64Array, values: ArrayLike<number>): number {
  const groups = params[0]
  let index = 0
  let link = 0
  for (let g = 0; g < groups; g++) {
    const width = params[1 + g]
    if (width === 0) {
      index = 2 * index + (isTrue(literals[link++], values) ? 1 : 0)
      continue
    }
    let chosen = -1
    for (let v = 0; v < width; v++) {
      if (!isTrue(literals[link + v], values)) continue
      if (chosen >= 0) return Number.NEGATIVE_INFINITY
      chosen = v
    }
    if (chosen < 0) return Number.NEGATIVE_INFINITY
    index = index * width + chosen
    link += width
  }
  return params[1 + groups + index]
}

function* makeGroup(source: GroupSource): Steps<DenseGroup | null> {
  const { links, first, count, room } = source
  const widthStart = room.ints(count + 1)
  const tableStart = room.ints(count + 1)
  for (let k = 0; k < count; k++) {
    const params = source.paramsOf(k)
    widthStart[k + 1] = widthStart[k] + params[0]
    tableStart[k + 1] = tableStart[k] + params.length - 1 - params[0]
  }
  const widths = room.ints(widthStart[count])
  const table = room.floats(tableStart[count])
  let work = 0
  for (let k = 0; k < count; k++) {
    const params = source.paramsOf(k)
    widths.set(widthsOf(params), widthStart[k])
    table.set(params.subarray(1 + params[0]), tableStart[k])
    work += 100 + params.length
    if (work < STEP) continue
    work = 0
    if (yield) return null
  }
  return new DenseGroup(links, first, count, widthStart, widths, tableStart, table)
}
