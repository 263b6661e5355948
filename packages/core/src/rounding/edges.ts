import { STEP, type Steps } from '../limits/steps.js'
import type { LinearForms } from './linear-forms.js'
import type { RoundingUnits } from './units.js'

/** Which units touch which factors, and what their values add to the factors' sums. */
export interface Edges {
  /** Edges of unit u: edgeStart[u] … edgeStart[u + 1] − 1, one for each factor that it touches. */
  readonly edgeStart: Int32Array
  readonly edgeFactor: Int32Array
  /** Edge e of unit u with k values adds steps[stepStart[u] + (e − edgeStart[u])·k + value] to the factor's sum. */
  readonly stepStart: Int32Array
  readonly steps: Float64Array
  /** Units of factor f: factorUnits[factorUnitStart[f] … factorUnitStart[f + 1]), and their edges. */
  readonly factorUnitStart: Int32Array
  readonly factorUnits: Int32Array
  readonly factorEdges: Int32Array
}

/** One edge per unit and factor, even where the factor links several slots of the unit. Null if it was stopped. */
export function* findEdges(units: RoundingUnits, forms: LinearForms): Steps<Edges | null> {
  const { count, valueStart, slotUnit, slotValue } = units
  const factors = forms.shape.length
  const seen = new Int32Array(count).fill(-1)
  const edgeStart = new Int32Array(count + 1)
  const factorUnitStart = new Int32Array(factors + 1)
  let work = 0
  for (let f = 0; f < factors; f++) {
    let edges = 0
    for (let l = forms.start.data[f]!; l < forms.start.data[f + 1]!; l++) {
      const u = slotUnit[forms.slot.data[l]!]!
      if (u < 0 || seen[u] === f) continue
      seen[u] = f
      edgeStart[u + 1]!++
      edges++
    }
    factorUnitStart[f + 1] = factorUnitStart[f]! + edges
    work += 4 + forms.start.data[f + 1]! - forms.start.data[f]!
    if (work < 2 * STEP) continue
    work = 0
    if (yield) return null
  }
  const stepStart = new Int32Array(count + 1)
  for (let u = 0; u < count; u++) {
    stepStart[u + 1] = stepStart[u]! + edgeStart[u + 1]! * (valueStart[u + 1]! - valueStart[u]!)
    edgeStart[u + 1]! += edgeStart[u]!
  }
  const edgeFactor = new Int32Array(edgeStart[count]!)
  const steps = new Float64Array(stepStart[count]!)
  const factorUnits = new Int32Array(edgeStart[count]!)
  const factorEdges = new Int32Array(edgeStart[count]!)
  const next = edgeStart.slice()
  seen.fill(-1)
  for (let f = 0, at = 0; f < factors; f++) {
    for (let l = forms.start.data[f]!; l < forms.start.data[f + 1]!; l++) {
      const slot = forms.slot.data[l]!
      const u = slotUnit[slot]!
      if (u < 0) continue
      if (seen[u] !== f) {
        seen[u] = f
        edgeFactor[next[u]!] = f
        factorUnits[at] = u
        factorEdges[at++] = next[u]!++
      }
      const size = valueStart[u + 1]! - valueStart[u]!
      const first = stepStart[u]! + (next[u]! - 1 - edgeStart[u]!) * size
      steps[first + slotValue[slot]!]! += forms.weight.data[l]!
    }
    work += 4 + forms.start.data[f + 1]! - forms.start.data[f]!
    if (work < 2 * STEP) continue
    work = 0
    if (yield) return null
  }
  return { edgeStart, edgeFactor, stepStart, steps, factorUnitStart, factorUnits, factorEdges }
}
