// Grounding: which factors result, what is shared and simplified, how large the graph becomes, and what
// clashes.
import { exact, linearProgram, writeDot } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import type { Data } from '../data/table.js'
import { parseRules } from '../program/parse.js'
import { ground, sizeOf } from './ground.js'
import type { Grounding } from './grounding.js'

function grounded(text: string, data: Data = {}): Grounding {
  return ground(parseRules(text), data)
}

/** The kinds of the factors, in order. */
function kinds(text: string, data: Data = {}): string[] {
  const { graph } = grounded(text, data)
  return Array.from({ length: graph.factorCount }, (_, f) => graph.factorLabel(f))
}

const ABC = 'open a\nopen b\nopen c\nopen d\n'

describe('the cheapest factor', () => {
  test.each([
    ['a => b', ['or']],
    ['a & b => c | d', ['or']],
    ['~(a & b)', ['or']],
    ['a & ~b', ['xor', 'xor']],
    ['a <=> b', ['xor']],
    ['a := b | c', ['or-with-output']],
    ['a := b & c', ['or-with-output']],
    ['a := b ^ c', ['xor']],
    ['a ^ b ^ c', ['parity']],
    ['exactly 1 of (a, b, c)', ['xor']],
    ['at most 1 of (a, b, c)', ['at-most-one']],
    ['at least 1 of (a, b, c)', ['or']],
    ['at most 2 of (a, b, c)', ['budget']],
    ['~at most 2 of (a, b, c, d)', ['budget']],
    ['exactly 0 of (a, b)', ['budget']],
    ['a => b & c', ['or', 'or']],
    ['weight 1: a => b', ['pair']],
    ['weight 1: a', ['dense']],
    ['weight 1: ~a', []],
    ['a | ~a', []],
    ['true', []],
  ])('%s', (rule, expected) => {
    expect(kinds(`${ABC}${rule}`)).toEqual(expected)
  })

  test('formulas inside others are shared', () => {
    const { size } = grounded(`${ABC}weight 1: (a & b) => c & d\nweight 2: (a & b) ^ (c & d)\n(b & a) | d`)
    expect(size.parts).toBeLessThanOrEqual(3)
    expect(grounded(`${ABC}c := a & b\nd := a & b`).size.variables).toBe(4)
  })

  test('what is given leaves nothing behind', () => {
    const text = `domain n = 1..4
      given g(n) = {1, 3}
      open p(n)
      `.replaceAll(/\n +/g, '\n')
    expect(grounded(`${text}g(x) => p(x)`).size).toMatchObject({ rules: 2, factors: 2, variables: 4 })
    expect(grounded(`${text}exists! x: p(x) & g(x)`).graph.store.literalsOf(0)).toHaveLength(2)
    expect(grounded(`${text}p(x) | x < 3 | g(x)`).size.factors).toBe(1)
  })
})

describe('definitions', () => {
  test('"exists!" in a definition is XOR with output: more than one is forbidden', () => {
    const text = 'domain n = 1..3\nopen p(n) score 1\nopen any score -0.5\nany := exists! x: p(x)\n'
    expect(grounded(text).solve({ algorithm: 'exact' }).value).toBeCloseTo(0.5, 9)
    const loose = text.replace(':=', '<=>')
    expect(grounded(loose).solve({ algorithm: 'exact' }).value).toBeCloseTo(3, 9)
  })

  test('the same holds for a predicate that is not declared, used or not', () => {
    const text = 'domain n = 1..3\nopen p(n) score 1\nany := exists! x: p(x)\n'
    const { atoms, value } = { ...grounded(text).size, value: grounded(text).solve().value }
    expect({ atoms, value: Math.round(1e6 * value) / 1e6 }).toEqual({ atoms: 4, value: 1 })
  })

  test('definitions may use each other in any order', () => {
    const text = 'open a score 1\nopen b score -3\nx := y & a\ny := ~z\nz := b\nx\n'
    const answer = grounded(text).solve()
    expect([answer.holds('a'), answer.holds('b')]).toEqual([true, false])
  })

  test('a definition is false where its condition does not hold', () => {
    const text = 'domain n = 1..3\nopen p(n) score 1\nlow(x) := p(x) where x < 3\nweight 5: low(x)\n'
    expect(
      grounded(text)
        .solve()
        .explain()!
        .violated.map(({ values }) => values),
    ).toEqual([{ x: 3 }])
  })
})

describe('weights', () => {
  test('are paid for each instance of the outermost "forall"', () => {
    const text = (rule: string) => `domain n = 1..3\nopen p(n) score -10\nweight 2: ${rule}\n`
    expect(grounded(text('forall x: p(x)')).solve().value).toBeCloseTo(-6, 9)
    expect(grounded(text('p(x)')).solve().value).toBeCloseTo(-6, 9)
    expect(grounded(text('~exists x: ~p(x)')).solve().value).toBeCloseTo(-2, 9)
  })

  test('may come from data, and see the variables of the rule', () => {
    const text = 'domain n = 1..3\nopen p(n) score -10\nfunction w(n) = {1: 5, 2: 6, 3: 7}\n'
    for (const rule of ['weight w(x) / 2: p(x)', 'weight w(x) / 2: forall x: p(x) where x > 0'])
      expect(grounded(`${text}${rule}`).solve().value).toBeCloseTo(-9, 9)
  })

  test('may be negative: then the rule is better violated', () => {
    const answer = grounded('open a score -1\nopen b score -1\nweight -3: ~a | ~b\n').solve({
      algorithm: 'exact',
    })
    expect(answer.value).toBeCloseTo(1, 9)
    expect(answer.explain()!.violated).toMatchObject([{ cost: -3 }])
  })
})

describe('clashes', () => {
  test('are a small set of instances in the words of the program', () => {
    const text = `domain person = {anna, ben, cleo}
given friends(person, person) = {(anna, ben), (ben, cleo)}
open smokes(person) score 1
"alike": friends(x, y) => (smokes(x) <=> smokes(y))
"anna does": smokes("anna")
"somebody does not": exists x: ~smokes(x)
"at least one": at least 1 x: smokes(x)
`
    for (const algorithm of ['ad3', 'exact'] as const) {
      const answer = grounded(text).solve({ algorithm })
      expect(answer.status).toBe('infeasible')
      expect(answer.explain()).toBe(null)
      expect(answer.clash().map(({ rule, text }) => `${rule}: ${text}`)).toEqual([
        'alike: friends(anna, ben) => (smokes(anna) <=> smokes(ben))',
        'alike: friends(ben, cleo) => (smokes(ben) <=> smokes(cleo))',
        'anna does: smokes("anna")',
        'somebody does not: exists x: ~smokes(x)',
      ])
    }
  })

  test('with the data alone', () => {
    const text = 'domain n = 1..3\ngiven g(n) = {1, 2}\nopen p\n"all": g(x)\n'
    const answer = grounded(text).solve()
    expect(answer.status).toBe('infeasible')
    expect(answer.clash()).toMatchObject([{ rule: 'all', values: { x: 3 }, line: 4 }])
  })

  test('through a definition', () => {
    const text = 'open a\nopen b\nc := a & b\n"yes": c\n"no": ~a\n'
    expect(
      grounded(text)
        .solve()
        .clash()
        .map(({ rule }) => rule),
    ).toEqual(['yes', 'no'])
  })
})

describe('size', () => {
  const transitive = 'domain n = 1..1000\nopen p(n, n)\n"transitive": p(x, y) & p(y, z) => p(x, z)\n'

  test('is estimated without grounding', () => {
    expect(sizeOf(parseRules(transitive))).toMatchObject({
      atoms: 1e6,
      combinations: 1e9,
      rules: [{ rule: 'transitive', line: 3, combinations: 1e9 }],
    })
  })

  test('above the limit is refused with the rule that is to blame; the limit can be raised', () => {
    expect(() => grounded(transitive)).toThrow(
      /Line 3.*about 1,001,000,000 combinations.*transitive.*20,000,000/s,
    )
    const small = parseRules(transitive.replace('1000', '10'))
    expect(() => ground(small, {}, { limit: 500 })).toThrow(/limit is 500/)
    expect(ground(small, {}, { limit: 1e4 }).size.factors).toBe(810)
  })

  test('of a join is that of the data, not of the domains', () => {
    const people = Array.from({ length: 3000 }, (_, i) => `p${i}`)
    const friends = people.map((person, i) => [person, people[(7 * i + 1) % 3000]])
    const program = parseRules(`domain person
given friends(person, person)
open smokes(person)
friends(x, y) & friends(y, z) & smokes(x) => smokes(z)`)
    expect(sizeOf(program, { friends }).combinations).toBeLessThan(4000)
    expect(ground(program, { friends }).size.rules).toBe(3000)
  })

  test('open atoms that do not exist are not gone through', () => {
    const text = `constant k = 2000
domain n = 1..k
given near(n, n)
open p(a: n, b: n) where near(a, b)
p(x, y) & p(y, z) => p(x, z)`
    const near = Array.from({ length: 1999 }, (_, i) => [i + 1, i + 2])
    const program = parseRules(text)
    expect(sizeOf(program, { near })).toMatchObject({ atoms: 1999, combinations: 1999 })
    expect(ground(program, { near }).size.factors).toBe(1998)
  })
})

test('variables can be named after their atoms', () => {
  const program = parseRules('domain n = 1..2\nopen p(n, n)\np(1, 2)')
  expect(writeDot(ground(program, {}, { names: true }).graph)).toContain('p(1, 2)')
  expect(ground(program).graph.variableName(0)).toBe(undefined)
})

test('an atom that the condition excludes is false, one outside the domain is an error', () => {
  const grounding = grounded('domain n = 1..3\nopen p(x: n) where x != 2 score 1')
  const answer = grounding.solve()
  expect([answer.holds('p', 1), answer.holds('p', 2)]).toEqual([true, false])
  expect([answer.marginal('p', 3), answer.marginal('p', 2)]).toEqual([1, 0])
  expect(() => answer.holds('p', 4)).toThrow(/4 is not in the domain n, 1\.\.3/)
  expect(() => answer.holds('q', 4)).toThrow(/no open predicate q/)
  expect(() => answer.holds('p')).toThrow(/1 arguments, but got 0/)
})

test('programs without atoms, rules or members', () => {
  expect(grounded('').solve().value).toBe(0)
  expect(grounded('domain n = 1..0\nopen p(n)\nexists x: p(x)').solve().status).toBe('infeasible')
  expect(grounded('domain n = 1..0\nopen p(n)\np(x)').solve().status).toBe('optimal')
  expect(grounded('open a\nweight 2: false').solve().value).toBeCloseTo(-2, 9)
  expect(exact(grounded('weight 2: false').graph).value).toBeCloseTo(-2, 9)
  expect(linearProgram(grounded('weight 2: false').graph).constant).toBe(-2)
})
