// Runs the compiled command as a user would, on files in a folder of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const COMMAND = fileURLToPath(new URL('../bin/parley.js', import.meta.url))

export interface Run {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A temporary folder that is removed after the tests, with a function to put files in it. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    file(name: string, content: string | Uint8Array): string {
      writeFileSync(join(path, name), content)
      return join(path, name)
    },
  }
}

/** Runs `parley ARGS` to its end. */
export function parley(
  args: readonly string[],
  more: { input?: string | Uint8Array; env?: NodeJS.ProcessEnv } = {},
): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: 'utf8',
    input: more.input ?? '',
    timeout: 60_000,
    maxBuffer: 2 ** 26,
    env: { ...process.env, PARLEY_DEBUG: '', ...more.env },
  })
  return { code: status, out: stdout, err: stderr }
}

/** Runs `parley ARGS --json` and parses what it prints. */
export function parleyJson(args: readonly string[]): Record<string, unknown> & { code: number | null } {
  const { code, out, err } = parley([...args, '--json'])
  if (out === '') throw new Error(`parley ${args.join(' ')} printed nothing; stderr: ${err}`)
  return { ...(JSON.parse(out) as Record<string, unknown>), code }
}

/** Starts `parley ARGS` and returns the running process and its end. */
export function start(
  args: readonly string[],
  more: { readonly cwd?: string } = {},
): {
  readonly child: ChildProcess
  readonly end: Promise<Run>
  /** So far. */
  readonly said: { readonly out: string; readonly err: string }
} {
  const child = spawn(process.execPath, [COMMAND, ...args], more)
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const end = new Promise<Run>((resolve) => child.on('close', (code) => resolve({ code, ...said })))
  return { child, end, said }
}

/**
 * Waits until a process has worked for so many seconds of processor time: on a busy machine that takes longer. Where the system
 * does not tell, seconds of the clock have to do.
 */
export async function untilWorked({ pid }: ChildProcess, seconds: number): Promise<void> {
  if (process.platform !== 'linux') return pause(2000 * seconds)
  for (;;) {
    // Ticks of a hundredth of a second, in user mode and in the kernel, after the name in brackets.
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ').slice(11, 13)
    if ((Number(user) + Number(system)) / 100 >= seconds) return
    await pause(20)
  }
}
