// What sibling packages of Parley share with @parleyjs/cluster beyond its public exports. Nothing here is
// stable: users import from `@parleyjs/cluster` alone.

export { type CorpusJob, ownerKey } from './corpus/corpus-job.js'
export { RedisHosts } from './corpus/redis-hosts.js'
export { serveCorpora } from './corpus/serve-corpora.js'
export { type Json, sha256 } from './job.js'
export { isForeign } from './join.js'
export { savedJobs, savedProgress } from './saved-jobs.js'
export { oneLine } from './schema.js'
export { jobModel, requireVersion } from './tasks/job-model.js'
export { requireJobOptions } from './tasks/job-options.js'
