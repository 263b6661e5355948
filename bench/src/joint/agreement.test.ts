// A grammar and a tagger that agree reach the optimum of both, which the dynamic program of their
// intersection finds in another way.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  cleanTree,
  JointParser,
  type PennTree,
  parsePenn,
  treeTags as tags,
  trainGrammar,
  trainTrigramTagger,
  treeWords as words,
} from '@parleyjs/nlp'
import type { JointModels } from '@parleyjs/nlp/internal'
import { describe, expect, it } from 'vitest'
import { intersect, trigramOfLinks } from './intersection.js'

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
function bestOf(model: JointParser, models: JointModels): number {
  const trigram = trigramOfLinks(model, models)
  return intersect(models.chart.factor.graph, (a, b, c) => 0.7 * trigram(a, b, c))!.score
}

describe('a grammar and a tagger that agree', () => {
  it.each(['subgradient', 'ad3', 'mplp', 'exact'] as const)(
    'find the optimum of their intersection by %s',
    (algorithm) => {
      for (const text of ['The rain stops .', 'We saw the saw', 'Rain', 'Stops saw We', 'xyzzy Rain qux .']) {
        const sentence = text.split(' ')
        const result = parser.parse(sentence, { algorithm, maxIterations: 200 })
        expect(result.status).toBe('optimal')
        expect(result.value).toBeCloseTo(bestOf(parser, parser.models(sentence)), 5)
        expect(result.tags).toEqual(tags(result.tree))
      }
    },
  )

  it('stop at a limit with the best so far', () => {
    const sentence = 'We saw the saw stops Rain .'.split(' ')
    const result = parser.parse(sentence, { maxIterations: 0 })
    expect(words(result.tree)).toEqual(sentence)
    expect(result.bound).toBeGreaterThanOrEqual(result.value - 1e-9)
    expect(result.value).toBeLessThanOrEqual(bestOf(parser, parser.models(sentence)) + 1e-9)
  })

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
    const best = bestOf(model, once)
    expect(model.parse(sentence, { countWordsOnce: true }).value).toBeCloseTo(best, 5)
    const other = new JointParser(model.grammar, model.tagger, { countWordsOnce: true })
    expect(other.parse(sentence).value).toBeCloseTo(best, 5)
    expect(other.parse(sentence, { countWordsOnce: false }).value).toBe(model.parse(sentence).value)
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
      const best = bestOf(model, model.models(sentence))
      expect(result.value).toBeLessThanOrEqual(best + 1e-6)
      expect(result.bound).toBeGreaterThanOrEqual(best - 1e-6)
      if (result.status !== 'optimal') continue
      proven++
      expect(Math.abs(result.value - best)).toBeLessThan(1e-6 * Math.abs(best) + 1e-9)
    }
    expect(proven).toBeGreaterThan(17)
  })
})
