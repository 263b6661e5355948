// Fuzzing of rules files: every input is refused with a place, or is read and grounded.
import { expect, test } from 'vitest'
import { brokenRules, tryBrokenRules } from '../test-support/fuzz.mjs'
import { ground } from './ground/ground.js'
import { parseRules, problemsIn } from './program/parse.js'

// `node scripts/fuzz-logic.mjs` does the same for ten minutes.
test('broken rules of any sort are refused with a place in the file, or read and grounded', () => {
  const end = performance.now() + 4000
  const complaints: string[] = []
  let seed = 0
  for (; performance.now() < end && seed < 5000; seed++) {
    const complaint = tryBrokenRules(seed, { ground, parseRules, problemsIn })
    if (complaint !== null) complaints.push(complaint)
  }
  expect(complaints).toEqual([])
  expect(seed).toBeGreaterThan(20)
})

test('the inputs are a mixture of what can be read and what cannot', () => {
  const read = Array.from({ length: 400 }, (_, seed) => problemsIn(brokenRules(seed)).length === 0)
  expect(read.filter(Boolean).length).toBeGreaterThan(20)
  expect(read.filter((ok) => !ok).length).toBeGreaterThan(100)
})

test('a reader that fails in another way, or says no place, is found', () => {
  const broken = { ground, parseRules, problemsIn: () => [new TypeError('no') as never] }
  expect(tryBrokenRules(1, broken)).toMatch(/TypeError/)
  const lost = {
    ground,
    parseRules,
    problemsIn: () => [{ name: 'ParleyError', place: { line: 99 } } as never],
  }
  expect(tryBrokenRules(1, lost)).toMatch(/99/)
})
