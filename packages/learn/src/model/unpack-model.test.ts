// A packed model takes only the memory that its header declares, for any packed bytes.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { writeModel } from './container.js'
import { MAX_MODEL_BYTES, ModelBytes } from './model-bytes.js'
import { unpackModel } from './unpack-model.js'

const bytes = writeModel({
  header: { kind: 'tagger', licence: 'MIT', trainedOn: 'nothing' },
  arrays: { weights: Float32Array.of(1, 2.5, -3), codes: Int8Array.of(-1, 7) },
})
const packed = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts.map((part) => gzipSync(part))))
const unpacked = (input: Uint8Array<ArrayBuffer>, limit?: number) =>
  unpackModel(input, { file: 'm.gz', ...(limit !== undefined && { limit }) })

/** A model that consists of this header alone. */
function headed(json: string, length = json.length): Uint8Array {
  const start = Buffer.alloc(16 + json.length)
  start.write('PARLEYM1')
  start.writeUInt32LE(length, 12)
  start.write(json, 16)
  return start
}

test('a packed model, and one that is not packed, give the same bytes', async () => {
  expect(await unpacked(packed(bytes))).toEqual(bytes)
  expect(await unpacked(Uint8Array.from(bytes))).toEqual(bytes)
})

test('pieces of any size give the same bytes', () => {
  for (const size of [1, 7, 16, bytes.length]) {
    const model = new ModelBytes()
    for (let at = 0; at < bytes.length; at += size) model.push(bytes.subarray(at, at + size))
    expect(model.finish()).toEqual(bytes)
  }
})

describe('refused', () => {
  const zeros = new Uint8Array(2 ** 20)
  const huge = `{"arrays":[{"name":"a","type":"Float64Array","length":${MAX_MODEL_BYTES}}]}`
  test.each<[string, Uint8Array, RegExp]>([
    ['zeros', zeros, /does not begin with the name/],
    ['another version', Buffer.concat([Buffer.from('PARLEYM2'), zeros]), /version 2/],
    ['more than declared', Buffer.concat([bytes, zeros]), /declares \d+ bytes, but more follow/],
    ['one byte more', Buffer.concat([bytes, Uint8Array.of(0)]), /declares \d+ bytes, but more follow/],
    ['one byte less', bytes.subarray(0, -1), /declares \d+ bytes, and it has \d+: it is cut off/],
    ['a part of the header', bytes.subarray(0, 20), /it has 20 bytes.*cut off/],
    ['a header of 4 GB', headed('{}', 0xffffffff), /declares 4294967295 bytes for itself/],
    ['arrays of gigabytes', headed(huge), /This model declares \d{10} bytes; the limit is 524288000/],
    ['no JSON', headed('{'), /header is damaged/],
    ['no list', headed('null'), /lacks the list/],
    ['a list of nothing', headed('{"arrays":[null]}'), /lacks the list/],
    ['an unknown type', headed('{"arrays":[{"type":"Bytes","length":1}]}'), /unknown/],
    ['a negative length', headed('{"arrays":[{"type":"Int8Array","length":-8}]}'), /unknown/],
  ])('%s', async (_, content, message) => {
    await expect(unpacked(packed(content))).rejects.toThrow(message)
    await expect(unpacked(packed(content))).rejects.toMatchObject({ place: { file: 'm.gz' } })
  })

  test('a damaged gzip file', async () => {
    const broken = packed(bytes).subarray(0, 40).slice()
    await expect(unpacked(broken)).rejects.toThrow(/damaged or cut off/)
  })

  test('what is larger than the limit of the caller', async () => {
    await expect(unpacked(packed(bytes), bytes.length)).resolves.toEqual(bytes)
    await expect(unpacked(packed(bytes), bytes.length - 1)).rejects.toThrow(/the limit is/)
  })
})
