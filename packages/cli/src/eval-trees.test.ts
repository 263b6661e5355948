// `parley eval` on files of bracketed trees.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parley, parleyJson, temporaryFolder } from '../test-support/run-parley.js'

const folder = temporaryFolder()
const GOLD = '( (S (NP-SBJ (NN a)) (VP (VB b) (NP (-NONE- *))) (. .)))\n( (NP (NN a)))\n'
const SYSTEM = '(TOP (S (NP (NN a)) (ADVP (VB b)) (. .)))\n(TOP\n  (NP (NN a)))\n'
const gold = folder.file('gold.mrg', GOLD)
const system = folder.file('system.txt', SYSTEM)

describe('trees', () => {
  test('are recognised by the name of the correct file', () => {
    const { code, out, err } = parley(['eval', gold, system])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Metric +\| +all \| +<= 40 words$/m)
    expect(out).toMatch(/^F1 score +\| +75\.00 \| +75\.00$/m)
    expect(out).toMatch(/^Tags +\| +100\.00/m)
  })

  test('may be packed and piped, and be asked for', () => {
    const packed = folder.file('gold.txt.gz', gzipSync(GOLD))
    expect(parley(['eval', '--constituency', packed, '-'], { input: SYSTEM })).toEqual(
      parley(['eval', gold, system]),
    )
  })

  test('as JSON', () => {
    expect(parleyJson(['eval', gold, system])).toMatchObject({
      code: 0,
      gold,
      system,
      all: { sentences: 2, brackets: { correct: 3, gold: 4, system: 4, f1: 0.75 }, exact: { correct: 1 } },
      upTo40Words: { sentences: 2 },
    })
  })

  test('that are broken, or of other sentences, are refused with their place', () => {
    const broken = folder.file('broken.mrg', '(S (NN a)\n')
    expect(parley(['eval', gold, broken])).toMatchObject({ code: 2, out: '' })
    expect(parley(['eval', gold, broken]).err).toMatch(/broken\.mrg:2.*closing bracket/)
    const other = folder.file('other.mrg', SYSTEM.replace('(VB b)', '(VB x)'))
    expect(parley(['eval', gold, other]).err).toMatch(/other\.mrg: Sentence 1: Word 2 is "b" .* "x"/)
    expect(parley(['eval', gold, system, '--single-root'])).toMatchObject({ code: 2 })
  })
})
