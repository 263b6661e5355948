// Caches keep words, not the files that they come from.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { LinearRows } from '@parleyjs/learn/internal'
import { expect, test } from 'vitest'
import { EncodedSentence, Encoder } from '../tasks/parse/features/encode.js'
import { stem } from '../tasks/summarise/stem.js'
import { Lemmatizer } from '../tasks/tag/lemmas.js'
import { Words } from '../word-features/words.js'
import { ownText } from './own-text.js'

const CHUNKS = 300
const CHUNK = 100_000

/** Megabytes in use after `use` has received a piece of each of many chunks of text. */
function keptAfter(use: (piece: string) => void): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < CHUNKS; i++) {
    const letters = String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))
    const chunk = `internationalisation${letters} `.padEnd(CHUNK, `and so on ${i} `)
    // Reading a character flattens the concatenated string, as a string from a file is.
    chunk.charCodeAt(CHUNK >> 1)
    use(chunk.slice(0, 22))
  }
  collect()
  return (process.memoryUsage().heapUsed - before) / 2 ** 20
}

test('a piece of a text keeps all of it, a text of its own does not', () => {
  const kept: string[] = []
  expect(keptAfter((piece) => kept.push(piece))).toBeGreaterThan(20)
  expect(keptAfter((piece) => kept.push(ownText(piece)))).toBeLessThan(5)
  expect(new Set(kept).size).toBe(CHUNKS)
})

test('ownText is the text', () => {
  for (const text of ['', 'a', 'twelve chars', 'thirteen char', 'ein längerer Text', '𝒜 and other letters 𝓑'])
    expect(ownText(text)).toBe(text)
})

const rules = ['K0\t\t0\t', 'L0\t\t1\t']

test.each([
  [
    'numbers of words',
    () =>
      (
        (words) => (piece: string) =>
          words.place(piece)
      )(new Words()),
  ],
  [
    'lemmas',
    () => {
      const rows = new LinearRows()
      const lemmatizer = new Lemmatizer(rules, [Int32Array.of(0, 1)], rows.model(rules.length, 1))
      const words = new Words()
      return (piece: string) => lemmatizer.lemma(piece, 0, 0, words)
    },
  ],
  [
    'features of words',
    () => {
      const encoder = new Encoder(new Int32Array(0), [])
      const encoded = new EncodedSentence()
      return (piece: string) => encoder.encode({ forms: ['a'], feats: [piece] }, encoded)
    },
  ],
  ['stems', () => (piece: string) => stem(piece)],
])('%s keep words and not their files', (_, make) => {
  expect(keptAfter(make())).toBeLessThan(5)
})
