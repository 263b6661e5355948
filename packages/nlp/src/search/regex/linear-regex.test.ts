// Checks the linear-time matcher against JavaScript's own, and that hard expressions are fast.
import { ParleyError } from '@parleyjs/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LinearRegex } from './linear-regex.js'

const atom = fc.constantFrom(
  'a',
  'b',
  'Ä',
  '😀',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '\\p{L}',
  '\\.',
  '^',
  '$',
  '[😀-😂]',
)
const { regex } = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie('regex'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}', '{0,}', '{2,}'))
      .map(([a, q]) => `(?:${a})${q}`),
  ),
}))
const text = fc
  .array(fc.constantFrom('a', 'b', 'ä', '😀', '.', 'B'), { maxLength: 8 })
  .map((all) => all.join(''))

describe('a regular expression', () => {
  test('matches what JavaScript matches, as a whole', () => {
    fc.assert(
      fc.property(regex, fc.array(text, { maxLength: 8 }), fc.boolean(), (source, texts, ignoreCase) => {
        const own = new LinearRegex(source, ignoreCase)
        const theirs = new RegExp(`^(?:${source})$`, ignoreCase ? 'isu' : 'su')
        for (const one of texts) expect([one, own.matches(one)]).toEqual([one, theirs.test(one)])
        for (const one of texts) expect([one, own.matches(one)]).toEqual([one, theirs.test(one)])
      }),
      { numRuns: 500 },
    )
  })

  test.each(['(a+)+b', '(a|a)*b', '(a?){100}a{100}', '(.*)*(.*)*(.*)*x', '([ab]*c?)*[ab]{200}$'])(
    '%s takes linear time',
    (source) => {
      const begin = process.cpuUsage()
      const own = new LinearRegex(source)
      for (let n = 0; n < 20; n++) own.matches('ab'.repeat(500) + 'a'.repeat(n))
      expect(process.cpuUsage(begin).user).toBeLessThan(3e6)
    },
  )

  test('stays within its memory on many texts', () => {
    const own = new LinearRegex('[a-c]*a[a-c]{12}')
    let seed = 1
    const next = () => 'abc'[(seed = (seed * 48271) % 2147483647) % 3]
    for (let n = 0; n < 2000; n++) {
      const word = Array.from({ length: 20 }, next).join('')
      expect(own.matches(word)).toBe(/^[a-c]*a[a-c]{12}$/.test(word))
    }
  })

  test.each([
    ['a(?=b)', 3],
    ['(a)\\1', 4],
    ['\\bx', 1],
    ['(ab', 4],
    ['ab)', 3],
    ['*a', 1],
    ['a{3,1}', 7],
    ['a{5000}', 8],
    ['[b-a]', 6],
    ['\\p{Nonsense}', 13],
    ['a++', 3],
  ])('%s is refused at its column', (source, column) => {
    expect(() => new LinearRegex(source, false, 0)).toThrow(
      expect.objectContaining({ code: 'bad-argument', place: { column } }),
    )
  })

  test('one with too many states is refused', () => {
    expect(() => new LinearRegex('((a{90}){90}){90}')).toThrow(ParleyError)
  })
})
