// The packages that are published, and the state in which they may be packed.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './prepare.mjs'

/** Compiled folders of a package, and the extensions that the compiler writes. */
const COMPILED = ['dist', 'lib']
const WRITTEN = /\.(?:d\.ts|js)$/

export const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folders of all packages that are not private. */
export function publishedFolders() {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')) && manifestOf(folder).private !== true)
}

/**
 * Makes a built package ready: removes what the compiler made of sources that are gone, and source maps of
 * earlier builds. Returns what is missing.
 */
export function readyToPack(folder) {
  const manifest = manifestOf(folder)
  if (usesCompiler(manifest)) for (const name of COMPILED) removeStale(folder, name)
  const named = [...exportedFiles(manifest), 'LICENSE', 'README.md']
  // The page is no module; the command starts what its bundle has.
  if (existsSync(join(folder, 'index.html'))) named.push('dist/index.html', 'dist/sw.js')
  if (manifest.bin !== undefined) named.push('dist/main.js')
  return named.filter((path) => !existsSync(join(folder, path)))
}

/** The files that `exports` and `bin` name. */
export function exportedFiles({ exports = {}, bin = {} }) {
  const paths = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(paths))
  return [...Object.values(exports).flatMap(paths), ...Object.values(bin)].map((path) => path.slice(2))
}

const usesCompiler = ({ exports = {} }) => '.' in exports

function removeStale(folder, name) {
  const place = join(folder, name)
  // A bundle is cleaned by the bundler.
  if (!existsSync(place) || existsSync(join(place, '.done'))) return
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.tsbuildinfo')) continue
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const source = path.slice(place.length).replace(WRITTEN, '')
    const isMade =
      WRITTEN.test(path) && ['.ts', '.tsx'].some((end) => existsSync(join(folder, `src${source}${end}`)))
    if (!isMade) rmSync(path)
  }
}

/** Stops with a message if a package cannot be packed. */
export function requireReady(folder) {
  const missing = readyToPack(folder)
  if (missing.length === 0) return
  console.error(
    `packages/${basename(folder)} cannot be packed: ${missing.join(', ')} missing. Run npm run build.`,
  )
  process.exit(1)
}
