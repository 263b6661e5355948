// Encoding does not depend on the sentences encoded before.
import { expect, test } from 'vitest'
import { ATOMS, EncodedSentence, Encoder } from './encode.js'

const sentence = (length: number) => ({
  forms: Array.from({ length }, (_, i) => `word${i % 7}`),
  upos: Array.from({ length }, (_, i) => ['NOUN', 'VERB', 'PUNCT', 'CCONJ'][i % 4]),
})

const encoder = Encoder.learn([sentence(80)])

/** All that a sentence of n words has, outside words included. */
function encoded(n: number, into: EncodedSentence): string {
  encoder.encode(sentence(n), into)
  const { atoms, tags, verbs, marks, coordinators } = into
  const counts = [verbs, marks, coordinators].map((all) => all.slice(0, n + 2).join())
  return [atoms.slice(0, (n + 5) * ATOMS).join(), tags.slice(0, n + 1).join(), ...counts].join('\n')
}

test.each([0, 3, 40, 63, 64])('a sentence is the same numbers, alone and after one of %i words', (before) => {
  const roomy = new EncodedSentence()
  roomy.reserve(500)
  for (let n = 1; n <= 2 * (before + 10); n++) {
    const used = new EncodedSentence()
    encoder.encode(sentence(before), used)
    expect(encoded(n, used) === encoded(n, roomy), `${n} words`).toBe(true)
  }
})
