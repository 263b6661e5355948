import { expect, test } from 'vitest'
import { makeSentence, type NewToken } from '../../text/conllu/make.js'
import { keptText, stretches, tokenSpans, writtenSentence } from './detokenise.js'

/** A sentence of tokens; "_" after a token says that no space follows, and marks are punctuation. */
function written(...tokens: (string | { form: string; words: string[] })[]) {
  const rows = tokens.map((token): NewToken => {
    if (typeof token !== 'string')
      return { ...token, words: token.words.map((form) => ({ form, upos: 'X' })) }
    const form = token.length > 1 && token.endsWith('_') ? token.slice(0, -1) : token
    const misc = form === token ? '_' : 'SpaceAfter=No'
    return { form, misc, upos: /^\p{P}+$/u.test(form) ? 'PUNCT' : 'X' }
  })
  return makeSentence(rows)
}

const keep = (sentence: ReturnType<typeof written>, bits: string) =>
  keptText(sentence, Array.from(bits, Number))

test('unchanged stretches are verbatim, gaps are one space', () => {
  const sentence = written('The', 'man_', ',', 'who', 'fell_', ',', 'is', 'here_', '.')
  expect(keep(sentence, '111111111')).toBe('The man, who fell, is here.')
  expect(keep(sentence, '110000111')).toBe('The man is here.')
  expect(keep(sentence, '110001111')).toBe('The man, is here.')
})

test('quotes and brackets stand where they stood, whatever went between them and the words', () => {
  const sentence = written('He', 'is', '"_', 'pretty', 'good_', ',_', '"', '(_', 'very', 'good_', ')_', '.')
  expect(keep(sentence, '111110111111')).toBe('He is "pretty good" (very good).')
  expect(keep(sentence, '111010101001')).toBe('He is "good" very.')
  expect(keep(sentence, '111110110111')).toBe('He is "pretty good" (good).')
})

test('a capital at the start, behind marks, too; none for names that begin small', () => {
  expect(keep(written('Today', 'it', 'rains_', '.'), '0111')).toBe('It rains.')
  expect(keep(written('He', '“_', 'ran_', '”'), '0111')).toBe('“Ran”')
  expect(keep(written('The', 'iPhone', 'fell'), '011')).toBe('iPhone fell')
  expect(keep(written('Die', 'ßa', 'x'), '011')).toBe('ßa x')
  expect(keep(written('So', 'élan', 'counts'), '011')).toBe('Élan counts')
})

test('emoji and characters of two units are not cut', () => {
  const sentence = written('I', '👩‍👩‍👧_', '❤️', '𝒳', 'you_', '!')
  expect(keep(sentence, '111011')).toBe('I 👩‍👩‍👧❤️ you!')
  expect(keep(sentence, '001100')).toBe('❤️ 𝒳')
})

test('a token of several words stays whole if one of them does', () => {
  const sentence = written('I', { form: "don't", words: ['do', "n't"] }, 'know')
  expect(keep(sentence, '1101')).toBe("I don't know")
  expect(keep(sentence, '1001')).toBe('I know')
})

test('a text that has other words than the tokens is not used', () => {
  const sentence = makeSentence(['a', 'b'], { text: 'a  b' })
  expect(writtenSentence(sentence).text).toBe('a  b')
  expect(writtenSentence(makeSentence(['a', 'b'], { text: 'a c' })).text).toBe('a b')
})

test('stretches have offsets into the document', () => {
  const sentence = written('a', { form: "don't", words: ['do', "n't"] }, 'b')
  const spans = tokenSpans(sentence, [10, 11, 12, 17, 12, 17, 18, 19])
  expect(stretches(spans, [1, 1, 1, 0])).toEqual([
    { start: 10, end: 17, kept: true },
    { start: 18, end: 19, kept: false },
  ])
})
