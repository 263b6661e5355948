// Threads read the same from a shared model as from the model itself, and share one copy of its tables.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { openModel, readModel } from '@parleyjs/learn'
import { expect, test } from 'vitest'
import { readPipeline, splitModel } from '../pipeline/model.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { shareForThreads } from './share-for-threads.js'

const bytes = gunzipSync(readFileSync(new URL('../../../model-en/english.parley.gz', import.meta.url)))
const TEXT = "We learned a lesson in 1987 about volatility. Didn't you?"
const written = (pipeline: Pipeline) =>
  Array.from(pipeline.process(TEXT, { parse: true }), ({ sentence }) => String(sentence))

test('a shared model says what the model says, has all its parts, and its tables once', () => {
  const model = shareForThreads(bytes)
  const pipeline = readPipeline(openModel(model))
  expect(written(pipeline)).toEqual(written(readPipeline(bytes)))
  const sections = (of: Uint8Array) => Object.keys(splitModel(readModel(of))).sort()
  expect(sections(openModel(model))).toEqual(sections(bytes))
  const tableOf = ({ stages }: Pipeline) =>
    (stages.tagger as unknown as { parts: { wordScorer: { table: Int32Array } } }).parts.wordScorer.table
  const [one, other] = [pipeline, readPipeline(openModel(model))].map(tableOf)
  one[0] ^= 1
  expect(other[0]).toBe(one[0])
})

test('for sentences that are split into words there is no tokenizer', () => {
  const { stages } = readPipeline(openModel(shareForThreads(bytes, { wordsOnly: true })))
  expect([stages.tokenizer, stages.tagger !== undefined, stages.parser !== undefined]).toEqual([
    undefined,
    true,
    true,
  ])
})

test('what is wrong with a model says in which file', () => {
  expect(() => shareForThreads(bytes.subarray(0, 1000), { file: 'x.parley' })).toThrow(
    expect.objectContaining({ place: { file: 'x.parley' } }),
  )
})
