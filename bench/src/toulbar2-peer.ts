// toulbar2, the peer for exact solving, if it is installed: a solver of weighted constraint problems in C++.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluate, type FactorGraph, ParleyError, writeUai } from '@parleyjs/core'
import { readText } from './instances.js'
import { sortScopes } from './uai-scopes.js'

export interface Toulbar2Run {
  /** Time that toulbar2 reports: preprocessing and search, without reading. */
  readonly seconds: number
  /** Whether it proved its answer, and the answer breaks no constraint. */
  readonly finished: boolean
  /** The score of its assignment in the graph's own numbers. */
  readonly value: number | undefined
}

/** Reads toulbar2's output. It contains a time only if the search has ended. */
export function parseToulbar2(output: string): { finished: boolean; seconds: number | undefined } {
  const done = /^Optimum: .* and ([\d.e+-]+) seconds\.?$/m.exec(output)
  return { finished: done !== null, seconds: done === null ? undefined : Number(done[1]) }
}

/**
 * Runs toulbar2 on a graph that was read from `file`: on the file itself where it knows the format, else on
 * the graph as UAI. Undefined if it is not installed, or if a factor is too large for a table.
 */
export function runToulbar2(file: string, graph: FactorGraph, timeLimit: number): Toulbar2Run | undefined {
  if (spawnSync('toulbar2', ['--help']).error !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    const format = /\.wcsp(\.gz)?$/.test(file) ? 'wcsp' : 'uai'
    const input = join(folder, `graph.${format}`)
    const solution = join(folder, 'solution')
    writeFileSync(input, /\.fg(\.gz)?$/.test(file) ? sortScopes(writeUai(graph)) : readText(file))
    const args = [input, `-timer=${Math.ceil(timeLimit)}`, `-w=${solution}`]
    const { stdout } = spawnSync('toulbar2', args, { encoding: 'utf8', cwd: folder, maxBuffer: 2 ** 28 })
    const { finished, seconds } = parseToulbar2(stdout)
    // Its energies are rounded to three digits; its assignment is not.
    const assignment = existsSync(solution) ? (readFileSync(solution, 'utf8').match(/\d+/g) ?? []) : []
    const whole = assignment.length === graph.variableCount
    const value = whole ? evaluate(graph, Int32Array.from(assignment, Number)) : Number.NEGATIVE_INFINITY
    return {
      finished: finished && Number.isFinite(value),
      seconds: seconds ?? timeLimit,
      value: Number.isFinite(value) ? value : undefined,
    }
  } catch (error) {
    if (error instanceof ParleyError && (error.code === 'too-large' || error.code === 'unsupported'))
      return undefined
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
