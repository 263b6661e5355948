// `node scripts/fuzz-logic.mjs [seconds] [first seed]`: parses broken rules files, for ten minutes by
// default. The reader may throw only ParleyErrors with a place in the file. Build first (`npm run build`).
import { ground, parseRules, problemsIn } from '../packages/logic/dist/index.js'
import { tryBrokenRules } from '../packages/logic/test-support/fuzz.mjs'

const seconds = Number(process.argv[2] ?? 600)
const first = Number(process.argv[3] ?? 0)
if (!(seconds > 0) || !Number.isInteger(first)) {
  console.error('Usage: node scripts/fuzz-logic.mjs [seconds] [first seed]')
  process.exit(2)
}

const end = performance.now() + seconds * 1000
let complaints = 0
let seed = first
for (; performance.now() < end; seed++) {
  const complaint = tryBrokenRules(seed, { ground, parseRules, problemsIn })
  if (complaint === null) continue
  complaints++
  console.error(complaint)
}
const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
console.log(`${seed - first} inputs in ${seconds} s, ${complaints} complaints, ${memory} MB`)
process.exitCode = complaints > 0 ? 1 : 0
