// Writes the trace of many sentences as one CSV file. It is written under a temporary name and appears when
// it is complete.
import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TraceRow } from '@parleyjs/core'
import { EXIT } from './failure.js'
import { TRACE_COLUMNS, traceCells } from './output.js'
import { requireWritable } from './write-file.js'

export class TraceFile {
  private readonly temporary: string
  private file: number | null
  private sentence = 0
  private readonly stop = () => {
    this.discard()
    process.exit(EXIT.interrupted)
  }
  private readonly clean = () => this.discard()

  constructor(private readonly path: string) {
    requireWritable(path)
    const existing = statSync(path, { throwIfNoEntry: false })
    // Devices and pipes are written to, never replaced.
    const replaces = existing === undefined || existing.isFile()
    this.temporary = replaces ? join(dirname(path), `.${basename(path)}.${process.pid}.tmp`) : path
    this.file = openSync(this.temporary, replaces ? 'wx' : 'w')
    process.once('SIGINT', this.stop)
    process.once('exit', this.clean)
    writeSync(this.file, `${['sentence', ...TRACE_COLUMNS].join(',')}\n`)
  }

  /** Adds the rows of the next sentence; no rows if it needed no iterations. */
  add(rows: readonly TraceRow[]): void {
    this.sentence++
    const lines = rows.map((row) => `${this.sentence},${traceCells(row)}\n`)
    if (lines.length > 0) writeSync(this.file!, lines.join(''))
  }

  /** Closes the complete file and gives it its name. */
  finish(): void {
    closeSync(this.file!)
    this.file = null
    if (this.temporary !== this.path) renameSync(this.temporary, this.path)
  }

  /** Removes the temporary file, unless the trace is finished. */
  discard(): void {
    process.off('SIGINT', this.stop)
    process.off('exit', this.clean)
    if (this.file === null) return
    closeSync(this.file)
    this.file = null
    if (this.temporary !== this.path) rmSync(this.temporary, { force: true })
  }
}
