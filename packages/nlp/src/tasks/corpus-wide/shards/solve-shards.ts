// Solves a corpus in shards by the exchange of messages, with the same bits as the undivided corpus.
import { boxMplp, type SoftSolution } from '@parleyjs/core'
import { boxMplpSharded, type ShardLink } from '@parleyjs/core/internal'
import { agreeByTurns } from '../agree-more.js'
import { type Change, findChanges } from '../changes.js'
import { type ConsensusSet, ConsensusSets } from '../consensus.js'
import { type CorpusWideOptions, withDefaults } from '../corpus-wide.js'
import { consensusProblem, type SharedWords, shareWords, wordProblem } from '../shared-words.js'
import { haveLoneWords, type WordScores } from '../word-table.js'
import type { CorpusLink, Linked } from './messages.js'
import { ShardLayout } from './shard-layout.js'

/** Sets of a user, or the options of the gathered ones. */
export interface ShardedSets {
  readonly sets?: readonly ConsensusSet[] | undefined
  readonly penalty: number
  readonly least: number
}

/** The answer for a corpus in shards: bit for bit the answer for the whole corpus. */
export interface ShardedAnswer {
  readonly layout: ShardLayout
  readonly sets: ConsensusSets
  /** Its multipliers are in the shards. */
  readonly solution: SoftSolution
  /** Memory that the shards keep for their sentences. */
  readonly bytes: number
  /** What changed, and why, in the order of the corpus. */
  changes(): Generator<Change, void, undefined>
}

/**
 * Solves a corpus whose sentences are in shards, as `tagCorpusWide` and `parseCorpusWide` solve an undivided
 * one. Rounds exchange the scores of the values of sets, and the values of words in sets; afterwards each
 * shard has the answer for its own sentences.
 */
export async function solveShards(
  links: readonly CorpusLink[],
  { sets: given, penalty, least }: ShardedSets,
  options: CorpusWideOptions = {},
): Promise<ShardedAnswer> {
  const gathered = await Promise.all(links.map((link) => link.send({ op: 'gather' })))
  const layout = new ShardLayout(gathered)
  const values = layout.values()
  const sets =
    given === undefined
      ? layout.places().sets(values, { penalty, least })
      : ConsensusSets.from(given, values, layout.length, (s) => layout.lengthOf(s))
  const shared = shareWords(sets, layout.length)
  const split = layout.split(sets)
  const tables = gathered.some(({ isIndependent }) => isIndependent) || haveLoneWords(shared)
  const linked = await Promise.all(
    links.map((link, i) => link.send({ op: 'link', values, sets: split[i].part, tables })),
  )
  const shardOf = Int32Array.from(shared.sentences, (s) => layout.shardOf[s])
  const first = tables
    ? boxMplp(
        wordProblem(sets, shared, mergeWords(linked, shared, shardOf, values.length)),
        withDefaults(options),
      )
    : await boxMplpSharded(
        consensusProblem(sets, shared, neverAsked),
        shardOf,
        links.map(solverLink),
        withDefaults(options),
      )
  const shards = { links, shardOf, setsOf: split.map((part) => part.sets) }
  const solution = await agreeInShards(first, sets, shared, shards)
  const joint = await Promise.all(
    links.map(async (link, i) => {
      const own = ownValues(solution.assignment!, shared, shardOf, i)
      return (await link.send({ op: 'complete', values: own })).joint
    }),
  )
  const consensus = solution.assignment!.subarray(shared.words.length)
  const at = (found: readonly Uint8Array[]) => (s: number, w: number) =>
    found[layout.shardOf[s]][layout.wordAt[s] + w]
  const before = at(linked.map(({ isolated }) => isolated))
  return {
    layout,
    sets,
    solution,
    bytes: gathered.reduce((sum, { bytes }) => sum + bytes, 0),
    changes: () => findChanges(sets, shared, consensus, (s) => layout.lengthOf(s), before, at(joint)),
  }
}

interface Shards {
  readonly links: readonly CorpusLink[]
  /** The shard of each sentence with shared words. */
  readonly shardOf: Int32Array
  readonly setsOf: readonly Int32Array[]
}

async function agreeInShards(
  first: SoftSolution,
  sets: ConsensusSets,
  shared: SharedWords,
  { links, shardOf, setsOf }: Shards,
): Promise<SoftSolution> {
  const turns = agreeByTurns(first, sets, shared)
  for (;;) {
    const { value: turn, done } = turns.next()
    if (done === true) return turn
    const agreed = turn.values.slice(shared.words.length)
    const answers = await Promise.all(
      links.map((link, i) => link.send({ op: 'agree', choice: setsOf[i].map((set) => agreed[set]) })),
    )
    const next = new Int32Array(links.length)
    const nextWord = new Int32Array(links.length)
    for (let f = 0; f < shardOf.length; f++) {
      const shard = shardOf[f]
      turn.own[f] = answers[shard].own[next[shard]++]
      for (let v = shared.first[f]; v < shared.first[f + 1]; v++)
        turn.values[v] = answers[shard].values[nextWord[shard]++]
    }
  }
}

/** The scores of all shared words in the order of the corpus. */
function mergeWords(
  linked: readonly Linked[],
  { first, words }: SharedWords,
  shardOf: Int32Array,
  k: number,
): WordScores {
  const parts = linked.map((part) => part.words!)
  const scores =
    parts[0]?.scores instanceof Int16Array
      ? new Int16Array(words.length * k)
      : new Float64Array(words.length * k)
  const next = new Int32Array(parts.length)
  for (let f = 0; f < shardOf.length; f++) {
    const shard = shardOf[f]
    for (let i = first[f] * k; i < first[f + 1] * k; i++) scores[i] = parts[shard].scores[next[shard]++]
  }
  return { scores, unit: parts[0]?.unit ?? 1, rest: parts.reduce((sum, { rest }) => sum + rest, 0) }
}

/** The values of the shared words that a shard has. */
function ownValues(
  assignment: Int32Array,
  { first }: SharedWords,
  shardOf: Int32Array,
  shard: number,
): Int32Array {
  const own: number[] = []
  for (let f = 0; f < shardOf.length; f++)
    if (shardOf[f] === shard) for (let v = first[f]; v < first[f + 1]; v++) own.push(assignment[v])
  return Int32Array.from(own)
}

function solverLink(link: CorpusLink): ShardLink {
  return { send: (command) => link.send({ op: 'solve', command }) as never }
}

function neverAsked(): never {
  throw new Error('The models of a corpus in shards are in the shards.')
}
