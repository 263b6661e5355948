// Laws of reading and writing: what is read is written back, whole or in pieces, changed only where it was
// changed.
import { ParleyError } from '@parleyjs/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { block } from '../../../test-support/words.js'
import { COLUMNS } from './columns.js'
import { makeSentence } from './make.js'
import { parseConllu, readConllu } from './read.js'
import type { Sentence } from './sentence.js'
import { writeConllu } from './write.js'

const field = fc.constantFrom(
  '_',
  'a',
  'é',
  '-',
  '#',
  'a|b=c',
  '3-4',
  '数',
  '😀',
  "don't",
  'x y'.replace(' ', '·'),
)
const wordText = fc.tuple(
  fc.constantFrom('a', '_', '1 000', 'β', '😀', '-', '#'),
  fc.array(field, { minLength: 8, maxLength: 8 }),
)

/** A valid sentence as text, with ranges and empty nodes. */
const sentenceText = fc
  .record({
    comments: fc.array(fc.constantFrom('# text = a b', '#', '# x', '# é = ', '#\t a  '), { maxLength: 3 }),
    words: fc.array(
      fc.record({ columns: wordText, empties: fc.nat(2), range: fc.nat(3), head: fc.nat(99) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
  })
  .map(({ comments, words }) => {
    const lines: string[] = [...comments]
    let covered = 0
    words.forEach(({ columns: [form, rest], empties, range, head }, i) => {
      const last = Math.min(words.length, i + range)
      if (range > 1 && i + 1 > covered && last > i + 1) {
        lines.push(`${i + 1}-${last}\tab\t_\t_\t_\t_\t_\t_\t_\t${rest[7]}`)
        covered = last
      }
      const columns = [String(i + 1), form, ...rest]
      columns[6] = head > 90 ? '_' : String(head % (words.length + 1))
      lines.push(columns.join('\t'))
      for (let e = 1; e <= empties; e++) lines.push(`${i + 1}.${e}\t${rest.join('\t')}\tz`)
    })
    return `${lines.join('\n')}\n\n`
  })
const fileText = fc.array(sentenceText, { maxLength: 4 }).map((sentences) => sentences.join(''))

async function collect(sentences: AsyncIterable<Sentence>): Promise<Sentence[]> {
  const all: Sentence[] = []
  for await (const sentence of sentences) all.push(sentence)
  return all
}

describe('properties', () => {
  test('every valid text is written back byte for byte', () => {
    fc.assert(
      fc.property(fileText, (text) => {
        expect(writeConllu(parseConllu(text))).toBe(text)
      }),
    )
  })

  test('a stream cut anywhere, even inside a character, gives the same sentences and lines', async () => {
    const bytes = fc.tuple(
      fileText,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async ([text, sizes]) => {
        const all = new TextEncoder().encode(text)
        const pieces: Uint8Array[] = []
        for (let at = 0, k = 0; at < all.length; k++) {
          pieces.push(all.subarray(at, at + sizes[k % sizes.length]))
          at += sizes[k % sizes.length]
        }
        const streamed = await collect(readConllu(pieces))
        expect(writeConllu(streamed)).toBe(text)
        expect(streamed.map((s) => s.line)).toEqual(parseConllu(text).map((s) => s.line))
      }),
    )
  })

  test('columns are those of splitting the lines', () => {
    fc.assert(
      fc.property(sentenceText, (text) => {
        const [sentence] = parseConllu(text)
        const lines = text.split('\n').filter((line) => /^\d/.test(line))
        const rows = sentence.rows.map((r) => COLUMNS.map((name) => r[name]).join('\t'))
        expect(rows).toEqual(lines)
        const words = lines.map((line) => line.split('\t')).filter(([id]) => /^\d+$/.test(id))
        for (const [c, name] of COLUMNS.entries())
          expect(sentence.column(name)).toEqual(words.map((columns) => columns[c]))
        expect(Array.from(sentence.heads)).toEqual(words.map((w) => (w[6] === '_' ? -1 : Number(w[6]))))
      }),
    )
  })

  test('setting what is there changes nothing; setting something changes it alone', () => {
    fc.assert(
      fc.property(
        sentenceText,
        fc.nat(),
        fc.constantFrom('form', 'upos', 'deprel', 'misc'),
        (text, at, name) => {
          const sentence = parseConllu(text)[0]
          sentence.setHeads(sentence.heads.map((h, i) => (h === i + 1 ? 0 : h)))
          const before = sentence.rows
          sentence.setColumn('deprel', sentence.deprels)
          expect(parseConllu(sentence.toString())[0].rows).toEqual(before)
          const column = name as 'form' | 'upos' | 'deprel' | 'misc'
          const word = at % sentence.length
          sentence.setText(column, word, 'NEW')
          const expected = before.map((r) =>
            r.kind === 'word' && r.id === `${word + 1}` ? { ...r, [column]: 'NEW' } : r,
          )
          const again = parseConllu(sentence.toString())[0]
          expect(again.rows).toEqual(expected)
          expect(again.comments).toEqual(parseConllu(text)[0].comments)
        },
      ),
    )
  })

  test('broken text is read or refused with a line inside it, by both readers alike', async () => {
    const broken = fc.tuple(
      fileText,
      fc.nat(),
      fc.nat(5),
      fc.constantFrom('', '\t', '\n', '\r\n', ' ', '#', '1', '.', 'é'),
    )
    await fc.assert(
      fc.asyncProperty(broken, async ([text, at, cut, put]) => {
        const start = text === '' ? 0 : at % text.length
        const bad = text.slice(0, start) + put + text.slice(start + cut)
        const outcome = (error: unknown) => {
          expect(error).toBeInstanceOf(ParleyError)
          const { code, place } = error as ParleyError
          expect(code).toBe('bad-input')
          expect(place.line).toBeGreaterThanOrEqual(1)
          expect(place.line).toBeLessThanOrEqual(bad.split('\n').length)
          return 'refused'
        }
        const read = (run: () => Sentence[]) => {
          try {
            return writeConllu(run())
          } catch (error) {
            return outcome(error)
          }
        }
        const strict = read(() => parseConllu(bad))
        if (strict !== 'refused') expect(strict).toBe(bad)
        const streamed = await collect(readConllu([bad.slice(0, start), bad.slice(start)])).then(
          writeConllu,
          outcome,
        )
        expect(streamed).toBe(strict)
        let warned = 0
        const tolerant = read(() => parseConllu(bad, { strict: false, onWarning: () => warned++ }))
        if (strict !== 'refused') expect([tolerant, warned]).toEqual([bad, 0])
        else if (tolerant !== 'refused') expect(warned).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a sentence', () => {
  const text = block(
    '# sent_id = s1',
    '# text = ab c',
    '1-2 ab',
    '1 a x X _ _ 2 dep',
    '2 b y Y _ _ 0 root',
    '2.1 _',
    '3 c',
  )
  const read = () => parseConllu(`${block('1 z')}${text}`)[1]

  test('knows its words, comments and lines', () => {
    const s = read()
    expect(s.length).toBe(3)
    expect([s.forms, s.lemmas, s.upos, s.deprels]).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y', '_'],
      ['X', 'Y', '_'],
      ['dep', 'root', '_'],
    ])
    expect(Array.from(s.heads)).toEqual([2, 0, -1])
    expect([s.id, s.text, s.comment('nothing')]).toEqual(['s1', 'ab c', undefined])
    expect([s.line, s.lineOf(0), s.lineOf(2)]).toEqual([3, 6, 9])
    expect(s.rows.map((r) => r.kind)).toEqual(['range', 'word', 'word', 'empty', 'word'])
  })

  test('comments are added, changed and removed', () => {
    const s = read().setComment('text', 'new').setComment('score', '1').setComment('sent_id', null)
    expect(s.comments).toEqual(['# text = new', '# score = 1'])
    expect(s.line).toBe(3)
    expect(s.toString()).toBe(text.replace('# sent_id = s1\n# text = ab c', '# text = new\n# score = 1'))
  })

  test.each([
    ['a word that is not there', () => read().setHead(3, 0)],
    ['a head that is not there', () => read().setHead(0, 4)],
    ['itself as a head', () => read().setHead(0, 1)],
    ['half a head', () => read().setHead(0, 0.5)],
    ['too few heads', () => read().setHeads([0])],
    ['an empty field', () => read().setText('upos', 0, '')],
    ['a tab', () => read().setText('form', 0, 'a\tb')],
    ['a line end', () => read().setColumn('misc', ['a', 'b\n', 'c'])],
    ['a comment of two lines', () => read().setComment('a', 'b\nc')],
    ['no words', () => makeSentence([])],
    ['a form with a line end', () => makeSentence(['a\n\n1\tb'])],
    ['an empty form', () => makeSentence([''])],
    ['a comment of two lines in a new sentence', () => makeSentence(['a'], { text: 'a\nb' })],
    ['a head outside of a new sentence', () => makeSentence([{ form: 'a', head: 2 }])],
  ])('refuses %s', (_, run) => {
    expect(run).toThrow(expect.objectContaining({ name: 'ParleyError', code: 'bad-argument' }))
  })

  test('made from tokens', () => {
    const made = makeSentence(
      ['I', { form: "don't", misc: 'SpaceAfter=No', words: ['do', { form: "n't", upos: 'PART' }] }],
      {
        text: "I don't",
      },
    )
    expect(made.toString()).toBe(
      block("# text = I don't", '1 I', "2-3 don't _ _ _ _ _ _ _ SpaceAfter=No", '2 do', "3 n't _ PART"),
    )
  })

  test('a multiword token with a space is refused with advice, without a claim of leaving it as it is', () => {
    expect(() => makeSentence([{ form: 'in the', words: ['in', 'the'] }])).toThrow(
      /^FORM "in the" has a space inside, but a multiword token is one token\. Remove the spaces\.$/,
    )
  })

  test('made from text that is not normalised', () => {
    expect(makeSentence(['c\u030c']).forms).toEqual(['c\u030c'])
  })
})

describe('streams', () => {
  test('bytes that are not UTF-8 are refused, also at the end', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(block('1 a')), 0x31, 0xff, 0x0a])
    await expect(collect(readConllu([bytes]))).rejects.toThrow(/not UTF-8/)
    await expect(collect(readConllu([new Uint8Array([0x23, 0xc3])]))).rejects.toThrow(/cut off/)
  })

  test('a stream without an empty line ends early', async () => {
    let given = 0
    function* endless() {
      for (; given < 1e9; given += 1e6) yield '#'.repeat(1e6)
    }
    await expect(collect(readConllu(endless()))).rejects.toThrow(/Is this a CoNLL-U file/)
    expect(given).toBeLessThan(1e8)
  })
})
