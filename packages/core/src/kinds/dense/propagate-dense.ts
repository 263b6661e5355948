// Unit propagation of tables.

/** Rules out each value of a group that no allowed configuration of the table uses. */
export function propagateDense(state: Int8Array, params: Float64Array): boolean {
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
