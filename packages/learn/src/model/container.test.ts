// The model file: what is written is read again, and damaged files are refused.
import { ParleyError } from '@parleyjs/core'
import { expect, test } from 'vitest'
import { readModel, writeModel } from './container.js'

const model = {
  header: { kind: 'tagger', licence: 'CC-BY-SA-4.0', trainedOn: 'nothing', names: ['é', 'b'] },
  arrays: { weights: Float32Array.of(1, 2.5, -3), codes: Int8Array.of(-1, 7), ids: Int32Array.of(5) },
}

test('what is written is read again, and twice gives the same bytes', () => {
  const bytes = writeModel(model)
  expect(writeModel(model)).toEqual(bytes)
  expect(readModel(bytes)).toEqual(model)
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  expect(readModel(shifted.subarray(3))).toEqual(model)
})

test('any changed byte, a cut-off file, another version and another format are refused', () => {
  const bytes = writeModel(model)
  for (let i = 0; i < bytes.length; i++) {
    const broken = bytes.slice()
    broken[i] ^= 0x41
    expect(() => readModel(broken)).toThrow(ParleyError)
  }
  for (let n = 0; n < bytes.length; n++) expect(() => readModel(bytes.subarray(0, n))).toThrow(ParleyError)
  const newer = bytes.slice()
  newer[7] = '2'.charCodeAt(0)
  expect(() => readModel(newer)).toThrow(/version 2/)
})
