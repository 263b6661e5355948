// `npm run pack [-- FOLDER]`: builds, and writes the tarballs of all packages to a folder (default: packed).
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { publishedFolders, requireReady } from './packages.mjs'
import { build, buildPage, root } from './prepare.mjs'

const target = resolve(process.argv[2] ?? join(root, 'packed'))
build()
buildPage()
const folders = publishedFolders()
for (const folder of folders) requireReady(folder)
mkdirSync(target, { recursive: true })
for (const name of readdirSync(target)) if (name.endsWith('.tgz')) rmSync(join(target, name))

// Everything is built: npm need not run the script of each package.
const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target, ...folders]
const { status, stdout, stderr, error } = spawnSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  shell: process.platform === 'win32',
})
if (status !== 0) {
  console.error(error?.message ?? stderr)
  process.exit(1)
}
const megabytes = (bytes) => (bytes / 1e6).toFixed(2).padStart(6)
for (const { filename, size, unpackedSize, entryCount } of JSON.parse(stdout))
  console.log(
    `${megabytes(size)} MB packed ${megabytes(unpackedSize)} MB unpacked ${String(entryCount).padStart(4)} files  ${filename}`,
  )
