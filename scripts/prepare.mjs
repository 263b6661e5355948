// Installs and builds what is missing or out of date. Silent if there is nothing to do.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command in the repository with its output on stderr. If it fails, exits with the same code. */
export function run(command, args, output = 2, env = process.env) {
  // npm and npx are scripts on Windows, which only a shell can start.
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', output, 2],
    env,
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

/**
 * Compiles what has changed, and bundles the command; other scripts are started as such, so that no shell is
 * needed.
 */
export function build() {
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-b'])
  buildCommand()
}

const isUnchanged = (made, sources) => modified(made) >= Math.max(...sources.map(newestIn))

function buildCommand() {
  const packages = ['core', 'structures', 'logic', 'learn', 'nlp', 'runner', 'server', 'cluster'].map(
    (name) => `${name}/dist`,
  )
  const own = ['src', 'package.json', 'tsconfig.json', 'bundle.mjs'].map((name) => `cli/${name}`)
  const sources = [...packages, ...own].map((path) => `packages/${path}`)
  if (!isUnchanged('packages/cli/dist/.done', sources)) run(process.execPath, ['packages/cli/bundle.mjs'])
}

/** Builds the playground's page from what the compiler made, if anything in it is newer than the page. */
export function buildPage() {
  const folders = ['core', 'structures', 'logic', 'learn', 'nlp', 'model-en'].map(
    (name) => `packages/${name}/dist`,
  )
  const sources = ['src', 'index.html', 'vite.config.mjs'].map((name) => `packages/playground/${name}`)
  const model = 'packages/model-en/english.parley.gz'
  if (isUnchanged('packages/playground/dist/sw.js', [...folders, ...sources, model])) return
  const page = ['build', 'packages/playground', '--config', 'packages/playground/vite.config.mjs']
  // With another value, such as that of tests, the page would contain the paths of its sources.
  const env = { ...process.env, NODE_ENV: 'production' }
  run(process.execPath, ['node_modules/vite/bin/vite.js', ...page], 2, env)
}

/** The time of the last change in a folder. */
function newestIn(path) {
  if (!existsSync(join(root, path)) || !statSync(join(root, path)).isDirectory()) return modified(path)
  const files = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile() && !file.name.endsWith('.tsbuildinfo'))
    .reduce((time, { parentPath, path, name }) => {
      return Math.max(time, statSync(join(parentPath ?? path, name)).mtimeMs)
    }, 0)
}

function modified(path) {
  try {
    return statSync(new URL(`../${path}`, import.meta.url)).mtimeMs
  } catch {
    return 0
  }
}
