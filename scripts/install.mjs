// Installs the dependencies if they are missing or older than the lock file; silent if there is nothing to do.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command in the repository with its output on stderr; exits as it does if it fails. */
export function run(command, args, output = 2) {
  // npm and npx are scripts on Windows, which only a shell can start.
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', output, 2],
    shell: process.platform === 'win32',
  })
  if (error) {
    console.error(`${command} could not be started: ${error.message}`)
    process.exit(127)
  }
  if (signal) process.kill(process.pid, signal)
  if (status !== 0) process.exit(status ?? 1)
}

export function installIfNeeded() {
  // npm writes this file at the end of every install.
  const installed = modified('node_modules/.package-lock.json')
  if (installed >= modified('package-lock.json')) return
  console.error('Installing dependencies (npm ci) …')
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'])
}

/** Compiles what has changed; the compiler's own script is started, so that no shell is needed. */
export function build() {
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-b'])
}

function modified(path) {
  try {
    return statSync(new URL(`../${path}`, import.meta.url)).mtimeMs
  } catch {
    return 0
  }
}
