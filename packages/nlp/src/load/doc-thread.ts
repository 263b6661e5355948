// The worker of a `ParleyWorker`: loads a model once, then parses. No top-level await: bundlers may write
// workers in a format that lacks it.
import { serveTasks, type TaskWork, threadPort } from '@parleyjs/core/internal'
import { Doc, type DocPart } from '../doc/doc.js'
import { loadHere } from './load-here.js'
import { type PackedDoc, packDoc, readSentence } from './packed-doc.js'
import type { Parley } from './parley.js'
import type { WorkerTask } from './parley-worker.js'

let parley: Parley | undefined

async function perform(task: WorkerTask, work: TaskWork): Promise<PackedDoc | null> {
  if ('load' in task) {
    const { load, cache, progress } = task
    parley = await loadHere(load, { cache, ...(progress && { onProgress: work.tell }) })
    return null
  }
  const { pipeline } = parley!
  if ('sentences' in task) {
    const given = task.sentences.map((one) => (typeof one === 'string' ? readSentence(one) : one))
    return packDoc(parley!.parseSentences(given, task.options))
  }
  const parts: DocPart[] = []
  // In turns, so that the message to stop is received.
  for await (const { sentence, offsets, parse } of pipeline.processStream([task.text], task.options)) {
    if (work.aborted) return null
    parts.push({ sentence, offsets: offsets!, parse })
  }
  return packDoc(new Doc(task.text, parts))
}

threadPort().then(
  (port) => serveTasks(port, perform),
  (error: unknown) => {
    throw error
  },
)
