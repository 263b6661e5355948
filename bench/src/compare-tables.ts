// Compares a table in the docs with the same table as its command prints it today. Times are not compared.

export interface Difference {
  /** The line of the docs; in a table, also the column. */
  readonly where: string
  readonly docs: string
  readonly now: string
}

export interface CompareOptions {
  readonly tolerance?: number
  readonly unstable?: RegExp
  readonly ignored?: RegExp
}

/** Columns that hold times, memory, or ratios of times. */
const MEASURED =
  /\b(ms|µs|ns|s|seconds|minutes|MB|GB|bytes)\b|words\/s|\/ ours|\/ AD³|\/ Polyak|the same, means|warm|compil|at the peak/
/** Times and their ratios inside a cell or a line of text. */
const MEASURED_TEXT = /\(?[\d.]+ ?(ms|µs|s|minutes|seconds|MB|GB|×)(?![\w²])\)?/g
const NUMBER = /[-−+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g
/** Smaller numbers are rounding errors, and count as 0. */
const ZERO = 1e-6

/**
 * The differences between two versions of a generated section. Numbers agree within one unit of the last
 * digit that the docs print, or within the relative `tolerance`; everything else must be equal. Lines that
 * match `unstable`, columns that match `ignored` and columns that are missing in `now` are left out.
 *
 * @example
 * compareTables('| a | ms |\n|--|--|\n| 1 | 5 |', '| a | ms |\n|--|--|\n| 2 | 9 |')
 * // [{ where: '1, a', docs: '1', now: '2' }]
 */
export function compareTables(
  docs: string,
  now: string,
  { tolerance = 0, unstable, ignored }: CompareOptions = {},
): Difference[] {
  const [a, b] = [linesOf(docs), linesOf(now)]
  const differences: Difference[] = []
  const report = (where: string, x: string, y: string) => {
    if (!agree(x, y, tolerance)) differences.push({ where, docs: x, now: y })
  }
  let columns: [string, number, number][] = []
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]]
    if (x === undefined || y === undefined) {
      differences.push({ where: 'a line', docs: x ?? 'no such line', now: y ?? 'no such line' })
      continue
    }
    if (unstable?.test(x) && unstable.test(y)) continue
    if (!x.startsWith('|') || !y.startsWith('|')) {
      report('a line', x, y)
      continue
    }
    const [left, right] = [cellsOf(x), cellsOf(y)]
    if (/^\|[\s:|-]+\|$/.test(a[i + 1] ?? ''))
      columns = sharedColumns(left, right).filter(([name]) => !ignored?.test(name))
    for (const [name, l, r] of columns) report(`${left[0]}, ${name}`, left[l] ?? '', right[r] ?? '')
  }
  return differences
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}

/**
 * The columns that are compared, with their indices on both sides. All columns after a chart's time are
 * times.
 */
function sharedColumns(left: readonly string[], right: readonly string[]): [string, number, number][] {
  const chart = left.findIndex((name) => name.startsWith('chart'))
  const shared: [string, number, number][] = []
  let from = 0
  for (const [l, name] of left.entries()) {
    const r = right.indexOf(name, from)
    if (r < 0) continue
    from = r + 1
    if (!MEASURED.test(name) && (chart < 0 || l < chart)) shared.push([name, l, r])
  }
  return shared
}

function agree(x: string, y: string, tolerance: number): boolean {
  const [a, b] = [x, y].map((text) => text.replaceAll(MEASURED_TEXT, '…')) as [string, string]
  if (a === b) return true
  if (a.replaceAll(NUMBER, '#') !== b.replaceAll(NUMBER, '#')) return false
  const left: string[] = a.match(NUMBER) ?? []
  const right: string[] = b.match(NUMBER) ?? []
  return left.every((text, k) => {
    const [u, v] = [toNumber(text), toNumber(right[k])]
    const difference = Math.abs(u - v)
    if (Math.abs(u) < ZERO && Math.abs(v) < ZERO) return true
    return difference <= Math.max(1.001 * lastDigit(text), tolerance * Math.abs(u))
  })
}

function toNumber(text: string): number {
  return Number(text.replace('−', '-'))
}

/** One unit of the last digit of a printed decimal; 0 for a whole number. */
function lastDigit(text: string): number {
  const [mantissa, exponent = '0'] = text.split('e') as [string, string?]
  const digits = mantissa.split('.')[1]?.length
  return digits === undefined ? 0 : 10 ** (Number(exponent) - digits)
}
