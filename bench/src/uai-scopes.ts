// UAI text with every scope in ascending order. toulbar2 1.1.1 loses tables over the same three variables
// that are listed in different orders, and then calls a wrong answer optimal.

/**
 * The same model, scopes sorted and tables permuted to match.
 *
 * @example
 * sortScopes('MARKOV 2 2 2 1 2 1 0 4 1 2 3 4') // … scope 0 1, table 1 3 2 4
 */
export function sortScopes(text: string): string {
  const tokens = text.match(/\S+/g) ?? []
  let at = 0
  const take = (count: number) => tokens.slice(at, (at += count))
  const integer = () => Number(take(1)[0])
  const kind = take(1)[0]
  const sizes = take(integer()).map(Number)
  const scopes = Array.from({ length: integer() }, () => take(integer()).map(Number))
  const lines = [kind, String(sizes.length), sizes.join(' '), String(scopes.length)]
  const tables: string[] = []
  for (const scope of scopes) {
    const order = scope.map((_, i) => i).sort((a, b) => scope[a] - scope[b])
    lines.push([scope.length, ...order.map((i) => scope[i])].join(' '))
    const table = take(integer())
    const widths = scope.map((v) => sizes[v])
    tables.push(String(table.length), permute(table, widths, order).join(' '))
  }
  return `${[...lines, ...tables].join('\n')}\n`
}

/** A table (last variable fastest) with its variables in another order. */
function permute(table: readonly string[], widths: readonly number[], order: readonly number[]): string[] {
  // How far apart two entries are that differ by one in a variable.
  const stride = widths.map((_, i) => widths.slice(i + 1).reduce((a, b) => a * b, 1))
  return table.map((_, target) => {
    let rest = target
    let source = 0
    for (let k = order.length - 1; k >= 0; k--) {
      const i = order[k]
      source += (rest % widths[i]) * stride[i]
      rest = Math.floor(rest / widths[i])
    }
    return table[source]
  })
}
