// Reads tables from text: CSV (quoted as in RFC 4180) and TSV (unquoted). The first row names the columns.
import { ParleyError } from '@parleyjs/core'
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import type { Table } from './table.js'

export interface TableTextOptions {
  /** The separator between columns: "," for CSV (default), a tab for TSV. */
  separator?: ',' | '\t'
  /** The name of the file, for messages. */
  file?: string
}

/**
 * Reads a table for `ground`'s data from CSV or TSV.
 *
 * @example
 * readTable('person,score\nanna,1.5\nben,-2\n').rows // [['anna', '1.5'], ['ben', '-2']]
 */
export function readTable(text: string, options: TableTextOptions = {}): Table {
  requireOptions('readTable', options, { separator: true, file: true } satisfies OptionKeys<TableTextOptions>)
  const { separator = ',', file } = options
  const fail = (line: number, message: string): never => {
    throw new ParleyError('bad-input', `Line ${line}: ${message}`, {
      ...(file !== undefined && { file }),
      line,
    })
  }
  const rows: string[][] = []
  const lines: number[] = []
  const end = text.length
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  while (at < end) {
    const row: string[] = []
    const start = line
    for (;;) {
      let cell: string
      if (separator === ',' && text[at] === '"') {
        let close = at + 1
        for (;;) {
          close = text.indexOf('"', close)
          if (close < 0) fail(start, 'A quoted cell has no closing quote.')
          if (text[close + 1] !== '"') break
          close += 2
        }
        cell = text.slice(at + 1, close).replaceAll('""', '"')
        for (let i = at; i < close; i++) if (text[i] === '\n') line++
        at = close + 1
        if (at < end && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r')
          fail(
            line,
            `After a quoted cell "${separator}" or the end of the line is expected, not "${text[at]}".`,
          )
      } else {
        let stop = at
        while (stop < end && text[stop] !== separator && text[stop] !== '\n' && text[stop] !== '\r') stop++
        cell = text.slice(at, stop).trim()
        at = stop
      }
      row.push(cell)
      if (text[at] !== separator) break
      at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    if (row.length > 1 || row[0] !== '') {
      rows.push(row)
      lines.push(start)
    }
    line++
  }
  const [header, ...body] = rows
  if (header === undefined) return fail(1, 'The table is empty: its first row must name the columns.')
  for (let i = 0; i < body.length; i++)
    if (body[i].length !== header.length)
      fail(lines[i + 1], `${body[i].length} cells, but the first row names ${header.length} columns.`)
  return { columns: header, rows: body, lines: lines.slice(1), file: file ?? null }
}
