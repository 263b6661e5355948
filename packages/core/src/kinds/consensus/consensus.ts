// A consensus set (paper 4, Fig. 2): members that should have the value of the set. A member with another
// value costs a penalty, which depends on the member and its value.
import { STEP, type Steps } from '../../limits/steps.js'
import type { GroupSource } from '../../problem/group-source.js'
import type { FactorKind } from '../common/kind.js'
import { isTrue } from '../common/logic.js'
import { ConsensusGroup } from './consensus-group.js'
import { propagateConsensus } from './propagate-consensus.js'
import { reduceConsensus } from './reduce-consensus.js'

/**
 * Parameters: the number of groups (the members, then the set), the width of each (exactly one of its
 * literals is true), then for each literal of the members the value of the set that it agrees with (−1 if
 * there is none), and then their penalties.
 */
export const consensus: FactorKind<'consensus'> = {
  code: 10,
  name: 'consensus',
  forms: [
    {
      label: 'consensus',
      json: {
        fields: ['members', 'set', 'penalties'],
        read: (graph, from, name) =>
          graph.consensus(from.variables('members'), from.variable('set'), from.numbers('penalties'), name),
        write({ params, variables }) {
          const groups = variables(widthsOf(params))
          return {
            members: groups.slice(0, -1),
            set: groups[groups.length - 1],
            penalties: withoutRepeats(penaltiesOf(params), params[params[0]]),
          }
        },
      },
    },
  ],
  score({ store }, factor, values) {
    const params = store.paramsOf(factor)
    const literals = store.literalsOf(factor)
    const z = chosen(literals, membersOf(params), params[params[0]], values)
    let score = z < 0 ? Number.NEGATIVE_INFINITY : 0
    let first = 0
    for (let j = 1; j < params[0]; j++) {
      const y = chosen(literals, first, params[j], values)
      if (y < 0) return Number.NEGATIVE_INFINITY
      if (agreesWith(params)[first + y] !== z) score -= penaltiesOf(params)[first + y]
      first += params[j]
    }
    return score
  },
  firstScore(params, from) {
    let first = from + 1 + params[from]
    for (let j = 1; j < params[from]; j++) first += params[from + j]
    return first
  },
  // The penalties of all members add up.
  largestScore(params) {
    let sum = 0
    let first = 0
    const penalties = penaltiesOf(params)
    for (let j = 1; j < params[0]; j++) {
      let largest = 0
      for (let y = first; y < first + params[j]; y++) largest = Math.max(largest, penalties[y])
      sum += largest
      first += params[j]
    }
    return sum
  },
  propagate: (state, _n, params) => propagateConsensus(state, widthsOf(params)),
  // A group of a single literal makes that literal true.
  impliesAlone: (store, factor) => widthsOf(store.paramsOf(factor)).includes(1),
  reduce: reduceConsensus,
  widths: widthsOf,
  makeGroup,
  groupFromParts: (links, first, count, [groupStart, widths, valueStart, agrees, penalties]) =>
    new ConsensusGroup(
      links,
      first,
      count,
      groupStart as Int32Array,
      widths as Int32Array,
      valueStart as Int32Array,
      agrees as Int32Array,
      penalties as Float64Array,
    ),
  // A member's value y costs its penalty as far as y exceeds the same value of the set: this is as tight as
  // the best distribution over both, since all values can agree as far as they have room.
  inequalities(rows, literals, params) {
    const set = membersOf(params)
    const [agrees, penalties] = [agreesWith(params), penaltiesOf(params)]
    for (let l = 0; l < set; l++) {
      const apart = rows.columnOf(-penalties[l])
      rows.term(2 * apart, 1)
      rows.term(literals[l], -1)
      if (agrees[l] >= 0) rows.term(literals[set + agrees[l]], 1)
      rows.row(0, Number.POSITIVE_INFINITY)
    }
    let first = 0
    for (const width of widthsOf(params)) {
      rows.sum(literals.subarray(first, first + width), 1, 1)
      first += width
    }
  },
}

/** The widths of the groups. */
export function widthsOf(params: Float64Array): Float64Array {
  return params.subarray(1, 1 + params[0])
}

/** Number of literals of the members. */
export function membersOf(params: Float64Array): number {
  return (params.length - 1 - params[0]) / 2
}

/** The value of the set that each literal of a member agrees with. */
export function agreesWith(params: Float64Array): Float64Array {
  return params.subarray(1 + params[0], 1 + params[0] + membersOf(params))
}

/** The penalty of each literal of a member. */
export function penaltiesOf(params: Float64Array): Float64Array {
  return params.subarray(1 + params[0] + membersOf(params))
}

/** The parameters of a set with `size` values. */
export function consensusParams(members: number, size: number, penalties: ArrayLike<number>): Float64Array {
  const params = new Float64Array(2 + members + 2 * members * size).fill(size)
  params[0] = members + 1
  const agrees = agreesWith(params)
  const own = penaltiesOf(params)
  for (let l = 0; l < members * size; l++) {
    agrees[l] = l % size
    own[l] = penalties[l % penalties.length]
  }
  return params
}

/** Which of `width` literals is true; −1 unless exactly one is. */
function chosen(literals: Int32Array, first: number, width: number, values: ArrayLike<number>): number {
  let found = -1
  for (let v = 0; v < width; v++) {
    if (!isTrue(literals[first + v], values)) continue
    if (found >= 0) return -1
    found = v
  }
  return found
}

/** The penalties of one member if those of all members are the same. */
function withoutRepeats(penalties: Float64Array, size: number): number[] {
  const repeated = penalties.every((penalty, l) => penalty === penalties[l % size])
  return Array.from(repeated ? penalties.subarray(0, size) : penalties)
}

function* makeGroup(source: GroupSource): Steps<ConsensusGroup | null> {
  const { links, first, count, room } = source
  const groupStart = room.ints(count + 1)
  const valueStart = room.ints(count + 1)
  for (let k = 0; k < count; k++) {
    const params = source.paramsOf(k)
    groupStart[k + 1] = groupStart[k] + params[0]
    valueStart[k + 1] = valueStart[k] + membersOf(params)
  }
  const widths = room.ints(groupStart[count])
  const agrees = room.ints(valueStart[count])
  const penalties = room.floats(valueStart[count])
  let work = 0
  for (let k = 0; k < count; k++) {
    const params = source.paramsOf(k)
    widths.set(widthsOf(params), groupStart[k])
    agrees.set(agreesWith(params), valueStart[k])
    penalties.set(penaltiesOf(params), valueStart[k])
    work += 100 + params.length
    if (work < STEP) continue
    work = 0
    if (yield) return null
  }
  return new ConsensusGroup(links, first, count, groupStart, widths, valueStart, agrees, penalties)
}
