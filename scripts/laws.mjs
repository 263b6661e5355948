// `node scripts/laws.mjs [graphs] [first seed] [solver]`: checks the laws of every solver (or of those whose
// name contains the third argument) on small random graphs, against enumeration; 100,000 graphs by default.
// Prints the number of results by status, and every broken law with its seed. The exit code is 1 if any law
// is broken.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const count = Number(process.argv[2] ?? 100_000)
const first = Number(process.argv[3] ?? 0)
const wanted = process.argv[4] ?? ''
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(first)) {
  console.error('Usage: node scripts/laws.mjs [graphs] [first seed] [solver]')
  process.exit(2)
}

const { SOLVERS, lawGraph, bruteForce, brokenLaws } = await compiledLaws()
const solvers = Object.entries(SOLVERS).filter(([name]) => name.includes(wanted))
const tallies = new Map(solvers.map(([name]) => [name, new Map()]))
let broken = 0
let infeasible = 0
for (let seed = first; seed < first + count; seed++) {
  const graph = lawGraph(seed)
  const optimum = bruteForce(graph)
  if (optimum === Number.NEGATIVE_INFINITY) infeasible++
  for (const [name, solve] of solvers) {
    const tally = tallies.get(name)
    let outcome = 'threw'
    try {
      const solution = solve(graph, { maxIterations: 200 })
      outcome = solution.status
      for (const law of brokenLaws(graph, solution, optimum)) report(name, seed, law)
    } catch (error) {
      report(name, seed, error.stack ?? String(error))
    }
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
  }
  if ((seed - first + 1) % 10_000 === 0) console.error(`${seed - first + 1} graphs, ${broken} broken laws`)
}
console.log(`${count} graphs (${infeasible} of them infeasible) from seed ${first}, ${broken} broken laws`)
for (const [name, tally] of tallies)
  console.log(`${name.padEnd(22)} ${[...tally].map(([status, n]) => `${status} ${n}`).join(', ')}`)
process.exitCode = broken > 0 ? 1 : 0

function report(name, seed, law) {
  broken++
  console.log(`seed ${seed}, ${name}: ${law}`)
}

/** Compiles the laws, which are test sources and therefore not part of a build. */
async function compiledLaws() {
  const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
  const out = path('../node_modules/.cache/parley-laws')
  mkdirSync(out, { recursive: true })
  writeFileSync(`${out}/package.json`, '{ "type": "module" }\n')
  const source = path('../packages/core')
  const flags =
    '--target ES2022 --module NodeNext --lib ES2022,DOM --strict --skipLibCheck --noCheck --ignoreConfig'.split(
      ' ',
    )
  const tsc = path('../node_modules/typescript/bin/tsc')
  const args = [tsc, ...flags, '--rootDir', source, '--outDir', out, `${source}/test-support/laws.ts`]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(2)
  return import(`${out}/test-support/laws.js`)
}
