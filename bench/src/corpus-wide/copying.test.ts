// The two baselines of paper 4 against enumeration on small problems: duals, bounds, and counts of inference
// runs.

import { boxMplp } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { TagCorpus } from '@parleyjs/nlp'
import { answerOf, ConsensusSets, consensusProblem, shareWords, TagFactor } from '@parleyjs/nlp/internal'
import { expect, test } from 'vitest'
import { type Copies, copyingMplp, copyingSubgradient } from './copying.js'
import { accuracyBy, accuracyOfValues, type Experiment, median, runsToDual } from './experiment.js'

const TAGS = ['A', 'B', 'C']
const K = TAGS.length
const LENGTHS = [2, 3, 2]
const WORDS = 7
const PENALTY = 1.25

/** Random numbers in eighths between −2 and 2. */
function eighths(seed: number): () => number {
  const random = Random.of(seed)
  return () => random.below(33) - 16
}

interface Small {
  readonly experiment: Experiment
  /** The score of the best assignment of all, by enumeration. */
  readonly optimum: number
}

/** Three short sentences and two sets of their words. */
function small(seed: number): Small {
  const next = eighths(seed)
  const some = (n: number) => Float64Array.from({ length: n }, () => next() / 8)
  const corpus = new TagCorpus({
    tags: TAGS,
    transitions: { tags: K, start: some(K), next: some(K * K), stop: some(K) },
    unit: 1 / 8,
    units: (forms) => Int32Array.from({ length: forms.length * K }, next),
    knows: () => false,
  })
  for (const n of LENGTHS) corpus.add(new Array<string>(n).fill('w'))
  const sets = new ConsensusSets(TAGS)
  for (let set = 0; set < 2; set++) {
    sets.begin(`set ${set}`, PENALTY)
    for (const s of [0, 1, 2]) sets.add(s, (next() + 16) % LENGTHS[s])
  }
  const shared = shareWords(sets, LENGTHS.length)
  const models = () => {
    const factor = new TagFactor(corpus, shared)
    return (f: number) => factor.at(f)
  }
  const own = new TagFactor(corpus, shared)
  const experiment: Experiment = {
    sets,
    shared,
    models,
    problem: () => consensusProblem(sets, shared, models()),
    accuracy: accuracyBy(
      shared,
      K,
      (f) => own.at(f),
      () => own.tags[0],
    ),
    accuracyOf: accuracyOfValues(
      shared,
      (f, values) => own.at(f).complete(values),
      () => own.tags[0],
    ),
  }
  return { experiment, optimum: enumerate(corpus, sets) }
}

function enumerate(corpus: TagCorpus, sets: ConsensusSets): number {
  let best = Number.NEGATIVE_INFINITY
  const tags = new Int32Array(WORDS)
  for (let code = 0; code < K ** WORDS; code++) {
    for (let i = 0, rest = code; i < WORDS; i++, rest = Math.floor(rest / K)) tags[i] = rest % K
    let score = 0
    for (let s = 0; s < LENGTHS.length; s++)
      score += corpus.chain.score(
        corpus.load(s),
        LENGTHS[s],
        tags.subarray(corpus.before(s), corpus.before(s + 1)),
      )
    for (let set = 0; set < sets.length; set++) {
      const votes = new Int32Array(K)
      for (let m = sets.start(set); m < sets.start(set + 1); m++)
        votes[tags[corpus.before(sets.sentenceOf(m)) + sets.wordOf(m)]]++
      score -= PENALTY * (sets.start(set + 1) - sets.start(set) - Math.max(...votes))
    }
    best = Math.max(best, score)
  }
  return best
}

/** The dual of λ computed from scratch: each sentence separately, and each set with each of its values. */
function dualOf(copies: Copies): number {
  const { experiment, k, lambda, extra } = copies
  const { sets, shared } = experiment
  const models = experiment.models()
  let dual = 0
  for (let f = 0; f < shared.sentences.length; f++) {
    const [from, to] = [shared.first[f], shared.first[f + 1]]
    const values = new Int32Array(to - from)
    dual += answerOf(models(f), extra.slice(from * k, to * k), k, values)
    values.forEach((y, v) => {
      dual += extra[(from + v) * k + y]
    })
  }
  for (let set = 0; set < sets.length; set++) {
    const totals = TAGS.map((_, z) => {
      let total = 0
      for (let m = sets.start(set); m < sets.start(set + 1); m++)
        total += Math.max(...TAGS.map((_, y) => -lambda[m * k + y] - (y === z ? 0 : PENALTY)))
      return total
    })
    dual += Math.max(...totals)
  }
  return dual
}

test('both baselines: the dual is that of λ and above the optimum; MPLP never raises it', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const { experiment, optimum } = small(seed)
    for (const isMplp of [true, false]) {
      let last = Number.POSITIVE_INFINITY
      let rounds = 0
      const look = (copies: Copies) => {
        const dual = copies.dual()
        expect(dual, `seed ${seed}`).toBeCloseTo(dualOf(copies), 9)
        expect(dual, `seed ${seed}`).toBeGreaterThan(optimum - 1e-9)
        if (isMplp) expect(dual, `seed ${seed}`).toBeLessThanOrEqual(last + 1e-9)
        last = dual
        return rounds++ < 20
      }
      if (isMplp) copyingMplp(experiment, look, { every: 0.1 })
      else copyingSubgradient(experiment, (round) => 1 / round, look)
    }
  }
})

test('all methods come to the same bound where it is tight', () => {
  let tight = 0
  let met = 0
  for (let seed = 1; seed <= 25; seed++) {
    const { experiment, optimum } = small(seed)
    if (boxMplp(experiment.problem()).gap > 1e-6) continue
    tight++
    let [least, rounds, rest] = [Number.POSITIVE_INFINITY, 0, 0]
    copyingSubgradient(
      experiment,
      (round) => 1 / round,
      (copies) => {
        least = Math.min(least, copies.dual())
        return rounds++ < 300
      },
    )
    expect(least, `seed ${seed}`).toBeLessThan(optimum + 0.1)
    rounds = 0
    copyingMplp(experiment, (copies) => {
      rest = copies.dual() - optimum
      return rounds++ < 100
    })
    if (rest < 1e-3) met++
  }
  expect(tight).toBeGreaterThan(15)
  // Block descent may stop above the optimum; on these problems it seldom does.
  expect(met).toBeGreaterThan(0.8 * tight)
})

test('only sentences whose λ changed are asked again', () => {
  const { experiment } = small(3)
  const sentences = experiment.shared.sentences.length
  let before = 0
  let open = sentences
  let rounds = 0
  copyingSubgradient(
    experiment,
    (round) => 1 / round,
    (copies) => {
      expect(copies.calls.maximize - before).toBe(open)
      before = copies.calls.maximize
      const changed = new Set<number>()
      copies.copy.forEach((value, m) => {
        const v = experiment.shared.variableOf[m]
        if (copies.values[v] !== value) changed.add(copies.factorOf[v])
      })
      open = changed.size
      return rounds++ < 10
    },
  )
  expect(before).toBeLessThan(11 * sentences)
})

test('quantiles: the first point that has gone the share of the way; a median counts what never gets there as slowest', () => {
  const points = [10, 6, 3, 2].map((dual, i) => ({ runs: i + 1, dual }))
  expect(runsToDual(points, 0.5, 10, 2)).toBe(2)
  expect(runsToDual(points, 0.95, 10, 2)).toBe(4)
  expect(runsToDual(points, 0.95, 10, 0)).toBeUndefined()
  expect(median([3, undefined, 1])).toBe(3)
  expect(median([undefined, undefined, 1])).toBeUndefined()
})
