// Training in threads: it learns, with the same bits for any number of threads, with and without WebAssembly.
import { Random } from '@parleyjs/core/internal'
import { afterEach, describe, expect, it } from 'vitest'
import type { Parameters } from '../tensors/parameters.js'
import { DataParallel } from './data-parallel.js'

const support = new URL('../../test-support/', import.meta.url)
type Rows = number[][]
const { shapes, learnPiece } = (await import(/* @vite-ignore */ new URL('regression.mjs', support).href)) as {
  shapes: Record<string, [number, number]>
  learnPiece: (parameters: Parameters, rows: Rows) => number
}

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((training) => training.close()))
})

function start(count: number, simd = true): DataParallel<Rows> {
  const module = new URL('regression-thread.mjs', support)
  const threads = { count, module, data: null }
  const training = new DataParallel<Rows>({ shapes, learnPiece, threads, arena: 2 ** 20, simd })
  open.push(training)
  const random = Random.of(3)
  for (const [name, [rows, columns]] of Object.entries(shapes))
    training.parameters.set(
      name,
      Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
    )
  return training
}

/** Steps on batches of seven pieces of ten rows; returns the losses and the bits of the parameters. */
async function train(training: DataParallel<Rows>, steps: number) {
  const random = Random.of(8)
  const row = () => Array.from({ length: 3 }, () => 2 * random.uniform() - 1)
  const losses: number[] = []
  for (let s = 0; s < steps; s++) {
    const pieces = Array.from({ length: 7 }, () => Array.from({ length: 10 }, row))
    losses.push(await training.step(pieces, { rate: 0.02, clip: 20, decay: 0.001 }))
  }
  const bits = Object.keys(shapes).map((name) => training.parameters.get(name))
  return { losses, bits }
}

describe('data-parallel training', () => {
  it('learns a product', async () => {
    const { losses } = await train(start(1), 300)
    const mean = (from: number) => losses.slice(from, from + 20).reduce((a, b) => a + b, 0) / 20
    expect(mean(280)).toBeLessThan(0.05 * mean(0))
  })

  it('gives the same bits in one, two and three threads, and without WebAssembly', async () => {
    const expected = await train(start(1), 12)
    for (const [threads, simd] of [
      [2, true],
      [3, true],
      [1, false],
      [2, false],
    ] as const)
      expect(await train(start(threads, simd), 12)).toEqual(expected)
  })

  it('stops when slopes are no longer finite', async () => {
    const training = start(1)
    await expect(training.step([[[Number.NaN, 1, 1]]], { rate: 0.1 })).rejects.toThrow(
      'Lower the learning rate',
    )
  })
})
