// How the language is read: spellings, precedence, layout; and printed formulas are read back unchanged.
import { ParleyError } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { randomProgram } from '../../test-support/random-program.js'
import type { Formula, Program } from '../syntax/ast.js'
import { tokenize } from '../syntax/lexer.js'
import { parseFormula } from '../syntax/parse-formula.js'
import { printFormula } from '../syntax/print.js'
import { TokenStream } from '../syntax/token-stream.js'
import { parseRules } from './parse.js'

/** Parses a formula by itself, without resolving its names. */
function read(text: string): Formula {
  const source = { text, file: null }
  const tokens = tokenize(source, (error) => {
    throw error
  })
  return parseFormula(new TokenStream(source, tokens))
}

/** A copy of a syntax tree without places. */
function bare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bare)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).filter(([key]) => key !== 'place' && key !== 'source')
  return Object.fromEntries(entries.map(([key, value]) => [key, bare(value)]))
}

function printed(text: string): string {
  return printFormula(read(text))
}

describe('spellings', () => {
  test.each([
    ['a and b or not c', 'a & b | ~c', 'a ∧ b ∨ ¬c'],
    ['a implies b iff c xor d', 'a -> b <-> c ^ d', 'a ⇒ b ⇔ c ⊕ d'],
    ['forall x in w: p(x)', 'forall x in w : p(x)', '∀x ∈ w: p(x)'],
    ['exists! x in 1..n: p(x)', 'exists! x in 1 .. n: p(x)', '∃! x ∈ 1…n: p(x)'],
    ['x <> 1 & y <= 2 & z == 3', 'x != 1 && y <= 2 && z = 3', 'x ≠ 1 ∧ y ≤ 2 ∧ z = 3'],
    ['TRUE | FALSE || a mod 2 = 1', 'true | false | a % 2 = 1', '⊤ ∨ ⊥ ∨ a % 2 = 1'],
  ])('%s', (words, ascii, unicode) => {
    expect(bare(read(ascii))).toEqual(bare(read(words)))
    expect(bare(read(unicode))).toEqual(bare(read(words)))
  })
})

describe('what binds tighter', () => {
  test.each([
    ['a | b & c', 'a | (b & c)'],
    ['a ^ b | c', '(a ^ b) | c'],
    ['a & b ^ c', '(a & b) ^ c'],
    ['a => b => c', 'a => (b => c)'],
    ['a <=> b => c', 'a <=> (b => c)'],
    ['~a & b', '(~a) & b'],
    ['a & forall x: b | c', 'a & (forall x: (b | c))'],
    ['exists x: p(x) => q', 'exists x: (p(x) => q)'],
    ['x + 2 * y - 1 < z', '((x + (2 * y)) - 1) < z'],
    ['1 <= x < 3', '(1 <= x) & (x < 3)'],
    ['((x + 1)) < 2 & ((p(x)))', 'x + 1 < 2 & p(x)'],
    ['-x < -(1)', '(-x) < -1'],
  ])('%s', (loose, tight) => {
    expect(bare(read(loose))).toEqual(bare(read(tight)))
  })

  test('every formula that is printed is read back', () => {
    let seen = 0
    for (let seed = 0; seed < 400; seed++) {
      for (const statement of randomProgram(seed).program.statements) {
        if (statement.kind !== 'rule') continue
        seen++
        expect(bare(read(printFormula(statement.formula)))).toEqual(bare(statement.formula))
      }
    }
    expect(seen).toBeGreaterThan(300)
  })

  test('parentheses only where they are needed', () => {
    expect(printed('((a & b)) | (c)')).toBe('a & b | c')
    expect(printed('a & (b | c) => d')).toBe('a & (b | c) => d')
    expect(printed('~(a & b)')).toBe('~(a & b)')
    expect(printed('x - (y - 1) = 2')).toBe('x - (y - 1) = 2')
    expect(printed('p("say \\"hi\\"")')).toBe('p("say \\"hi\\"")')
  })
})

describe('layout', () => {
  const statements = (text: string) => (bare(parseRules(text)) as Program).statements.length

  test('deeper lines continue a statement, wherever the first one stands', () => {
    expect(statements('open a\nopen b\na\n  & b\n')).toBe(3)
    expect(statements('\n    open a\n    open b\n    a\n      & b\n')).toBe(3)
  })

  test('brackets may close at the margin', () => {
    expect(statements('domain d = {\nx,\ny\n}\nopen p(d)\np(\nx\n)\n')).toBe(3)
  })

  test('comments, empty lines, a byte-order mark and Windows line ends', () => {
    expect(
      statements('\ufeff# one\r\nopen a // two\r\n\r\n  # three\r\nopen b\r\na | # four\r\n  b\r\n'),
    ).toBe(3)
  })

  test('an empty program is a program', () => {
    expect(statements('')).toBe(0)
    expect(statements('# nothing\n')).toBe(0)
  })

  test('"at", "most", "least" and "of" are names where they count nothing', () => {
    expect(statements('open at\nopen most\nopen of\nat & most & of\nat most 1 of (at, most, of)')).toBe(5)
  })

  test('a thousand levels are refused, not followed', () => {
    for (const text of ['('.repeat(1000), '~'.repeat(1000), 'a => '.repeat(1000), 'a <=> '.repeat(1000)])
      expect(() => read(`${text}a`)).toThrow(ParleyError)
    expect(() => read(`1${' + 1'.repeat(1000)} > 0`)).toThrow(/nested/)
  })
})
