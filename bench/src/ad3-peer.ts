// Runs the original C++ AD3 as a peer: a program of the caller's that solves one .fg file and prints its
// figures as JSON.
import { spawnSync } from 'node:child_process'
import { ParleyError } from '@parleyjs/core'

/** The figures that the peer prints for one file. */
export interface PeerRun {
  /** Milliseconds of processor time of the solver alone; null if it never reached the given bound. */
  readonly ms: number | null
  readonly bound: number
  readonly iterations: number | null
}

/** Runs `PROGRAM FILE`; with `--target BOUND` the peer stops as soon as its bound is not above that. */
export function runAd3Peer(program: string, file: string, target?: number): PeerRun {
  const args = target === undefined ? [file] : [file, '--target', String(target)]
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (error !== undefined)
    throw new ParleyError('bad-argument', `${program} cannot be run: ${error.message}.`)
  if (status !== 0)
    throw new ParleyError(
      'bad-input',
      `${program} ${args.join(' ')} ended with ${status}: ${stderr.slice(-500)}`,
    )
  return parsePeerRun(stdout, program)
}

/**
 * The figures in the peer's output: its last line is a JSON object.
 *
 * @example
 * parsePeerRun('{"ms": 2.5, "bound": 10, "iterations": 34}', 'ad3') // { ms: 2.5, bound: 10, iterations: 34 }
 */
export function parsePeerRun(output: string, program: string): PeerRun {
  const line = output.trim().split('\n').at(-1) ?? ''
  let found: unknown
  try {
    found = JSON.parse(line)
  } catch {
    found = null
  }
  const { ms, bound, iterations } = (found ?? {}) as Record<string, unknown>
  if ((ms === null || isTime(ms)) && typeof bound === 'number')
    return { ms, bound, iterations: typeof iterations === 'number' ? iterations : null }
  throw new ParleyError(
    'bad-input',
    `${program} printed ${JSON.stringify(line.slice(0, 100))}, which is not its figures. ` +
      'It has to print a line such as {"ms": 12.5, "bound": 880.03, "iterations": 809}.',
  )
}

function isTime(x: unknown): x is number {
  return typeof x === 'number' && x > 0
}
