// What every tagger and every parser of a pipeline does, whatever its scores come from: weighted features or
// a network. The parser's trees are compared with all trees.
import { beforeAll, describe, expect, it } from 'vitest'
import { tinyNetwork, tinySentences } from '../../test-support/tiny-network.js'
import { readNetwork } from '../neural/network-model.js'
import { NetworkScores } from '../neural/network-scores.js'
import { NetworkTagger } from '../neural/network-tagger.js'
import { WordReader } from '../neural/word-reader.js'
import { trainParser } from '../tasks/parse/learn/train-parser.js'
import { TreeParser } from '../tasks/parse/tree-parser.js'
import { wellFormed } from '../tasks/tag/lemma-checks.js'
import { trainTagger } from '../tasks/tag/train-tagger.js'
import type { WordTagger } from '../tasks/tag/word-tagger.js'
import { isProjective } from '../text/conllu/heads.js'

const BITS = { pruner: 12, fine: 12, arc: 14, label: 12, treeLabel: 12, second: 14, higher: 14 }
const ODD = [
  ['Yes'],
  ['!', '?', '...', '—'],
  ['qwerty', 'uiop', 'ASDF'],
  ['👩‍👩‍👧', 'שלום', '猫', 'e\u0301', '\ud800', ' ', ''],
]

async function linearStages(): Promise<{ tagger: WordTagger; parser: TreeParser }> {
  const sentences = [...tinySentences(), ...tinySentences()]
  return {
    tagger: trainTagger(sentences),
    parser: trainParser(sentences, { parts: 'arc', epochs: 20, bits: BITS, network: false }),
  }
}

async function networkStages(): Promise<{ tagger: WordTagger; parser: TreeParser }> {
  const reader = new WordReader(readNetwork(await tinyNetwork()))
  return { tagger: new NetworkTagger(reader), parser: new TreeParser(new NetworkScores(reader)) }
}

/** All trees over n words with one root. */
function* allTrees(n: number): Generator<number[]> {
  for (let code = 0; code < (n + 1) ** n; code++) {
    const heads = Array.from({ length: n }, (_, i) => Math.floor(code / (n + 1) ** i) % (n + 1))
    const reaches = (word: number) => {
      for (let steps = 0; word !== 0; word = heads[word - 1]) if (steps++ > n) return false
      return true
    }
    if (heads.filter((h) => h === 0).length === 1 && heads.every((_, i) => reaches(i + 1))) yield heads
  }
}

describe.each([
  ['weighted features', linearStages],
  ['a network', networkStages],
])('stages by %s', (_, make) => {
  let tagger: WordTagger
  let parser: TreeParser
  beforeAll(async () => {
    ;({ tagger, parser } = await make())
  }, 60_000)

  describe('the tagger', () => {
    it('knows a small treebank by heart', () => {
      for (const sentence of tinySentences()) {
        const { upos, feats, lemmas } = tagger.tag(sentence.forms)
        expect({ upos, feats, lemmas }).toEqual({
          upos: sentence.upos,
          feats: sentence.feats,
          lemmas: sentence.lemmas,
        })
      }
    })

    it('writes what it says into a sentence', () => {
      const [sentence] = tinySentences()
      const { upos, xpos, feats, lemmas } = tagger.tag(sentence.forms)
      const applied = tagger.apply(sentence)
      expect([applied.upos, applied.xpos, applied.feats, applied.lemmas]).toEqual([upos, xpos, feats, lemmas])
    })

    it('gives the probabilities of all tags, the best of its own tag', () => {
      const { upos, probabilities } = tagger.tag(['Dogs', 'bark', '.'], { probabilities: true })
      expect(tagger.tag(['Dogs']).probabilities).toBeUndefined()
      probabilities!.forEach((p, i) => {
        expect(p).toHaveLength(tagger.uposNames.length)
        expect(p.reduce((a, b) => a + b)).toBeCloseTo(1, 3)
        expect(tagger.uposNames[p.indexOf(Math.max(...p))]).toBe(upos[i])
      })
    })

    it('respects tags that are fixed or forbidden, and refuses what does not fit', () => {
      const forms = ['Dogs', 'bark', '.']
      expect(tagger.tag(forms, { fixed: [null, 'NOUN', null] }).upos).toEqual(['NOUN', 'NOUN', 'PUNCT'])
      const named = tagger.tag(forms, { fixed: ['SYM', null, null] })
      expect([named.upos[0], named.xpos[0], named.feats[0]]).toEqual(['SYM', '_', '_'])
      expect(tagger.tag(forms, { forbidden: [['NOUN', 'VERB'], null, null] }).upos[0]).not.toMatch(
        /NOUN|VERB/,
      )
      expect(() => tagger.tag(forms, { fixed: [null] })).toThrow(/1 fixed tags for 3 words/)
      expect(() => tagger.tag(['a'], { forbidden: [[...tagger.uposNames]] })).toThrow(/All \d+ tags/)
      expect(() => tagger.tag(forms, { tags: 1 } as object)).toThrow(/tags/)
    })

    it('gives every word a lemma that can be written, however odd the word', () => {
      for (const forms of ODD) {
        const { upos, lemmas } = tagger.tag(forms)
        expect([upos.length, lemmas.length]).toEqual([forms.length, forms.length])
        for (const [i, lemma] of lemmas.entries()) {
          expect(wellFormed(lemma)).toBe(lemma)
          if (forms[i] !== '') expect(lemma).not.toBe('')
        }
      }
      expect(tagger.tag([]).upos).toEqual([])
    })
  })

  describe('the parser', () => {
    it('knows a small treebank by heart', () => {
      for (const sentence of tinySentences()) {
        const parse = parser.parse(sentence)
        expect(Array.from(parse.heads)).toEqual(Array.from(sentence.heads))
        expect(parse.deprels).toEqual(sentence.deprels)
        expect(parse.status).toBe('optimal')
      }
    })

    it('finds the best of all trees, and the next best', () => {
      const input = { forms: ['dogs', 'ate', 'cats', 'saw'], upos: ['NOUN', 'VERB', 'NOUN', 'VERB'] }
      const all = Array.from(allTrees(4), (heads) => parser.score(input, heads)).sort((a, b) => b - a)
      expect(parser.parse(input).value).toBeCloseTo(all[0], 6)
      const found = parser.parseBest(input, 3)
      found.forEach(({ value, heads, bound }, rank) => {
        expect(value).toBeCloseTo(parser.score(input, heads), 6)
        expect(value).toBeLessThanOrEqual(all[rank] + 1e-6)
        expect(bound).toBeGreaterThanOrEqual(value - 1e-6)
      })
      expect(found).toHaveLength(3)
      expect(new Set(found.map(({ heads }) => heads.join())).size).toBe(found.length)
    })

    it('respects heads, relations and arcs that are given or forbidden', () => {
      const [, sentence] = tinySentences()
      const given = parser.parse(sentence, { heads: [4, null, null, null, null], deprels: ['obj'] })
      expect([given.heads[0], given.deprels[0]]).toEqual([4, 'obj'])
      const free = parser.parse(sentence)
      const other = parser.parse(sentence, { forbidden: [[free.heads[1], 2]], forbiddenDeprels: [['det']] })
      expect(other.heads[1]).not.toBe(free.heads[1])
      expect(other.deprels[0]).not.toBe('det')
      expect(other.value).toBeLessThan(free.value)
      for (const heads of allTrees(3))
        expect(Array.from(parser.parse({ forms: ['a', 'b', 'c'] }, { heads }).heads)).toEqual(heads)
      expect(() => parser.parse(sentence, { heads: [2, 1] })).toThrow(/No tree over the 5 words/)
      expect(() => parser.parse(sentence, { deprels: ['colour'] })).toThrow(/"colour" of word 1 is unknown/)
    })

    it('gives every sentence a tree with one root, with probabilities, however odd', () => {
      for (const forms of ODD) {
        const parse = parser.parse({ forms })
        expect(parse.heads.filter((h) => h === 0)).toHaveLength(1)
        for (const p of parse.confidence) expect(p >= 0 && p <= 1 + 1e-9).toBe(true)
        expect(parse.margin).toHaveLength(forms.length)
        expect(isProjective(parser.parse({ forms }, { projective: true }).heads)).toBe(true)
      }
      expect(parser.parse({ forms: [] }).heads).toHaveLength(0)
    })

    it('parses many words without a full stop', () => {
      const forms = Array.from({ length: 300 }, (_, i) => ['dogs', 'saw', 'the', 'fish'][(i * i + i) % 4])
      expect(parser.parse({ forms }).heads.filter((h) => h === 0)).toHaveLength(1)
    })

    it('knows which words training saw', () => {
      expect(['dogs', 'Fish', 'qwerty'].map((form) => parser.scores.knows(form))).toEqual([true, true, false])
    })
  })
})
