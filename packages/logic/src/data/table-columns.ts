// Maps the columns of a table to the arguments of a declaration: by name, or by position.
import { ParleyError } from '@parleyjs/core'
import { didYouMean } from '@parleyjs/core/internal'
import type { Table } from './table.js'

/** The columns that a declaration asks for. */
export interface WantedColumns {
  /** The names of the arguments; null for arguments without a name. */
  readonly args: readonly (string | null)[]
  /** The name of the value or score after the arguments, if the declaration has one. */
  readonly value: string | null
}

/**
 * The index of each wanted column in the table. Names are used if the table contains any of the argument
 * names.
 */
export function columnOrder(name: string, table: Table, { args, value }: WantedColumns): number[] {
  const { columns } = table
  const width = args.length + (value === null ? 0 : 1)
  const fail = (message: string): never => {
    const file = table.file ?? null
    throw new ParleyError('bad-input', `Line 1: ${message}`, { ...(file !== null && { file }), line: 1 })
  }
  if (columns.length !== width) {
    const advice = /^[^;]+(;[^;]+)+$/.test(columns.join())
      ? ' Cells are separated by commas (.csv) or tabs (.tsv).'
      : ''
    fail(
      `${name} needs ${width} columns, but the table has ${columns.length}: ${columns.join(', ')}.${advice}`,
    )
  }
  const repeated = columns.find((column, c) => columns.indexOf(column) !== c)
  const named = args.filter((arg) => arg !== null)
  const missing = named.filter((arg) => !columns.includes(arg))
  if (missing.length === named.length && (value === null || !columns.includes(value))) {
    requireHeader(name, table, fail)
    return columns.map((_, c) => c)
  }
  if (repeated !== undefined) fail(`Two columns are called ${repeated}.`)
  if (missing.length > 0 && missing.length < named.length)
    fail(
      `${name} has no column ${missing[0]}; there are ${columns.join(', ')}.${didYouMean(missing[0], columns)}`,
    )
  // Arguments without a matching column take the remaining columns, in order.
  const wanted = [...args, ...(value === null ? [] : [value])].map((column) =>
    column === null ? -1 : columns.indexOf(column),
  )
  const left = columns.map((_, c) => c).filter((c) => !wanted.includes(c))
  return wanted.map((at) => (at >= 0 ? at : left.shift()!))
}

/** Number of rows that are searched for members that occur in the first row. */
const SOME = 1000

/** Throws if the first row looks like data: it is probably not a header and would be lost. */
function requireHeader(name: string, { columns, rows }: Table, fail: (message: string) => never): void {
  const advice = `The first row of the table of ${name} must name its columns`
  const number = columns.find((column) => column.trim() !== '' && Number.isFinite(Number(column)))
  if (number !== undefined) fail(`${advice}, but has the number ${number}. Add a row above it.`)
  const values = new Set(rows.slice(0, SOME).flatMap((row) => row.map(String)))
  const member = columns.find((column) => values.has(column))
  if (member !== undefined)
    fail(`${advice}, but ${member} is also among the values. Add a row above it, or rename the column.`)
}
