// Malformed model files with a correct checksum: they are refused with a ParleyError that
// names the file, or they work. Nothing else escapes, and nothing takes long.

import { ParleyError } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { type Model, readModel, writeModel } from '@parleyjs/learn'
import { describe, expect, test } from 'vitest'
import { tinyNetwork } from '../../test-support/tiny-network.js'
import { parseConllu } from '../text/conllu/read.js'
import { joinModels, readPipeline, splitModel } from './model.js'
import { trainPipeline } from './train-pipeline.js'

const TREEBANK = `1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tdo\tdo\tAUX\t_\t_\t0\troot\t_\t_
2\tn't\tnot\tPART\t_\t_\t1\tadvmod\t_\t_

`
/** A model file, its header, and what follows. */
class Original {
  readonly bytes: Uint8Array
  readonly headerLength: number
  readonly header: object
  readonly body: Uint8Array

  constructor(model: Model) {
    this.bytes = writeModel(model)
    this.headerLength = new DataView(this.bytes.buffer).getUint32(12, true)
    const end = 16 + this.headerLength
    this.header = JSON.parse(new TextDecoder().decode(this.bytes.slice(16, end))) as object
    this.body = this.bytes.slice(end)
  }

  /** A file with a header of any text and the arrays of the model. */
  with(text: string): Uint8Array {
    const { bytes, body } = this
    const json = new TextEncoder().encode(text)
    const length = Math.ceil(json.length / 8) * 8
    const file = new Uint8Array(16 + length + body.length).fill(0x20)
    file.set(bytes.subarray(0, 8))
    new DataView(file.buffer).setUint32(12, length, true)
    file.set(json, 16)
    file.set(body, 16 + length)
    return sealed(file)
  }
}

const linear = new Original(
  trainPipeline(parseConllu(TREEBANK.repeat(4)), { parts: 'second', network: false, epochs: 1 }),
)
const network = new Original(
  joinModels(
    { ...splitModel(readModel(linear.bytes)), network: await tinyNetwork() },
    { licence: 'CC0-1.0', trainedOn: 'a test' },
  ),
)

/** Repairs the checksum: FNV-1a over four bytes at a time, over the length and everything after it. */
function sealed(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer)
  let hash = 0x811c9dc5 ^ file.length
  const end = 12 + ((file.length - 12) & ~3)
  for (let i = 12; i < end; i += 4) hash = Math.imul(hash ^ view.getUint32(i, true), 0x01000193)
  for (let i = end; i < file.length; i++) hash = Math.imul(hash ^ file[i], 0x01000193)
  view.setUint32(8, hash >>> 0, true)
  return file
}

function seeded(seed: number): (n: number) => number {
  const random = Random.of(seed)
  return (n) => random.below(n)
}

const VALUES: readonly unknown[] = [
  ...[null, true, -1, 0, 0.5, 1e9, 2 ** 32, 2 ** 53, 1e308, '', 'x', '__proto__', 'Float64Array'],
  ...[[], {}, [null], [[]], { a: 1 }, ['a', 'b'], [1e9], [[2 ** 31]]],
]

/** A copy of the header with one value somewhere changed or removed. */
function mutated(header: object, below: (n: number) => number): { text: string; what: string } {
  const copy = structuredClone(header) as Record<string, unknown>
  let at = copy
  const path: string[] = []
  for (;;) {
    const keys = Object.keys(at)
    const key = keys[below(keys.length)]
    path.push(key)
    const inner = at[key]
    const goesOn = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0
    if (goesOn && below(4) > 0) {
      at = inner as Record<string, unknown>
      continue
    }
    const value = VALUES[below(VALUES.length)]
    if (below(5) > 0) at[key] = value
    else if (Array.isArray(at)) at.splice(Number(key), 1)
    else delete at[key]
    return { text: JSON.stringify(copy), what: `${path.join('.')} = ${JSON.stringify(at[key])}` }
  }
}

/** Reads a file and uses it; every error must name the file. */
function tried(file: Uint8Array, what: string): 'works' | 'refused' {
  try {
    const pipeline = readPipeline(file, 'm.parley')
    const { tokenizer } = pipeline.stages
    if (tokenizer === undefined) return 'works'
    for (const { sentence } of pipeline.process("Dogs don't bark. Birds sing.")) sentence.toString()
    return 'works'
  } catch (error) {
    if (!(error instanceof ParleyError)) throw new Error(`${what}: ${String(error)}`, { cause: error })
    expect(error.place.file, `${what}: ${error.message}`).toBe('m.parley')
    expect(error.code, what).toBe('bad-input')
    return 'refused'
  }
}

describe.each([
  ['weighted features', linear],
  ['a network', network],
])('a model of %s', (_, file) => {
  test('the file is read as it is', () => {
    expect(file.with(JSON.stringify(file.header))).toEqual(file.bytes)
    expect(tried(file.bytes, 'nothing')).toBe('works')
  })

  test('headers that are not what a model says', () => {
    const counts = { works: 0, refused: 0 }
    for (let seed = 0; seed < 400; seed++) {
      const { text, what } = mutated(file.header, seeded(seed))
      counts[tried(file.with(text), `seed ${seed}, ${what}`)]++
    }
    expect(counts.refused).toBeGreaterThan(250)
  })

  test('arrays of other numbers', () => {
    for (let seed = 0; seed < 150; seed++) {
      const below = seeded(seed)
      const bytes = file.bytes.slice()
      for (let k = 0; k <= below(20); k++)
        bytes[16 + file.headerLength + below(file.body.length)] = below(256)
      tried(sealed(bytes), `seed ${seed}`)
    }
  })
})

test('headers that are no JSON object', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '5',
    '"x"',
    '{"kind":"pipeline"}',
    '{"arrays":[]}',
    '\u0000',
    '[[[[',
  ])
    expect(tried(linear.with(text), text)).toBe('refused')
  expect(() => readModel(linear.with('{"kind"'), 'm.parley')).toThrow(/its header is not valid JSON: /)
  const long = linear.bytes.slice()
  new DataView(long.buffer).setUint32(12, 2 ** 32 - 8, true)
  expect(tried(sealed(long), 'a long header')).toBe('refused')
  new DataView(long.buffer).setUint32(12, linear.headerLength + 3, true)
  expect(tried(sealed(long), 'an odd header')).toBe('refused')
})

test('the place is named', () => {
  const broken = structuredClone(linear.header) as {
    stages: { tagger: { tags: unknown }; parser: { scales: object } }
  }
  broken.stages.tagger.tags = [1]
  expect(() => readPipeline(linear.with(JSON.stringify(broken)))).toThrow(
    'This is not a usable model: "tags" of its header is [1], where a list of 1 texts or more is needed.',
  )
  broken.stages.parser.scales = { arc: { most: -1 } }
  broken.stages.tagger.tags = (linear.header as typeof broken).stages.tagger.tags
  expect(() => readPipeline(linear.with(JSON.stringify(broken)))).toThrow(
    /"\w+" of "scales" of its header is missing/,
  )
})
