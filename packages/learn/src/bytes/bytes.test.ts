// Networks in bytes: what a file holds, what layers make of it, and what is refused.
import { ParleyError } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { embedding } from '../layers/embedding.js'
import { linear } from '../layers/linear.js'
import { transformer, transformerShapes } from '../layers/transformer.js'
import { type Model, type ModelArray, readModel, writeModel } from '../model/container.js'
import { Workspace } from '../network/workspace.js'
import type { NetworkWeights } from '../tensors/network-weights.js'
import { Parameters, type Shape } from '../tensors/parameters.js'
import { Tape } from '../tensors/tape.js'
import { openModel, shareModel } from '../wasm/shared-model.js'
import { ByteParameters } from './byte-parameters.js'
import { packParameters } from './pack.js'
import { unpackParameters } from './unpack.js'

const TABLES = ['table']
const SHAPES: Record<string, Shape> = {
  table: [6, 13],
  weights: [13, 11],
  bias: [1, 11],
  ...transformerShapes('layer', 16, 24),
}

function learned(seed = 7): Parameters {
  const random = Random.of(seed)
  const parameters = new Parameters(new Workspace(), SHAPES)
  for (const [name, [rows, columns]] of Object.entries(SHAPES))
    parameters.set(
      name,
      Array.from({ length: rows * columns }, () => 2 * random.uniform() - 1),
    )
  return parameters
}

const packed = () => packParameters(learned(), { tables: TABLES })
const modelOf = (arrays: Record<string, ModelArray>): Model => ({
  header: { kind: 'test', licence: '', trainedOn: '' },
  arrays,
})
const bytesOf = (arrays: Record<string, ModelArray>, simd = true) =>
  new ByteParameters(new Workspace(simd), SHAPES, { arrays }, TABLES)

/** Rows of a table through a linear layer. */
function scores(parameters: NetworkWeights): number[][] {
  const tape = new Tape(parameters.memory)
  const x = embedding(tape, parameters.table('table'), [2, 0, 5, 2, 1])
  const rows = tape.read(linear(tape, x, parameters.matrix('weights'), parameters.of('bias')))
  tape.clear()
  return rows
}

describe('a network in bytes', () => {
  it('is as near to the floats as its steps', () => {
    const parameters = learned()
    for (const steps of [8, 16, 1e9]) {
      const arrays = packParameters(parameters, { tables: TABLES, steps: { matrices: steps, tables: steps } })
      const again = new Parameters(new Workspace(), SHAPES)
      unpackParameters(again, { arrays }, TABLES)
      for (const [name, [rows]] of Object.entries(SHAPES)) {
        const [before, after] = [parameters.get(name), again.get(name)]
        // Numbers from −1 to 1 have a root mean square of about 0.6, here of at most 0.8.
        const step = rows === 1 ? 0 : Math.max(1 / 127, 0.8 / steps)
        before.forEach((x, i) => {
          expect(Math.abs(x - after[i])).toBeLessThanOrEqual(0.501 * step)
        })
      }
    }
  })

  it('packs what it unpacked to the same bytes', () => {
    const arrays = packParameters(learned(), { tables: TABLES, steps: { matrices: 1e9, tables: 1e9 } })
    const again = new Parameters(new Workspace(), SHAPES)
    unpackParameters(again, { arrays }, TABLES)
    const twice = packParameters(again, { tables: TABLES, steps: { matrices: 1e9, tables: 1e9 } })
    for (const name of Object.keys(SHAPES)) expect(twice[name]).toEqual(arrays[name])
  })

  it('scores as the unpacked floats do, up to the rounding of 16 bits', () => {
    const arrays = packed()
    const floats = new Parameters(new Workspace(), SHAPES)
    unpackParameters(floats, { arrays }, TABLES)
    const [exact, quick] = [scores(floats), scores(bytesOf(arrays))]
    exact.forEach((row, i) => {
      row.forEach((x, j) => {
        expect(Math.abs(x - quick[i][j])).toBeLessThan(2e-4)
      })
    })
  })

  it('has the same bits without WebAssembly, in every layer', () => {
    const arrays = packed()
    const [fast, plain] = [true, false].map((simd) => {
      const parameters = bytesOf(arrays, simd)
      const tape = new Tape(parameters.memory)
      const x = tape.put(
        Array.from({ length: 9 }, (_, i) => Array.from({ length: 16 }, (_, j) => Math.sin(i * j))),
      )
      return {
        y: tape.read(transformer(tape, parameters, 'layer', x, 2, [0, 3, 4, 9])),
        scores: scores(parameters),
      }
    })
    expect(plain).toEqual(fast)
  })

  it('is read in place from a model in shared memory, with the same bits', () => {
    const arrays = packed()
    const model = shareModel(writeModel(modelOf(arrays)))
    if (model instanceof Uint8Array) return expect.unreachable('shared memory is available in tests')
    const from = Math.ceil(model.length / 65536) * 65536
    model.memory.grow(1)
    const memory = new Workspace(true, { memory: model.memory, from, to: from + 65536 })
    const parameters = new ByteParameters(memory, SHAPES, readModel(openModel(model)), TABLES)
    expect(memory.mark).toBe(from)
    expect(scores(parameters)).toEqual(scores(bytesOf(arrays)))
  })

  it('treats each row by itself', () => {
    const parameters = bytesOf(packed())
    const tape = new Tape(parameters.memory)
    const rows = Array.from({ length: 11 }, (_, i) =>
      Array.from({ length: 13 }, (_, j) => Math.sin(i * j) * 3 ** i),
    )
    const through = (some: readonly number[][]) =>
      tape.read(linear(tape, tape.put(some), parameters.matrix('weights')))
    const all = through(rows)
    rows.forEach((row, i) => {
      expect(through([row])).toEqual([all[i]])
    })
  })
})

describe('refused', () => {
  const wrong = (change: (arrays: Record<string, ModelArray>) => void) => {
    const arrays = packed()
    change(arrays)
    return () => bytesOf(arrays)
  }

  it('arrays that are missing, of another type, or of another length', () => {
    expect(wrong((arrays) => delete arrays['weights.scales'])).toThrow('no array called "weights.scales"')
    expect(wrong((arrays) => (arrays.weights = new Uint8Array(16 * 16)))).toThrow(
      'where a Int8Array is needed',
    )
    expect(wrong((arrays) => (arrays.weights = new Int8Array(13 * 11)))).toThrow('where 256 are needed')
    expect(wrong((arrays) => (arrays.table = new Int8Array(6 * 16)))).toThrow('where 78 are needed')
    expect(wrong((arrays) => (arrays.bias = new Float32Array(11)))).toThrow('where 16 are needed')
    expect(wrong((arrays) => (arrays.bias = new Float32Array(11)))).toThrow(ParleyError)
  })

  it('numbers that no network has', () => {
    expect(wrong((arrays) => (arrays['weights.scales'][3] = Number.NaN))).toThrow(
      '"weights.scales" has NaN at 3',
    )
    expect(wrong((arrays) => (arrays['table.scales'][1] = -1))).toThrow('"table.scales" has -1 at 1')
    expect(wrong((arrays) => (arrays.bias[0] = 1e9))).toThrow('"bias" has 1000000000 at 0')
    const broken = learned()
    broken.set('bias', new Array(11).fill(Number.NaN))
    expect(() => packParameters(broken, { tables: TABLES })).toThrow('"bias" has numbers that are not finite')
  })

  it('to learn, and to use one kind as another', () => {
    const parameters = bytesOf(packed())
    const tape = new Tape(parameters.memory, true)
    expect(() => embedding(tape, parameters.table('table'), [0])).toThrow('bytes, which cannot learn')
    expect(() => linear(tape, tape.put([[1]]), parameters.matrix('weights'))).toThrow(
      'do not fit: 1 × 1 and 13 × 11',
    )
    const x = tape.put([new Array(13).fill(1)])
    expect(() => linear(tape, x, parameters.matrix('weights'))).toThrow('bytes, which cannot learn')
    expect(() => embedding(new Tape(parameters.memory), parameters.table('table'), [6])).toThrow(
      'has no row 6',
    )
    expect(() => parameters.matrix('table')).toThrow('no matrix "table"')
  })
})
