// The bigram CRF: expectations against enumeration, and training.

import type { XorShift } from '@parleyjs/core/internal'
import { randomOf } from '@parleyjs/learn/internal'
import type { Transitions } from '@parleyjs/nlp/internal'
import { HomogeneousSequence } from '@parleyjs/structures/internal'
import { expect, test } from 'vitest'
import { Expectations } from './expectations.js'
import { KnownWords } from './known-words.js'
import { type TaggedForms, trainCrf } from './train.js'

const uniform = (random: XorShift) => random.uniform() * 6 - 3

function randomChain(k: number, random: XorShift): Transitions {
  const some = (n: number) => Float64Array.from({ length: n }, () => uniform(random))
  return { tags: k, start: some(k), next: some(k * k), stop: some(k) }
}

/** All paths of k tags over n words. */
function allPaths(k: number, n: number): Int32Array[] {
  return Array.from({ length: k ** n }, (_, code) =>
    Int32Array.from({ length: n }, (_, t) => Math.floor(code / k ** t) % k),
  )
}

test('expectations are those of enumeration', () => {
  const random = randomOf(2)
  for (let round = 0; round < 40; round++) {
    const k = 2 + random.below(2)
    const n = 1 + random.below(4)
    const transitions = randomChain(k, random)
    const chain = new HomogeneousSequence(transitions)
    const scores = Float64Array.from({ length: n * k }, () => uniform(random))
    const words = new Float64Array(n * k)
    const pairs = new Float64Array(k * k)
    let all = 0
    for (const path of allPaths(k, n)) {
      const weight = Math.exp(chain.score(scores, n, path))
      all += weight
      for (let t = 0; t < n; t++) {
        words[t * k + path[t]] += weight
        if (t > 0) pairs[path[t - 1] * k + path[t]] += weight
      }
    }
    const expectations = new Expectations(transitions)
    expectations.compute(scores, n)
    for (let i = 0; i < n * k; i++) expect(expectations.words[i]).toBeCloseTo(words[i] / all, 9)
    for (let i = 0; i < k * k; i++) expect(expectations.pairs[i]).toBeCloseTo(pairs[i] / all, 9)
  }
})

/** Sentences where a word's tag depends on the tag before: after "to" comes a verb, after "the" a noun. */
function toyTreebank(count: number, seed: number): TaggedForms[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, () => {
    const forms: string[] = []
    const upos: string[] = []
    for (let i = 0; i < 3; i++) {
      const verb = random.below(2) === 0
      forms.push(verb ? 'to' : 'the', `w${random.below(20)}`)
      upos.push(verb ? 'PART' : 'DET', verb ? 'VERB' : 'NOUN')
    }
    return { forms, upos }
  })
}

test('a CRF learns from neighbours, the same for the same seed, and knows what it saw', () => {
  const tagger = trainCrf(toyTreebank(60, 1), { epochs: 5 })
  for (const { forms, upos } of toyTreebank(20, 2)) expect(tagger.tag(forms)).toEqual(upos)
  expect(tagger.knows('W3')).toBe(true)
  expect(tagger.knows('w99')).toBe(false)
  expect(tagger.tag([])).toEqual([])
  const again = trainCrf(toyTreebank(60, 1), { epochs: 5 })
  expect(again.parts.model).toEqual(tagger.parts.model)
  expect(again.transitions).toEqual(tagger.transitions)
  expect(() => trainCrf([])).toThrow(/0 sentences/)
})

test('known words are known in any case', () => {
  const known = KnownWords.of(['Dog', 'cat', 'dog'])
  expect(known.hashes.length).toBe(2)
  expect(known.has('DOG')).toBe(true)
  expect(known.has('cow')).toBe(false)
})
