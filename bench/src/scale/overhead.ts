// What the cluster costs beside threads alone: the same sentences parsed by `parse --workers N`, and by a
// worker of N threads that gets its shards through Redis. The worker is there before the job, as workers are,
// but has loaded nothing; its start counts as processor time. By turns; the fastest of each, and the median
// of the rounds' ratios.
//
//   node bench/dist/scale/overhead.js [--input F.conllu] [--text] [--model M] [--sentences 20000]
//     [--workers 2] [--rounds 3]
//
// The input is EWT's training part in $PARLEY_DATA unless another is named; with --text its sentences are
// given as plain text.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { connectRedis, RedisBroker } from '@parleyjs/cluster'
import { parseConllu } from '@parleyjs/nlp'
import { median } from '../median.js'
import { markdownTable } from '../table.js'
import { type Ended, run, start } from './cluster.js'
import { LocalRedis } from './local-redis.js'

const { values } = parseArgs({
  options: {
    input: { type: 'string' },
    text: { type: 'boolean', default: false },
    model: { type: 'string' },
    sentences: { type: 'string', default: '20000' },
    shard: { type: 'string', default: '500' },
    workers: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
  },
})
const source =
  values.input ?? (process.env.PARLEY_DATA && join(process.env.PARLEY_DATA, 'ud/en_ewt/train.conllu.gz'))
if (!source) {
  console.error('Set PARLEY_DATA, or say which sentences to parse: --input F.conllu')
  process.exit(2)
}
const { workers, shard } = values
const model = values.model === undefined ? [] : ['--model', values.model]
const folder = mkdtempSync(join(tmpdir(), 'parley-overhead-'))
const input = join(folder, values.text ? 'sentences.txt' : 'sentences.conllu')
writeFileSync(input, repeated(unpacked(readFileSync(source)), Number(values.sentences)))
const redis = await LocalRedis.start()

interface Cost {
  readonly wall: number
  readonly cpu: number
}

/** The sentences of a treebank, repeated until there are enough. */
function repeated(text: string, count: number): string {
  const sentences = parseConllu(text, { strict: false, onWarning: () => {} })
  return Array.from({ length: count }, (_, i) => {
    const sentence = sentences[i % sentences.length]
    return values.text ? `${sentence.text}${i % 5 === 4 ? '\n\n' : ' '}` : sentence.toString()
  }).join('')
}

function unpacked(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes)
}

async function threads(): Promise<Cost & { readonly out: string }> {
  const { out, cpu, seconds } = await run(['parse', input, '--workers', workers, ...model])
  return { out, wall: seconds, cpu }
}

async function cluster(round: number, expected: string): Promise<Cost> {
  const out = join(folder, `out${round}`)
  const before = await redisSeconds()
  const roots = ['--input-root', folder, '--output-root', folder]
  if (values.model !== undefined) roots.push('--input-root', dirname(values.model))
  const worker = start(['cluster', 'worker', '--redis', redis.url, '--concurrency', workers, ...roots])
  await workerThere()
  const task = ['cluster', 'submit', '--redis', redis.url, '--task', 'parse', input, '--out', out]
  const job = await run([...task, '--shard', shard, ...model])
  const redisCpu = (await redisSeconds()) - before
  worker.child.kill('SIGTERM')
  const { cpu }: Ended = await worker.end
  if (readFileSync(join(out, 'sentences.conllu'), 'utf8') !== expected) throw new Error('The outputs differ.')
  rmSync(out, { recursive: true })
  return { wall: job.seconds, cpu: cpu + job.cpu + redisCpu }
}

/** Waits until Redis lists a worker. */
async function workerThere(): Promise<void> {
  const broker = await RedisBroker.connect(redis.url)
  while ((await broker.counts()).workers === 0) await pause(20)
  await broker.close()
}

/** Processor seconds of Redis so far. */
async function redisSeconds(): Promise<number> {
  const client = await connectRedis(redis.url)
  const info = await client.info('cpu')
  client.disconnect()
  return Array.from(info.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)).reduce(
    (sum, m) => sum + Number(m[1]),
    0,
  )
}

const costs: { threads: Cost[]; cluster: Cost[] } = { threads: [], cluster: [] }
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    const { out, ...cost } = await threads()
    costs.threads.push(cost)
    costs.cluster.push(await cluster(round, out))
    process.stderr.write(`${JSON.stringify([costs.threads.at(-1), costs.cluster.at(-1)])}\n`)
  }
} finally {
  await redis.stop()
  rmSync(folder, { recursive: true, force: true })
}
const least = (list: readonly Cost[], key: keyof Cost) => Math.min(...list.map((cost) => cost[key]))
const row = (name: string, list: readonly Cost[]) => {
  const [wall, cpu] = [least(list, 'wall'), least(list, 'cpu')]
  const rate = Math.round(Number(values.sentences) / wall)
  const hours = (cpu / Number(values.sentences)) * (1e6 / 3600)
  return [name, wall.toFixed(1), rate, cpu.toFixed(1), hours.toFixed(2)]
}
const more = (key: keyof Cost) =>
  `${(100 * (least(costs.cluster, key) / least(costs.threads, key) - 1)).toFixed(1)} %`
const middle = (key: keyof Cost) => {
  const ratios = costs.cluster.map((cost, k) => cost[key] / costs.threads[k][key])
  return `${(100 * (median(ratios) - 1)).toFixed(1)} %`
}
console.log(
  markdownTable(
    [`${values.sentences} sentences`, 'seconds', 'sentences/s', 'CPU seconds', 'core hours for a million'],
    [
      row(`parse --workers ${workers}`, costs.threads),
      row(`cluster, one worker of ${workers} threads`, costs.cluster),
      ['overhead, of the fastest', more('wall'), undefined, more('cpu'), undefined],
      ['overhead, median of the rounds', middle('wall'), undefined, middle('cpu'), undefined],
    ],
  ),
)
