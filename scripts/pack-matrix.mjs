// `npm run pack:check [-- --nodes 20,22,24]`: makes the tarballs, installs them with npm into an empty
// project, and uses them from several versions of Node, esbuild and npx. Runs publint and
// are-the-types-wrong. It needs a registry. `scripts/pack.test.ts` tries TypeScript, pages and Vite.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { openBrowser, serve } from './open-page.mjs'
import { root } from './prepare.mjs'

const { nodes } = parseArgs({ options: { nodes: { type: 'string', default: '20,22,24' } } }).values
const PUBLINT = 'publint@0.3.25'
const ATTW = '@arethetypeswrong/cli@0.18.5'
const ESBUILD = 'esbuild@0.28.2'
const folder = mkdtempSync(join(tmpdir(), 'parley-matrix-'))
const packed = join(root, 'packed')
const failures = []

/** Runs a program; reports its time, and its output if it fails. Returns what it printed. */
function step(name, command, args, cwd = folder) {
  const start = performance.now()
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 26,
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
  console.log(`${seconds} s  ${status === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  if (status !== 0) {
    failures.push(name)
    console.log(`${stdout}${stderr}${error?.message ?? ''}`.replace(/^/gm, '          '))
  }
  return stdout ?? ''
}

function sizeOf(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, path, name }) => sum + statSync(join(parentPath ?? path, name)).size, 0)
}

const TREE = `import { load } from 'parleyjs'
const parley = await load('en')
const doc = parley.parse('We like dogs.')
const worker = await load('en', { worker: true })
const same = await worker.parse('We like dogs.')
if (doc.sentences[0].root.text !== 'like' || JSON.stringify(doc) !== JSON.stringify(same)) process.exit(1)
`
const SOLVE = `import { FactorGraph, solve } from '@parleyjs/core'
const graph = new FactorGraph()
const rain = graph.binary(1)
if (rain.valueIn(solve(graph, { algorithm: 'exact' })) !== 1) process.exit(1)
`
const PAGE = `import { load } from 'parleyjs'
const parley = await load('en')
document.body.textContent = parley.parse('We like dogs.').sentences[0].root.text
globalThis.milliseconds = performance.now()
`
/** What users import, to see what of it ends up in their bundles. */
const BUNDLES = {
  FactorGraph: `export { FactorGraph } from '@parleyjs/core'`,
  solve: `export { solve } from '@parleyjs/core'`,
  rules: `export { ground, parseRules } from '@parleyjs/logic'`,
  readConllu: `export { readConllu } from '@parleyjs/nlp'`,
  load: `export { load } from 'parleyjs'`,
}

process.stdout.write(step('npm run pack', process.execPath, [join(root, 'scripts/pack.mjs'), packed]))
const tarballs = readdirSync(packed)
  .filter((name) => name.endsWith('.tgz'))
  .map((name) => join(packed, name))
for (const tarball of tarballs)
  step(
    `publint ${tarball.slice(packed.length + 1)}`,
    'npx',
    ['--yes', PUBLINT, 'run', tarball, '--strict'],
    root,
  )
// The page and the command's schema have no types; everything else is checked.
for (const tarball of tarballs.filter((path) => !path.includes('playground')))
  step(
    `are the types wrong? ${tarball.slice(packed.length + 1)}`,
    'npx',
    [
      '--yes',
      ATTW,
      tarball,
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      './worker',
      './schema/graph.schema.json',
      './english.parley.gz',
    ],
    root,
  )

writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
const installing = performance.now()
step('npm install parleyjs, with the packages it needs', 'npm', [
  'install',
  '--no-audit',
  '--no-fund',
  ...tarballs,
])
console.log(`          ${(sizeOf(join(folder, 'node_modules')) / 1e6).toFixed(1)} MB in node_modules`)
writeFileSync(join(folder, 'tree.js'), TREE)
writeFileSync(join(folder, 'solve.js'), SOLVE)
step('the first tree', process.execPath, ['tree.js'])
const firstTree = ((performance.now() - installing) / 1000).toFixed(1)
console.log(`          ${firstTree} s from npm install to the first tree in Node`)
step('npx parley parse', 'npx', ['--no-install', 'parley', 'parse', 'We like dogs.'])
for (const version of nodes.split(',')) {
  // The package `node` has the program of every version.
  const node = join(tmpdir(), `parley-node-${version}`)
  mkdirSync(node, { recursive: true })
  step(`npm install node@${version}`, 'npm', [
    'install',
    '--prefix',
    node,
    '--no-audit',
    '--no-fund',
    `node@${version}`,
  ])
  const program = join(node, 'node_modules/node/bin/node')
  for (const file of ['solve.js', 'tree.js']) step(`Node ${version}: ${file}`, program, [file])
  step(`Node ${version}: parley parse`, program, [
    'node_modules/parleyjs/bin/parley.js',
    'parse',
    'We like dogs.',
  ])
}

// From `npm install` to the first tree in a page of Vite. The versions are those of this repository.
const { vite, rolldown } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies
const site = join(folder, 'site')
mkdirSync(site)
const isolated = { name: 'site', private: true, type: 'module', overrides: { rolldown } }
writeFileSync(join(site, 'package.json'), JSON.stringify(isolated))
writeFileSync(join(site, 'index.html'), '<script type="module" src="/main.js"></script>')
writeFileSync(join(site, 'main.js'), PAGE)
const start = performance.now()
step('site: npm install', 'npm', ['install', '--no-audit', '--no-fund', `vite@${vite}`, ...tarballs], site)
step('site: vite build', 'npx', ['--no-install', 'vite', 'build'], site)
try {
  const preview = ['--no-install', 'vite', 'preview', '--host', '127.0.0.1', '--port', '4179']
  const server = await serve('npx', preview, { cwd: site, detached: true })
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(server.url)
  await page.waitForFunction('globalThis.milliseconds', undefined, { timeout: 200_000 })
  const loading = Math.round(await page.evaluate('globalThis.milliseconds'))
  console.log(
    `          ${((performance.now() - start) / 1000).toFixed(1)} s from npm install to the first tree in a page of Vite, ${loading} ms of it in the page`,
  )
  await browser.close()
  server.stop()
} catch (error) {
  failures.push('site: first tree')
  console.log(`          ${error instanceof Error ? error.message : String(error)}`)
}

for (const [name, code] of Object.entries(BUNDLES)) {
  writeFileSync(join(folder, 'bundle.js'), code)
  const args = [
    '--yes',
    ESBUILD,
    'bundle.js',
    '--bundle',
    '--minify',
    '--format=esm',
    '--outfile=out.js',
    '--external:node:*',
  ]
  step(`esbuild: ${name}`, 'npx', args)
  try {
    const bytes = readFileSync(join(folder, 'out.js'))
    console.log(
      `          ${Math.round(bytes.length / 1000)} kB, ${Math.round(gzipSync(bytes).length / 1000)} kB with gzip`,
    )
  } catch {
    // Reported above.
  }
}
rmSync(folder, { recursive: true, force: true })
if (failures.length > 0) {
  console.error(`${failures.length} failed: ${failures.join('; ')}`)
  process.exit(1)
}
