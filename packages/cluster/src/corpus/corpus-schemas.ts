// Schemas of the messages for a corpus in shards: orders that workers receive, and the answers that the
// coordinator receives.
import { basename } from 'node:path'
import { ParleyError } from '@parleyjs/core'
import type { Fault } from '@parleyjs/core/internal'
import type { Change } from '@parleyjs/nlp'
import type { ChunkRead, CorpusCommand, CorpusReplyTo, HostSettings } from '@parleyjs/nlp/internal'
import {
  absolutePath,
  anyBoolean,
  anyNumber,
  checksum,
  errorPlace,
  list,
  matching,
  oneOf,
  orNull,
  record,
  type Schema,
  text,
  typed,
  whole,
} from '../schema.js'
import type { CorpusJob, CorpusOrder, ShardAnswer, ShardOrder } from './corpus-job.js'

const MOST = 2 ** 31
const TEXT = 2 ** 29
const MOST_SHARDS = 10_000
const floats = typed(Float64Array)
const integers = typed(Int32Array)
const bytes = typed(Uint8Array)
const strings = list(text(TEXT), 0, MOST)

/** Schema of the id of a corpus. */
export const corpusId = matching(/^[0-9a-z]{1,64}$/, 'the id of a corpus')

const corpusJob = record<CorpusJob>({
  id: corpusId,
  version: text(100),
  model: record<CorpusJob['model']>({ path: orNull(absolutePath), sha256: checksum }),
  settings: record<HostSettings>({ task: oneOf('tag', 'parse'), json: anyBoolean }),
  shards: whole(1, MOST_SHARDS),
  folder: absolutePath,
})

/** Checks the data of a job from Redis. */
export function requireCorpusJob(data: unknown, id: string): CorpusJob {
  const job = corpusJob(data, 'corpus')
  if (job.id === id && basename(job.folder) === `corpus-${id}`) return job
  throw new ParleyError('bad-input', `It is not corpus ${id}, or ${job.folder} is not its folder.`)
}

type Command<Op extends CorpusCommand['op']> = Extract<CorpusCommand, { readonly op: Op }>
type Solve = Command<'solve'>['command']
type Sweep = Extract<Solve, { readonly sets: Int32Array }>
type Step<Op extends Solve['op']> = Extract<Solve, { readonly op: Op }>

/** An object with one of several forms, which the value of a field selects. */
function byField<T extends object>(field: string, forms: { readonly [name: string]: Schema<T> }): Schema<T> {
  const names = oneOf(...Object.keys(forms))
  return (value, at) => {
    const found = typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    const name = names(found ? (value as Record<string, unknown>)[field] : undefined, `${at}.${field}`)
    return forms[name](value, at)
  }
}

const setsPart: Schema<Command<'link'>['sets']> = (value, at) => {
  const part = record<Command<'link'>['sets']>({
    penalties: list((one, place) => (typeof one === 'number' ? one : floats(one, place)), 0, MOST),
    starts: integers,
    sentence: integers,
    word: integers,
  })(value, at)
  const { penalties, starts, sentence, word } = part
  const isAscending = starts[0] === 0 && starts.every((start, i) => i === 0 || start >= starts[i - 1])
  const members = starts.at(-1)
  if (isAscending && starts.length === penalties.length + 1 && members === sentence.length) {
    if (word.length === members) return part
  }
  throw new ParleyError('bad-input', `${at} has members that do not fit its sets.`)
}

const sweepStep = (op: 'move' | 'sweep') =>
  record<Sweep>({ op: oneOf(op), factors: integers, sets: integers, scores: floats })
const command: Schema<CorpusCommand> = byField<CorpusCommand>('op', {
  gather: record<Command<'gather'>>({ op: oneOf('gather') }),
  link: record<Command<'link'>>({ op: oneOf('link'), values: strings, sets: setsPart, tables: anyBoolean }),
  solve: record<Command<'solve'>>({
    op: oneOf('solve'),
    command: byField<Solve>('op', {
      begin: record<Step<'begin'>>({ op: oneOf('begin') }),
      prepare: record<Step<'prepare'>>({ op: oneOf('prepare'), factors: integers }),
      move: sweepStep('move'),
      sweep: sweepStep('sweep'),
      respond: record<Step<'respond'>>({ op: oneOf('respond'), choice: integers }),
      vote: record<Step<'vote'>>({ op: oneOf('vote'), choice: integers }),
    }),
  }),
  agree: record<Command<'agree'>>({ op: oneOf('agree'), choice: integers }),
  complete: record<Command<'complete'>>({ op: oneOf('complete'), values: integers }),
})

const change = record<Change>({
  sentence: whole(),
  word: whole(),
  before: text(TEXT),
  after: text(TEXT),
  because: list(
    record<Change['because'][number]>({
      set: text(TEXT),
      consensus: text(TEXT),
      agree: whole(),
      members: whole(),
      agreedBefore: whole(),
    }),
    0,
    MOST,
  ),
})

const corpusOrder: Schema<CorpusOrder> = (value, at) => {
  if (value === 'end') return value
  const has = (name: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  if (has('run')) return record<Extract<CorpusOrder, { run: unknown }>>({ run: command })(value, at)
  if (has('write'))
    return record<Extract<CorpusOrder, { write: unknown }>>({
      write: whole(),
      changes: list(change, 0, MOST),
    })(value, at)
  return record<Extract<CorpusOrder, { read: unknown }>>({ read: absolutePath, first: whole() })(value, at)
}

/** An order with its number. */
export const shardOrder: Schema<ShardOrder> = record<ShardOrder>({ number: whole(), order: corpusOrder })

type Reply<C extends CorpusCommand> = CorpusReplyTo<C>
type StepReply<Op extends Solve['op']> = CorpusReplyTo<{ readonly op: 'solve'; readonly command: Step<Op> }>

type SweepReply = CorpusReplyTo<{ readonly op: 'solve'; readonly command: Sweep }>

const calls = record<StepReply<'begin'>['calls']>({ maximize: anyNumber, maxMarginals: anyNumber })
const swept = record<SweepReply>({ scores: floats, best: floats, calls })
const answered = record<StepReply<'vote'>>({
  factors: integers,
  own: floats,
  values: integers,
  gaps: floats,
  calls,
})
const begun = record<StepReply<'begin'>>({
  values: integers,
  own: floats,
  best: floats,
  isSwept: bytes,
  multipliers: floats,
  calls,
})
const gathered = record<Reply<Command<'gather'>>>({
  sentences: integers,
  lengths: integers,
  names: strings,
  places: integers,
  values: strings,
  valueFirst: integers,
  isIndependent: anyBoolean,
  bytes: anyNumber,
})
type WordScores = NonNullable<Reply<Command<'link'>>['words']>
const small = typed(Int16Array)
const linked = record<Reply<Command<'link'>>>({
  isolated: bytes,
  words: orNull(
    record<WordScores>({
      scores: (value, at) => (value instanceof Int16Array ? small(value, at) : floats(value, at)),
      unit: anyNumber,
      rest: anyNumber,
    }),
  ),
})

/** The schema of the answer to an order. */
export function replySchema(order: Exclude<CorpusOrder, 'end'>): Schema<unknown> {
  if ('write' in order) return text(TEXT)
  if ('read' in order) return record<ChunkRead>({ words: whole(), bytes: whole() })
  const { run } = order
  switch (run.op) {
    case 'gather':
      return gathered
    case 'link':
      return linked
    case 'agree':
      return record<Reply<Command<'agree'>>>({ own: floats, values: integers })
    case 'complete':
      return record<Reply<Command<'complete'>>>({ joint: bytes })
    case 'solve': {
      const { op } = run.command
      return op === 'begin' ? begun : op === 'respond' || op === 'vote' ? answered : swept
    }
  }
}

const fault: Schema<Fault> = record<Fault>({
  code: orNull(
    oneOf(
      'bad-argument',
      'bad-input',
      'too-large',
      'unsupported',
      'bad-factor',
      'interrupted',
      'thread-ended',
    ),
  ),
  name: text(100),
  message: text(TEXT),
  place: errorPlace,
  stack: text(TEXT),
})

/** An answer. Its content is checked later, once it is known which order it answers. */
export const shardAnswer: Schema<ShardAnswer> = (value, at) => {
  const head = { shard: whole(0, MOST_SHARDS), number: whole() }
  const isFault = typeof value === 'object' && value !== null && Object.hasOwn(value, 'fault')
  return isFault
    ? record<Extract<ShardAnswer, { fault: unknown }>>({ ...head, fault })(value, at)
    : record<Extract<ShardAnswer, { answer: unknown }>>({ ...head, answer: (answer) => answer })(value, at)
}
