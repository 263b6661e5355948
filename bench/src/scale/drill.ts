// Failure drills, one after the other: two of three workers killed with SIGKILL and Redis restarted (every
// other time with SIGKILL) at random moments. Ends with 1 if an output differs from that of one process.
//
//   node bench/dist/scale/drill.js [--repeat 20] [--sentences 2000] [--seed 1]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../random.js'
import { markdownTable } from '../table.js'
import { run } from './cluster.js'
import { drill } from './drill-run.js'
import { prose } from './prose.js'

const { values } = parseArgs({
  options: {
    repeat: { type: 'string', default: '20' },
    sentences: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
})
const random = seeded(Number(values.seed)).uniform
const folder = mkdtempSync(join(tmpdir(), 'parley-drill-'))
const rows: string[][] = []
let faulty = 0
try {
  const input = join(folder, 'prose.txt')
  writeFileSync(input, prose(Number(values.sentences), random))
  const { out: expected } = await run(['parse', input])
  for (let i = 1; i <= Number(values.repeat); i++) {
    const redisSignal = i % 2 === 0 ? 'SIGKILL' : 'SIGTERM'
    const out = join(folder, `out${i}`)
    const { shards, sentences, events, seconds, faults } = await drill({
      input,
      expected,
      out,
      shard: Math.max(1, Math.ceil(Number(values.sentences) / 40)),
      random,
      redisSignal,
    })
    rmSync(out, { recursive: true, force: true })
    if (faults.length > 0) faulty++
    const said = events.map(({ what, done }) => `${what} at ${Math.round(100 * done)} %`).join(', ')
    const result = faults.length === 0 ? 'the same bytes' : faults.join('; ')
    rows.push([String(i), String(shards), String(sentences), said, seconds.toFixed(1), result])
    process.stderr.write(`${rows.at(-1)!.join(' | ')}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(markdownTable(['drill', 'shards', 'sentences', 'what happened', 'seconds', 'output'], rows))
if (faulty > 0) process.exitCode = 1
