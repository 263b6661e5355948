// Runs a command within the test's own process: the same as in a process of its own, without the time to start one. Not for
// commands that start threads, and not for what is about processes (signals, pipes, memory).
import { Readable } from 'node:stream'
import { describeFailure, printFailure } from '../src/failure.js'
import { run } from '../src/run.js'
import type { Run } from './run-parley.js'

/** Runs `parley ARGS` to its end, with bytes or a text as standard input. */
export async function runHere(args: readonly string[], input: string | Uint8Array = ''): Promise<Run> {
  const written = { stdout: '', stderr: '' }
  const kept = { stdin: Object.getOwnPropertyDescriptor(process, 'stdin')!, restore: [] as (() => void)[] }
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    configurable: true,
  })
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name]
    const write = stream.write
    stream.write = ((text: string | Uint8Array) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
      return true
    }) as typeof write
    kept.restore.push(() => {
      stream.write = write
    })
  }
  let code: number
  try {
    code = await run(args).catch((error: unknown) => {
      const failure = describeFailure(error)
      printFailure(failure)
      return failure.exitCode
    })
  } finally {
    for (const restore of kept.restore) restore()
    Object.defineProperty(process, 'stdin', kept.stdin)
  }
  return { code, out: written.stdout, err: written.stderr }
}
