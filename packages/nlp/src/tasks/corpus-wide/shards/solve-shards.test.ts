// A corpus in shards is tagged and parsed like an undivided one: the same values, bounds, words and reasons.

import type { SoftSolution } from '@parleyjs/core'
import type { XorShift } from '@parleyjs/core/internal'
import { randomOf } from '@parleyjs/learn/internal'
import { expect, test } from 'vitest'
import { ConsensusSets } from '../consensus.js'
import { parseCorpusWide, tagCorpusWide } from '../corpus-wide.js'
import { type ArcScorer, ParseCorpus } from '../parse-corpus.js'
import { TagContexts } from '../tag-contexts.js'
import { TagCorpus, type TagScorer } from '../tag-corpus.js'
import { independentTags } from '../transitions.js'
import { UnseenWords } from '../unseen-words.js'
import { type CorpusPart, parsePart, tagPart } from './corpus-part.js'
import { CorpusShard } from './corpus-shard.js'
import type { CorpusLink } from './messages.js'
import { solveShards } from './solve-shards.js'

const TAGS = ['A', 'B', 'C']
const OPTIONS = { penalty: 1.5, least: 2 }
/** Half of the problems may use all their rounds, half stop early, so that turns of agreement follow. */
const LIMITS = [{ maxIterations: 0 }, { maxIterations: 1 }, {}, {}]

interface Words {
  readonly forms: string[]
  readonly upos: string[]
  readonly heads: Int32Array
}

/** A number in [0, n) that depends on the arguments alone. */
function mixed(n: number, ...from: (string | number)[]): number {
  let h = 2166136261
  for (const char of from.join(' ')) h = Math.imul(h ^ char.charCodeAt(0), 16777619)
  return ((h >>> 0) ^ ((h >>> 0) >>> 13)) % n
}

function tagScorer(seed: number, isIndependent: boolean): TagScorer {
  const some = (what: string, n: number) =>
    Float64Array.from({ length: n }, (_, i) => (mixed(33, seed, what, i) - 16) / 7)
  return {
    tags: TAGS,
    transitions: isIndependent
      ? independentTags(3)
      : { tags: 3, start: some('start', 3), next: some('next', 9), stop: some('stop', 3) },
    unit: 1 / 7,
    units: (forms) =>
      Int32Array.from(
        { length: forms.length * 3 },
        (_, i) => mixed(33, seed, forms.join(' '), Math.floor(i / 3), i % 3) - 16,
      ),
    knows: (form) => form === 'known',
  }
}

function arcScorer(seed: number): ArcScorer {
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
            score.push((mixed(65, seed, forms.join(' '), h, m) - 32) / 15)
          }
      return { head, modifier, score, count: head.length }
    },
  }
}

/** @param lone whether sentences have one word each that is not known */
function sentencesOf(random: XorShift, most: number, lone = false): Words[] {
  return Array.from({ length: 1 + random.below(14) }, () => {
    const forms = Array.from({ length: random.below(most + 1) }, () =>
      lone || random.below(4) === 0 ? 'known' : `w${random.below(9)}`,
    )
    if (lone) forms.splice(random.below(most), 0, `w${random.below(3)}`)
    return {
      forms,
      upos: forms.map(() => ['X', 'Y', 'Z', 'U'][random.below(4)]),
      heads: Int32Array.from(forms, (_, i) => i),
    }
  })
}

/** Shards with sentences dealt at random, and the way to them. */
function dealt(random: XorShift, count: number, part: () => CorpusPart, sentences: Words[]) {
  const shards = Array.from({ length: count }, () => new CorpusShard(part()))
  const shardOf = sentences.map(() => random.below(count))
  sentences.forEach((sentence, s) => {
    shards[shardOf[s]].add(sentence, s)
  })
  const links = shards.map(
    (shard): CorpusLink => ({ send: async (command) => shard.run(structuredClone(command)) as never }),
  )
  const found = (which: 'isolated' | 'joint') => {
    const at = new Int32Array(count)
    return sentences.flatMap(({ forms }, s) => forms.map(() => shards[shardOf[s]][which][at[shardOf[s]]++]))
  }
  return { links, found }
}

function bits({ multipliers: _, extra: __, ...solution }: SoftSolution) {
  return solution
}

test.each([
  ['a chain', false, false],
  ['a chain with one shared word in each sentence', false, true],
  ['word by word', true, false],
])('tagging in 1, 2 and 3 shards, %s', async (_, isIndependent, lone) => {
  let changed = 0
  for (let seed = 0; seed < 40; seed++) {
    const random = randomOf(seed)
    const scorer = tagScorer(seed, isIndependent)
    const isNew = (form: string) => !scorer.knows(form)
    const sentences = sentencesOf(random, 6, lone)
    const corpus = new TagCorpus(scorer)
    const words = new UnseenWords(scorer.knows)
    for (const { forms } of sentences) {
      corpus.add(forms)
      words.add(forms)
    }
    const limits = LIMITS[seed % 4]
    const whole = tagCorpusWide(corpus, words.sets(TAGS, OPTIONS), limits)
    for (const count of [1, 2, 3]) {
      const { links, found } = dealt(random, count, () => tagPart(scorer, isNew), sentences)
      const { solution, changes } = await solveShards(links, OPTIONS, limits)
      expect(bits(solution), `seed ${seed}`).toEqual(bits(whole.solution))
      expect(found('isolated')).toEqual([...whole.isolated])
      expect(found('joint')).toEqual([...whole.joint])
      const all = [...changes()]
      expect(all).toEqual([...whole.changes()])
      changed += all.length
    }
  }
  expect(changed).toBeGreaterThan(100)
})

test.each([
  ['contexts', undefined],
  [
    'one shared word in each sentence',
    [
      [1, 1],
      [2, 2],
      [3, 1],
    ],
  ],
] as const)('parsing in 1, 2 and 3 shards, %s', async (_, members) => {
  let changed = 0
  for (let seed = 0; seed < 40; seed++) {
    const random = randomOf(seed)
    const scorer = arcScorer(seed)
    const sentences = sentencesOf(random, 5).filter(({ forms }) => forms.length > 1)
    if (sentences.length < 3) continue
    const corpus = new ParseCorpus(scorer, 0.5)
    const contexts = new TagContexts([-1, 0])
    for (const sentence of sentences) {
      corpus.add(sentence, sentence.heads)
      contexts.add(sentence.upos)
    }
    const given = members && [{ name: 'mine', penalty: 2, members }]
    const sets =
      given === undefined
        ? contexts.sets(corpus.values, OPTIONS)
        : ConsensusSets.from(given, corpus.values, corpus.length, (s) => corpus.lengthOf(s))
    const limits = LIMITS[seed % 4]
    const whole = parseCorpusWide(corpus, sets, limits)
    for (const count of [1, 2, 3]) {
      const { links, found } = dealt(random, count, () => parsePart(scorer, [-1, 0], 0.5), sentences)
      const answer = await solveShards(links, { ...OPTIONS, sets: given }, limits)
      expect(bits(answer.solution), `seed ${seed}`).toEqual(bits(whole.solution))
      expect(found('isolated')).toEqual([...whole.isolated])
      expect(found('joint')).toEqual([...whole.joint])
      expect([...answer.changes()]).toEqual([...whole.changes()])
      changed += [...answer.changes()].length
    }
  }
  expect(changed).toBeGreaterThan(20)
})

test('a shard that has not been linked says so, and sentences must be all there, once', async () => {
  const scorer = tagScorer(1, false)
  const shard = new CorpusShard(tagPart(scorer, () => true))
  expect(() => shard.run({ op: 'solve', command: { op: 'begin' } })).toThrow('must be linked')
  const sentence = { forms: ['a'], upos: [], heads: new Int32Array(0) }
  shard.add(sentence, 1)
  expect(() => shard.add(sentence, 1)).toThrow('came after 1')
  const link: CorpusLink = { send: async (command) => shard.run(command) as never }
  await expect(solveShards([link], OPTIONS)).rejects.toThrow('out of range')
})
