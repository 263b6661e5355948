import { expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import { Compressor } from './compressor.js'
import { keptText } from './detokenise.js'
import { unitsOf } from './units.js'

/** "form/upos/head/relation" for every word; "a+b" in front of them joins the next words in one token. */
function parsed(text: string, ...rows: string[]) {
  const word = (row: string) => {
    const [form, upos, head, deprel] = row.split('/')
    return { form: form, lemma: form.toLowerCase(), upos: upos, head: Number(head), deprel: deprel }
  }
  const tokens = rows.map((row) => {
    const [whole, ...words] = row.split(' ')
    return words.length === 0 ? word(whole) : { form: whole, words: words.map(word) }
  })
  return makeSentence(tokens, { text })
}

const home = parsed(
  "She didn't go home on Monday.",
  'She/PRON/4/nsubj',
  "didn't did/AUX/4/aux n't/PART/4/advmod",
  'go/VERB/0/root',
  'home/ADV/4/advmod',
  'on/ADP/7/case',
  'Monday/PROPN/4/obl',
  './PUNCT/4/punct',
)

test('words that must not be torn apart are one unit', () => {
  const { of, parents, required, leads } = unitsOf(home)
  expect([...of]).toEqual([0, 1, 1, 1, 2, 3, 3, -1])
  expect([...parents]).toEqual([1, -1, 1, 1])
  expect([...required]).toEqual([1, 0, 0, 0])
  expect([...leads]).toEqual([0, 1, 0, 0])
})

test('a compression is a sentence', () => {
  const { kept, keptWords, allWords } = new Compressor().compress(home)
  expect(keptText(home, kept)).toBe("She didn't go.")
  expect([keptWords, allWords]).toEqual([4, 7])
  const longer = new Compressor().compress(home, { ratio: 0.8 })
  expect(keptText(home, longer.kept)).toBe("She didn't go home.")
  expect(() => new Compressor().compress(home, { ratio: 1.5 })).toThrow('The ratio is 1.5')
})

test('a sentence without a tree is refused', () => {
  expect(() => new Compressor().compress(makeSentence(['Go']))).toThrow('Word 1 ("Go") has no head')
})
