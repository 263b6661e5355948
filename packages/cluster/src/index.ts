export type { Broker, JobRecord, Lease, QueueCounts, SettledListener } from './broker.js'
export { type CorpusJob, ownerKey } from './corpus/corpus-job.js'
export { RedisHosts, type RedisHostsOptions } from './corpus/redis-hosts.js'
export { type ServeCorporaOptions, serveCorpora } from './corpus/serve-corpora.js'
export { FileStorage } from './file-storage.js'
export {
  type Job,
  type JobHeader,
  type JobInput,
  type Json,
  makeJob,
  type Numbering,
  orderOf,
  type SavedInput,
  type SavedJobFile,
  type Shard,
  type ShardOrder,
  type ShardOutput,
  type Stretch,
  sha256,
} from './job.js'
export { type FailedManifest, findFinished, isForeign, type Manifest, type ManifestShard } from './join.js'
export { MemoryBroker } from './memory-broker.js'
export { OrderKey } from './order-key.js'
export { type Plan, planFile, planTopic } from './plan.js'
export { connectRedis, printable, type RedisOptions } from './redis.js'
export { RedisBroker, type RedisBrokerOptions } from './redis-broker.js'
export { Roots } from './roots.js'
export { type JobReport, type Progress, type RunJobOptions, runJob } from './run-job.js'
export { type RunWorkerOptions, runWorker } from './run-worker.js'
export { savedJobs, savedProgress } from './saved-jobs.js'
export { oneLine } from './schema.js'
export { type Storage, StorageError } from './storage.js'
export { LocalRedis } from './testing/local-redis.js'
