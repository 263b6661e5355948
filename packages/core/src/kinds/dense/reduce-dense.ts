// Simplifies the tables of dense factors: drops values that are impossible, and turns small tables into logic
// factors.
import type { Reduction } from '../../problem/reduce.js'
import { or } from '../or/or.js'
import { reducePair } from '../pair/pair.js'
import { xor } from '../xor/xor.js'
import { dense } from './dense.js'

const FORBIDDEN = Number.NEGATIVE_INFINITY

/** Slices a table to the values that are still possible, and emits the cheapest equivalent factor for it. */
export function reduceDense(
  reduction: Reduction,
  f: number,
  firstOrigin: number,
  literals: Int32Array,
  params: Float64Array,
): void {
  const groups = params[0]
  if (groups > 1 && reduction.untouched(literals)) {
    emitTable(reduction, f, literals, firstOrigin, params)
    return
  }
  const widths: number[] = []
  const kept: number[] = []
  const origins: number[] = []
  /** Table offset of each value of each kept group. The offsets of fixed groups are summed in `base`. */
  const steps: number[][] = []
  let base = 1 + groups
  let stride = 1
  let link = literals.length
  // From the last group, which has stride 1, to the first; the lists are reversed afterwards.
  for (let g = groups - 1; g >= 0; g--) {
    const width = params[1 + g]
    if (width === 0) {
      link--
      const value = reduction.known(literals[link])
      if (value === 1) base += stride
      else if (value === -1) {
        widths.push(0)
        kept.push(literals[link])
        origins.push(firstOrigin + link)
        steps.push([0, stride])
      }
      stride *= 2
      continue
    }
    link -= width
    const free: number[] = []
    let chosen = -1
    for (let v = 0; v < width; v++) {
      const value = reduction.known(literals[link + v])
      if (value === 1) chosen = v
      else if (value === -1) free.push(v)
    }
    if (chosen >= 0) base += chosen * stride
    else {
      widths.push(free.length)
      for (let k = free.length - 1; k >= 0; k--) {
        kept.push(literals[link + free[k]])
        origins.push(firstOrigin + link + free[k])
      }
      steps.push(free.map((v) => v * stride))
    }
    stride *= width
  }
  for (const list of [widths, kept, origins, steps]) list.reverse()

  mergeRepeated(widths, kept, origins, steps)
  const table = gather(params, base, steps)
  if (widths.length === 0) {
    // All values known: propagation has checked that the combination is allowed.
    reduction.constant += table[0]
    return
  }
  if (widths.length === 1 && table.every(Number.isFinite)) {
    if (widths[0] === 0) {
      reduction.constant += table[0]
      reduction.addScore(kept[0], table[1] - table[0])
    } else {
      for (let v = 0; v < table.length; v++) reduction.addScore(kept[v], table[v])
      reduction.emit(xor, f, kept, origins, [])
    }
    return
  }
  if (widths.length === 2 && widths[0] === 0 && widths[1] === 0 && kept[0] >> 1 !== kept[1] >> 1) {
    reduceBinaryPair(reduction, f, kept, origins, table)
    return
  }
  reduction.emit(dense, f, kept, origins, [widths.length, ...widths, ...table])
}

/** The common case: all variables are free, and none occurs twice. */
function emitTable(
  reduction: Reduction,
  f: number,
  literals: Int32Array,
  firstOrigin: number,
  params: Float64Array,
): void {
  const kept: number[] = []
  const origins: number[] = []
  for (let i = 0; i < literals.length; i++) {
    kept.push(literals[i])
    origins.push(firstOrigin + i)
  }
  if (params[0] === 2 && params[1] === 0 && params[2] === 0)
    reduceBinaryPair(reduction, f, kept, origins, params.subarray(3))
  else reduction.emit(dense, f, kept, origins, params)
}

/** A 2×2 table is scores on the two literals plus a pair score, a clause, or an exclusive or. */
function reduceBinaryPair(
  reduction: Reduction,
  f: number,
  kept: number[],
  origins: number[],
  table: Float64Array,
): void {
  const a = kept[0]
  const b = kept[1]
  const forbidden: number[] = []
  for (let c = 0; c < 4; c++) if (table[c] === FORBIDDEN) forbidden.push(c)
  if (forbidden.length === 0) {
    reduction.constant += table[0]
    reduction.addScore(a, table[2] - table[0])
    reduction.addScore(b, table[1] - table[0])
    reducePair(reduction, f, a, b, table[3] - table[2] - table[1] + table[0], origins[0], origins[1])
    return
  }
  if (forbidden.length === 1) {
    // Forbidding (u, v) is the clause a ≠ u ∨ b ≠ v. The forbidden entry may have any value then: choose the
    // one that makes the pair score 0.
    const c = forbidden[0]
    const filled = table.slice()
    filled[c] = table[c ^ 1] + table[c ^ 2] - table[c ^ 3]
    reduction.constant += filled[0]
    reduction.addScore(a, filled[2] - filled[0])
    reduction.addScore(b, filled[1] - filled[0])
    reduction.emit(or, f, [a ^ (c >> 1), b ^ (c & 1)], origins, [])
    return
  }
  // Two forbidden entries on a diagonal: b = a, or b = ¬a. All other cases fix a literal, which propagation
  // has done already unless a variable occurs twice.
  if (forbidden.length > 2 || forbidden[0] + forbidden[1] !== 3) {
    reduction.emit(dense, f, kept, origins, [2, 0, 0, ...table])
    return
  }
  const equal = forbidden[0] === 1
  const off = equal ? table[0] : table[1]
  const on = equal ? table[3] : table[2]
  reduction.constant += off
  reduction.addScore(a, on - off)
  reduction.emit(xor, f, [a, equal ? b ^ 1 : b], origins, [])
}

/**
 * Merges the groups of a variable that occurs twice: adds the offsets of the second group to those of the
 * first.
 */
function mergeRepeated(widths: number[], kept: number[], origins: number[], steps: number[][]): void {
  if (new Set(kept.map((literal) => literal >> 1)).size === kept.length) return
  let start = kept.length
  for (let g = widths.length - 1; g > 0; g--) {
    const size = Math.max(1, widths[g])
    start -= size
    let other = 0
    for (let h = 0; h < g; h++) {
      if (widths[h] === widths[g] && join(h, other, g, start)) {
        widths.splice(g, 1)
        steps.splice(g, 1)
        kept.splice(start, size)
        origins.splice(start, size)
        break
      }
      other += Math.max(1, widths[h])
    }
  }

  /** Adds the offsets of group g to those of group h if they have the same literals, in any order. */
  function join(h: number, startH: number, g: number, startG: number): boolean {
    if (widths[g] === 0) {
      const flip = kept[startH] ^ kept[startG]
      if (flip > 1) return false
      steps[h] = steps[h].map((step, value) => step + steps[g][value ^ flip])
      return true
    }
    const place = new Map(kept.slice(startG, startG + widths[g]).map((literal, v) => [literal, v]))
    const match = kept.slice(startH, startH + widths[h]).map((literal) => place.get(literal))
    if (match.includes(undefined) || new Set(match).size < match.length) return false
    steps[h] = steps[h].map((step, v) => step + steps[g][match[v]!])
    return true
  }
}

/** The entries of the sliced table. */
function gather(params: Float64Array, base: number, steps: number[][]): Float64Array {
  let size = 1
  for (const values of steps) size *= values.length
  const table = new Float64Array(size)
  const digits = new Int32Array(steps.length)
  for (let c = 0; c < size; c++) {
    let at = base
    for (let g = 0; g < steps.length; g++) at += steps[g][digits[g]]
    table[c] = params[at]
    for (let g = steps.length - 1; g >= 0; g--) {
      if (++digits[g] < steps[g].length) break
      digits[g] = 0
    }
  }
  return table
}
