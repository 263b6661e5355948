// Formats results as a Markdown table.

export type Cell = string | number | undefined

/**
 * A Markdown table; numbers are right-aligned, undefined cells become a dash.
 *
 * @example
 * markdownTable(['a', 'b'], [['x', 1]]) // '| a | b |\n|---|--:|\n| x | 1 |'
 */
export function markdownTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const right = header.map((_, c) => rows.some((row) => typeof row[c] === 'number'))
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`
  return [line(header), `|${right.map((r) => (r ? '--:' : '---')).join('|')}|`, ...rows.map(line)].join('\n')
}

/** A number with three or more significant digits, without an exponent where that is short. */
export function brief(x: number | undefined): number | undefined {
  if (x === undefined || !Number.isFinite(x)) return undefined
  return Math.abs(x) >= 100 ? Math.round(x) : Number(x.toPrecision(3))
}

/** A ratio as text, e.g. `3.2×`. */
export function times(x: number | undefined): string | undefined {
  if (x === undefined || !Number.isFinite(x)) return undefined
  return `${x >= 100 ? Math.round(x) : x.toPrecision(2)}×`
}
