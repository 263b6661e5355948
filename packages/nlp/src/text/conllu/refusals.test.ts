// Each rule of the format, broken once: refused with the line, and tolerated with a warning where that is
// possible.
import { ParleyError } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { block, row } from '../../../test-support/words.js'
import type { ConlluWarning } from './complaints.js'
import { parseConllu } from './read.js'
import { writeConllu } from './write.js'

const GOOD = block('# sent_id = 1', '1 a', '2 b')

function refusal(text: string): { line: number | undefined; message: string } {
  try {
    parseConllu(text)
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'bad-input')
      return { line: error.place.line, message: error.message }
    throw error
  }
  throw new Error('The text was not refused.')
}

const FATAL: [string, string, number, RegExp][] = [
  ['nine columns', GOOD + row('1 a').replace('\t_\n', '\n'), 5, /9 columns instead of 10/],
  ['a tab at the end', row('1 a').replace('\n', '\t\n'), 1, /11 columns/],
  ['spaces instead of tabs', '1 a a X _ _ 0 root _ _\n\n', 1, /1 columns.*spaces instead of tabs/],
  ['a gap in the ids', GOOD + block('1 a', '3 b'), 6, /Word 3 comes where word 2/],
  ['ids from 2', block('2 a'), 1, /Word 2 comes where word 1/],
  ['an id twice', block('1 a', '1 b'), 2, /Word 1 comes where word 2/],
  ['a leading zero', block('01 a'), 1, /"01"/],
  ['an id 0', block('0 a'), 1, /"0"/],
  ['a letter in a range', block('1-X a'), 1, /"1-X"/],
  ['a line that starts with a letter', GOOD + block('a b'), 5, /neither a comment/],
  ['a line that starts with a dash', block('1 a', '- b'), 2, /neither a comment/],
  ['a reversed range', block('1 a', '2-1 bc', '2 b'), 2, /ends before it begins/],
  ['a range after its word', block('1 a', '1-2 ab', '2 b'), 2, /stands before word 2/],
  ['a range too early', block('2-3 bc', '1 a', '2 b', '3 c'), 1, /stands before word 1/],
  ['a range past the end', block('1-3 abc', '1 a', '2 b'), 1, /ends after the last word, which is 2/],
  ['overlapping ranges', block('1-2 ab', '1 a', '2-3 bc', '2 b', '3 c'), 3, /overlaps/],
  ['the same range twice', block('1-2 ab', '1-2 ab', '1 a', '2 b'), 2, /overlaps/],
  ['an empty node before its word', block('1.1 a', '1 a'), 1, /1\.1 comes where 0\.1/],
  ['an empty node number 2 first', block('1 a', '1.2 b'), 2, /1\.2 comes where 1\.1/],
  ['an empty node number 0', block('1 a', '1.0 b'), 2, /"1\.0"/],
  [
    'an empty node after a range',
    block('1 a', '2-3 bc', '1.1 _', '2 b', '3 c'),
    3,
    /before the multiword token 2-3/,
  ],
  ['only an empty node', block('0.1 a'), 1, /no words/],
  ['a comment inside', block('1 a', '# x', '2 b'), 2, /inside a sentence/],
  ['a comment at the end', `${row('1 a')}# x\n\n`, 2, /inside a sentence/],
]

describe('refused by every reader', () => {
  test.each(FATAL)('%s', (_, text, line, message) => {
    const found = refusal(text)
    expect(found.message).toMatch(message)
    expect(found.line).toBe(line)
    expect(found.message.startsWith(`Line ${line}: `)).toBe(true)
    expect(() => parseConllu(text, { strict: false, onWarning: () => {} })).toThrow(ParleyError)
  })

  test('the name of the file goes along', () => {
    expect(() => parseConllu('x', { file: 'a.conllu' })).toThrow(
      expect.objectContaining({ place: { line: 1, file: 'a.conllu' } }),
    )
  })
})

// The text, the line, the code, and what a tolerant reader writes back.
const TOLERABLE: [string, string, number, string, string][] = [
  ['CR LF', GOOD.replaceAll('\n', '\r\n'), 1, 'newline', GOOD],
  ['CR alone', GOOD.replaceAll('\n', '\r'), 1, 'newline', GOOD],
  ['a byte-order mark', `\ufeff${GOOD}`, 1, 'byte-order-mark', GOOD],
  ['no empty line at the end', GOOD + row('1 a'), 5, 'final-line', GOOD + block('1 a')],
  ['no newline at the end', GOOD.slice(0, -2), 3, 'final-line', GOOD],
  ['two empty lines', `${GOOD}\n${GOOD}`, 5, 'empty-line', GOOD + GOOD],
  ['an empty line first', `\n${GOOD}`, 1, 'empty-line', GOOD],
  ['spaces in an empty line', GOOD.replace(/\n$/, '   \n') + GOOD, 4, 'blank-line', GOOD + GOOD],
  ['tabs in an empty line', GOOD.replace(/\n$/, '\t\t\t\t\t\t\t\t\t\n'), 4, 'blank-line', GOOD],
  ['comments alone', `# a\n\n${GOOD}`, 1, 'no-words', `# a\n${GOOD}`],
  ['an empty form', block('1  x'), 1, 'empty-field', block('1  x')],
  [
    'an empty last column',
    row('1 a').replace('_\n', '\n\n'),
    1,
    'empty-field',
    row('1 a').replace('_\n', '\n\n'),
  ],
  ['a space at the start', block('1 ~a'), 1, 'space', block('1 ~a')],
  ['a space at the end', block('1 a~'), 1, 'space', block('1 a~')],
  ['a no-break space at the end', block('1 a\u00a0'), 1, 'space', block('1 a\u00a0')],
  ['two spaces', block('1 a~~b'), 1, 'space', block('1 a~~b')],
  ['a space in UPOS', block('1 a a X~Y'), 1, 'space', block('1 a a X~Y')],
  ['a space in a range', block('1-2 a~b', '1 a', '2 b'), 1, 'space', block('1-2 a~b', '1 a', '2 b')],
  [
    'a range with a tag',
    block('1-2 ab _ X', '1 a', '2 b'),
    1,
    'range-field',
    block('1-2 ab _ X', '1 a', '2 b'),
  ],
  ['text that is not normalised', block('1 c', '2 c\u030c'), 2, 'unicode', block('1 c', '2 c\u030c')],
  ['a comment that is not normalised', block('# c\u030c', '1 c'), 1, 'unicode', block('# c\u030c', '1 c')],
  ['a head that is a word', block('1 a a X _ _ b'), 1, 'head', block('1 a a X _ _ b')],
  ['a negative head', block('1 a a X _ _ -1'), 1, 'head', block('1 a a X _ _ -1')],
  ['a head with a leading zero', block('1 a a X _ _ 00'), 1, 'head', block('1 a a X _ _ 00')],
  [
    'a head outside',
    block('1-2 ab', '1 a', '2 b b X _ _ 3'),
    3,
    'head',
    block('1-2 ab', '1 a', '2 b b X _ _ 3'),
  ],
]

describe('refused by a strict reader, reported by a tolerant one', () => {
  test.each(TOLERABLE)('%s', (_, text, line, code, written) => {
    expect(refusal(text).line).toBe(line)
    const warnings: ConlluWarning[] = []
    const sentences = parseConllu(text, { strict: false, onWarning: (warning) => warnings.push(warning) })
    expect(warnings[0]).toMatchObject({ code, line })
    expect(new Set(warnings.map((warning) => warning.code)).size).toBe(1)
    expect(writeConllu(sentences)).toBe(written)
  })

  test('comments at the end of the file are left out, and said to be', () => {
    const codes: string[] = []
    const onWarning = ({ code }: ConlluWarning) => codes.push(code)
    expect(parseConllu(`${GOOD}# x\n\n`, { strict: false, onWarning })).toHaveLength(1)
    expect(codes).toEqual(['no-words', 'no-words'])
    expect(refusal(`${GOOD}# x\n\n`).line).toBe(5)
  })

  test('lines are counted across what is left out', () => {
    const lines: number[] = []
    const onWarning = ({ line }: ConlluWarning) => lines.push(line)
    const text = `\n# a\n\n\n${GOOD}\n${block('1 a~')}`
    const sentences = parseConllu(text, { strict: false, onWarning })
    expect(sentences.map((s) => s.lineOf(0))).toEqual([6, 10])
    expect(lines).toEqual([1, 2, 4, 9, 10])
  })
})

describe('accepted', () => {
  test.each([
    ['nothing', ''],
    ['no comments', block('1 a')],
    ['a space inside a form and a lemma', block('1 100~000 100~000')],
    ['spaces in MISC', block('1 a _ _ _ _ _ _ _ A=b~c')],
    ['_ as a form', block('1 _ _ PUNCT')],
    ['empty nodes before the first word', block('0.1 a', '0.2 b', '1 c')],
    ['empty nodes before and inside a range', block('1 a', '1.1 b', '2-3 cd', '2 c', '2.1 x', '3 d')],
    ['a range of one word', block('1-1 a', '1 a')],
    ['a typing error in a range', block('1-2 ab _ _ _ Typo=Yes', '1 a', '2 b')],
    ['# as a form', block('1 #', '2 #b')],
    ['what cannot be composed', block('1 \u0441\u030c')],
    ['emoji and right-to-left script', block('1 👩‍💻', '2 שָׁלוֹם'.normalize('NFC'))],
    ['no heads', block('1 a', '2 b')],
    ['U+2028 in a comment', block('# a\u2028b', '1 a')],
  ])('%s', (_, text) => {
    expect(writeConllu(parseConllu(text))).toBe(text)
  })
})
