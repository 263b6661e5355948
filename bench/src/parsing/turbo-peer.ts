// Runs TurboParser as a peer for speed: the caller's own build, with models that it trained, on the files
// that Parley parses.
import { spawnSync } from 'node:child_process'
import { ParleyError } from '@parleyjs/core'

/** Prints, as its last line, the user and system time of the commands that the shell ran. */
const TIMED = '"$@" >/dev/null 2>&1; status=$?; times; exit $status'

/** Reads `second=FILE,full=FILE`: the model for each size of parser. */
export function parseModels(list: string): Map<string, string> {
  const models = new Map<string, string>()
  for (const entry of list.split(',').filter((entry) => entry !== '')) {
    const [parts, file] = entry.split('=', 2)
    if (!parts || !file)
      throw new ParleyError('bad-argument', `"${entry}" should be PARTS=FILE, e.g. second=standard.model.`)
    models.set(parts, file)
  }
  return models
}

/** Milliseconds of processor time of a command and its children; its output is discarded. */
export function commandTime(program: string, args: readonly string[]): number {
  const { status, stdout } = spawnSync('sh', ['-c', TIMED, 'sh', program, ...args], { encoding: 'utf8' })
  if (status !== 0)
    throw new ParleyError('bad-argument', `${program} ${args.join(' ')} ended with ${status}.`)
  return parseTimes(stdout)
}

/** Milliseconds in the last line of the output of the shell's `times`, e.g. `0m1.250s 0m0.050s`. */
export function parseTimes(output: string): number {
  const parts = [...(output.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + 60_000 * Number(minutes) + 1000 * Number(seconds),
    0,
  )
}

/**
 * Converts to CoNLL-X, which TurboParser reads: words only, eight columns, and underscores for spaces.
 *
 * @example
 * toConllX('# x\n1\ta\tb\tX\tY\t_\t0\troot\t_\tSpaceAfter=No\n\n') // '1\ta\tb\tX\tY\t_\t0\troot\t_\t_\n\n'
 */
export function toConllX(source: string): string {
  const kept = source.split(/\r?\n/).filter((line) => line === '' || /^\d+\t/.test(line))
  return kept.map((line) => (line === '' ? '' : wordLine(line))).join('\n')
}

function wordLine(line: string): string {
  return [...line.split('\t').slice(0, 8), '_', '_'].join('\t').replaceAll(' ', '_')
}
