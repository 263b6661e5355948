// `parley cluster corpus-wide` and `corpus-worker`: a corpus tagged or parsed as a whole on many machines.
// The first reads the inputs, leads the rounds and writes the output; workers have the sentences.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { connectRedis, FileStorage } from '@parleyjs/cluster'
import {
  type CorpusJob,
  jobModel,
  RedisHosts,
  requireVersion,
  serveCorpora,
  sha256,
} from '@parleyjs/cluster/internal'
import { readPipeline } from '@parleyjs/nlp'
import { CorpusHost, CorpusRun, localHost } from '@parleyjs/nlp/internal'
import { englishModel, modelBytes } from '@parleyjs/runner/internal'
import { choice, number, type Parsed, text } from '../args.js'
import { corpusJob, requireModel, sentencesOf, solveRun, summaryOf, wishesOf } from '../corpus-wide.js'
import { DEFLATE } from '../corpus-wide-packing.js'
import { CorpusProgress } from '../corpus-wide-progress.js'
import { EXIT } from '../failure.js'
import { textSources } from '../text-sources.js'
import { UsageError } from '../usage-error.js'
import { version } from '../version.js'
import { keyOf, leaseOf, notice, redisUrl, rootsOf, stopSignal } from './connect.js'

const TASKS = ['tag', 'parse'] as const
const PARTS = 4

/** Leads a corpus through the workers, and returns the exit code. */
export async function corpusWideAction(parsed: Parsed, paths: readonly string[]): Promise<number> {
  const task = choice('cluster', parsed, 'task', TASKS)
  if (task === undefined) throw new UsageError(`What is to be done? --task ${TASKS.join('|')}`, 'cluster')
  const out = text(parsed, 'out')
  if (out === undefined) throw new UsageError('Where to? Give a folder: --out DIR', 'cluster')
  if (paths.length === 0) throw new UsageError('No INPUT was given.', 'cluster')
  const wishes = await wishesOf(task, parsed)
  const parts = number('cluster', parsed, 'parts', { least: 1, whole: true }) ?? PARTS
  const path = text(parsed, 'model')
  const file = path ?? (await englishModel())
  const bytes = await modelBytes(file)
  const pipeline = readPipeline(bytes, file)
  requireModel(task, pipeline)
  const key = await keyOf(parsed)
  const redis = await connect(parsed)
  const storage = new FileStorage()
  const signal = stopSignal()
  const id = randomUUID().replaceAll('-', '')
  const job: CorpusJob = {
    id,
    version: version(),
    model: { path: path === undefined ? null : resolve(path), sha256: sha256(bytes) },
    settings: wishes.settings,
    shards: parts,
    folder: join(resolve(out), '.parley', `corpus-${id}`),
  }
  const shards = await RedisHosts.open(redis, storage, job, {
    signal,
    onNotice: notice,
    ...(key !== undefined && { key }),
  }).catch((error: unknown) => {
    redis.disconnect()
    throw error
  })
  const progress = new CorpusProgress()
  const run = new CorpusRun({
    first: localHost(new CorpusHost(pipeline, wishes.settings, DEFLATE)),
    others: () => shards.hosts,
    fewWords: 0,
    onRead: (sentences, words) => progress.show(`${sentences} sentences, ${words} words`),
    onNote: (note) => process.stderr.write(note),
  })
  try {
    await run.read(sentencesOf(pipeline, textSources(task, paths, false), corpusJob(task, parsed)))
    const answer = await solveRun(run, wishes, progress)
    const encoder = new TextEncoder()
    const whole = async function* () {
      for await (const chunk of run.written(answer)) yield encoder.encode(chunk)
      if (wishes.settings.json) yield encoder.encode(`${JSON.stringify(summaryOf(run, answer))}\n`)
    }
    const name = `${task}.${wishes.settings.json ? 'json' : 'conllu'}`
    await storage.write(join(resolve(out), name), whole())
    process.stdout.write(`${join(out, name)}: ${run.sentences} sentences, ${run.words} words\n`)
    return EXIT.ok
  } catch (error) {
    if (signal.aborted) return Number(signal.reason)
    throw error
  } finally {
    progress.end()
    await shards.close().finally(() => redis.disconnect())
  }
}

/** Holds shards of corpora until a signal arrives. */
export async function corpusWorkerAction(parsed: Parsed, args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`cluster corpus-worker takes no input: "${args[0]}".`, 'cluster')
  const lease = leaseOf(parsed)
  const [roots, key] = [await rootsOf(parsed), await keyOf(parsed)]
  const redis = await connect(parsed)
  try {
    await serveCorpora({
      redis,
      roots,
      key,
      storage: new FileStorage(),
      name: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
      lease,
      signal: stopSignal(),
      accept,
      onNotice: notice,
    })
  } finally {
    redis.disconnect()
  }
  return EXIT.ok
}

/** Loads the model of the job. Only workers with the same version and the same model may take part. */
async function accept(job: CorpusJob): Promise<() => CorpusHost> {
  requireVersion(job, version())
  const { file, bytes } = await jobModel(job)
  const pipeline = readPipeline(bytes, file)
  return () => new CorpusHost(pipeline, job.settings, DEFLATE)
}

async function connect(parsed: Parsed) {
  const url = redisUrl(parsed)
  if (url === undefined)
    throw new UsageError(
      'Where is Redis? Give --redis redis://HOST:PORT, or set PARLEY_REDIS_URL.',
      'cluster',
    )
  return connectRedis(url, { onNotice: notice })
}
