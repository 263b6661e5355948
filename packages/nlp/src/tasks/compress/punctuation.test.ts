import { expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import { keptText } from './detokenise.js'
import { finishWords } from './punctuation.js'
import { unitsOf } from './units.js'

/** Keeps the units of the words that are written in capitals. */
function shortened(rows: string): string {
  const words = rows.split('\n').map((row) => row.trim().split(/\s+/))
  const sentence = makeSentence(
    words.map(([form, head, deprel], i) => ({
      form: form.toLowerCase(),
      upos: /^\p{P}+$/u.test(form) ? 'PUNCT' : 'NOUN',
      head: Number(head),
      deprel: deprel,
      misc: /^[.,)”]/.test(words[i + 1]?.[0] ?? ' ') || /^[(“]/.test(form) ? 'SpaceAfter=No' : '_',
    })),
  )
  const units = unitsOf(sentence)
  const kept = new Uint8Array(units.length)
  words.forEach(([form], w) => {
    if (units.of[w] >= 0 && form === form.toUpperCase()) kept[units.of[w]] = 1
  })
  return keptText(sentence, finishWords(sentence, units, kept))
}

const PRAN = (who: string, passed: string) => `PRAN 9 nsubj
, 4 punct
${who} 4 nsubj
${passed} 1 acl:relcl
on 6 case
friday 4 obl
, 4 punct
HAS 9 aux
DIED 0 root
. 9 punct`

test('commas around a phrase stay together, and go together', () => {
  expect(shortened(PRAN('WHO', 'PASSED'))).toBe('Pran, who passed, has died.')
  expect(shortened(PRAN('who', 'passed'))).toBe('Pran has died.')
})

test('a comma behind what opened the sentence, and before what ends it', () => {
  const rows = (early: string, report: string) => `${early} 3 advmod
, 1 punct
IT 4 nsubj
RAINED 0 root
, 6 punct
${report} 4 parataxis
. 4 punct`
  expect(shortened(rows('EARLY', 'REPORTEDLY').replace('3 advmod', '4 advmod'))).toBe(
    'Early, it rained, reportedly.',
  )
  expect(shortened(rows('early', 'REPORTEDLY').replace('3 advmod', '4 advmod'))).toBe(
    'It rained, reportedly.',
  )
  expect(shortened(rows('early', 'reportedly').replace('3 advmod', '4 advmod'))).toBe('It rained.')
})

test('brackets and quotes stay with what is between them', () => {
  const rows = (inside: string) => `IT 2 nsubj
RAINS 0 root
( 4 punct
${inside} 2 obl
) 4 punct
. 2 punct`
  expect(shortened(rows('HERE'))).toBe('It rains (here).')
  expect(shortened(rows('here'))).toBe('It rains.')
})
