// Text with a sentence on each line, and the white space of a text in MISC.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Pipeline } from './pipeline.js'
import type { TokenizerStage } from './stages.js'

/** Words are letters; a sentence ends with a full stop. */
const tokenizer: TokenizerStage = {
  *tokenize(text) {
    let tokens = []
    for (const match of text.matchAll(/\p{L}+|[^\s\p{L}]/gu)) {
      const [form] = match
      const end = match.index + form.length
      tokens.push({ form, start: match.index, end, spaceAfter: /\s/.test(text[end] ?? ''), words: [form] })
      if (form !== '.') continue
      yield { tokens }
      tokens = []
    }
    if (tokens.length > 0) yield { tokens }
  },
}
const pipeline = new Pipeline({ tokenizer })
const texts = fc
  .array(fc.constantFrom('Ab', 'c', ' ', '\n', '\n\n', '\r\n', '.', '|', '\\', '\u00a0', '\t'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

describe('a sentence on each line', () => {
  test('whatever the tokenizer makes of it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const expected = text.split('\n').flatMap((line) => {
          const words = line.match(/\p{L}+|[^\s\p{L}]/gu)
          return words === null ? [] : [[...words]]
        })
        const found = [...pipeline.process(text, { lines: true })]
        expect(found.map(({ sentence }) => [...sentence.forms])).toEqual(expected)
        for (const { sentence, offsets } of found)
          expect(sentence.forms.map((_, i) => text.slice(offsets![2 * i], offsets![2 * i + 1]))).toEqual(
            sentence.forms,
          )
      }),
    )
  })

  test('an empty line ends a paragraph', () => {
    const found = [...pipeline.process('A. B.\nC\n\nD', { lines: true })]
    expect(found.map(({ sentence }) => [sentence.text, sentence.comment('newpar id')])).toEqual([
      ['A. B.', 'p1'],
      ['C', undefined],
      ['D', 'p2'],
    ])
  })

  test('a line that is too long is refused', () => {
    expect(() => [...pipeline.process('a '.repeat(100_000), { lines: true })]).toThrow(/A line has more than/)
    expect(() => [...pipeline.process(`${'a '.repeat(100_000)}\n`, { lines: true })]).toThrow(
      /A line has more than/,
    )
  })
})

describe('the white space of a text', () => {
  const ESCAPES: Record<string, string> = { s: ' ', t: '\t', n: '\n', r: '\r', p: '|', '\\': '\\' }
  const plain = (text: string) =>
    text.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string | undefined, letter: string) =>
      code === undefined ? ESCAPES[letter] : String.fromCharCode(Number.parseInt(code, 16)),
    )

  test('rebuilds it, with sentences of the tokenizer and of the lines', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, lines) => {
        let rebuilt = ''
        let words = 0
        for (const { sentence } of pipeline.process(text, { spaces: true, lines }))
          for (const [i, form] of sentence.forms.entries()) {
            const misc = new Map(
              sentence.misc[i].split('|').map((pair) => pair.split(/=(.*)/s) as [string, string]),
            )
            words++
            const after = misc.get('SpaceAfter') === 'No' ? '' : plain(misc.get('SpacesAfter') ?? '\\s')
            rebuilt +=
              plain(misc.get('SpacesBefore') ?? '') + plain(misc.get('SpacesInToken') ?? form) + after
          }
        // White space without any word is in no sentence; after the last word of a text, it may be left out.
        if (words > 0) expect(text.startsWith(rebuilt)).toBe(true)
        expect(text.slice(rebuilt.length).trim()).toBe('')
      }),
    )
  })
})
