// Layout of a corpus in shards: the shard of each sentence, in the order of the corpus.
import { ParleyError } from '@parleyjs/core'
import type { ConsensusSets } from '../consensus.js'
import { GatheredPlaces } from '../gathered-places.js'
import type { Gathered, SetsPart } from './messages.js'

export class ShardLayout {
  /** Number of sentences, and of words. */
  readonly length: number
  readonly words: number
  /** The shard of each sentence, its number there, and the number of words before it there. */
  readonly shardOf: Int32Array
  readonly numberAt: Int32Array
  readonly wordAt: Int32Array
  private readonly lengths: Int32Array

  constructor(private readonly parts: readonly Gathered[]) {
    this.length = parts.reduce((sum, { sentences }) => sum + sentences.length, 0)
    this.shardOf = new Int32Array(this.length).fill(-1)
    this.numberAt = new Int32Array(this.length)
    this.wordAt = new Int32Array(this.length)
    this.lengths = new Int32Array(this.length)
    let words = 0
    parts.forEach(({ sentences, lengths }, shard) => {
      let before = 0
      sentences.forEach((s, i) => {
        if (this.shardOf[s] !== -1)
          throw new ParleyError(
            'bad-argument',
            `Shards must have sentences 0 to ${this.length - 1} between them; shard ${shard} has ${s}, which is out of range or another's.`,
          )
        this.shardOf[s] = shard
        this.numberAt[s] = i
        this.wordAt[s] = before
        this.lengths[s] = lengths[i]
        before += lengths[i]
      })
      words += before
    })
    this.words = words
  }

  lengthOf(sentence: number): number {
    return this.lengths[sentence]
  }

  /** The values of words in the order in which they come in the corpus. */
  values(): string[] {
    const first = new Map<string, { sentence: number; rank: number }>()
    for (const { values, valueFirst, sentences } of this.parts)
      values.forEach((value, rank) => {
        const sentence = valueFirst[rank] < 0 ? -1 : sentences[valueFirst[rank]]
        const known = first.get(value)
        if (known === undefined || sentence < known.sentence) first.set(value, { sentence, rank })
      })
    const all = [...first].sort(([, a], [, b]) => a.sentence - b.sentence || a.rank - b.rank)
    if (all.length > 256)
      throw new ParleyError('too-large', 'Words have more than 255 different tags. Use coarser ones.')
    return all.map(([value]) => value)
  }

  /** The places of all shards, as if one had gathered them. */
  places(): GatheredPlaces {
    const all = new GatheredPlaces()
    const at = new Int32Array(this.parts.length)
    for (let s = 0; s < this.length; s++) {
      const shard = this.shardOf[s]
      const { places, names } = this.parts[shard]
      for (; at[shard] < places.length && places[at[shard]] === this.numberAt[s]; at[shard] += 3)
        all.add(places[at[shard] + 1], names[places[at[shard] + 2]])
      all.endSentence()
    }
    return all
  }

  /** What each shard has of the sets, and which sets these are. */
  split(sets: ConsensusSets): { part: SetsPart; sets: Int32Array }[] {
    const made = this.parts.map(() => ({
      penalties: [] as (number | Float64Array)[],
      starts: [] as number[],
      sentence: [] as number[],
      word: [] as number[],
      sets: [] as number[],
    }))
    for (let set = 0; set < sets.length; set++)
      for (let m = sets.start(set); m < sets.start(set + 1); m++) {
        const s = sets.sentenceOf(m)
        const own = made[this.shardOf[s]]
        if (own.sets.at(-1) !== set) {
          own.sets.push(set)
          own.penalties.push(sets.penalties[set])
          own.starts.push(own.word.length)
        }
        own.sentence.push(this.numberAt[s])
        own.word.push(sets.wordOf(m))
      }
    return made.map(({ penalties, starts, sentence, word, sets: own }) => ({
      part: {
        penalties,
        starts: Int32Array.from([...starts, word.length]),
        sentence: Int32Array.from(sentence),
        word: Int32Array.from(word),
      },
      sets: Int32Array.from(own),
    }))
  }
}
