// Checks that imports between packages, and between the folders of a package, point in one direction only,
// and that core has no dependencies.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folderKnots } from './folder-cycles.js'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
// A package may import those that precede it in this list.
const ORDER = [
  'core',
  'structures',
  'logic',
  'learn',
  'nlp',
  'model-en',
  'model-en-base',
  'model-en-large',
  'runner',
  'playground',
  'server',
  'cluster',
  'cli',
]
// Known cycles between folders. The list may only get shorter: resolved cycles must be removed.
const KNOTS: Readonly<Record<string, readonly string[]>> = {
  cli: ['. cluster'],
}
const present = readdirSync(PACKAGES).filter((name) => existsSync(join(PACKAGES, name, 'package.json')))

interface Import {
  readonly from: string
  readonly specifier: string
}

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

/** Every module that a source file names: static, dynamic, re-exported, or for its types alone. */
function importsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1')
  const patterns = [
    /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm,
    /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
    /\brequire\s*\(\s*['"]([^'"]+)['"]/g,
  ]
  return patterns.flatMap((pattern) => Array.from(code.matchAll(pattern), (match) => match[1]))
}

function sources(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|mts)$/.test(path))
    .map((path) => join(folder, path))
}

function imports(name: string, keep: (path: string) => boolean = () => true): Import[] {
  return sources(join(PACKAGES, name, 'src'))
    .filter(keep)
    .flatMap((path) => importsIn(readFileSync(path, 'utf8')).map((specifier) => ({ from: path, specifier })))
}

function say(list: readonly Import[]): string[] {
  return list.map(({ from, specifier }) => `${relative(PACKAGES, from)} imports ${specifier}`)
}

function manifest(name: string): Manifest {
  return JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')) as Manifest
}

const isTest = (path: string) => /\.(test|bench)\.tsx?$/.test(path)

describe('the finder of imports', () => {
  test('sees every way to import, and no comment', () => {
    const source = `
import { a } from 'one'
import type { b } from "two"
import 'three'
import {
  c,
  d,
} from 'four'
export * from 'five'
export { e } from 'six'
const f = await import('seven')
// import { g } from 'not-this'
/* import { h } from 'nor-this' */
export const url = 'nor-that'
`
    expect(importsIn(source).sort()).toEqual(['five', 'four', 'one', 'seven', 'six', 'three', 'two'])
  })
})

test('every package has its place in the order', () => {
  expect(present.filter((name) => !ORDER.includes(name))).toEqual([])
})

describe.each(present)('packages/%s', (name) => {
  const lower = ORDER.slice(0, ORDER.indexOf(name))

  test('imports only packages that come before it', () => {
    const wrong = imports(name).filter(({ specifier }) => {
      const other = /^@parleyjs\/([^/]+)/.exec(specifier)?.[1]
      return other !== undefined && other !== name && !lower.includes(other)
    })
    expect(say(wrong)).toEqual([])
  })

  test('imports other packages through their index or their internal entry only', () => {
    const deep = imports(name).filter(({ specifier }) => /^@parleyjs\/[^/]+\/(?!internal$)./.test(specifier))
    expect(say(deep)).toEqual([])
  })

  test('stays inside its own folder with relative imports', () => {
    const home = join(PACKAGES, name) + sep
    const outside = imports(name).filter(
      ({ from, specifier }) => specifier.startsWith('.') && !join(dirname(from), specifier).startsWith(home),
    )
    expect(say(outside)).toEqual([])
  })

  test('declares what it imports, and the packages it declares come before it', () => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest(name)
    // The command and the page are bundled: they need other packages of Parley only when they are built.
    const bundled = name === 'cli' || name === 'playground' ? manifest(name).devDependencies : {}
    const declared = { ...bundled, ...dependencies, ...optionalDependencies, ...peerDependencies }
    const missing = imports(name, (path) => !isTest(path)).filter(({ specifier }) => {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) return false
      const top = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1)
      return !Object.hasOwn(declared, top.join('/'))
    })
    expect(say(missing)).toEqual([])
    const wrong = Object.keys(declared).filter(
      (d) => d.startsWith('@parleyjs/') && !lower.includes(d.slice(10)),
    )
    expect(wrong).toEqual([])
  })
})

describe.each(present)('the folders of packages/%s', (name) => {
  // The entries of a package re-export from all folders: they are above them.
  test('import each other in one direction only, except the knots that are listed', () => {
    const folder = join(PACKAGES, name, 'src')
    const own = sources(folder)
      .map((path) => relative(folder, path).split(sep).join('/'))
      .filter((path) => !isTest(path) && path !== 'index.ts' && path !== 'internal.ts')
    const knots = folderKnots(new Map(own.map((path) => [path, readFileSync(join(folder, path), 'utf8')])))
    expect(knots.map((knot) => knot.join(' '))).toEqual(KNOTS[name] ?? [])
  })
})

describe('packages/core', () => {
  test('has no dependencies', () => {
    const { dependencies, optionalDependencies, peerDependencies } = manifest('core')
    expect({ ...dependencies, ...optionalDependencies, ...peerDependencies }).toEqual({})
  })

  test('imports nothing but itself, so that it runs in browsers', () => {
    const foreign = imports('core', (path) => !isTest(path)).filter(
      ({ specifier }) => !specifier.startsWith('.'),
    )
    expect(say(foreign)).toEqual([])
  })
})

describe('packages/cli', () => {
  test('declares what the packages in its bundle need', () => {
    const { dependencies = {}, devDependencies = {} } = manifest('cli')
    const bundled = Object.keys(devDependencies).map((dependency) =>
      manifest(dependency.slice('@parleyjs/'.length)),
    )
    const needed = bundled.flatMap((one) => Object.entries(one.dependencies ?? {}))
    const foreign = needed.filter(([dependency]) => !dependency.startsWith('@parleyjs/'))
    expect(foreign.length).toBeGreaterThan(0)
    expect(dependencies).toMatchObject(Object.fromEntries(foreign))
  })
})
