// Tests the parser of command lines.
import { didYouMean } from '@parleyjs/core/internal'
import { describe, expect, test } from 'vitest'
import { choice, number, onePositional, parseCommand } from './args.js'
import { UsageError } from './usage-error.js'

const whole = { least: 1, whole: true }

describe('options', () => {
  test('values, switches, short names and the file may stand in any order', () => {
    const parsed = parseCommand('solve', ['--json', '-a', 'exact', 'x.uai', '--k=3'])
    expect(parsed.values).toMatchObject({ json: true, algorithm: 'exact', k: '3' })
    expect(onePositional('solve', parsed)).toBe('x.uai')
  })

  test('"-" is a file, and what follows "--" is no option', () => {
    expect(onePositional('solve', parseCommand('solve', ['-']))).toBe('-')
    expect(onePositional('solve', parseCommand('solve', ['--', '--odd.uai']))).toBe('--odd.uai')
  })

  test.each([
    [['--tolerence', '1', 'x.uai'], /Unknown option --tolerence\. Did you mean --tolerance\?/],
    [['-z', 'x.uai'], /Unknown option -z/],
    [['x.uai', '--k'], /^--k has no value/],
    [['x.uai', '--k', '-3'], /^--k has no value\. One that begins with a dash is written --k=-1\.$/],
    [['x.uai', '-a'], /^--algorithm has no value/],
    [['x.uai', '--k', '1', '--k', '2'], /--k was given twice/],
    [['x.uai', '--json=yes'], /^--json takes no value\.$/],
  ])('%j is refused', (args, message) => {
    expect(() => parseCommand('solve', args)).toThrow(UsageError)
    expect(() => parseCommand('solve', args)).toThrow(message)
  })

  test('exactly one file', () => {
    expect(() => onePositional('solve', parseCommand('solve', []))).toThrow(/No FILE/)
    expect(() => onePositional('solve', parseCommand('solve', ['']))).toThrow(/No FILE/)
    expect(() => onePositional('solve', parseCommand('solve', ['a', 'b']))).toThrow(/One FILE/)
  })
})

describe('numbers', () => {
  const read = (text: string, range: { least: number; whole: boolean }) =>
    number('solve', { values: { k: text }, positionals: [] }, 'k', range)

  test.each(['3', '1e3', ' 7 '])('%j is a whole number', (text) => {
    expect(read(text, whole)).toBe(Number(text))
  })

  test.each(['', ' ', 'x', '1.5', '0', '-3', 'NaN', 'Infinity', '1e400', '3 4', '1e300'])(
    '%j is refused',
    (text) => {
      expect(() => read(text, whole)).toThrow(/--k .*expected a whole number of at least 1/)
    },
  )

  test('fractions where they make sense', () => {
    expect(read('1e-4', { least: 0, whole: false })).toBe(1e-4)
    expect(() => read('-1e-4', { least: 0, whole: false })).toThrow(UsageError)
  })

  test('an absent option is undefined', () => {
    expect(number('solve', { values: {}, positionals: [] }, 'k', whole)).toBeUndefined()
  })
})

test('choices name what there is, and the nearest', () => {
  const parsed = { values: { to: 'jsn' }, positionals: [] }
  expect(() => choice('convert', parsed, 'to', ['json', 'lp'])).toThrow(
    /choose one of json, lp\. Did you mean json\?/,
  )
})

test.each([
  ['slove', ' Did you mean solve?'],
  ['convrt', ' Did you mean convert?'],
  ['frobnicate', ''],
  ['x', ''],
])('for %s:%s', (word, expected) => {
  expect(didYouMean(word, ['solve', 'convert', 'help'])).toBe(expected)
})
