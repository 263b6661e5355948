// Cuts are safe: the pieces of an input, processed separately, give the same sentences as the whole, except
// for numbers.
import { Pipeline as MakePipeline, type Pipeline, parseConllu, type TokenizerStage } from '@parleyjs/nlp'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConlluCuts, type CutFinder, TextCuts } from './cuts.js'

function cutAll(bytes: Uint8Array, finder: CutFinder): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let from = 0
  bytes.forEach((byte, i) => {
    if (!finder.next(byte)) return
    pieces.push(bytes.subarray(from, i + 1))
    from = i + 1
  })
  pieces.push(bytes.subarray(from))
  return pieces
}

/** In this tokenizer a sentence ends with a full stop, a token with white space. */
const tokenizer: TokenizerStage = {
  *tokenize(text) {
    let tokens: { form: string; start: number; end: number; spaceAfter: boolean; words: string[] }[] = []
    for (const { 0: form, index: start } of text.matchAll(/\S+/g)) {
      tokens.push({ form, start, end: start + form.length, spaceAfter: true, words: [form] })
      if (!form.endsWith('.')) continue
      yield { tokens }
      tokens = []
    }
    if (tokens.length > 0) yield { tokens }
  },
}
const pipeline: Pipeline = new MakePipeline({ tokenizer })

/**
 * Sentences as text, with their paragraphs and offsets, and without the numbers that restart in each piece.
 */
function sentencesOf(text: string, start = 0): string[] {
  return Array.from(pipeline.process(text, { offsets: true, start }), ({ sentence }) =>
    sentence
      .toString()
      .replace(/^# sent_id = .*\n/m, '')
      .replace(/^# newpar id = p\d+$/m, '# newpar'),
  )
}

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** A long token, so that a long paragraph has few of them. */
const LONG = 'x'.repeat(990)

/**
 * Text with every kind of empty line, white space beyond ASCII, and paragraphs around the pipeline's limit of
 * 2^15.
 */
const paragraphs = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('One two.', 'Three', 'four. Five six', 'é 𝒳 語。', 'a\u00a0b.') },
    { weight: 9, arbitrary: fc.constantFrom('\n', '\n\n', '\n\n\n', '\r\n\r\n', ' \n \n', '\n\t\n\n') },
    { weight: 2, arbitrary: fc.constantFrom('\n\u00a0\n', '\n\n\u3000\n', '\n\u2028\n', '\ufeff', ' ') },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('x', `${LONG}. `, `${LONG}\n`, ' ', `${LONG} ${LONG} `, '\n \n'),
          fc.integer({ min: -3, max: 3 }),
        )
        .map(([unit, more]) => unit.repeat(Math.max(0, Math.ceil((2 ** 15 + more) / unit.length)))),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(`${LONG}. `, 'w'.repeat(990), ' '.repeat(990)).map((unit) => unit.repeat(9)),
    },
  ),
  { maxLength: 20, size: 'max' },
)

describe('text', () => {
  test('the pieces have the sentences of the whole, with their paragraphs and places', () => {
    let cuts = 0
    fc.assert(
      fc.property(paragraphs, (parts) => {
        const text = parts.join('')
        const pieces = cutAll(new TextEncoder().encode(text), new TextCuts())
        cuts += pieces.length - 1
        let start = 0
        const apart = pieces.flatMap((piece) => {
          const found = sentencesOf(decode(piece), start)
          start += decode(piece).length
          return found
        })
        expect(apart).toEqual(sentencesOf(text))
      }),
      { numRuns: 150 },
    )
    expect(cuts).toBeGreaterThan(100)
  })

  test('there are cuts where there should be', () => {
    const count = (text: string) => cutAll(new TextEncoder().encode(text), new TextCuts()).length
    expect(count('One.\n\nTwo.\r\n\r\nThree.\n \t\nFour.')).toBe(4)
    expect(count('One.\nTwo.\nThree.')).toBe(1)
    // No cut where only the pipeline sees an empty line, and none after a paragraph that is processed in
    // steps.
    expect(count('One.\n\u00a0\n\nTwo.')).toBe(1)
    expect(count(`${'Go on. '.repeat(5000)}\n\nTwo.\n\nThree.`)).toBe(2)
  })
})

const row = (id: number) => `${id}\tw\t_\t_\t_\t_\t_\t_\t_\t_\n`
const blocks = fc.array(
  fc.constantFrom(row(1), `${row(1)}${row(2)}`, '# sent_id = 7\n', '# newpar\n', '\n', '\n\n', ' \n', '\r\n'),
  { maxLength: 25 },
)

describe('CoNLL-U', () => {
  const read = (text: string, firstLine = 1) =>
    parseConllu(text, { strict: false, onWarning: () => {}, firstLine }).map((sentence) => ({
      text: sentence.toString(),
      line: sentence.line,
    }))

  test('the pieces have the sentences of the whole, with their comments and lines', () => {
    let cuts = 0
    fc.assert(
      fc.property(blocks, (parts) => {
        const text = parts.join('')
        let whole: ReturnType<typeof read>
        try {
          whole = read(text)
        } catch {
          // Two sentences without an empty line between them: there is no place to cut.
          return
        }
        const pieces = cutAll(new TextEncoder().encode(text), new ConlluCuts())
        cuts += pieces.length - 1
        let line = 1
        const apart = pieces.flatMap((piece) => {
          const found = read(decode(piece), line)
          line += decode(piece).split('\n').length - 1
          return found
        })
        expect(apart).toEqual(whole)
      }),
      { numRuns: 2000 },
    )
    expect(cuts).toBeGreaterThan(300)
  })
})
