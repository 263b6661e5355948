// Readers of all formats on broken input: they throw a ParleyError, or read it, within a second.
import { expect, test } from 'vitest'
import { brokenInput, tryBrokenInput } from '../../test-support/fuzz.mjs'
import { ParleyError } from '../error.js'
import { readFg } from './fg.js'
import { readJson } from './json-read.js'
import { readUai, readUaiEvidence } from './uai.js'
import { readWcsp } from './wcsp.js'

const readers = {
  uai: (text: string) => readUai(text),
  evidence: (text: string) => readUaiEvidence(text, readUai('MARKOV 3 2 2 3 0')),
  fg: (text: string) => readFg(text),
  wcsp: (text: string) => readWcsp(text),
  json: (text: string) => readJson(text),
}

// `node scripts/fuzz.mjs` does the same for ten minutes.
test('broken input of any sort is refused with a ParleyError, or read, within a second', () => {
  const end = performance.now() + 3000
  const complaints: string[] = []
  let seed = 0
  for (; performance.now() < end && seed < 20_000; seed++) {
    const complaint = tryBrokenInput(seed, readers)
    if (complaint !== null) complaints.push(complaint)
  }
  expect(complaints).toEqual([])
  expect(seed).toBeGreaterThan(500)
})

test('the inputs are a mixture: some are read, most are refused, in every format', () => {
  const read = new Map<string, number>()
  const refused = new Map<string, number>()
  for (let seed = 0; seed < 2000; seed++) {
    const { format, text } = brokenInput(seed)
    try {
      readers[format](text)
      read.set(format, (read.get(format) ?? 0) + 1)
    } catch (error) {
      expect(error).toBeInstanceOf(ParleyError)
      refused.set(format, (refused.get(format) ?? 0) + 1)
    }
  }
  for (const format of Object.keys(readers)) {
    expect(read.get(format) ?? 0, format).toBeGreaterThan(5)
    expect(refused.get(format) ?? 0, format).toBeGreaterThan(50)
  }
})

test('a reader that fails in another way, or is slow, is found', () => {
  const broken = (text: string) => {
    if (text.length % 7 === 3) throw new TypeError('Cannot read properties of undefined')
  }
  const all = { uai: broken, evidence: broken, fg: broken, wcsp: broken, json: broken }
  const found = Array.from({ length: 100 }, (_, seed) => tryBrokenInput(seed, all)).filter((c) => c !== null)
  expect(found.length).toBeGreaterThan(3)
  expect(found[0]).toMatch(/TypeError/)
})
