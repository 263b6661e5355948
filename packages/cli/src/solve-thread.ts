// The thread that reads, builds and solves, while the main thread handles signals and progress.
import { parentPort, workerData } from 'node:worker_threads'
import type { SolveJob } from './job.js'
import { ProgressBoard } from './progress.js'
import { replyTo } from './run-job.js'

export interface WorkerData {
  readonly job: SolveJob
  readonly memory: SharedArrayBuffer
}

const { job, memory } = workerData as WorkerData
parentPort?.postMessage(await replyTo(job, new ProgressBoard(memory)))
