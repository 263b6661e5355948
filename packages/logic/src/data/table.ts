// Converts user data (tables from files, or plain arrays and objects as in JSON) to rows.
import { type ErrorPlace, ParleyError } from '@parleyjs/core'
import type { InlineTable, Member } from '../syntax/ast.js'
import type { Source } from '../syntax/place.js'
import { columnOrder, type WantedColumns } from './table-columns.js'

/** A table with named columns; `readTable` makes one from CSV or TSV. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Member[])[]
  /** The line number of each row in the file. */
  readonly lines?: readonly number[]
  readonly file?: string | null
}

/**
 * What a name may stand for in the data: a number (constants), a list of members (domains, predicates with
 * one argument), rows (`[['anna', 'ben'], …]`, with the value or score last), objects with named arguments, a
 * map from members to values (functions and scores with one argument), or a table.
 */
export type DataValue =
  | Member
  | readonly Member[]
  | readonly (readonly Member[])[]
  | readonly Readonly<Record<string, Member>>[]
  | Readonly<Record<string, number | string>>
  | Table

/** Data for a program, by the names that it declares. */
export type Data = Readonly<Record<string, DataValue>>

/** Rows of equal width, and a function that describes the position of each row. */
export interface Rows {
  readonly width: number
  readonly rows: readonly (readonly Member[])[]
  place(row: number): { readonly text: string; readonly place: ErrorPlace }
}

/** An error about one row. */
export function rowError(rows: Rows, row: number, message: string): ParleyError {
  const { text, place } = rows.place(row)
  return new ParleyError('bad-input', `${text}: ${message}`, place)
}

/** A table written in the program, as rows with the value last. */
export function inlineRows(table: InlineTable, width: number, source: Source | null): Rows {
  return {
    width,
    rows: table.rows.map(({ cells, value }) => (value === null ? cells : [...cells, value])),
    place: (row) => {
      const at = table.rows[row]?.place
      if (!at) return { text: 'A row of a table', place: {} }
      const file = source?.file ?? null
      return {
        text: `Line ${at.line}, column ${at.column}`,
        place: { ...(file !== null && { file }), line: at.line, column: at.column },
      }
    },
  }
}

/**
 * The data of a name as rows. Tables and objects that use the names of the columns may have them in any
 * order. `file` is the file that the data come from.
 */
export function dataRows(name: string, value: DataValue, wanted: WantedColumns, file?: string): Rows {
  if (isTable(value)) return tableRows(name, value, wanted)
  const names = wanted.value === null ? wanted.args : [...wanted.args, wanted.value]
  const width = names.length
  const from = file === undefined ? {} : { file }
  const place = (row: number) => ({ text: `The data for ${name}, row ${row + 1}`, place: from })
  const make = (rows: readonly (readonly Member[])[]): Rows => ({ width, rows, place })
  if (isMember(value)) return checked(name, make([[value]]), from)
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null) throw shapeError(name, width, from)
    return checked(name, make(Object.entries(value as Record<string, Member>)), from)
  }
  const rows = value.map((row: unknown): readonly Member[] => {
    if (Array.isArray(row)) return row as Member[]
    if (typeof row !== 'object' || row === null) return [row as Member]
    const cells = names.map((column) => (row as Record<string, Member>)[column ?? ''])
    if (cells.some((cell) => cell === undefined))
      throw new ParleyError(
        'bad-input',
        `The data for ${name} has objects without the fields ${names.map((n) => n ?? '?').join(', ')}. ` +
          `Name the arguments in its declaration, or give rows as lists.`,
        from,
      )
    return cells as Member[]
  })
  return checked(name, make(rows), from)
}

function checked(name: string, rows: Rows, from: ErrorPlace): Rows {
  for (let i = 0; i < rows.rows.length; i++) {
    const row = rows.rows[i]
    if (row.length !== rows.width || !row.every(isMember)) {
      if (row.length === rows.width)
        throw rowError(rows, i, `a cell is neither a text nor a finite number: ${JSON.stringify(row)}.`)
      if (rows.rows.length === 1 || row.length === 0) throw shapeError(name, rows.width, from)
      throw rowError(rows, i, `${row.length} entries, not ${rows.width}.`)
    }
  }
  return rows
}

function shapeError(name: string, width: number, from: ErrorPlace): ParleyError {
  const row = width === 1 ? 'single values' : `lists of ${width}`
  return new ParleyError('bad-input', `The data for ${name} should be a list of ${row}.`, from)
}

function tableRows(name: string, table: Table, wanted: WantedColumns): Rows {
  const file = table.file ?? null
  const place = (row: number) => {
    const line = table.lines?.[row]
    const at = { ...(file !== null && { file }), ...(line !== undefined && { line }) }
    return { text: line === undefined ? `The table of ${name}, row ${row + 1}` : `Line ${line}`, place: at }
  }
  const order = columnOrder(name, table, wanted)
  const inOrder = order.every((at, c) => at === c)
  const rows = inOrder ? table.rows : table.rows.map((row) => order.map((at) => row[at]))
  return { width: order.length, rows, place }
}

function isTable(value: DataValue): value is Table {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Array.isArray((value as Table).columns) &&
    Array.isArray((value as Table).rows)
  )
}

function isMember(value: unknown): value is Member {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}
