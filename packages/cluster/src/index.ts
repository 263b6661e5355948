// What users of the package may rely on.

export type { Broker, JobRecord, Lease, QueueCounts, SettledListener } from './broker.js'
export { FileStorage } from './file-storage.js'
export {
  type Job,
  type JobHeader,
  type JobInput,
  makeJob,
  type Shard,
  type ShardOrder,
  type ShardOutput,
} from './job.js'
export type { Manifest } from './join.js'
export { MemoryBroker } from './memory-broker.js'
export { OrderKey } from './order-key.js'
export { connectRedis, type RedisOptions } from './redis.js'
export { RedisBroker, type RedisBrokerOptions } from './redis-broker.js'
export { Roots } from './roots.js'
export { type JobReport, type Progress, type RunJobOptions, runJob } from './run-job.js'
export { type RunWorkerOptions, runWorker } from './run-worker.js'
export { type Storage, StorageError } from './storage.js'
export { type JobPlan, planJob } from './tasks/plan-job.js'
export { runTaskWorker, type TaskWorkerOptions } from './tasks/task-worker.js'
