// Simplifies consensus sets: drops values that are impossible, and turns what is known into scores.
import type { Reduction } from '../../problem/reduce.js'
import { xor } from '../xor/xor.js'
import { agreesWith, consensus, membersOf, penaltiesOf } from './consensus.js'

/** Emits a set over its free literals. Members and sets with a known value become scores of the others. */
export function reduceConsensus(reduction: Reduction, factor: number): void {
  const { store } = reduction.graph
  const literals = store.literalsOf(factor)
  const params = store.paramsOf(factor)
  const origin = store.literalStart.data[factor]
  const [agrees, penalties] = [agreesWith(params), penaltiesOf(params)]
  const set = membersOf(params)
  const free = (first: number, width: number) => freeOf(reduction, literals, first, width)
  const exactlyOne = (links: readonly number[]) =>
    reduction.emit(
      xor,
      factor,
      links.map((l) => literals[l]),
      links.map((l) => origin + l),
      [],
    )
  const values = free(set, params[params[0]])
  const known = literals.findIndex((literal, l) => l >= set && reduction.known(literal) === 1) - set

  const kept: number[] = []
  const widths: number[] = []
  let first = 0
  for (let j = 1; j < params[0]; first += params[j], j++) {
    const own = free(first, params[j])
    if (own.length > 0 && known < 0) {
      kept.push(...own)
      widths.push(own.length)
    } else if (own.length > 0) {
      // The value of the set is known.
      for (const l of own) if (agrees[l] !== known) reduction.addScore(literals[l], -penalties[l])
      exactlyOne(own)
    } else {
      // The value of the member is known.
      const l = literals.findIndex((literal, i) => i >= first && reduction.known(literal) === 1)
      if (known >= 0 && agrees[l] === known) continue
      reduction.constant -= penalties[l]
      if (known < 0 && values.includes(set + agrees[l]))
        reduction.addScore(literals[set + agrees[l]], penalties[l])
    }
  }
  if (widths.length === 0) {
    if (values.length > 0) exactlyOne(values)
    return
  }
  const all = [...kept, ...values]
  const placeOf = new Map(values.map((l, place) => [l - set, place]))
  reduction.emit(
    consensus,
    factor,
    all.map((l) => literals[l]),
    all.map((l) => origin + l),
    [
      widths.length + 1,
      ...widths,
      values.length,
      ...kept.map((l) => placeOf.get(agrees[l]) ?? -1),
      ...kept.map((l) => penalties[l]),
    ],
  )
}

function freeOf(reduction: Reduction, literals: Int32Array, first: number, width: number): number[] {
  const free: number[] = []
  for (let l = first; l < first + width; l++) if (reduction.known(literals[l]) === -1) free.push(l)
  return free
}
