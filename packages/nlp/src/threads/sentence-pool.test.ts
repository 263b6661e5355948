// The results of a pool in the thread that made it; the output of its threads is tested with the command.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readPipeline } from '../pipeline/model.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { SentencePool } from './sentence-pool.js'

const model = gunzipSync(readFileSync(new URL('../../../model-en/english.parley.gz', import.meta.url)))
const output = { format: 'conllu', depth: 'trees', confidence: false, color: false } as const
const poolOf = (bytes: Uint8Array) =>
  new SentencePool({ model: bytes, file: 'x.parley', threads: 1, trees: { parse: true }, output })
const pool = poolOf(model)
afterAll(() => pool.close())

/** Weights of a pipeline's parser, in place. */
function weightsOf({ stages }: Pipeline): Uint8Array {
  const { model } = stages.parser as unknown as { model: { arcWeights: { packed: { codes: Uint8Array } } } }
  return model.arcWeights.packed.codes
}

test('the splitter of a pool splits as the model does', async () => {
  const split = async (one: Pick<Pipeline, 'splitStream'>) => {
    const found: string[] = []
    for await (const { sentence } of one.splitStream(['We go. ', "Didn't you?"], { tag: true }))
      found.push(String(sentence))
    return found
  }
  expect(await split(await pool.splitter())).toEqual(await split(readPipeline(model)))
})

test('a pipeline of the pool works on the one model that there is for threads, as one of its own would', async () => {
  const text = "We learned a lesson in 1987 about volatility. Didn't you?"
  const write = (one: Pipeline) =>
    Array.from(one.process(text, { parse: true }), ({ sentence }) => String(sentence))
  const pipeline = await pool.pipeline()
  const alone = readPipeline(model)
  expect(write(pipeline)).toEqual(write(alone))
  const [weights, same, other] = [pipeline, await pool.pipeline(), alone].map(weightsOf)
  expect(same.length).toBe(weights.length)
  weights[0] ^= 1
  expect(same[0]).toBe(weights[0])
  expect(other[0]).not.toBe(weights[0])
})

test.each(['ready', 'pipeline', 'splitter'] as const)(
  'a damaged model is refused with its file: %s',
  async (way) => {
    const damaged = poolOf(model.subarray(0, 1_000_000))
    await expect(damaged[way]()).rejects.toMatchObject({
      place: { file: 'x.parley' },
      message: expect.stringMatching(/not a usable model/),
    })
    await damaged.close()
  },
)
