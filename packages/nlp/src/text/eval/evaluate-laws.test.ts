// What an evaluation refuses, and laws that hold for any two files.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, counts, tokens } from '../../testing/evaluations.js'
import { block } from '../../testing/words.js'
import { parseConllu } from '../conllu/read.js'
import { evaluateConllu, type MetricName, OFFICIAL_METRICS, OTHER_METRICS } from './evaluate-conllu.js'
import { evaluationTable } from './table.js'

describe('what is refused', () => {
  const error =
    (gold: string, system: string, options = {}) =>
    () =>
      compare(gold, system, options)
  const place = (file: string, line?: number) =>
    expect.objectContaining({ code: 'bad-input', place: line === undefined ? { file } : { file, line } })

  test('another text, with the place in both files', () => {
    const run = error(tokens('ab', 'cd'), tokens('ab', 'c', 'x'), { systemName: 's.conllu' })
    expect(run).toThrow(/after 3 characters.*"d" \(line 2\).*"x" \(line 3\)/)
    expect(run).toThrow(place('s.conllu', 3))
  })

  test('a text that ends early', () => {
    expect(error(tokens('ab', 'cd'), tokens('ab'))).toThrow(
      /"cd" \(line 2\), this one with the end of the file/,
    )
    expect(error(tokens('ab', 'cd'), tokens('ab'))).toThrow(place('system'))
    expect(error('', tokens('ab'))).toThrow(/gold file goes on with the end of the file/)
  })

  test('cycles, in either file', () => {
    const cycle = block('# x', '1 a _ X _ _ 0 root', '2 b _ X _ _ 3 dep', '3 c _ X _ _ 2 dep')
    expect(error(cycle, tokens('abc'))).toThrow(/cycle: 2 → 3 → 2/)
    expect(error(cycle, tokens('abc'))).toThrow(place('gold', 3))
    expect(error(tokens('abc'), cycle)).toThrow(place('system', 3))
  })

  test('a head outside of the sentence', () => {
    const text = block('1 a _ X _ _ 2 dep')
    const lax = parseConllu(text, { strict: false, onWarning: () => {} })
    expect(() => evaluateConllu(lax, lax)).toThrow(place('gold', 1))
  })

  test('several roots, if one is asked for; else they are counted', () => {
    const two = tokens('z') + block('1 a _ X _ _ 0 root', '2 b _ X _ _ 0 root')
    expect(error(two, two, { singleRoot: true })).toThrow(place('gold', 3))
    expect(compare(two, tokens('z', 'ab')).multipleRoots).toEqual({ gold: 1, system: 0 })
    expect(counts(compare(two, two), 'UAS')[0]).toBe(3)
  })

  test('a form of spaces', () => {
    const text = block('1 a _ X _ _ 0 root', '2 \u2003 _ X _ _ 1 dep')
    const lax = parseConllu(text, { strict: false, onWarning: () => {} })
    expect(() => evaluateConllu(lax, lax)).toThrow(place('gold', 2))
  })

  test('heads for some words only; without any, parsing is not scored', () => {
    const none = block('1 a _ X', '2 b _ X')
    expect(error(tokens('a', 'b'), block('1 a _ X _ _ 0 root', '2 b _ X'))).toThrow(place('system', 2))
    const { scores } = compare(tokens('a', 'b'), none)
    expect([scores.UAS, scores.MLAS, scores['LAS-nopunct'], scores.UPOS?.f1]).toEqual([null, null, null, 1])
    expect(evaluationTable(compare(none, none))).toMatch(/^UAS +\| +- \| +- \| +- \| +-$/m)
  })
})

test('two empty files agree on nothing', () => {
  expect(counts(compare('', ''), 'Words')).toEqual([0, 0, 0, null])
  expect(compare('', '').scores.LAS?.f1).toBe(0)
})

test('the table shows percentages', () => {
  const table = evaluationTable(compare(tokens('a', 'b', 'c'), tokens('a', 'bc')))
  expect(table).toMatch(/^Words +\| +50\.00 \| +33\.33 \| +40\.00 \|$/m)
  expect(table).toMatch(/^UPOS +\| +50\.00 \| +33\.33 \| +40\.00 \| +100\.00$/m)
  expect(table.trimEnd().split('\n')).toHaveLength(2 + OFFICIAL_METRICS.length + OTHER_METRICS.length)
})

describe('laws', () => {
  /** Two analyses of one text, as files. */
  const pair = fc
    .tuple(fc.stringMatching(/^[abAB]{1,12}$/), fc.infiniteStream(fc.nat(99)))
    .map(([text, stream]) => {
      const next = (n: number) => (stream.next().value as number) % n
      const side = () => {
        const list: string[] = []
        for (let p = 0; p < text.length; ) {
          const form = text.slice(p, p + 1 + next(3))
          p += form.length
          const cut = 1 + next(form.length)
          const split = form.length > 1 && cut < form.length && next(2) === 0
          list.push(split ? `${form}=${form.slice(0, cut)}+${next(4) === 0 ? 'x' : form.slice(cut)}` : form)
        }
        const half = next(list.length + 1)
        return [list.slice(0, half), list.slice(half)].map((s) => (s.length > 0 ? tokens(...s) : '')).join('')
      }
      return [side(), side()] as const
    })

  test('a file agrees with itself completely', () => {
    fc.assert(
      fc.property(pair, ([text]) => {
        for (const [name, score] of Object.entries(compare(text, text).scores))
          if (score!.gold > 0) expect([name, score!.f1]).toEqual([name, 1])
      }),
    )
  })

  // Not of words: how the shared task aligns multiword tokens that overlap depends on which file is the gold
  // one.
  test('exchanging the files exchanges precision and recall of tokens and sentences', () => {
    fc.assert(
      fc.property(pair, ([left, right]) => {
        const there = compare(left, right).scores
        const back = compare(right, left).scores
        for (const name of ['Tokens', 'Sentences'] as const)
          expect([there[name]!.precision, there[name]!.recall]).toEqual([
            back[name]!.recall,
            back[name]!.precision,
          ])
      }),
    )
  })

  test('stricter metrics count fewer words, and none more than there are', () => {
    fc.assert(
      fc.property(pair, ([left, right]) => {
        const { scores } = compare(left, right)
        const c = (name: MetricName) => scores[name]!.correct
        for (const [strict, lax] of [
          ['LAS', 'UAS'],
          ['LAS-subtypes', 'LAS'],
          ['CLAS', 'LAS'],
          ['MLAS', 'CLAS'],
          ['BLEX', 'CLAS'],
          ['UAS', 'Words'],
          ['AllTags', 'UPOS'],
        ] as const)
          expect(c(strict)).toBeLessThanOrEqual(c(lax))
        expect(c('Words')).toBeLessThanOrEqual(Math.min(scores.Words!.gold, scores.Words!.system))
      }),
    )
  })
})
