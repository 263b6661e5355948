// The trigram tagger: enumeration, transitions, candidates, and its model file.
import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ParleyError } from '@parleyjs/core'
import { readModel, writeModel } from '@parleyjs/learn'
import { describe, expect, it } from 'vitest'
import { cleanTree } from '../../../text/penn/clean.js'
import { parsePenn } from '../../../text/penn/penn-read.js'
import { tags, words } from '../../../text/penn/tree.js'
import { countLinks } from '../tag-order.js'
import type { TaggedWords } from './counts.js'
import { packTrigramTagger, unpackTrigramTagger } from './pack.js'
import { type TrigramTagger, trainTrigramTagger } from './trigram-tagger.js'

const read = (line: string): TaggedWords => {
  const pairs = line.split(' ').map((pair) => pair.split('/') as [string, string])
  return { words: pairs.map(([word]) => word), tags: pairs.map(([, tag]) => tag) }
}
const SENTENCES = [
  'The/DT dog/NN barks/VBZ ./.',
  'A/DT cat/NN sees/VBZ the/DT dog/NN ./.',
  'Dogs/NNS bark/VBP ./.',
  'The/DT bark/NN of/IN dogs/NNS annoys/VBZ cats/NNS ./.',
  'We/PRP saw/VBD the/DT old/JJ saw/NN ./.',
].map(read)
const tagger = trainTrigramTagger(SENTENCES)
const origin = { licence: 'CC0-1.0', trainedOn: 'five sentences' }

/** log P(words, tags), computed term by term. */
function jointScore(model: TrigramTagger, sentence: readonly string[], numbers: readonly number[]): number {
  const edge = model.tagNames.length
  let score = 0
  for (let i = 0; i <= numbers.length; i++) {
    const at = (k: number) => numbers[k] ?? edge
    score += model.order.log(at(i - 2), at(i - 1), at(i))
    if (i < numbers.length) score += model.lexicon.tagsOf(sentence[i], i, [numbers[i]]).scores[0]
  }
  return score
}

/** All tag sequences over the candidates. */
function* sequences(lists: readonly ArrayLike<number>[]): Generator<number[]> {
  if (lists.length === 0) {
    yield []
    return
  }
  for (const rest of sequences(lists.slice(0, -1)))
    for (const tag of Array.from(lists[lists.length - 1])) yield [...rest, tag]
}

describe('a trigram tagger', () => {
  it.each(['The saw barks', 'Cats see old dogs', 'bark', 'Zyx'])(
    'finds the best of all tag sequences of "%s"',
    (text) => {
      const sentence = text.split(' ')
      const candidates = tagger.candidates(sentence)
      let best = Number.NEGATIVE_INFINITY
      let bestTags: string[] = []
      for (const numbers of sequences(candidates.map((word) => word.tags))) {
        const score = jointScore(tagger, sentence, numbers)
        if (score <= best) continue
        best = score
        bestTags = numbers.map((n) => tagger.tagNames[n])
      }
      const found = tagger.tag(sentence)
      expect(found.tags).toEqual(bestTags)
      expect(found.score).toBeCloseTo(best, 9)
    },
  )

  it('gives the marginals that enumeration gives', () => {
    const sentence = ['The', 'saw', 'barks']
    const candidates = tagger.candidates(sentence)
    const sums = candidates.map(({ tags: list }) => new Float64Array(list.length))
    let total = 0
    for (const numbers of sequences(candidates.map((word) => word.tags))) {
      const weight = Math.exp(jointScore(tagger, sentence, numbers))
      total += weight
      numbers.forEach((n, i) => {
        sums[i][Array.from(candidates[i].tags).indexOf(n)] += weight
      })
    }
    tagger.marginals(sentence).forEach(({ probabilities }, i) => {
      probabilities.forEach((p, k) => {
        expect(p).toBeCloseTo(sums[i][k] / total, 9)
      })
    })
  })

  it('tells a word from its neighbours', () => {
    expect(tagger.tag(['We', 'saw', 'the', 'old', 'saw', '.']).tags).toEqual(SENTENCES[4].tags)
  })

  it('has an answer for words that it never saw, and for no words', () => {
    expect(tagger.tag(['Qwxyz', '1234', '漢字', '']).tags).toHaveLength(4)
    expect(tagger.tag([])).toEqual({ tags: [], score: 0 })
    expect(tagger.marginals([])).toEqual([])
  })

  it('guesses unknown words by their endings', () => {
    const lines = [
      'a/DT walker/NN',
      'a/DT talker/NN',
      'he/PRP walked/VBD',
      'he/PRP talked/VBD',
      'he/PRP ran/VBD',
    ]
    const small = trainTrigramTagger(lines.map(read))
    const best = (word: string) => {
      const { tags: list, scores } = small.lexicon.tagsOf(word, 1)
      return small.tagNames[list[scores.indexOf(Math.max(...scores))]]
    }
    expect(best('baker')).toBe('NN')
    expect(best('baked')).toBe('VBD')
  })

  it('takes the capital of a first word for what it is worth', () => {
    const lines = ['the/DT dog/NN', 'the/DT Smith/NNP', 'old/JJ dog/NN', 'old/JJ Smith/NNP']
    const small = trainTrigramTagger(lines.map(read))
    expect(small.lexicon.knows('Old', 0)).toBe(true)
    expect(small.lexicon.knows('Old', 1)).toBe(false)
    expect(small.tag(['Old', 'dog']).tags).toEqual(['JJ', 'NN'])
  })

  it('does not depend on the order of its sentences', () => {
    const other = trainTrigramTagger([...SENTENCES].reverse())
    expect(packTrigramTagger(other, origin)).toEqual(packTrigramTagger(tagger, origin))
  })

  it('refuses sentences whose words and tags differ in number, and none at all', () => {
    expect(() => trainTrigramTagger([{ words: ['a', 'b'], tags: ['DT'] }])).toThrow('2 words and 1 tags')
    expect(() => trainTrigramTagger([])).toThrow(ParleyError)
  })
})

describe('the order of tags', () => {
  it('gives probabilities: they sum to 1 over the next tag, whatever came before', () => {
    const { order } = tagger
    for (let a = 0; a <= order.tags; a++)
      for (let b = 0; b <= order.tags; b++) {
        let sum = 0
        for (let c = 0; c <= order.tags; c++) sum += Math.exp(order.log(a, b, c))
        expect(sum).toBeCloseTo(1, 9)
      }
  })
})

describe('the model file of a trigram tagger', () => {
  it('gives the same tagger back', () => {
    const again = unpackTrigramTagger(readModel(writeModel(packTrigramTagger(tagger, origin))))
    expect(again.counts).toEqual(tagger.counts)
    expect(again.tag(['The', 'saw', 'barks'])).toEqual(tagger.tag(['The', 'saw', 'barks']))
  })

  it('holds the classifier of the words around, if there is one', () => {
    const rich = trainTrigramTagger(SENTENCES, { context: true })
    const model = packTrigramTagger(rich, origin)
    const again = unpackTrigramTagger(readModel(writeModel(model)))
    expect(again.tag(['The', 'saw', 'barks'])).toEqual(rich.tag(['The', 'saw', 'barks']))
    const old = { ...model, header: { ...model.header, features: 0 } }
    expect(() => unpackTrigramTagger(old)).toThrow('other features')
  })

  it('is refused where it does not fit together', () => {
    const model = packTrigramTagger(tagger, origin)
    const without = (name: string) => ({ ...model, arrays: { ...model.arrays, [name]: new Uint8Array(1) } })
    for (const name of Object.keys(model.arrays))
      expect(() => unpackTrigramTagger(without(name))).toThrow(ParleyError)
    expect(() => unpackTrigramTagger({ ...model, header: { ...model.header, kind: 'tagger' } })).toThrow(
      'is a tagger',
    )
    expect(() => unpackTrigramTagger({ ...model, header: { ...model.header, tags: [] } })).toThrow('no tags')
  })
})

/** Compares the tags of a tagger with those of sentences; unknown words were not seen in training. */
function evaluate(model: TrigramTagger, sentences: readonly TaggedWords[]) {
  const found = { words: 0, right: 0, unknownWords: 0, unknownRight: 0 }
  for (const sentence of sentences) {
    const guess = model.tag(sentence.words).tags
    sentence.words.forEach((word, i) => {
      const isRight = guess[i] === sentence.tags[i] ? 1 : 0
      found.words++
      found.right += isRight
      if (model.lexicon.knows(word, i)) return
      found.unknownWords++
      found.unknownRight += isRight
    })
  }
  return found
}

const data = process.env.PARLEY_DATA
describe.skipIf(data === undefined)('on MASC (set PARLEY_DATA to run)', () => {
  const blocks = (wanted: (block: number) => boolean) => {
    const text = gunzipSync(readFileSync(`${data}/constituency/masc.open.mrg.gz`)).toString()
    const trees = parsePenn(text).map((tree, i) => [cleanTree(tree), Math.floor(i / 50) % 10] as const)
    return trees.flatMap(([tree, block]) =>
      tree !== null && wanted(block) ? [{ words: words(tree), tags: tags(tree) }] : [],
    )
  }

  it('tags 94 % of the development words right, in a small file', () => {
    const trained = trainTrigramTagger(blocks((block) => block < 8))
    const dev = blocks((block) => block === 8)
    const found = evaluate(trained, dev)
    expect(found.right / found.words).toBeGreaterThan(0.94)
    expect(found.unknownRight / found.unknownWords).toBeGreaterThan(0.77)
    const links = dev.reduce((sum, sentence) => sum + countLinks(trained.candidates(sentence.words)), 0)
    expect(links / found.words).toBeLessThan(4)
    const bytes = writeModel(packTrigramTagger(trained, { licence: 'test', trainedOn: 'MASC' }))
    expect(gzipSync(bytes).length).toBeLessThan(110_000)
  })

  it('is better by half a point with a classifier of the words around', () => {
    const some = blocks((block) => block < 8).slice(0, 1000)
    const dev = blocks((block) => block === 8)
    const plain = evaluate(trainTrigramTagger(some), dev)
    const rich = evaluate(trainTrigramTagger(some, { context: true }), dev)
    expect(rich.right - plain.right).toBeGreaterThan(0.005 * plain.words)
  })
})
