// The connection to a host: in this thread, in another, or (see `@parleyjs/cluster`) on another machine.
import { ParleyError, type Thread } from '@parleyjs/core'
import { TaskThread } from '@parleyjs/core/internal'
import { type PackedSentence, Sentence } from '../../../text/conllu/sentence.js'
import type { SplitSentence } from '../../../threads/sentence-pool.js'
import type { Change } from '../changes.js'
import type { ChunkRead, CorpusHost } from './corpus-host.js'
import type { CorpusCommand, CorpusLink, CorpusReplyTo } from './messages.js'

/** The requests to a host. It handles them in the order in which they are sent. */
export interface HostLink extends CorpusLink {
  read(sentences: readonly SplitSentence[], first: number): Promise<ChunkRead>
  write(chunk: number, changes: readonly Change[]): Promise<string>
  close(): Promise<void>
}

/** A sentence on its way to a host. */
export interface PackedSplit {
  readonly packed: PackedSentence
  readonly rest: Omit<SplitSentence, 'sentence'>
}

export type HostOrder =
  | { readonly read: readonly PackedSplit[]; readonly first: number }
  | { readonly run: CorpusCommand }
  | { readonly write: number; readonly changes: readonly Change[] }

/** Carries out an order that came as data. */
export function carryOut(host: CorpusHost, order: HostOrder): unknown {
  if ('run' in order) return host.run(order.run)
  if ('write' in order) return host.write(order.write, order.changes)
  const sentences = order.read.map(({ packed, rest }) => ({ ...rest, sentence: Sentence.unpack(packed) }))
  return host.read(sentences, order.first)
}

export function packSplit({ sentence, offsets, tags, file }: SplitSentence): PackedSplit {
  return { packed: sentence.pack(), rest: { offsets, tags, file } }
}

/** A host in this thread. */
export function localHost(host: CorpusHost): HostLink {
  return {
    read: async (sentences, first) => host.read(sentences, first),
    send: async (command) => host.run(command),
    write: async (chunk, changes) => host.write(chunk, changes),
    close: async () => {},
  }
}

/** A host in a thread whose module serves orders with `serveTasks` and `carryOut`. */
export function threadHost(thread: Thread): HostLink {
  const tasks = new TaskThread(thread)
  const ask = <T>(order: HostOrder): Promise<T> => tasks.run(order)
  return {
    read: (sentences, first) => ask({ read: sentences.map(packSplit), first }),
    send: <C extends CorpusCommand>(command: C) => ask<CorpusReplyTo<C>>({ run: command }),
    write: (chunk, changes) => ask({ write: chunk, changes }),
    close: () => tasks.terminate(new ParleyError('thread-ended', 'The corpus was closed.')),
  }
}
