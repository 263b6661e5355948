// A measurement in a process of its own: no instance profits or suffers from what the compiler learnt on another.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a script of the benchmarks in a new Node and returns the JSON that it prints. */
export function measureInChild<T>(script: string, args: readonly string[], nodeArgs: string[] = []): T {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...nodeArgs, fileURLToPath(script), ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (status !== 0)
    throw new Error(`${script} ${args.join(' ')} ended with ${signal ?? status}:\n${stderr.slice(-2000)}`)
  return JSON.parse(stdout) as T
}
