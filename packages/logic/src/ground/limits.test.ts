// Programs that become enormous in a few lines are refused before memory is allocated for them.
import { ParleyError } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { Domain } from '../compile/domain.js'
import { parseRules, problemsIn } from '../program/parse.js'
import { ground, sizeOf } from './ground.js'

/**
 * Definitions that each use the previous one twice: written out, the last has 2ⁿ times the parts of the
 * first.
 */
function doubling(n: number, atom: string): string {
  const lines = [`d0 := ${atom}(a)`]
  for (let i = 0; i < n; i++) lines.push(`d${i + 1} := d${i} & (d${i} | ${atom}(b))`)
  return lines.join('\n')
}

const DECLARED = 'domain t = {a, b}\nopen p(t) score 0.5\ngiven g(t) = {a}\n'

function refusal(work: () => unknown): ParleyError {
  try {
    work()
  } catch (error) {
    if (error instanceof ParleyError) return error
    throw error
  }
  throw new Error('It was not refused.')
}

describe('definitions without arguments that use each other twice', () => {
  test.each<[string, string]>([
    ['in a rule', `${DECLARED}${doubling(60, 'p')}\n"x": d60`],
    ['in a soft rule', `${DECLARED}${doubling(60, 'p')}\n"x" weight 1: d60 => p(a)`],
    ['in a count', `${DECLARED}${doubling(60, 'p')}\n"x": at most 1 of (d60, p(a))`],
    ['in a definition of an open predicate', `${DECLARED}open q\n${doubling(60, 'p')}\n"x": q\nq := d60`],
    ['in a condition', `${DECLARED}${doubling(60, 'g')}\n"x": p(y) where d60`],
    ['in a given premise', `${DECLARED}${doubling(60, 'g')}\n"x": d60 => p(y)`],
    ['in the condition of an atom', `${DECLARED}${doubling(60, 'g')}\nopen r(x: t) where d60\nr(x)`],
    [
      'in the condition of a definition',
      `${DECLARED}${doubling(60, 'g')}\ne(x: t) := p(x) where d60\n"x": e(y)`,
    ],
    ['more than 2¹⁰²³ times', `${DECLARED}${doubling(1500, 'p')}\n"x": d1500`],
  ])(
    '%s',
    (_, text) => {
      const { code, message, place } = refusal(() => parseRules(text))
      expect(code).toBe('too-large')
      expect(message).toMatch(/written out.* parts.*the limit is .*open/s)
      expect(place.line).toBeGreaterThan(1)
      expect(problemsIn(text).map((problem) => problem.message)).toEqual([message])
    },
    5000,
  )

  test('the sum over all rules counts, not only the largest', () => {
    const rules = Array.from({ length: 1000 }, (_, i) => `"r${i}": d12 | p(b)`)
    expect(
      refusal(() => ground(parseRules(`${DECLARED}${doubling(12, 'p')}\n${rules.join('\n')}`))).code,
    ).toBe('too-large')
  })

  test('a few of them are fine, and mean what they say', () => {
    const grounding = ground(parseRules(`${DECLARED}${doubling(10, 'p')}\n"x": ~d10`))
    const answer = grounding.solve({ algorithm: 'exact' })
    expect(answer.atoms('p')).toEqual([['b']])
  })

  test('what they are written out to counts for every instance', () => {
    const rules = (n: number) =>
      `domain n = 1..1000\nopen p(n)\nopen a(n)\nd0(x) := a(x)\n${Array.from({ length: n }, (_, i) => `d${i + 1}(x) := d${i}(x) & (d${i}(x) | p(x))`).join('\n')}\n"x": d${n}(x)`
    expect(sizeOf(parseRules(rules(1))).rules[0].combinations).toBe(1000)
    const large = sizeOf(parseRules(rules(10))).rules[0].combinations
    // 2¹⁰ + 2¹⁰ − 1 atoms for each of 1,000 instances; every 8 of them count as one combination.
    expect(large).toBe(1000 * (1 + Math.floor((2 ** 11 - 1) / 8)))
    expect(refusal(() => ground(parseRules(rules(10)), {}, { limit: 50_000 })).code).toBe('too-large')
  })
})

test('a long formula counts for more than one combination, a usual one does not', () => {
  const clause = (n: number) => Array.from({ length: n }, (_, i) => `p(x, ${i % 10})`).join(' | ')
  const size = (n: number) =>
    sizeOf(parseRules(`domain n = 0..99\nopen p(n, n)\n${clause(n)}`)).rules[0].combinations
  expect([1, 3, 7, 8, 80].map(size)).toEqual([100, 100, 100, 200, 1100])
})

test('definitions that are nested too deeply are refused, too', () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `d${i + 1} := d${i} | p(b)`).reverse()
  const text = `${DECLARED}${lines.join('\n')}\nd0 := p(a)\n"x": d20000`
  expect(refusal(() => ground(parseRules(text)))).toMatchObject({ code: 'too-large' })
  expect(refusal(() => ground(parseRules(text))).message).toMatch(/nested.*open/)
})

test('conditions with quantifiers count what they go through', () => {
  const text =
    'domain n = 1..1000\ngiven g(n)\nopen p(n)\np(x) where forall a in n, b in n, c in n: a + b + c > 0'
  const program = parseRules(text)
  expect(sizeOf(program, { g: [] }).combinations).toBeGreaterThan(1e9)
  expect(refusal(() => ground(program, { g: [] })).code).toBe('too-large')
  const atoms = parseRules(
    'domain n = 1..1000\nopen p(x: n) where forall a in n, b in n, c in n: a + b + c > x',
  )
  expect(refusal(() => ground(atoms)).message).toContain('1,000,000,001,000')
})

test('domains have no more members than the limit', () => {
  const program = parseRules('domain n = 1..10000000\ndomain m = 1..10000000\nopen p(n)\np(1)')
  const before = process.memoryUsage()
  const { code, message, place } = refusal(() => ground(program, {}, { limit: 1_000_000 }))
  const after = process.memoryUsage()
  expect([code, place.line]).toEqual(['too-large', 1])
  expect(message).toContain('1,000,000')
  expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(50e6)
})

test('a large interval takes 8 bytes for each member, and names only where they are needed', () => {
  const before = process.memoryUsage()
  const domain = Domain.interval('n', 1, 1_000_000)
  const after = process.memoryUsage()
  expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(20e6)
  expect([domain.size, domain.numeric, domain.describe()]).toEqual([1_000_000, true, '1..1000000'])
  expect([1, '999999', '0999999', 1_000_001, 'x', 1.5].map((member) => domain.indexOf(member))).toEqual([
    0, 999_998, -1, -1, -1, -1,
  ])
  expect(domain.keys[999_999]).toBe('1000000')
})
