// Propagation within a factor: what follows from the literals that are known. `state` holds −1 (free), 0 or 1
// for each literal; implied values are written into it.
import { Kind } from '../graph/store.js'
import { sumSlack } from '../numeric/sum-slack.js'

/**
 * Writes the implied values of `n` literals into `state`; returns false if the factor cannot be satisfied.
 */
export function propagateFactor(kind: number, state: Int8Array, n: number, params: Float64Array): boolean {
  let ones = 0
  let free = 0
  for (let i = 0; i < n; i++) {
    if (state[i] === 1) ones++
    else if (state[i] === -1) free++
  }
  switch (kind) {
    case Kind.xor:
      if (ones > 1 || ones + free === 0) return false
      if (ones === 1) fillFree(state, n, 0)
      else if (free === 1) fillFree(state, n, 1)
      return true
    case Kind.atMostOne:
      if (ones === 1) fillFree(state, n, 0)
      return ones <= 1
    case Kind.or:
      if (ones > 0) return true
      if (free === 1) fillFree(state, n, 1)
      return free > 0
    case Kind.orOut:
      return propagateOrOut(state, n)
    case Kind.budget: {
      const fewest = params[0]
      const most = params[1]
      if (ones > most || ones + free < fewest || fewest > most) return false
      if (ones === most) fillFree(state, n, 0)
      else if (ones + free === fewest) fillFree(state, n, 1)
      return true
    }
    case Kind.knapsack:
      return propagateKnapsack(state, n, params)
    case Kind.parity: {
      const wrong = (ones & 1) !== params[0]
      if (free === 0) return !wrong
      if (free === 1) fillFree(state, n, wrong ? 1 : 0)
      return true
    }
    case Kind.dense:
      return propagateDense(state, params)
    default:
      return true
  }
}

function fillFree(state: Int8Array, n: number, value: number): void {
  for (let i = 0; i < n; i++) if (state[i] === -1) state[i] = value
}

function propagateOrOut(state: Int8Array, n: number): boolean {
  const output = n - 1
  let ones = 0
  let free = 0
  for (let i = 0; i < output; i++) {
    if (state[i] === 1) ones++
    else if (state[i] === -1) free++
  }
  if (ones > 0) {
    if (state[output] === 0) return false
    state[output] = 1
  } else if (free === 0) {
    if (state[output] === 1) return false
    state[output] = 0
  } else if (state[output] === 0) {
    fillFree(state, output, 0)
  } else if (state[output] === 1 && free === 1) {
    fillFree(state, output, 1)
  }
  return true
}

function propagateKnapsack(state: Int8Array, n: number, params: Float64Array): boolean {
  let least = 0
  for (let i = 0; i < n; i++) {
    const cost = params[1 + i]
    if (state[i] === 1 || (state[i] === -1 && cost < 0)) least += cost
  }
  const limit = params[0] + sumSlack(params)
  if (least > limit) return false
  for (let i = 0; i < n; i++) {
    if (state[i] !== -1) continue
    if (least + Math.abs(params[1 + i]) > limit) state[i] = params[1 + i] > 0 ? 0 : 1
  }
  return true
}

/** Rules out each value of a group that no allowed configuration of the table uses. */
function propagateDense(state: Int8Array, params: Float64Array): boolean {
  const groups = params[0]
  const table = 1 + groups
  const sizes: number[] = []
  const firstLink: number[] = []
  const firstValue: number[] = []
  let link = 0
  let values = 0
  for (let g = 0; g < groups; g++) {
    const width = params[1 + g]
    sizes.push(width === 0 ? 2 : width)
    firstLink.push(link)
    firstValue.push(values)
    link += width === 0 ? 1 : width
    values += sizes[g]
  }
  const allowed = new Uint8Array(values).fill(1)
  for (let g = 0; g < groups; g++) {
    const at = firstLink[g]
    if (params[1 + g] === 0) {
      if (state[at] === 0) allowed[firstValue[g] + 1] = 0
      else if (state[at] === 1) allowed[firstValue[g]] = 0
      continue
    }
    let chosen = -1
    for (let v = 0; v < sizes[g]; v++) {
      if (state[at + v] === 1) {
        if (chosen >= 0) return false
        chosen = v
      } else if (state[at + v] === 0) allowed[firstValue[g] + v] = 0
    }
    if (chosen >= 0) for (let v = 0; v < sizes[g]; v++) if (v !== chosen) allowed[firstValue[g] + v] = 0
  }
  const supported = new Uint8Array(values)
  const digits = new Int32Array(groups)
  let any = false
  for (let c = table; c < params.length; c++) {
    let ok = params[c] !== Number.NEGATIVE_INFINITY
    for (let g = 0; g < groups && ok; g++) ok = allowed[firstValue[g] + digits[g]] === 1
    if (ok) {
      any = true
      for (let g = 0; g < groups; g++) supported[firstValue[g] + digits[g]] = 1
    }
    for (let g = groups - 1; g >= 0; g--) {
      if (++digits[g] < sizes[g]) break
      digits[g] = 0
    }
  }
  if (!any) return false
  for (let g = 0; g < groups; g++) {
    const at = firstLink[g]
    const from = firstValue[g]
    if (params[1 + g] === 0) {
      if (supported[from] === 0) state[at] = 1
      else if (supported[from + 1] === 0) state[at] = 0
      continue
    }
    let alive = 0
    for (let v = 0; v < sizes[g]; v++) alive += supported[from + v]
    for (let v = 0; v < sizes[g]; v++) {
      if (supported[from + v] === 0) state[at + v] = 0
      else if (alive === 1) state[at + v] = 1
    }
  }
  return true
}
