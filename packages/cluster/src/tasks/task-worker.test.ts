// Whole jobs in one process: planned, processed in threads, and joined. Outputs have the same bytes as those
// of a pipeline that reads each input at once.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { readPipeline, summariserOf } from '@parleyjs/nlp'
import { processSource, readDocument, treesOf, writerFor } from '@parleyjs/runner'
import { afterAll, expect, test } from 'vitest'
import {
  FileStorage,
  type JobPlan,
  type JobReport,
  MemoryBroker,
  planJob,
  runJob,
  runTaskWorker,
} from '../../dist/index.js'
import { temporaryFolder } from '../../test-support/jobs.js'

const folder = temporaryFolder()
const bytes = gunzipSync(readFileSync(modelUrl))
const pipeline = readPipeline(bytes)
const TEXTS: Readonly<Record<string, string>> = {
  birds: 'Dogs see small birds.\n\nThe birds sing. They sleep.\n\nNobody knows why they left.\n',
  news: `${'The company reported a loss of 3 million dollars.\n\n'.repeat(20)}Shares fell.\n`,
}
const inputs = join(folder, 'in')
mkdirSync(inputs)
for (const [name, text] of Object.entries(TEXTS)) writeFileSync(join(inputs, `${name}.txt`), text)

const broker = new MemoryBroker()
const over = new AbortController()
/** The worker of all jobs but the last: its threads load the model once. */
const working = runTaskWorker({ broker, version: '1', concurrency: 2, signal: over.signal })
afterAll(async () => {
  over.abort()
  await working
  await broker.close()
})

async function run(plan: Pick<JobPlan, 'task' | 'options'>): Promise<JobReport> {
  const out = join(folder, plan.task)
  const job = await planJob({ ...plan, paths: [inputs], shard: 2, model: null, out, version: '1' })
  return runJob(job, { storage: new FileStorage(), broker, signal: over.signal })
}

const output = (task: string, name: string) => readFileSync(join(folder, task, name), 'utf8')

test.each(['parse', 'tag'] as const)(
  '%s',
  async (task) => {
    const report = await run({ task, options: { format: 'conllu' } })
    expect(report).toMatchObject({ state: 'done', failed: 0 })
    expect(report.shards).toBeGreaterThan(4)
    for (const [name, text] of Object.entries(TEXTS)) {
      const depth = task === 'parse' ? 'trees' : 'tags'
      const writer = writerFor({ format: 'conllu', depth, confidence: false, color: false })
      const job = { tokens: 'keep', tag: true, trees: treesOf(task, {}), offsets: false } as const
      let expected = ''
      for await (const processed of processSource(pipeline, { text }, job, expect.unreachable))
        expected += writer.write(processed)
      expect(output(task, `${name}.conllu`)).toBe(expected)
    }
  },
  120_000,
)

test('summarize: a folder is one topic', async () => {
  const report = await run({ task: 'summarize', options: { format: 'text', words: 12 } })
  expect(report.state).toBe('done')
  const documents = await Promise.all(
    Object.values(TEXTS).map((text) => readDocument({ text }, undefined, expect.unreachable)),
  )
  const { text } = summariserOf(bytes).summarise(documents, { words: 12 })
  expect(output('summarize', 'in.txt')).toBe(`${text}\n`)
}, 120_000)

test('a worker of another version refuses the job', async () => {
  const other = new MemoryBroker()
  const end = new AbortController()
  const options = { format: 'conllu' }
  const plan = { task: 'tag', options, paths: [inputs], shard: 2, model: null, version: '1' } as const
  const job = await planJob({ ...plan, out: join(folder, 'refused') })
  const refusing = runTaskWorker({ broker: other, version: '2', concurrency: 1, signal: end.signal })
  const refused = expect(refusing).rejects.toThrow(
    'submitted by Parley 1, but this worker is Parley 2. All machines need the same version.',
  )
  const ended = refused.finally(() => end.abort())
  await runJob(job, { storage: new FileStorage(), broker: other, signal: end.signal })
  await ended
  await other.close()
}, 120_000)
