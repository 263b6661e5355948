// The incidence of units and factors in local search, as flat arrays in both directions.
import type { Steps } from '../limits/steps.js'
import type { LinearForms } from './linear-forms.js'
import type { RoundingUnits } from './units.js'

/** The edges between units and factors, and what each value of a unit adds to the sum of a factor. */
export interface Edges {
  /** Edges of unit u: edgeStart[u] … edgeStart[u + 1] − 1, one for each factor that it touches. */
  readonly edgeStart: Int32Array
  readonly edgeFactor: Int32Array
  /**
   * Edge e of unit u with k values adds steps[stepStart[u] + (e − edgeStart[u])·k + value] to the factor's
   * sum.
   */
  readonly stepStart: Int32Array
  readonly steps: Float64Array
  /** Units of factor f: factorUnits[factorUnitStart[f] … factorUnitStart[f + 1]), and their edges. */
  readonly factorUnitStart: Int32Array
  readonly factorUnits: Int32Array
  readonly factorEdges: Int32Array
}

/** Number of factors handled between two yields. */
const FACTORS = 1 << 13

/**
 * Builds one edge per unit and factor, even if the factor links several slots of the unit. Null if it was
 * stopped.
 */
export function* findEdges(units: RoundingUnits, forms: LinearForms): Steps<Edges | null> {
  const { count, valueStart } = units
  const factors = forms.shape.length
  const edgeStart = new Int32Array(count + 1)
  const factorUnitStart = new Int32Array(factors + 1)
  const seen = new Int32Array(count).fill(-1)
  for (let from = 0; from < factors; from += FACTORS) {
    countEdges(units, forms, from, Math.min(factors, from + FACTORS), seen, edgeStart, factorUnitStart)
    if (factors - from > FACTORS && (yield)) return null
  }
  const stepStart = new Int32Array(count + 1)
  for (let u = 0; u < count; u++) {
    stepStart[u + 1] = stepStart[u] + edgeStart[u + 1] * (valueStart[u + 1] - valueStart[u])
    edgeStart[u + 1] += edgeStart[u]
  }
  const edges: Edges = {
    edgeStart,
    edgeFactor: new Int32Array(edgeStart[count]),
    stepStart,
    steps: new Float64Array(stepStart[count]),
    factorUnitStart,
    factorUnits: new Int32Array(edgeStart[count]),
    factorEdges: new Int32Array(edgeStart[count]),
  }
  const next = edgeStart.slice()
  seen.fill(-1)
  for (let from = 0; from < factors; from += FACTORS) {
    fillEdges(units, forms, from, Math.min(factors, from + FACTORS), seen, next, edges)
    if (factors - from > FACTORS && (yield)) return null
  }
  return edges
}

/** Counts the edges of the factors from … to − 1, per unit (at index u + 1) and per factor. */
function countEdges(
  { slotUnit }: RoundingUnits,
  forms: LinearForms,
  from: number,
  to: number,
  seen: Int32Array,
  edgeStart: Int32Array,
  factorUnitStart: Int32Array,
): void {
  const start = forms.start.data
  const slot = forms.slot.data
  for (let f = from; f < to; f++) {
    let edges = 0
    for (let l = start[f]; l < start[f + 1]; l++) {
      const u = slotUnit[slot[l]]
      if (u < 0 || seen[u] === f) continue
      seen[u] = f
      edgeStart[u + 1]++
      edges++
    }
    factorUnitStart[f + 1] = factorUnitStart[f] + edges
  }
}

/** Writes the edges. `next` holds the next free edge of every unit. */
function fillEdges(
  { valueStart, slotUnit, slotValue }: RoundingUnits,
  forms: LinearForms,
  from: number,
  to: number,
  seen: Int32Array,
  next: Int32Array,
  { edgeStart, edgeFactor, stepStart, steps, factorUnitStart, factorUnits, factorEdges }: Edges,
): void {
  const start = forms.start.data
  const slots = forms.slot.data
  const weight = forms.weight.data
  let at = factorUnitStart[from]
  for (let f = from; f < to; f++) {
    for (let l = start[f]; l < start[f + 1]; l++) {
      const slot = slots[l]
      const u = slotUnit[slot]
      if (u < 0) continue
      if (seen[u] !== f) {
        seen[u] = f
        edgeFactor[next[u]] = f
        factorUnits[at] = u
        factorEdges[at++] = next[u]++
      }
      const size = valueStart[u + 1] - valueStart[u]
      const first = stepStart[u] + (next[u] - 1 - edgeStart[u]) * size
      steps[first + slotValue[slot]] += weight[l]
    }
  }
}
