// Gives the builder's variables readable names, by their order in the statement.

const LETTERS = ['x', 'y', 'z', 'u', 'v', 'w']

/**
 * A copy of a statement or formula in which the builder's variables are called x, y, z, u, v, w, x1, y1, …
 */
export function renamed<T>(node: T): T {
  const names = new Map<string, string>()
  const nameOf = (name: string) => {
    if (!name.startsWith('$')) return name
    const known = names.get(name)
    if (known !== undefined) return known
    const round = Math.floor(names.size / LETTERS.length)
    const letter = LETTERS[names.size % LETTERS.length] + (round === 0 ? '' : round)
    names.set(name, letter)
    return letter
  }
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    const isVariable = (value as { kind?: unknown }).kind === 'variable' || 'range' in value
    const entries = Object.entries(value).map(([key, inner]) => {
      const isName = isVariable && key === 'name'
      return [key, isName ? nameOf(inner) : copy(inner)] as const
    })
    return Object.fromEntries(entries)
  }
  return copy(node) as T
}
