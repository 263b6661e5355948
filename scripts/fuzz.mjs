// `node scripts/fuzz.mjs [seconds] [first seed]`: passes broken input to every reader, for ten minutes by
// default. Readers may throw only ParleyErrors, and may take at most one second for each input. Build first
// (`npm run build`).
import { tryBrokenInput } from '../packages/core/test-support/fuzz.mjs'

const seconds = Number(process.argv[2] ?? 600)
const first = Number(process.argv[3] ?? 0)
if (!(seconds > 0) || !Number.isInteger(first)) {
  console.error('Usage: node scripts/fuzz.mjs [seconds] [first seed]')
  process.exit(2)
}

const formats = new URL('../packages/core/dist/formats/', import.meta.url)
const [{ readUai, readUaiEvidence }, { readFg }, { readWcsp }, { readJson }] = await Promise.all(
  ['uai.js', 'fg.js', 'wcsp.js', 'json-read.js'].map((file) => import(new URL(file, formats).href)),
)
const kinds = await import('../packages/structures/dist/index.js').then(
  (structures) => structures.FG_KINDS ?? {},
  () => ({}),
)
const readers = {
  uai: (/** @type {string} */ text) => readUai(text),
  evidence: (/** @type {string} */ text) => readUaiEvidence(text, readUai('MARKOV 3 2 2 3 0')),
  fg: (/** @type {string} */ text) => readFg(text, { kinds }),
  wcsp: (/** @type {string} */ text) => readWcsp(text),
  json: (/** @type {string} */ text) => readJson(text),
}

const end = performance.now() + seconds * 1000
let complaints = 0
let seed = first
for (; performance.now() < end; seed++) {
  const complaint = tryBrokenInput(seed, readers)
  if (complaint === null) continue
  complaints++
  console.error(complaint)
}
const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
console.log(`${seed - first} inputs in ${seconds} s, ${complaints} complaints, ${memory} MB`)
process.exitCode = complaints > 0 ? 1 : 0
