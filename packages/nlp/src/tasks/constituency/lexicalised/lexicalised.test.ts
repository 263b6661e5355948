import { FactorGraph, solve, verify } from '@parleyjs/core'
import { readModel, writeModel } from '@parleyjs/learn'
import { headDrivenForest, SecondOrderProjectiveTree, Viterbi } from '@parleyjs/structures'
import { FIRST, LEFT, RIGHT } from '@parleyjs/structures/internal'
import { describe, expect, it } from 'vitest'
import { SMALL_TREEBANK } from '../../../../test-support/small-treebank.js'
import { dependencies } from '../../../text/penn/dependencies.js'
import { writePenn } from '../../../text/penn/penn-write.js'
import { foldTree, type PennTree, tags, words } from '../../../text/penn/tree.js'
import { DependencyModel } from '../dependency-model/dependency-model.js'
import { dependencySentence } from '../dependency-model/from-tree.js'
import { trainDependencyModel } from '../dependency-model/train-dependency-model.js'
import { BackoffCounts } from './backoff.js'
import { annotatedHead, markBasePhrases, plainLabel } from './base-phrases.js'
import { flatTree } from './flat-tree.js'
import type { LexicalisedGrammar } from './grammar.js'
import { mix } from './hashing.js'
import { loadLexicalised, saveLexicalised } from './save.js'
import { limitsFor, sentenceForest } from './sentence-forest.js'
import { SentenceScores } from './sentence-scores.js'
import { trainLexicalised } from './train-lexicalised.js'
import { treeOfDerivation } from './tree-of.js'
import { TwoParsers } from './two-parsers.js'

const grammar = trainLexicalised(SMALL_TREEBANK, { rare: 1, least: 1 })
const UNLIMITED = { complete: 1e9, partial: 1e9, below: 1e9 }

function allArcs(n: number): [number, number][] {
  const arcs: [number, number][] = []
  for (let h = 0; h <= n; h++) for (let m = 1; m <= n; m++) if (h !== m) arcs.push([h, m])
  return arcs
}

/** The best tree by the grammar alone, and its score. */
function best(g: LexicalisedGrammar, forms: string[], names: string[]) {
  const arcs = allArcs(forms.length)
  const forest = headDrivenForest({ scores: new SentenceScores(g, forms, names), arcs })
  if (forest.graph === null) return null
  const viterbi = new Viterbi(forest.graph)
  const score = viterbi.run(new Float64Array(arcs.length))
  return { score, tree: treeOfDerivation(g, forest, viterbi.trace(), forms, names) }
}

/** The score of a tree straight from the definition: every constituent from its head outwards. */
function scoreOf(g: LexicalisedGrammar, tree: PennTree): number {
  const s = new SentenceScores(g, words(tree), tags(tree))
  const pairOf = (category: number, head: number) => {
    for (let q = 0; q < s.pairHead.length; q++)
      if (s.pairCategory[q] === category && s.pairHead[q] === head) return q
    throw new Error('no such pair')
  }
  let score = 0
  let next = 0
  foldTree<{ symbol: number; head: number; from: number; to: number }>(
    markBasePhrases(tree),
    (at, below, above) => {
      if (at.word !== undefined) return { symbol: g.tag(at.label), head: next, from: next, to: ++next }
      if (above.length === 0) {
        score += s.root(below[0].symbol, below[0].head)
        return below[0]
      }
      const which = annotatedHead(at)
      const { head: h, symbol: child } = below[which]
      const pair = pairOf(g.category(at.label), child)
      score += s.start(pair, h)
      let memory = FIRST
      for (const m of below.slice(which + 1)) {
        score += s.modifier(s.context(pair, h, RIGHT, memory, s.gap(h + 1, m.from)), m.symbol, m.head)
        memory = s.memory(m.symbol)
      }
      const end = below[below.length - 1].to
      score += s.stop(s.context(pair, h, RIGHT, memory, s.gap(h + 1, end)))
      memory = FIRST
      for (const m of below.slice(0, which).reverse()) {
        score += s.modifier(s.context(pair, h, LEFT, memory, s.gap(m.to, h)), m.symbol, m.head)
        memory = s.memory(m.symbol)
      }
      score += s.stop(s.context(pair, h, LEFT, memory, s.gap(below[0].from, h)))
      return { symbol: g.category(at.label), head: h, from: below[0].from, to: end }
    },
  )
  return score
}

describe('A lexicalised grammar', () => {
  it('finds the trees that it was trained on, with their scores', () => {
    let same = 0
    for (const tree of SMALL_TREEBANK) {
      const found = best(grammar, words(tree), tags(tree))!
      expect(found.score).toBeGreaterThanOrEqual(scoreOf(grammar, tree) - 1e-9)
      expect(found.score).toBeCloseTo(scoreOf(grammar, found.tree), 9)
      if (writePenn(found.tree) === writePenn(tree)) same++
    }
    expect(same).toBeGreaterThanOrEqual(10)
  })

  it('what may follow in a context, and its end, have probabilities that sum to at most 1', () => {
    const s = new SentenceScores(grammar, ['The', 'dog', 'barks', '.'], ['DT', 'NN', 'VBZ', '.'])
    for (let pair = 0; pair < s.pairHead.length; pair++)
      for (const side of [LEFT, RIGHT]) {
        const context = s.context(pair, 1, side, FIRST, 0)
        let sum = Math.exp(s.stop(context))
        // With tag and word, which are predicted after the symbol: one word only.
        for (let symbol = 0; symbol < s.symbols; symbol++) sum += Math.exp(s.modifier(context, symbol, 0))
        expect(sum).toBeLessThanOrEqual(1 + 1e-9)
        expect(sum).toBeGreaterThan(0)
      }
  })

  it('parses unknown words, one word, and tags it never saw', () => {
    const unknown = best(grammar, ['Xyzzy', 'plughs', 'frotz'], ['NNP', 'VBZ', 'NN'])!
    expect(words(unknown.tree)).toEqual(['Xyzzy', 'plughs', 'frotz'])
    expect(writePenn(best(grammar, ['Cats'], ['NNS'])!.tree)).toMatch(/^\(TOP .*\(NNS Cats\)/)
    expect(best(grammar, ['?'], ['QQ'])).not.toBeNull()
  })

  it('is the same after saving and loading', () => {
    const model = saveLexicalised(grammar, { licence: 'CC0-1.0', trainedOn: 'a few trees' })
    const loaded = loadLexicalised(readModel(writeModel(model)))
    for (const tree of SMALL_TREEBANK)
      expect(best(loaded, words(tree), tags(tree))!.score).toBe(best(grammar, words(tree), tags(tree))!.score)
    expect(() => loadLexicalised({ ...model, header: { ...model.header, kind: 'parser' } })).toThrow(
      /kind "parser"/,
    )
    const { counts: _, ...arrays } = model.arrays
    expect(() => loadLexicalised({ ...model, arrays })).toThrow(/no array called "counts"/)
  })

  it('refuses to be trained on nothing', () => {
    expect(() => trainLexicalised([])).toThrow(/0 trees/)
  })
})

describe('Backing off', () => {
  it('is Witten and Bell’s rule at every level', () => {
    const counts = new BackoffCounts(undefined, 5)
    const plain = mix(1, 1)
    const fine = mix(2, 2)
    const contexts = Int32Array.of(fine, plain)
    counts.count(contexts, 2, 7)
    counts.count(contexts, 2, 7)
    counts.count(contexts, 2, 8)
    counts.count(Int32Array.of(mix(3, 3), plain), 2, 9)
    const totals = new Float64Array(2)
    const reserves = new Float64Array(2)
    counts.describe(contexts, 2, totals, reserves)
    const lower = (2 + 5 * 3 * 0.1) / (4 + 5 * 3)
    expect(counts.probability(contexts, 2, totals, reserves, 7, 0.1)).toBeCloseTo(
      (2 + 10 * lower) / (3 + 10),
      12,
    )
  })

  it('leaves out rare contexts but for the plainest', () => {
    const all = new BackoffCounts()
    const contexts = Int32Array.of(11, 12)
    all.count(contexts, 2, 1)
    const few = new BackoffCounts()
    few.count(contexts, 2, 1, all, 2)
    expect([few.total(11), few.total(12)]).toEqual([0, 1])
  })
})

describe('Trees and dependencies', () => {
  it('base noun phrases are marked, and unmarked again', () => {
    const [tree] = SMALL_TREEBANK.slice(2)
    expect(writePenn(markBasePhrases(tree))).toContain('(NP (NPB (DT a) (NN dog)) (PP')
    expect(plainLabel('NPB')).toBe('NP')
  })

  it('the heads that are counted are those of the dependencies', () => {
    const tree = SMALL_TREEBANK[10]
    let next = 0
    const head = foldTree<number>(markBasePhrases(tree), (at, below) =>
      at.word === undefined ? below[annotatedHead(at)] : next++,
    )
    expect(dependencies(tree).heads[head]).toBe(0)
    expect(annotatedHead(markBasePhrases(SMALL_TREEBANK[0]).children[0].children[0])).toBe(1)
  })

  it('a flat tree has the dependencies that it was made from', () => {
    expect(writePenn(flatTree(['the', 'rain'], ['DT', 'NN'], [2, 0]))).toBe('(TOP (NP (DT the) (NN rain)))')
    expect(writePenn(flatTree(['Rain'], ['NN'], [0]))).toBe('(TOP (FRAG (NN Rain)))')
    const tree = SMALL_TREEBANK[3]
    const { heads } = dependencies(tree)
    expect(words(flatTree(words(tree), tags(tree), heads))).toEqual(words(tree))
  })

  it('relations name the constituent and the one above', () => {
    expect(dependencySentence(SMALL_TREEBANK[0]).deprels).toEqual(['DT/NP', 'NP/S', 'root', './S'])
  })
})

describe('Two parsers in one', () => {
  const model = trainDependencyModel(SMALL_TREEBANK, { epochs: 5, network: false, rareRelation: 2 })
  const parser = new TwoParsers(grammar, model, { limits: UNLIMITED, below: 1e9 })

  it('the joint optimum is the best of all derivations, by enumeration', () => {
    let certified = 0
    for (const tree of SMALL_TREEBANK.filter((t) => words(t).length <= 5))
      for (const weight of [0.5, 3]) {
        const [forms, names] = [words(tree), tags(tree)]
        const { dependencies: problem, grammar: factor } = parser.models(forms, names)
        const links = problem.arcs.length
        const zero = new Float64Array(links)
        const { graph } = factor
        let most = Number.NEGATIVE_INFINITY
        for (const { score, edges } of factor.kBest(zero, 20000)) {
          const configuration = new Float64Array(links)
          for (const e of edges) if (graph!.link[e] < links) configuration[graph!.link[e]] = 1
          most = Math.max(most, score + weight * problem.factor.score(configuration))
        }
        for (const algorithm of ['subgradient', 'ad3', 'mplp', 'exact'] as const) {
          const options = { algorithm, weights: [1, weight], maxIterations: 100 } as const
          const parse = parser.parse(forms, names, options)
          expect(parse.bound).toBeGreaterThanOrEqual(most - 1e-6)
          expect(parse.value).toBeLessThanOrEqual(most + 1e-6)
          if (parse.status !== 'optimal') continue
          certified++
          expect(parse.value).toBeCloseTo(most, 5)
        }
      }
    expect(certified).toBeGreaterThan(20)
  })

  it('both factors stand in a graph of arcs, whose solution verifies', () => {
    const derived = SMALL_TREEBANK.map((tree) => parser.models(words(tree), tags(tree))).filter(
      ({ forest }) => forest.graph !== null,
    )
    expect(derived.length).toBeGreaterThan(4)
    const { dependencies: problem, grammar: factor } = derived[4]
    const graph = new FactorGraph()
    const arcs = problem.arcs.map(() => graph.binary())
    graph.add(factor, arcs)
    graph.add(problem.factor, arcs)
    const solution = solve(graph)
    expect(solution.status).toBe('optimal')
    expect(verify(graph, solution).problems).toEqual([])
  })

  it('every sentence has an answer: one word, unknown words, none that the grammar derives', () => {
    expect(parser.parse(['Cats'], ['NNS']).status).toBe('optimal')
    expect(words(parser.parse(['a', 'b', 'c', 'd'], ['QQ', 'QQ', 'QQ', 'QQ']).tree)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
    const narrow = parser.parse(words(SMALL_TREEBANK[3]), tags(SMALL_TREEBANK[3]), {
      limits: { complete: 0 },
    })
    expect(narrow.derived).toBe(false)
    expect(words(narrow.tree)).toEqual(words(SMALL_TREEBANK[3]))
  })

  it('a beam that leaves no tree is made wider', () => {
    // The only tree has 3 → 1 → 2; 2 → 1 promises more, since nothing in its span says that 4 → 2 would cross
    // 0 → 3.
    const arcs: [number, number][] = [
      [0, 3],
      [3, 1],
      [1, 2],
      [2, 1],
      [4, 2],
      [3, 4],
    ]
    const arcMerit = Float64Array.of(0, -20, 0, 0, 0, 0)
    const scores = new SentenceScores(grammar, ['dogs', 'cats', 'see', 'dogs'], ['NNS', 'NNS', 'VBP', 'NNS'])
    expect(headDrivenForest({ scores, arcs, arcMerit }).graph).toBeNull()
    const { graph } = sentenceForest({ scores, arcs, arcMerit }, 14)
    const viterbi = new Viterbi(graph!)
    expect(viterbi.run(new Float64Array(arcs.length))).toBeGreaterThan(Number.NEGATIVE_INFINITY)
    const used = viterbi.trace().map((e) => graph!.link[e])
    expect([...used.filter((a) => a < arcs.length).sort()]).toEqual([0, 1, 2, 5])
  })

  it('arcs over which the grammar has no tree get those of its own best tree', () => {
    // Every word depends on the one before: there is no constituent with such heads.
    const asked: (readonly number[] | null)[] = []
    const chain: DependencyModel['problem'] = (input, heads) => {
      asked.push(heads === undefined ? null : Array.from(heads))
      if (heads !== undefined) return model.problem(input, heads)
      const n = input.forms.length
      const arcs = Array.from({ length: n }, (_, i): [number, number] => [i, i + 1])
      const factor = new SecondOrderProjectiveTree({ length: n + 1, arcs, sides: [], singleRoot: true })
      return { length: n, arcs, probability: new Float64Array(n).fill(1), factor }
    }
    const stubborn = Object.assign(Object.create(model) as DependencyModel, { problem: chain })
    const tree = SMALL_TREEBANK[2]
    const parse = new TwoParsers(grammar, stubborn).parse(words(tree), tags(tree))
    expect(asked.length).toBe(2)
    expect(asked[0]).toBeNull()
    expect(parse).toMatchObject({ derived: true, status: 'optimal' })
    expect(writePenn(parse.tree)).toBe(writePenn(tree))
    const long = Array.from({ length: 41 }, () => 'the')
    expect(new TwoParsers(grammar, stubborn).parse(long, long.fill('DT')).derived).toBe(false)
  })

  it('long sentences get a narrower beam, unless a beam was asked for', () => {
    expect(limitsFor(40)).toEqual({ complete: 8, partial: 24, below: 9, chain: 3 })
    expect(limitsFor(80)).toEqual({ complete: 4, partial: 12, below: 9, chain: 3 })
    expect(limitsFor(80, { complete: 20 }).complete).toBe(20)
  })

  it.each(['intersection', 30] as const)(
    'what rounds leave open is closed by %s, and by nothing if that is not wanted',
    (close) => {
      let open = 0
      // Read from the end: the models, both trained on the same trees, disagree.
      for (const tree of SMALL_TREEBANK.filter((t) => words(t).length <= 6)) {
        const models = parser.models(words(tree).reverse(), tags(tree).reverse())
        const rounds = { weights: [1, 3], step: 'harmonic', stepSize: 1e-6, maxIterations: 1 } as const
        const left = parser.decode(models, { ...rounds, close: 0 })
        expect(left.searched).toBe(false)
        if (!left.derived || left.status === 'optimal') continue
        open++
        const proven = parser.decode(models, { ...rounds, close })
        const exact = parser.decode(models, { algorithm: 'exact', weights: [1, 3] })
        expect(proven).toMatchObject({ searched: true, status: 'optimal' })
        expect(proven.value).toBeCloseTo(exact.value, 6)
        expect(proven.bound).toBeLessThanOrEqual(left.bound)
        expect(proven.gap).toBeLessThan(1e-6)
        expect(writePenn(proven.tree)).toBe(writePenn(exact.tree))
        if (close !== 'intersection') expect(proven.calls[0]).toBeGreaterThan(left.calls[0])
        expect(parser.decode(models, { ...rounds, timeLimit: 1e-9 }).searched).toBe(false)
      }
      expect(open).toBeGreaterThan(0)
    },
  )

  it('the dependency model’s own best tree is that of its factor', () => {
    const again = new DependencyModel(model.parser)
    for (const tree of SMALL_TREEBANK) {
      const sentence = dependencySentence(tree)
      expect([...again.parse(sentence)]).toEqual([...model.parse(sentence)])
    }
  })
})
