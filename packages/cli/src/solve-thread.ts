// The thread that reads, builds and solves, while the main thread handles signals and progress.
import { parentPort, workerData } from 'node:worker_threads'
import { describeFailure, type Failure } from './failure.js'
import type { Report, SolveJob } from './job.js'
import { ProgressBoard } from './progress.js'
import { runJob } from './run-job.js'

export interface WorkerData {
  readonly job: SolveJob
  readonly memory: SharedArrayBuffer
}

export type WorkerReply = { readonly report: Report } | { readonly failure: Failure }

const { job, memory } = workerData as WorkerData
const reply: WorkerReply = await runJob(job, new ProgressBoard(memory)).then(
  (report) => ({ report }),
  (error: unknown) => ({ failure: describeFailure(error) }),
)
parentPort?.postMessage(reply)
