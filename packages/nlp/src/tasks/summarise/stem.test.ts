import { expect, test } from 'vitest'
import { stem } from './stem.js'

// The examples of Porter's paper, step by step; then words of several steps.
test.each([
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['ties', 'ti'],
  ['caress', 'caress'],
  ['cats', 'cat'],
  ['feed', 'feed'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['bled', 'bled'],
  ['motoring', 'motor'],
  ['sing', 'sing'],
  ['conflated', 'conflat'],
  ['troubled', 'troubl'],
  ['sized', 'size'],
  ['hopping', 'hop'],
  ['tanned', 'tan'],
  ['falling', 'fall'],
  ['hissing', 'hiss'],
  ['fizzed', 'fizz'],
  ['failing', 'fail'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['sky', 'sky'],
  ['relational', 'relat'],
  ['conditional', 'condit'],
  ['rational', 'ration'],
  ['valenci', 'valenc'],
  ['digitizer', 'digit'],
  ['differentli', 'differ'],
  ['vietnamization', 'vietnam'],
  ['operator', 'oper'],
  ['decisiveness', 'decis'],
  ['sensibiliti', 'sensibl'],
  ['triplicate', 'triplic'],
  ['formative', 'form'],
  ['electrical', 'electr'],
  ['goodness', 'good'],
  ['revival', 'reviv'],
  ['allowance', 'allow'],
  ['replacement', 'replac'],
  ['adjustment', 'adjust'],
  ['adoption', 'adopt'],
  ['effective', 'effect'],
  ['probate', 'probat'],
  ['rate', 'rate'],
  ['cease', 'ceas'],
  ['controll', 'control'],
  ['roll', 'roll'],
  ['generalizations', 'gener'],
  ['oscillators', 'oscil'],
])('%s becomes %s', (word, expected) => {
  expect(stem(word)).toBe(expected)
})

test('short words, numbers and words of other alphabets stay as they are', () => {
  for (const word of ['is', '2000', 'naïve', 'дома', '']) expect(stem(word)).toBe(word)
})
