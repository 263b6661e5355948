// A shard of a corpus: its sentences and multipliers, driven by the commands of a coordinator.
import { ParleyError } from '@parleyjs/core'
import { type ShardCheckpoint, SweepShard } from '@parleyjs/core/internal'
import type { Sentence } from '../../../text/conllu/sentence.js'
import { answerTurn, charge } from '../agree-more.js'
import { ConsensusSets } from '../consensus.js'
import { consensusProblem, type SharedWords, shareWords } from '../shared-words.js'
import { loneWordScores } from '../word-table.js'
import type { CorpusPart, LinkedPart } from './corpus-part.js'
import type {
  Agreed,
  Completed,
  CorpusCommand,
  CorpusReplyTo,
  Gathered,
  Linked,
  SetsPart,
} from './messages.js'

/**
 * Some sentences of a corpus, with their multipliers, for a coordinator elsewhere: in another thread, or on
 * another machine.
 *
 * @example
 * const shard = new CorpusShard(tagPart(scorer, (form) => !scorer.knows(form)))
 * sentences.forEach((sentence, number) => shard.add(sentence, number))
 * shard.run({ op: 'gather' }).names // the words that may make sets
 */
export class CorpusShard {
  /** Tags or heads of all words, from each sentence by itself and from all together. */
  isolated: Uint8Array | Uint16Array = new Uint8Array(0)
  joint: Uint8Array | Uint16Array = new Uint8Array(0)
  private readonly numbers: number[] = []
  private sets: ConsensusSets | undefined
  private shared: SharedWords | undefined
  private linked: LinkedPart | undefined
  private sweeps: SweepShard | undefined

  constructor(readonly part: CorpusPart) {}

  /** Adds a sentence with its number in the corpus; numbers ascend. */
  add(sentence: Pick<Sentence, 'forms' | 'upos' | 'heads'>, number: number): void {
    const last = this.numbers.at(-1) ?? -1
    if (number <= last)
      throw new ParleyError(
        'bad-argument',
        `Sentence ${number} came after ${last}: a shard takes them in their order.`,
      )
    this.part.add(sentence)
    this.numbers.push(number)
  }

  /** Carries out a command. The same commands from the same state give the same bits. */
  run<C extends CorpusCommand>(command: C): CorpusReplyTo<C> {
    return this.carryOut(command) as CorpusReplyTo<C>
  }

  private carryOut(command: CorpusCommand) {
    switch (command.op) {
      case 'gather':
        return this.gather()
      case 'link':
        return this.link(command.values, command.sets, command.tables)
      case 'solve':
        return this.ready(this.sweeps).run(command.command)
      case 'agree':
        return this.agree(command.choice)
      case 'complete':
        return this.complete(command.values)
    }
  }

  /** The state of the descent between two rounds; null before it has begun. */
  checkpoint(): ShardCheckpoint | null {
    return this.sweeps?.checkpoint() ?? null
  }

  restore(checkpoint: ShardCheckpoint): void {
    this.ready(this.sweeps).restore(checkpoint)
  }

  private gather(): Gathered {
    const { corpus, places, values, valueFirst, wordScores } = this.part
    return {
      sentences: Int32Array.from(this.numbers),
      lengths: Int32Array.from(this.numbers, (_, s) => corpus.lengthOf(s)),
      ...places.flat(),
      values: [...values],
      valueFirst: Int32Array.from(valueFirst),
      isIndependent: wordScores !== undefined,
      bytes: corpus.bytes,
    }
  }

  private link(values: readonly string[], part: SetsPart, tables: boolean): Linked {
    this.part.relabel(values)
    const sets = setsOf(values, part)
    const shared = shareWords(sets, this.part.corpus.length)
    const linked = this.part.link(shared)
    this.sets = sets
    this.shared = shared
    this.linked = linked
    this.isolated = linked.found.slice()
    this.joint = linked.found
    const model = (f: number) => linked.model(f)
    if (!tables) this.sweeps = new SweepShard(consensusProblem(sets, shared, model))
    return {
      isolated: this.valuesOf(this.isolated),
      words: tables
        ? (this.part.wordScores?.(shared) ?? loneWordScores(model, shared.words.length, values.length))
        : null,
    }
  }

  private agree(choice: Int32Array): Agreed {
    const { sets, shared, linked } = this.ready(this)
    const k = sets!.values.length
    const extra = new Float64Array(shared!.words.length * k)
    choice.forEach((z, set) => {
      charge(set, z, sets!, shared!, extra)
    })
    const values = new Int32Array(shared!.words.length)
    const own = new Float64Array(shared!.sentences.length)
    answerTurn({ extra, values, own }, shared!, k, (f) => linked!.model(f))
    return { own, values }
  }

  private complete(values: Int32Array): Completed {
    const linked = this.ready(this.linked)
    for (let f = 0; f < this.ready(this.shared).sentences.length; f++) linked.complete(f, values)
    return { joint: this.valuesOf(this.joint) }
  }

  private valuesOf(found: ArrayLike<number>): Uint8Array {
    const { corpus } = this.part
    const values = new Uint8Array(found.length)
    for (let s = 0; s < corpus.length; s++)
      for (let w = corpus.before(s); w < corpus.before(s + 1); w++) values[w] = this.part.valueOf(s, found[w])
    return values
  }

  private ready<T>(part: T | undefined): T {
    if (part === undefined || this.linked === undefined)
      throw new ParleyError('bad-argument', 'A shard of a corpus must be linked before it is solved.')
    return part
  }
}

function setsOf(values: readonly string[], { penalties, starts, sentence, word }: SetsPart): ConsensusSets {
  const sets = new ConsensusSets(values)
  penalties.forEach((penalty, set) => {
    sets.begin('', penalty)
    for (let m = starts[set]; m < starts[set + 1]; m++) sets.add(sentence[m], word[m])
  })
  return sets
}
