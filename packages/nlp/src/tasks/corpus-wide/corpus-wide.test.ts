import type { XorShift } from '@parleyjs/core/internal'
import { randomOf } from '@parleyjs/learn/internal'
import { expect, test } from 'vitest'
import { ConsensusSets } from './consensus.js'
import { parseCorpusWide, tagCorpusWide } from './corpus-wide.js'
import { type ArcScorer, ParseCorpus } from './parse-corpus.js'
import { ParseFactor } from './parse-factor.js'
import { shareWords } from './shared-words.js'
import { TagCorpus, type TagScorer } from './tag-corpus.js'
import { independentTags } from './transitions.js'

const K = 3
const TAGS = ['A', 'B', 'C']

/** A scorer whose scores are random, in units of 1/8. */
function randomScorer(random: XorShift, isIndependent: boolean): TagScorer {
  const some = (n: number) => Float64Array.from({ length: n }, () => (random.below(33) - 16) / 8)
  return {
    tags: TAGS,
    transitions: isIndependent
      ? independentTags(K)
      : { tags: K, start: some(K), next: some(K * K), stop: some(K) },
    unit: 1 / 8,
    units: (forms) => Int32Array.from({ length: forms.length * K }, () => random.below(33) - 16),
    knows: () => false,
  }
}

/** The total cost of disagreement: every set takes its cheapest value. */
function costOf(sets: ConsensusSets, value: (sentence: number, word: number) => number): number {
  let cost = 0
  for (let set = 0; set < sets.length; set++) {
    const counts = new Array<number>(sets.values.length).fill(0)
    for (let m = sets.start(set); m < sets.start(set + 1); m++)
      counts[value(sets.sentenceOf(m), sets.wordOf(m))]++
    const members = sets.start(set + 1) - sets.start(set)
    cost += (members - Math.max(...counts)) * (sets.penalties[set] as number)
  }
  return cost
}

test.each([
  ['a chain', false],
  ['word by word', true],
])(
  'tagging a corpus, %s: bound ≥ best of all assignments ≥ value, which is the score of the tags; mostly equal',
  (_, isIndependent) => {
    const random = randomOf(5)
    let optimal = 0
    let changed = 0
    for (let round = 0; round < 40; round++) {
      const corpus = new TagCorpus(randomScorer(random, isIndependent))
      const lengths = [2, 3, 2]
      for (const n of lengths) corpus.add(new Array<string>(n).fill('w'))
      const sets = new ConsensusSets(TAGS)
      for (let set = 0; set < 2; set++) {
        sets.begin(`set ${set}`, random.below(16) / 4)
        for (const s of [0, 1, 2]) sets.add(s, random.below(lengths[s]))
      }
      const { isolated, joint, solution, changes } = tagCorpusWide(corpus, sets)
      const scoreOf = (tags: ArrayLike<number>) => {
        let sum = -costOf(sets, (s, w) => tags[corpus.before(s) + w])
        for (let s = 0; s < 3; s++) {
          const path = Int32Array.from({ length: lengths[s] }, (_, t) => tags[corpus.before(s) + t])
          sum += corpus.chain.score(corpus.load(s), lengths[s], path)
        }
        return sum
      }
      let best = Number.NEGATIVE_INFINITY
      const tags = new Int32Array(7)
      for (let code = 0; code < K ** 7; code++) {
        for (let i = 0, rest = code; i < 7; i++, rest = Math.floor(rest / K)) tags[i] = rest % K
        best = Math.max(best, scoreOf(tags))
      }
      expect(solution.bound).toBeGreaterThanOrEqual(best - 1e-4)
      expect(best).toBeGreaterThanOrEqual(solution.value - 1e-9)
      expect(scoreOf(joint)).toBeCloseTo(solution.value, 6)
      expect(scoreOf(joint)).toBeGreaterThanOrEqual(scoreOf(isolated) - 1e-9)
      if (solution.status === 'optimal') {
        optimal++
        expect(solution.value).toBeCloseTo(best, 3)
      }
      for (const { sentence, word, before, after, because } of changes()) {
        changed++
        const at = corpus.before(sentence) + word
        expect([before, after]).toEqual([TAGS[isolated[at]], TAGS[joint[at]]])
        for (const { agree, members } of because) expect(agree).toBeLessThanOrEqual(members)
      }
    }
    expect(optimal).toBeGreaterThan(25)
    expect(changed).toBeGreaterThan(5)
  },
)

test.each([
  ['a chain', false],
  ['word by word', true],
])(
  '%s: sentences of 1, 70 and 200 words keep the tags of words that no set speaks of',
  (_, isIndependent) => {
    const corpus = new TagCorpus(randomScorer(randomOf(3), isIndependent))
    for (const n of [200, 1, 70]) corpus.add(new Array<string>(n).fill('w'))
    const sets = new ConsensusSets(TAGS)
    sets.begin('nothing', 0)
    for (let s = 0; s < 3; s++) sets.add(s, 0)
    const { isolated, joint } = tagCorpusWide(corpus, sets)
    expect(joint).toEqual(isolated)
  },
)

/** All arcs with random scores. */
function randomArcs(random: XorShift): ArcScorer {
  return {
    singleRoot: true,
    arcs({ forms }) {
      const head: number[] = []
      const modifier: number[] = []
      const score: number[] = []
      for (let m = 1; m <= forms.length; m++)
        for (let h = 0; h <= forms.length; h++)
          if (h !== m) {
            head.push(h)
            modifier.push(m)
            score.push((random.below(65) - 32) / 16)
          }
      return { head, modifier, score, count: head.length }
    },
  }
}

/** The heads of all projective trees over 3 words with one root. */
function allTrees(corpus: ParseCorpus): number[][] {
  const trees: number[][] = []
  const chart = corpus.chart(0)
  const configuration = new Float64Array(9)
  for (let code = 0; code < 64; code++) {
    const heads = [code & 3, (code >> 2) & 3, code >> 4]
    if (heads.some((h, i) => h === i + 1)) continue
    configuration.fill(0)
    for (let a = 0; a < 9; a++) if (heads[corpus.modifierOf(a) - 1] === corpus.headOf(a)) configuration[a] = 1
    if (chart.score(configuration) === 0) trees.push(heads)
  }
  return trees
}

test("a sentence's trees: best answer and max-marginals of the heads' tags are those of enumeration", () => {
  const random = randomOf(7)
  for (let round = 0; round < 50; round++) {
    const corpus = new ParseCorpus(randomArcs(random))
    corpus.add({ forms: ['a', 'b', 'c'], upos: ['X', 'Y', 'X'] })
    const k = corpus.values.length
    const sets = new ConsensusSets(corpus.values)
    sets.begin('all', 1)
    sets.add(0, 0)
    sets.add(0, 2)
    const factor = new ParseFactor(corpus, shareWords(sets, 1), k).at(0)
    const extra = Float64Array.from({ length: 2 * k }, () => (random.below(65) - 32) / 16)
    const expected = new Float64Array(2 * k).fill(Number.NEGATIVE_INFINITY)
    let best = Number.NEGATIVE_INFINITY
    for (const heads of allTrees(corpus)) {
      let total = 0
      for (let a = 0; a < 9; a++)
        if (heads[corpus.modifierOf(a) - 1] === corpus.headOf(a)) total += corpus.scoreOf(a)
      const seen = [corpus.valueOf(0, heads[0]), k + corpus.valueOf(0, heads[2])]
      for (const slot of seen) total += extra[slot]
      for (const slot of seen) expected[slot] = Math.max(expected[slot], total)
      best = Math.max(best, total)
    }
    const configuration = new Float64Array(2 * k)
    const marginals = new Float64Array(2 * k)
    const total = () => configuration.reduce((sum, on, i) => sum + on * extra[i], own)
    let own = factor.maximize(extra, configuration)
    expect(total()).toBeCloseTo(best, 9)
    expect(factor.maxMarginals(extra, marginals)).toBeCloseTo(best, 9)
    // What it remembers is the best configuration under these scores, and under no others.
    for (const scores of [new Float64Array(2 * k).fill(1), extra, extra])
      own = factor.maximize(scores, configuration)
    expect(total()).toBeCloseTo(best, 9)
    expect(factor.maxMarginals(extra, marginals)).toBeCloseTo(best, 9)
    own = factor.maximize(extra, configuration)
    expect(total()).toBeCloseTo(best, 9)
    for (let slot = 0; slot < 2 * k; slot++)
      if (expected[slot] === Number.NEGATIVE_INFINITY) expect(marginals[slot]).toBe(expected[slot])
      else expect(marginals[slot]).toBeCloseTo(expected[slot], 9)
  }
})

test('parsing a corpus: heads are trees, and a dear set agrees', () => {
  const random = randomOf(9)
  for (let round = 0; round < 20; round++) {
    const corpus = new ParseCorpus(randomArcs(random))
    for (let s = 0; s < 4; s++) corpus.add({ forms: ['a', 'b', 'c'], upos: ['X', 'Y', 'Z'] })
    const sets = new ConsensusSets(corpus.values)
    sets.begin('second words', 1000)
    for (let s = 0; s < 4; s++) sets.add(s, 1)
    const { joint, isolated, solution, changes } = parseCorpusWide(corpus, sets)
    const trees = allTrees(corpus).map(String)
    const agreed = new Set<number>()
    for (let s = 0; s < 4; s++) {
      expect(trees).toContain(String([...joint.subarray(3 * s, 3 * s + 3)]))
      agreed.add(corpus.valueOf(s, joint[3 * s + 1]))
    }
    expect(agreed.size).toBe(1)
    expect(solution.status).toBe('optimal')
    const moved = joint.filter((head, i) => head !== isolated[i]).length
    expect([...changes()].length).toBeLessThanOrEqual(moved)
  }
})

test('a given tree is what its sentence keeps by itself, if its arcs are favoured enough', () => {
  const random = randomOf(11)
  for (let round = 0; round < 20; round++) {
    const corpus = new ParseCorpus(randomArcs(random), 1000)
    corpus.add({ forms: ['a', 'b', 'c'] })
    const trees = allTrees(corpus)
    const tree = trees[random.below(trees.length)]
    corpus.add({ forms: ['a', 'b', 'c'] }, tree)
    const { isolated } = parseCorpusWide(corpus, new ConsensusSets(corpus.values))
    expect([...isolated.subarray(3)]).toEqual(tree)
  }
})
