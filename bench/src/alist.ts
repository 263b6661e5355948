// Parity-check matrices in MacKay's alist format: sizes, largest degrees, the degrees, then for every column
// (bit) its rows and for every row (check) its columns, counted from 1 and filled up with zeros.

export interface ParityChecks {
  /** Number of bits of a codeword. */
  readonly bits: number
  /** The bits of each check, from 0: their sum must be even. */
  readonly checks: readonly Int32Array[]
}

/**
 * Reads a matrix, and checks that its two halves (by columns, by rows) agree.
 *
 * @example
 * readAlist('3 1\n1 3\n1 1 1\n3\n1\n1\n1\n1 2 3\n').checks // [[0, 1, 2]]
 */
export function readAlist(text: string): ParityChecks {
  const lines = text.split(/\r?\n/).map((line) => (line.match(/\S+/g) ?? []).map(Number))
  const fail = (line: number, what: string) => new Error(`alist, line ${line + 1}: ${what}`)
  const [bits, count] = lines[0] ?? []
  if (!(Number.isInteger(bits) && Number.isInteger(count) && bits > 0 && count >= 0))
    throw fail(0, 'the number of bits and the number of checks were expected.')
  const rows: number[][] = Array.from({ length: count }, () => [])
  const list = (line: number, degree: number | undefined, limit: number) => {
    const entries = (lines[line] ?? []).filter((x) => x !== 0)
    if (degree === undefined || entries.length !== degree)
      throw fail(line, `${degree} entries were announced, ${entries.length} are there.`)
    for (const x of entries)
      if (!(Number.isInteger(x) && x >= 1 && x <= limit)) throw fail(line, `${x} is not from 1 to ${limit}.`)
    return entries
  }
  for (let b = 0; b < bits; b++) for (const c of list(4 + b, lines[2]?.[b], count)) rows[c - 1].push(b)
  const checks = rows.map((fromColumns, c) => {
    const line = 4 + bits + c
    const row = list(line, lines[3]?.[c], bits).map((x) => x - 1)
    const sorted = [...row].sort((a, b) => a - b)
    if (sorted.join() !== fromColumns.join())
      throw fail(line, `check ${c + 1} differs from what the columns say.`)
    return Int32Array.from(row)
  })
  return { bits: bits, checks }
}
