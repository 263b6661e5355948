// The other end of data-parallel training: what the module of a thread calls.
import { serveTasks, threadPort } from '@parleyjs/core/internal'
import { type ReplicaTask, work } from './data-parallel.js'
import { type LearnPiece, Replica, type TrainingMemory } from './replica.js'

/** The data with which a thread of a training starts. */
interface ReplicaData {
  readonly memory: TrainingMemory
  readonly member: number
  readonly simd: boolean
  readonly data: unknown
}

/**
 * Serves a training; `make` builds from the data of `DataParallelOptions.threads` what learns from a piece.
 */
export async function serveReplica<Piece>(make: (data: unknown) => LearnPiece<Piece>): Promise<void> {
  const port = await threadPort<ReplicaData>()
  const { memory, member, simd, data } = port.data
  const replica = new Replica(memory, member, make(data), simd)
  serveTasks(port, (task: ReplicaTask<Piece>) => work(replica, task))
}
