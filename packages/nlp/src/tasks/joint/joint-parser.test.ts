import { ParleyError } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { parsePenn } from '../../text/penn/penn-read.js'
import { writePenn } from '../../text/penn/penn-write.js'
import { type PennTree, tags, words } from '../../text/penn/tree.js'
import { trainGrammar } from '../constituency/grammar/treebank-grammar.js'
import { trainTrigramTagger } from '../tag/trigram/trigram-tagger.js'
import { JointParser } from './joint-parser.js'
import type { JointRound } from './joint-round.js'

const TREES = parsePenn(`
(TOP (S (NP (DT The) (NN rain)) (VP (VBZ stops)) (. .)))
(TOP (S (NP (PRP We)) (VP (VBP saw) (NP (DT the) (NN rain))) (. .)))
(TOP (S (NP (DT The) (NN saw)) (VP (VBZ stops) (NP (DT the) (NN rain))) (. .)))
(TOP (S (NP (NNS Stops)) (VP (VBP rain)) (. .)))
(TOP (NP (NN Rain)))`)
const tagged = (trees: readonly PennTree[]) => trees.map((tree) => ({ words: words(tree), tags: tags(tree) }))
const joint = (trees: readonly PennTree[], context = false) =>
  new JointParser(trainGrammar(trees), trainTrigramTagger(tagged(trees), { context }))
const parser = joint(TREES)

describe('a grammar and a tagger that agree', () => {
  it('parse what they were trained on', () => {
    for (const tree of TREES) expect(writePenn(parser.parse(words(tree)).tree)).toBe(writePenn(tree))
  })

  it.each(['?', 'Rain', 'qwertz', '1998'])('have an answer for the single word %s', (word) => {
    expect(words(parser.parse([word]).tree)).toEqual([word])
  })

  it('have an answer where the grammar derives nothing, and say so', () => {
    const sentence = '. the . the saw The'.split(' ')
    const candidates = [['.'], ['DT'], ['.'], ['DT'], ['NN', 'VBP'], ['DT']]
    const result = parser.parse(sentence, { chart: { candidates } })
    expect(result.derived).toBe(false)
    expect(words(result.tree)).toEqual(sentence)
    expect(result.gap).toBeLessThan(1e-3)
  })

  it('have an answer for unknown words only', () => {
    const sentence = ['colourless', 'green', 'ideas', 'sleep', 'furiously']
    expect(words(parser.parse(sentence).tree)).toEqual(sentence)
  })

  it("report every round: both models' tags, the multipliers between them, and the dual value", () => {
    const sentence = 'We saw the saw stops Rain .'.split(' ')
    const rounds: JointRound[] = []
    const onRound = (round: JointRound) => {
      rounds.push(round)
      return undefined
    }
    const result = parser.parse(sentence, { step: 'rush', stepSize: 1, onRound })
    expect(rounds.map(({ round }) => round)).toEqual([...rounds.keys()])
    expect(rounds.length).toBe(result.iterations + 1)
    expect(rounds.length).toBeGreaterThan(2)
    const { chart, sequence, links } = parser.models(sentence)
    const names = chart.candidates.flatMap((tags, word) => tags.map((tag) => `${word} ${tag}`))
    for (const { tree, grammarTags, taggerTags, multipliers, dual, disagreements } of rounds) {
      expect(tags(tree)).toEqual(grammarTags)
      expect(taggerTags.length).toBe(sentence.length)
      expect(disagreements).toEqual([...sentence.keys()].filter((i) => grammarTags[i] !== taggerTags[i]))
      // The dual value from its definition: each model's best with and against the multipliers.
      const u = new Float64Array(links)
      for (const { word, tag, u: value } of multipliers) u[names.indexOf(`${word} ${tag}`)] = value
      const best = (factor: typeof sequence | typeof chart.factor, extra: Float64Array) => {
        const z = new Float64Array(links)
        const own = factor.maximize(extra, z)
        return own + extra.reduce((sum, x, i) => sum + x * z[i], 0)
      }
      const value =
        best(chart.factor, u) +
        0.7 *
          best(
            sequence,
            u.map((x) => -x / 0.7),
          )
      expect(dual).toBeCloseTo(value, 8)
    }
    expect(rounds[0].multipliers).toEqual([])
    expect(rounds.at(-1)!.disagreements).toEqual([])
    expect(rounds.at(-1)!.grammarTags).toEqual(result.tags)
    const stopped = parser.parse(sentence, { onRound: ({ round }) => round < 1 })
    expect(stopped.iterations).toBe(1)
    expect(parser.parse(sentence, { algorithm: 'mplp', onRound }).tree).toEqual(result.tree)
  })

  it('refuse to work together if the tagger lacks tags, and a sentence without words', () => {
    const small = trainTrigramTagger([{ words: ['a'], tags: ['DT'] }])
    expect(() => new JointParser(trainGrammar(TREES), small)).toThrow('Train both on the same treebank')
    expect(() => parser.parse([])).toThrow(ParleyError)
    expect(() => parser.parse(['a'], { chart: { candidates: [['XYZ']] } })).toThrow('the tag "XYZ"')
  })
})
