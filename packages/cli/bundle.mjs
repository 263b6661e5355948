// `node packages/cli/bundle.mjs`: the command in some dozen files instead of hundreds. It starts in two thirds of the time, and so does
// every thread. Other packages of Parley are taken as `tsc -b` built them; what is not Parley's stays in packages of its own.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Modules that something starts by their address: the command itself, and the threads of all packages. */
const STARTED = [
  'src/main.ts',
  'src/solve-thread.ts',
  'src/train-thread.ts',
  'src/corpus-wide-thread.ts',
  '../core/dist/ad3/crew-thread.js',
  '../nlp/dist/threads/sentence-thread.js',
  '../nlp/dist/threads/training-thread.js',
  '../server/dist/request-thread.js',
  '../cluster/dist/tasks/shard-thread.js',
]

const INSIDE =
  /^(?:\.|\/|[A-Z]:|@parleyjs\/(?:core|structures|logic|learn|nlp|runner|server|cluster)(?:\/internal)?$)/

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'))
/** What an installed command can import: what its package.json names, and Node. */
const INSTALLED = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...builtinModules])

/** Fails now where the installed command would not find a package. */
function installedAlone() {
  return {
    name: 'installed-alone',
    generateBundle(_options, bundle) {
      for (const { fileName, imports = [], dynamicImports = [] } of Object.values(bundle))
        for (const name of [...imports, ...dynamicImports]) {
          const [, owner] = /^(?:node:)?((?:@[^/]+\/)?[^/]+)/.exec(name)
          if (!(name in bundle) && !INSTALLED.has(owner))
            this.error(`${fileName} imports ${name}, which is neither bundled nor among the dependencies.`)
        }
    },
  }
}

/** Fails now where a thread would fail when it is started, or would be started by whoever loads what it shares with others. */
function startedAlone() {
  return {
    name: 'started-alone',
    generateBundle(_options, bundle) {
      const started = new Set(STARTED.map(here))
      for (const { code = '', fileName, isEntry, imports = [], moduleIds = [] } of Object.values(bundle)) {
        const astray = isEntry ? undefined : moduleIds.find((id) => started.has(id))
        const loaded = astray ?? imports.find((name) => bundle[name]?.isEntry)
        if (loaded !== undefined) this.error(`${fileName} would start ${loaded}, which it only loads.`)
        for (const [, address] of code.matchAll(/new URL\("(.+?)", import\.meta\.url\)/g)) {
          const path = join(dirname(fileName), address)
          const isThere = path.startsWith('..') ? existsSync(join(here('dist'), path)) : path in bundle
          if (!isThere) this.error(`${fileName} names ${address}, which is not there. Add it to STARTED.`)
        }
      }
    },
  }
}

/** Fails now where a page would look for a second file. */
function aloneInOneFile() {
  return {
    name: 'alone-in-one-file',
    generateBundle(_options, bundle) {
      const names = Object.keys(bundle)
      const imports = Object.values(bundle).flatMap((file) => [...file.imports, ...file.dynamicImports])
      if (names.length > 1 || imports.length > 0)
        this.error(`The worker needs more than its file: ${[...names, ...imports].join(', ')}.`)
    },
  }
}

const bundle = await rolldown({
  input: Object.fromEntries(STARTED.map((path) => [path.match(/([\w-]+)\.\w+$/)[1], here(path)])),
  external: (id) => !INSIDE.test(id),
  platform: 'node',
  tsconfig: here('tsconfig.json'),
  preserveEntrySignatures: 'strict',
  plugins: [startedAlone(), installedAlone()],
})
await bundle.write({
  dir: here('dist'),
  cleanDir: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
// The worker of the library: one file without imports, for Node and for pages with or without a bundler.
const worker = await rolldown({
  input: here('../nlp/dist/load/doc-thread.js'),
  platform: 'browser',
  plugins: [aloneInOneFile()],
})
await worker.write({ dir: here('worker'), cleanDir: true, entryFileNames: 'worker.js', minify: true })
// For whoever asks whether all of it is there, and how old it is.
writeFileSync(here('dist/.done'), '')
