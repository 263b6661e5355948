// Parsed documents of a topic, cached in the folder $PARLEY_CACHE if it is set: parsing takes most of the
// time.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { type Pipeline, type Processed, parseConllu, readPipeline } from '@parleyjs/nlp'
import type { Topic } from './topics.js'

let english: Pipeline | undefined

/** The English pipeline that ships with Parley. */
export function englishPipeline(): Pipeline {
  english ??= readPipeline(gunzipSync(readFileSync(fileURLToPath(modelUrl))))
  return english
}

/** The sentences of every document of a topic, with offsets and trees. */
export function parsedTopic({ id, collection, documents }: Topic): Processed[][] {
  const cache = process.env.PARLEY_CACHE
  const file = `${cache}/${collection}.${id}.conllu`
  if (cache && existsSync(file)) return fromConllu(readFileSync(file, 'utf8'))
  const parsed = documents.map((text) => [...englishPipeline().process(text, { offsets: true })])
  if (cache) {
    mkdirSync(cache, { recursive: true })
    const text = parsed.flatMap((sentences) =>
      sentences.map(({ sentence }, i) => (i === 0 ? '# newdoc\n' : '') + sentence),
    )
    writeFileSync(`${file}.part`, text.join(''))
    renameSync(`${file}.part`, file)
  }
  return parsed
}

function fromConllu(text: string): Processed[][] {
  const documents: Processed[][] = []
  for (const sentence of parseConllu(text)) {
    if (sentence.comments.some((line) => line.startsWith('# newdoc'))) documents.push([])
    const ranges = new Map<number, string>()
    for (const row of sentence.rows) {
      const range = /TokenRange=(\d+):(\d+)/.exec(row.misc)
      if (range === null) continue
      const [from, to = from] = row.id.split('-').map(Number)
      for (let word = from; word <= to; word++) ranges.set(word, `${range[1]}:${range[2]}`)
    }
    const offsets = sentence.forms.flatMap((_, i) =>
      ranges
        .get(i + 1)!
        .split(':')
        .map(Number),
    )
    documents[documents.length - 1].push({ sentence, offsets: Int32Array.from(offsets), parse: null })
  }
  return documents
}
