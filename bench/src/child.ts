// Runs a measurement in its own process, so that what the compiler learnt on one instance does not affect
// another.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Runs a script of the benchmarks in a new Node process and returns the JSON that it prints. If it fails, the
 * failure is reported, the benchmark will end with exit code 1, and the row is left out.
 */
export function measureInChild<T>(script: string, args: readonly string[], nodeArgs: string[] = []): T[] {
  process.stderr.write(`${args.join(' ')} …\n`)
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...nodeArgs, fileURLToPath(script), ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (status === 0) return [JSON.parse(stdout) as T]
  process.stderr.write(`It failed (${signal ?? status}), and is left out:\n${stderr.slice(-2000)}\n`)
  process.exitCode = 1
  return []
}
