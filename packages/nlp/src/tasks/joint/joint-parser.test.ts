import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ParleyError } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { trainTrigramTagger } from '../../hmm/trigram-tagger.js'
import { cleanTree } from '../../text/penn/clean.js'
import { parsePenn } from '../../text/penn/penn-read.js'
import { writePenn } from '../../text/penn/penn-write.js'
import { type PennTree, tags, words } from '../../text/penn/tree.js'
import { trainGrammar } from '../constituency/grammar/treebank-grammar.js'
import { intersect } from './intersection.js'
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

/** The best of both models by the dynamic program of their intersection. */
function bestOf(model: JointParser, sentence: readonly string[], weight: number): number {
  const { chart, trigram } = model.models(sentence)
  return intersect(chart.factor.graph, (a, b, c) => weight * trigram(a, b, c))!.score
}

describe('a grammar and a tagger that agree', () => {
  it('parse what they were trained on', () => {
    for (const tree of TREES) expect(writePenn(parser.parse(words(tree)).tree)).toBe(writePenn(tree))
  })

  it.each(['subgradient', 'ad3', 'mplp', 'exact'] as const)(
    'find the optimum of their intersection by %s',
    (algorithm) => {
      for (const text of ['The rain stops .', 'We saw the saw', 'Rain', 'Stops saw We', 'xyzzy Rain qux .']) {
        const sentence = text.split(' ')
        const result = parser.parse(sentence, { algorithm, maxIterations: 200 })
        expect(result.status).toBe('optimal')
        expect(result.value).toBeCloseTo(bestOf(parser, sentence, 0.7), 5)
        expect(result.tags).toEqual(tags(result.tree))
      }
    },
  )

  it.each([false, true])('count words once if that is wanted (with a classifier: %s)', (context) => {
    const model = joint(TREES, context)
    const sentence = 'We saw the saw stops'.split(' ')
    const twice = model.models(sentence)
    const once = model.modelsOver(sentence, twice.chart, true)
    const z = new Float64Array(twice.links)
    twice.sequence.maximize(new Float64Array(twice.links), z)
    const used = twice.chart.candidates.map((names, i) => {
      const before = twice.chart.candidates.slice(0, i).flat().length
      return model.tagger.tagNumber(names.find((_, k) => z[before + k] === 1)!)
    })
    const emissions = sentence.map((word, i) => model.tagger.lexicon.tagsOf(word, i, [used[i]]).scores[0])
    const left = twice.sequence.score(z) - once.sequence.score(z)
    expect(left).toBeCloseTo((context ? 0.3 : 1) * emissions.reduce((a, b) => a + b, 0), 9)
    const best = intersect(once.chart.factor.graph, (a, b, c) => 0.7 * once.trigram(a, b, c))!.score
    expect(model.parse(sentence, { countWordsOnce: true }).value).toBeCloseTo(best, 5)
    const other = new JointParser(model.grammar, model.tagger, { countWordsOnce: true })
    expect(other.parse(sentence).value).toBeCloseTo(best, 5)
    expect(other.parse(sentence, { countWordsOnce: false }).value).toBe(model.parse(sentence).value)
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

  it('stop at a limit with the best so far', () => {
    const sentence = 'We saw the saw stops Rain .'.split(' ')
    const result = parser.parse(sentence, { maxIterations: 0 })
    expect(words(result.tree)).toEqual(sentence)
    expect(result.bound).toBeGreaterThanOrEqual(result.value - 1e-9)
    expect(result.value).toBeLessThanOrEqual(bestOf(parser, sentence, 0.7) + 1e-9)
  })

  it('refuse to work together if the tagger lacks tags, and a sentence without words', () => {
    const small = trainTrigramTagger([{ words: ['a'], tags: ['DT'] }])
    expect(() => new JointParser(trainGrammar(TREES), small)).toThrow('Train both on the same treebank')
    expect(() => parser.parse([])).toThrow(ParleyError)
    expect(() => parser.parse(['a'], { chart: { candidates: [['XYZ']] } })).toThrow('the tag "XYZ"')
  })
})

const data = process.env.PARLEY_DATA
describe.skipIf(data === undefined)('on MASC (set PARLEY_DATA to run)', () => {
  it('agreement is what the intersected dynamic program finds, in sentences of up to 12 words', () => {
    const text = gunzipSync(readFileSync(`${data}/constituency/masc.open.mrg.gz`)).toString()
    const trees = parsePenn(text).flatMap((tree) => cleanTree(tree) ?? [])
    const model = joint(trees.slice(0, 300), true)
    let proven = 0
    const short = trees.slice(4000).filter((tree) => words(tree).length <= 12)
    for (const tree of short.slice(0, 20)) {
      const sentence = words(tree)
      const result = model.parse(sentence)
      const best = bestOf(model, sentence, 0.7)
      expect(result.value).toBeLessThanOrEqual(best + 1e-6)
      expect(result.bound).toBeGreaterThanOrEqual(best - 1e-6)
      if (result.status !== 'optimal') continue
      proven++
      expect(Math.abs(result.value - best)).toBeLessThan(1e-6 * Math.abs(best) + 1e-9)
    }
    expect(proven).toBeGreaterThan(17)
  })
})
