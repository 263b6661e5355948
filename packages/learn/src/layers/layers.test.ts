// The slopes of every layer against finite differences; and the same bits with and without WebAssembly.
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { Workspace } from '../network/workspace.js'
import { Parameters, type Shape } from '../tensors/parameters.js'
import { Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'
import { gelu, rectified } from './activations.js'
import { attention } from './attention.js'
import { add, concatenate, maxima, means, neighbours } from './combine.js'
import { dropout } from './dropout.js'
import { embedding } from './embedding.js'
import { linear } from './linear.js'
import { crossEntropy, sharedCrossEntropy, structuredHinge } from './losses.js'
import { normalise } from './normalise.js'
import { biaffine, labelScores, pairProducts, trilinear } from './scorers.js'
import { transformer, transformerShapes } from './transformer.js'

interface Case {
  readonly shapes: Readonly<Record<string, Shape>>
  /** The layer's output, from the parameters. */
  readonly layer: (tape: Tape, of: (name: string) => Tensor, parameters: Parameters) => Tensor
}

const STARTS = [0, 3, 4, 9]
const x9 = { x: [9, 16] } satisfies Record<string, Shape>

const CASES: Readonly<Record<string, Case>> = {
  linear: {
    shapes: { x: [5, 7], weights: [7, 11], bias: [1, 11] },
    layer: (tape, of) => linear(tape, of('x'), of('weights'), of('bias')),
  },
  'linear without bias': {
    shapes: { x: [4, 8], weights: [8, 3] },
    layer: (tape, of) => linear(tape, of('x'), of('weights')),
  },
  gelu: { shapes: { x: [3, 5] }, layer: (tape, of) => gelu(tape, of('x')) },
  rectified: { shapes: { x: [3, 5] }, layer: (tape, of) => rectified(tape, of('x'), 0.1) },
  normalise: {
    shapes: { x: [4, 16], gain: [1, 16], bias: [1, 16] },
    layer: (tape, of) => normalise(tape, of('x'), of('gain'), of('bias')),
  },
  embedding: { shapes: { table: [6, 5] }, layer: (tape, of) => embedding(tape, of('table'), [2, 0, 2, 5]) },
  add: { shapes: { a: [3, 5], b: [3, 5] }, layer: (tape, of) => add(tape, of('a'), of('b')) },
  'add to itself': { shapes: { a: [3, 5] }, layer: (tape, of) => add(tape, of('a'), of('a')) },
  concatenate: {
    shapes: { a: [3, 5], b: [3, 2], c: [3, 8] },
    layer: (tape, of) => concatenate(tape, of('a'), of('b'), of('c')),
  },
  means: { shapes: x9, layer: (tape, of) => means(tape, of('x'), [0, 3, 3, 4, 9]) },
  maxima: { shapes: x9, layer: (tape, of) => maxima(tape, of('x'), [0, 3, 3, 4, 9]) },
  neighbours: { shapes: { x: [9, 3] }, layer: (tape, of) => neighbours(tape, of('x'), STARTS, 2) },
  dropout: { shapes: x9, layer: (tape, of) => dropout(tape, of('x'), 0.3, Random.of(4)) },
  attention: {
    shapes: { q: [9, 16], k: [9, 16], v: [9, 16] },
    layer: (tape, of) => attention(tape, of('q'), of('k'), of('v'), 2, STARTS),
  },
  'pair products': {
    shapes: { a: [9, 16], b: [9, 16] },
    layer: (tape, of) => pairProducts(tape, of('a'), of('b'), STARTS),
  },
  biaffine: {
    shapes: { m: [9, 6], h: [9, 8], weights: [6, 8], bias: [1, 8] },
    layer: (tape, of) => biaffine(tape, of('m'), of('h'), of('weights'), of('bias'), STARTS),
  },
  'label scores': {
    shapes: { a: [4, 15], b: [3, 5] },
    layer: (tape, of) => labelScores(tape, of('a'), of('b'), [0, 2, 3, 1, 3, 2, 1, 1]),
  },
  trilinear: {
    shapes: { a: [4, 6], b: [3, 6], c: [5, 6] },
    layer: (tape, of) => trilinear(tape, of('a'), of('b'), of('c'), [0, 1, 4, 3, 1, 2, 3, 2, 2]),
  },
  transformer: {
    shapes: { x: [9, 16], ...transformerShapes('layer', 16, 24) },
    layer: (tape, of, parameters) => transformer(tape, parameters, 'layer', of('x'), 2, STARTS),
  },
}

function numbers(length: number, random: Random): Float32Array {
  return Float32Array.from({ length }, () => 2 * random.uniform() - 1)
}

/** The parameters of a case, filled with random numbers. */
function filled({ shapes }: Case, simd: boolean): Parameters {
  const random = Random.of(11)
  const parameters = new Parameters(new Workspace(simd), shapes)
  for (const [name, [rows, columns]] of Object.entries(shapes))
    parameters.set(name, numbers(rows * columns, random))
  return parameters
}

/** A layer's output, and the slopes of Σ output · weights. */
function pass(given: Case, simd: boolean) {
  const parameters = filled(given, simd)
  const tape = new Tape(parameters.memory, true)
  const y = given.layer(tape, (name) => parameters.of(name), parameters)
  const random = Random.of(5)
  const weights = Array.from({ length: y.rows }, () => numbers(y.columns, random))
  tape.addSlopes(y, weights)
  const rows = tape.read(y)
  tape.backward()
  return { parameters, rows, weights, y }
}

describe.each(Object.entries(CASES))('%s', (_, given) => {
  it('has the slopes of finite differences', () => {
    const { parameters, weights } = pass(given, true)
    const changed = filled(given, true)
    const value = () => {
      const tape = new Tape(changed.memory, true)
      const rows = tape.read(given.layer(tape, (name) => changed.of(name), changed))
      tape.clear()
      return rows.reduce((sum, row, i) => row.reduce((s, x, j) => s + x * weights[i][j], sum), 0)
    }
    const DELTA = 2 ** -7
    for (const name of Object.keys(given.shapes)) {
      const slopes = parameters.slopes(name)
      const before = changed.get(name)
      // Two of the parameters' numbers in three would do as well, but layers are small.
      for (let i = 0; i < before.length; i += name.startsWith('layer') ? 7 : 1) {
        const [up, down] = [1, -1].map((sign) => {
          const moved = before.slice()
          moved[i] += sign * DELTA
          changed.set(name, moved)
          return value()
        })
        const slope = (up - down) / (2 * DELTA)
        expect(Math.abs(slopes[i] - slope), `${name}[${i}]: ${slopes[i]} and ${slope}`).toBeLessThan(
          0.004 * (1 + Math.abs(slope)),
        )
      }
      changed.set(name, before)
    }
  })

  it('has the same bits without WebAssembly', () => {
    const [fast, plain] = [pass(given, true), pass(given, false)]
    expect(plain.rows).toEqual(fast.rows)
    for (const name of Object.keys(given.shapes))
      expect(plain.parameters.slopes(name)).toEqual(fast.parameters.slopes(name))
  })

  it('leaves zeros between rows', () => {
    const { parameters, y } = pass(given, true)
    const { floats } = parameters.memory
    for (let i = 0; i < y.rows; i++)
      for (let j = y.columns; j < y.step; j++)
        expect([floats[(y.at >> 2) + i * y.step + j], floats[(y.slopes >> 2) + i * y.step + j]]).toEqual([
          0, 0,
        ])
  })
})

describe('attention', () => {
  it('mixes rows of the same sentence, by the formula', () => {
    const parameters = filled(CASES.attention, true)
    const tape = new Tape(parameters.memory)
    const of = (name: string) => parameters.of(name)
    const y = tape.read(attention(tape, of('q'), of('k'), of('v'), 2, STARTS))
    const [q, k, v] = ['q', 'k', 'v'].map((name) => tape.read(of(name)))
    for (const [row, first, end] of [
      [1, 0, 3],
      [3, 3, 4],
      [6, 4, 9],
    ])
      for (const head of [0, 8]) {
        const rows = Array.from({ length: end - first }, (_, i) => first + i)
        const weights = rows.map((r) => {
          let sum = 0
          for (let c = head; c < head + 8; c++) sum += q[row][c] * k[r][c]
          return Math.exp(sum / Math.sqrt(8))
        })
        const total = weights.reduce((a, b) => a + b)
        for (let c = head; c < head + 8; c++) {
          const mean = rows.reduce((sum, r, i) => sum + (weights[i] / total) * v[r][c], 0)
          expect(y[row][c]).toBeCloseTo(mean, 5)
        }
      }
  })
})

describe('losses', () => {
  const scoresOf = (tape: Tape) =>
    tape.put([
      [1, 2, 0],
      [0, -1, 3],
      [5, 5, 5],
    ])

  it('cross-entropy and its slopes', () => {
    const tape = new Tape(new Workspace(), true)
    const scores = scoresOf(tape)
    const loss = crossEntropy(tape, scores, [1, -1, 0], { weight: 2, choices: (row) => (row === 2 ? 2 : 3) })
    const z = Math.E + Math.E ** 2 + 1
    expect(loss).toBeCloseTo(2 * (Math.log(z) - 2 + Math.log(2)), 5)
    const slopes = tape.read(scores, scores.slopes)
    expect(slopes[0][1]).toBeCloseTo(2 * (Math.E ** 2 / z - 1), 5)
    expect(slopes[1]).toEqual([0, 0, 0])
    expect(slopes[2]).toEqual([-1, 1, 0])
  })

  it('cross-entropy to shares, which is that to a column where one has them all', () => {
    const tape = new Tape(new Workspace(), true)
    const [scores, same] = [scoresOf(tape), scoresOf(tape)]
    const one = { starts: [0, 1, 1, 2], columns: [1, 0], shares: [1, 1] }
    const options = { weight: 2, choices: (row: number) => (row === 2 ? 2 : 3) }
    const loss = sharedCrossEntropy(tape, scores, one, options)
    expect(loss).toBeCloseTo(crossEntropy(tape, same, [1, -1, 0], options), 6)
    expect(tape.read(scores, scores.slopes)).toEqual(tape.read(same, same.slopes))
    const mixed = scoresOf(tape)
    const half = { starts: [0, 2, 2, 2], columns: [1, 2], shares: [0.5, 0.25] }
    const z = Math.E + Math.E ** 2 + 1
    const expected = 0.5 * (Math.log(z) - 2) + 0.25 * Math.log(z)
    expect(sharedCrossEntropy(tape, mixed, half)).toBeCloseTo(expected, 5)
    const [slopes] = tape.read(mixed, mixed.slopes)
    expect(slopes[0]).toBeCloseTo((0.75 * Math.E) / z, 5)
    expect(slopes[1]).toBeCloseTo((0.75 * Math.E ** 2) / z - 0.5, 5)
  })

  it('the structured hinge', () => {
    const tape = new Tape(new Workspace(), true)
    const scores = scoresOf(tape)
    const best = (row: number, column: number) => (row === 0 ? [0.5, 0.5, 0][column] : 0)
    const right = (row: number, column: number) => (row === 0 && column === 0 ? 1 : 0)
    expect(structuredHinge(tape, scores, best, right, 0.25)).toBeCloseTo(0.25 + 1.5 - 1, 6)
    expect(tape.read(scores, scores.slopes)[0]).toEqual([-0.5, 0.5, 0])
  })
})

describe('mistakes', () => {
  it('name the layer and the sizes', () => {
    const tape = new Tape(new Workspace(), true)
    expect(() => linear(tape, tape.tensor(2, 3), tape.tensor(4, 5))).toThrow(
      'The layer linear got matrices that do not fit: 2 × 3 and 4 × 5.',
    )
    expect(() => embedding(tape, tape.tensor(2, 3), [0, 2])).toThrow('A table of 2 rows has no row 2.')
    expect(() => new Tape(new Workspace()).backward()).toThrow('not made for training')
  })
})
