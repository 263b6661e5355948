// The parts of the compression pairs, and the accuracy of the shipped compressor on them.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { Compressor, readModel, readPipeline, splitModel } from '@parleyjs/nlp'
import { alignCompression, parseAsOne } from '@parleyjs/nlp/internal'
import { describe, expect, test } from 'vitest'
import { partOfPair } from './compression-data.js'

test('the first thousand pairs are the test part, the last thousand are for development', () => {
  expect([0, 999, 1000, 8999, 9000, 9999].map(partOfPair)).toEqual([
    'test',
    'test',
    'train',
    'train',
    'dev',
    'dev',
  ])
})

const data = process.env.PARLEY_DATA
describe.skipIf(!data)('the shipped compressor (needs PARLEY_DATA)', () => {
  test('finds two thirds of the words of development pairs, and better ones than all', {
    timeout: 60_000,
  }, () => {
    const bytes = gunzipSync(readFileSync(modelUrl))
    const pipeline = readPipeline(bytes)
    const compressor = Compressor.fromModels(splitModel(readModel(bytes)))
    const lines = (name: string) =>
      gunzipSync(readFileSync(`${data}/compression/google10k.${name}.txt.gz`))
        .toString()
        .split('\n')
        .slice(9000, 9040)
    const compressions = lines('comp')
    let [f1, count] = [0, 0]
    lines('sent').forEach((line, i) => {
      const sentence = parseAsOne(pipeline, line)!
      const gold = alignCompression(sentence, compressions[i])
      if (gold === null) return
      const { kept } = compressor.compress(sentence)
      const words = [...kept.keys()].filter((w) => sentence.upos[w] !== 'PUNCT')
      const sum = (of: (w: number) => number) => words.reduce((total, w) => total + of(w), 0)
      f1 += (2 * sum((w) => kept[w] * gold[w])) / sum((w) => kept[w] + gold[w])
      count++
    })
    expect(count).toBeGreaterThanOrEqual(36)
    expect(f1 / count).toBeGreaterThan(0.68)
  })
})
