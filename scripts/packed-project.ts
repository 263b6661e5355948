// An empty project with the packed packages installed: tarballs are unpacked into its node_modules, and
// packages of others are linked from this repository, so that no registry is needed.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The part of a package.json that is used here. */
export interface PackedManifest {
  readonly name: string
  readonly version: string
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

export interface Packed {
  readonly manifest: PackedManifest
  /** Where the package is unpacked. */
  readonly folder: string
  /** Its files, relative to the folder. */
  readonly files: readonly string[]
}

export interface PackedProject {
  readonly folder: string
  readonly packages: readonly Packed[]
  /** Writes a file of the project; returns its path. */
  write(name: string, content: string): string
  /** Runs a program in the project. Fails with its output if it fails. */
  run(command: string, ...args: string[]): string
  remove(): void
}

/** Packs all packages and installs them. */
export function packedProject(): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), 'parley-packed-'))
  const run = (command: string, ...args: string[]) => {
    const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 600_000 })
    if (done.status !== 0)
      throw new Error(`${command} ${args.join(' ')}: ${done.error?.message ?? done.stdout + done.stderr}`)
    return done.stdout
  }
  run(process.execPath, join(ROOT, 'scripts/pack.mjs'), join(folder, 'packed'))
  const packages = readdirSync(join(folder, 'packed')).map((name) => unpack(folder, name, run))
  for (const { manifest } of packages) {
    const outside = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
    const isOurs = (name: string) => packages.some((one) => one.manifest.name === name)
    for (const name of outside) if (!isOurs(name)) link(folder, name)
    // npm writes scripts on Windows; there, tests start the file itself.
    for (const [command, path] of process.platform === 'win32' ? [] : Object.entries(manifest.bin ?? {})) {
      const target = join(folder, 'node_modules', manifest.name, path)
      chmodSync(target, 0o755)
      mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
      symlinkSync(target, join(folder, 'node_modules/.bin', command))
    }
  }
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  return { folder, packages, write, run, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function unpack(project: string, tarball: string, run: PackedProject['run']): Packed {
  const place = join(project, 'unpacked')
  mkdirSync(place)
  run('tar', '-xzf', join('packed', tarball), '-C', 'unpacked', '--strip-components=1')
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as PackedManifest
  const folder = join(project, 'node_modules', manifest.name)
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(place, folder)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path, name }) => join(parentPath ?? path, name).slice(folder.length + 1))
  return { manifest, folder, files: files.map((path) => path.replaceAll('\\', '/')) }
}

/** Links a package of others from this repository. */
export function link(project: string, name: string): void {
  const target = join(project, 'node_modules', name)
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules', name), target, 'junction')
}
