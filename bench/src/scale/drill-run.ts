// A failure drill: three workers, two of which are killed, and Redis restarted, at random moments of a job.
// The output must equal, byte for byte, that of one process on the same input.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Manifest } from '@parleyjs/cluster'
import { start } from './cluster.js'
import { LocalRedis } from './local-redis.js'

export interface DrillOptions {
  readonly input: string
  /** The output of one process. */
  readonly expected: string
  /** An output folder that does not exist yet. */
  readonly out: string
  /** Number of sentences per shard. */
  readonly shard: number
  readonly model?: string
  /** Random numbers in [0, 1) that choose the moments. */
  readonly random: () => number
  readonly redisSignal: 'SIGTERM' | 'SIGKILL'
}

export interface DrillResult {
  readonly shards: number
  readonly sentences: number
  /** The events, and the number of shards done at each. */
  readonly events: readonly { readonly what: string; readonly done: number }[]
  readonly seconds: number
  /** The faults found; empty if there are none. */
  readonly faults: readonly string[]
}

/** Seconds until the shard of a killed worker goes to another. */
const LEASE = 2
/** Milliseconds after which a drill counts as hanging. */
const LIMIT = 300_000

export async function drill(options: DrillOptions): Promise<DrillResult> {
  const { input, out, shard, model, expected } = options
  const redis = await LocalRedis.start()
  const roots = ['--input-root', dirname(input), '--output-root', dirname(out)]
  if (model !== undefined) roots.push('--input-root', dirname(model))
  const flags = ['--redis', redis.url, '--concurrency', '1', '--lease', String(LEASE), ...roots]
  const worker = () => start(['cluster', 'worker', ...flags])
  const workers = [worker(), worker(), worker()]
  const task = ['cluster', 'submit', '--redis', redis.url, '--task', 'parse', input, '--out', out]
  const job = start([...task, '--shard', String(shard), '--json', ...(model ? ['--model', model] : [])])
  const timer = setTimeout(() => job.child.kill('SIGKILL'), LIMIT)
  try {
    const events = await mischief(options, redis, workers, job.end)
    const { code, out: said, err, seconds } = await job.end
    const faults = code === 0 ? faultsOf(options, expected) : [`submit ended with ${code}: ${err}`]
    if (events.length < 3) faults.push(`only ${events.length} of 3 things happened before the job was done`)
    const { shards = 0, sentences = 0 } = code === 0 ? (JSON.parse(said) as Partial<DrillResult>) : {}
    return { shards, sentences, events, seconds, faults }
  } finally {
    clearTimeout(timer)
    for (const { child } of workers) child.kill('SIGTERM')
    await Promise.all(workers.map(({ end }) => end))
    await redis.stop()
  }
}

type Running = ReturnType<typeof start>

/** Kills two workers and restarts Redis, each when a random share of the shards is done. */
async function mischief(
  { out, random, redisSignal }: DrillOptions,
  redis: LocalRedis,
  workers: readonly Running[],
  jobEnd: Promise<unknown>,
): Promise<{ what: string; done: number }[]> {
  let over = false
  void jobEnd.then(() => {
    over = true
  })
  const [first, second] = random() < 0.5 ? [0, 1] : [2, 0]
  const plan = [
    { what: 'worker killed', act: async () => void workers[first].child.kill('SIGKILL') },
    { what: 'worker killed', act: async () => void workers[second].child.kill('SIGKILL') },
    { what: `Redis restarted (${redisSignal})`, act: () => redis.restart(redisSignal) },
  ]
    .map((step) => ({ ...step, share: 0.05 + 0.7 * random() }))
    .sort((a, b) => a.share - b.share)
  const events: { what: string; done: number }[] = []
  for (const { what, act, share } of plan) {
    while (!over && shareDone(out) < share) await pause(20)
    await pause(200 * random())
    if (over) break
    events.push({ what, done: Math.round(100 * shareDone(out)) / 100 })
    await act()
  }
  return events
}

/** The share of the shards that have a part. */
function shareDone(out: string): number {
  try {
    const folder = join(out, '.parley')
    const [job] = readdirSync(folder)
    if (job === undefined) return 0
    const file = JSON.parse(readFileSync(join(folder, job, 'job.json'), 'utf8')) as {
      inputs: { shards: number }[]
    }
    const parts = readdirSync(join(folder, job, '0')).filter((name) => name.endsWith('.part'))
    return parts.length / file.inputs[0].shards
  } catch {
    return 0
  }
}

function faultsOf({ input, out }: DrillOptions, expected: string): string[] {
  const faults: string[] = []
  const name = readdirSync(out).find((file) => file.endsWith('.manifest.json'))
  if (name === undefined) return ['there is no manifest']
  const manifest = JSON.parse(readFileSync(join(out, name), 'utf8')) as Manifest
  if (readFileSync(join(out, manifest.output.name), 'utf8') !== expected)
    faults.push('the output differs from that of one process')
  let end = 0
  for (const { sources } of manifest.shards) {
    if (sources[0].start !== end) faults.push(`the shard at byte ${sources[0].start} does not follow ${end}`)
    end = sources[0].end
  }
  if (end !== readFileSync(input).length) faults.push(`the shards end at byte ${end}`)
  const numbers = Array.from(expected.matchAll(/^# sent_id = (.*)$/gm)).length
  if (numbers !== manifest.output.sentences)
    faults.push(`${manifest.output.sentences} sentences instead of ${numbers}`)
  return faults
}
