// Readers respect time limits and signals.
import { describe, expect, test } from 'vitest'
import { readFg } from './fg.js'
import { readJson } from './json-read.js'
import { readUai } from './uai.js'

const COUNT = 200_000
const variables = Array.from({ length: COUNT }, () => '2').join(' ')
const uai = `MARKOV\n${COUNT}\n${variables}\n${COUNT}\n${Array.from({ length: COUNT }, (_, v) => `1 ${v}`).join('\n')}
${'2 0.4 0.6\n'.repeat(COUNT)}`
const fg = `${COUNT}\n0\n${'1\n'.repeat(COUNT)}`
const json = JSON.stringify({ parley: 1, variables: Array.from({ length: COUNT }, () => ({ score: 1 })) })
const READERS = [
  ['UAI', readUai, uai],
  ['fg', readFg, fg],
  ['JSON', readJson, json],
] as const

describe.each(READERS)('%s', (_name, read, text) => {
  test('a signal ends it at once, with an error that says so', () => {
    let asked = 0
    const signal = {
      grace: 0,
      get aborted() {
        return ++asked > 5
      },
    }
    expect(() => read(text, { signal })).toThrow(
      expect.objectContaining({ code: 'interrupted', message: expect.stringContaining('aborted') }),
    )
    expect(asked).toBe(6)
  })

  test('limits that it keeps change nothing', () => {
    const graph = read(text, { timeLimit: 1000, signal: new AbortController().signal })
    expect(graph.variableCount).toBe(COUNT)
  })
})

test('a time limit ends it, and the message says which', () => {
  const start = performance.now()
  readUai(uai)
  const whole = performance.now() - start
  // A file that takes several times as long as the limit and its grace.
  const timeLimit = 0
  if (whole < 150) return
  expect(() => readUai(uai, { timeLimit })).toThrow(/did not end within its time limit of 0 s/)
})
