// Unit propagation of consensus sets: in each group exactly one literal is true. Penalties forbid nothing.

export function propagateConsensus(state: Int8Array, widths: Float64Array): boolean {
  let first = 0
  for (const width of widths) {
    let ones = 0
    let free = 0
    for (let l = first; l < first + width; l++) {
      if (state[l] === 1) ones++
      else if (state[l] === -1) free++
    }
    if (ones > 1 || ones + free === 0) return false
    if (ones === 1 || free === 1)
      for (let l = first; l < first + width; l++) if (state[l] === -1) state[l] = ones === 1 ? 0 : 1
    first += width
  }
  return true
}
