// Probabilities of columns, row by row: those of sentences side by side, and of some rows only.
import type { RowShares } from '@parleyjs/learn'
import type { WordLabel } from './sizes.js'

/** The teacher's probabilities for the words of a sentence: of heads, relations to them, and labels. */
export type Taught = Readonly<Record<'heads' | 'relations' | WordLabel, RowShares>>

/** The rows of several sentences, one after the other. */
export function joined(parts: readonly RowShares[]): RowShares {
  const starts: number[] = [0]
  const columns: number[] = []
  const kept: number[] = []
  for (const part of parts) {
    const before = columns.length
    for (let i = 1; i < part.starts.length; i++) starts.push(before + part.starts[i])
    columns.push(...Array.from(part.columns))
    kept.push(...Array.from(part.shares))
  }
  return { starts, columns, shares: kept }
}

/** Some of the rows. */
export function rowsOf({ starts, columns, shares }: RowShares, isKept: (row: number) => boolean): RowShares {
  const own: number[] = []
  const ends = [0]
  for (let i = 0; i + 1 < starts.length; i++) {
    if (!isKept(i)) continue
    for (let k = starts[i]; k < starts[i + 1]; k++) own.push(k)
    ends.push(own.length)
  }
  return { starts: ends, columns: own.map((k) => columns[k]), shares: own.map((k) => shares[k]) }
}
