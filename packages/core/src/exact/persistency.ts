// Values of some best assignment, proven factor by factor (improving mappings: Swoboda, Shekhovtsov et al.
// 2016). Let the units S take the values y. If in every factor, under the scores x on its links, overwriting
// S by y never loses more than ε, then overwriting S in any assignment never loses more than Σ ε.
import { STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { Units } from './units.js'

/** Tables with more entries than this are only examined if S covers them. */
const LARGEST = 1 << 10
/** A value with a belief this close to 1 is proposed. */
const DECIDED = 0.02

export interface Persistent {
  /** Decisions 2·slot + value. */
  decisions: number[]
  /** The most that the best assignment loses by following them. */
  loss: number
}

/** Prunes the values that the beliefs propose, until their loss is at most `allowance`. Empty if stopped. */
export function* persistentValues(
  problem: Problem,
  x: Float64Array,
  beliefs: Float64Array,
  allowance: number,
): Steps<Persistent> {
  const units = new Units(problem)
  const chosen = new Int32Array(units.count).fill(-1)
  for (let u = 0; u < units.count; u++) {
    if (units.isBinary(u)) {
      const slot = units.valueSlot[units.valueStart[u] + 1]
      // Copies follow their originals, so an original cannot be overwritten alone.
      if (problem.degree[slot] === 0 || slot >= problem.graph.slotCount) continue
      if (beliefs[slot] < DECIDED) chosen[u] = 0
      else if (beliefs[slot] > 1 - DECIDED) chosen[u] = 1
    } else
      for (let k = units.valueStart[u]; k < units.valueStart[u + 1]; k++)
        if (beliefs[units.valueSlot[k]] > 1 - DECIDED) chosen[u] = k - units.valueStart[u]
  }
  const losses = new FactorLosses(units, x, chosen)
  const { factors, slotStart, slotLinks, linkFactor } = problem
  const limit = allowance / Math.max(1, factors)
  const loss = new Float64Array(factors)
  const queue = Array.from({ length: factors }, (_, f) => f)
  const queued = new Uint8Array(factors).fill(1)
  let work = 0
  for (let head = 0; head < queue.length; head++) {
    if (work >= STEP) {
      work = 0
      if (yield) return { decisions: [], loss: 0 }
    }
    const f = queue[head]
    queued[f] = 0
    work += losses.workOf(f)
    loss[f] = losses.of(f)
    if (loss[f] <= limit) continue
    loss[f] = 0
    for (const u of losses.scope(f)) {
      if (chosen[u] === -1) continue
      chosen[u] = -1
      for (let k = units.valueStart[u]; k < units.valueStart[u + 1]; k++) {
        const slot = units.valueSlot[k]
        if (slot < 0) continue
        for (let j = slotStart[slot]; j < slotStart[slot + 1]; j++) {
          const neighbour = linkFactor[slotLinks[j]]
          if (queued[neighbour] === 1 || neighbour === f) continue
          queued[neighbour] = 1
          queue.push(neighbour)
        }
      }
    }
  }
  let total = 0
  for (let f = 0; f < factors; f++) total += loss[f]
  return { decisions: decisionsOf(units, chosen), loss: total }
}

/** The most that following the decisions can lose under these link scores, as a proof recomputes it. */
export function persistencyLoss(problem: Problem, x: Float64Array, decisions: readonly number[]): number {
  const units = new Units(problem)
  const chosen = new Int32Array(units.count).fill(-1)
  let total = 0
  for (const decision of decisions) {
    const slot = decision >> 1
    const unit = units.slotUnit[slot] ?? -1
    if (unit < 0) return Number.POSITIVE_INFINITY
    const value = units.isBinary(unit) ? decision & 1 : units.slotValue[slot]
    const contradicts = chosen[unit] !== -1 && chosen[unit] !== value
    if (contradicts || (!units.isBinary(unit) && (decision & 1) === 0)) return Number.POSITIVE_INFINITY
    chosen[unit] = value
    // No factor covers a slot without links, so its own score counts.
    if (problem.degree[slot] === 0)
      total += Math.max(0, value === 1 ? -problem.score[slot] : problem.score[slot])
  }
  const losses = new FactorLosses(units, x, chosen)
  for (let f = 0; f < problem.factors; f++) total += losses.of(f)
  return total
}

function decisionsOf(units: Units, chosen: Int32Array): number[] {
  const decisions: number[] = []
  for (let u = 0; u < units.count; u++) {
    if (chosen[u] === -1) continue
    const binary = units.isBinary(u)
    const slot = units.valueSlot[units.valueStart[u] + (binary ? 1 : chosen[u])]
    decisions.push(2 * slot + (binary ? chosen[u] : 1))
  }
  return decisions
}

class FactorLosses {
  private readonly scopes: (number[] | undefined)[] = []
  private readonly tables: (Float64Array | undefined)[] = []
  private readonly z: Float64Array

  constructor(
    private readonly units: Units,
    private readonly x: Float64Array,
    private readonly chosen: Int32Array,
  ) {
    this.z = new Float64Array(x.length)
  }

  scope(f: number): number[] {
    return (this.scopes[f] ??= this.units.scope(f))
  }

  /** The work of `of`. */
  workOf(f: number): number {
    const scope = this.scope(f)
    const configurations = this.units.configurations(scope)
    return 8 + 4 * (configurations > LARGEST ? scope.length : scope.length * configurations)
  }

  /** max over configurations c of F(c) − F(c with S overwritten by y), at least 0. */
  of(f: number): number {
    const { units, chosen } = this
    const scope = this.scope(f)
    let covered = 0
    for (const u of scope) if (chosen[u] !== -1) covered++
    if (covered === 0) return 0
    if (units.configurations(scope) > LARGEST)
      return covered === scope.length ? this.coveredLoss(f) : Number.POSITIVE_INFINITY
    const table = (this.tables[f] ??= units.tabulate(f, scope, this.x))
    let worst = 0
    const digits = new Int32Array(scope.length)
    for (let c = 0; c < table.length; c++) {
      if (table[c] !== Number.NEGATIVE_INFINITY) {
        let to = 0
        for (let g = 0; g < scope.length; g++) {
          const value = chosen[scope[g]]
          to = to * units.size(scope[g]) + (value === -1 ? digits[g] : value)
        }
        const loss = table[c] - table[to]
        if (loss > worst) worst = loss
      }
      for (let g = scope.length - 1; g >= 0; g--) {
        if (++digits[g] < units.size(scope[g])) break
        digits[g] = 0
      }
    }
    return worst
  }

  private coveredLoss(f: number): number {
    const { units, chosen, z, x } = this
    const { factorStart, linkSlot, fixed, groups, factorGroup } = units.problem
    const group = groups[factorGroup[f]]
    const best = group.maximize(f, x, z)
    let own = 0
    for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
      const s = linkSlot[l]
      const on = fixed[s] === -1 ? chosen[units.slotUnit[s]] === units.slotValue[s] : fixed[s] === 1
      z[l] = on ? 1 : 0
      if (on) own += x[l]
    }
    return Math.max(0, best - own - group.score(f, z))
  }
}
