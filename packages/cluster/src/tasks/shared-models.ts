// The model of the current job, in memory that all threads of a worker share.
import { type SharedModel, shareModel } from '@parleyjs/learn'
import { shareForThreads } from '@parleyjs/nlp/internal'
import { englishModel, modelBytes } from '@parleyjs/runner/internal'
import { type JobHeader, sha256 } from '../job.js'
import { jobModel } from './job-model.js'

/** A model in shared memory, and the checksum of its bytes. */
export interface KnownModel {
  readonly sha256: string
  readonly model: SharedModel
}

/** Loads the model of the current job once for all threads. */
export class SharedModels {
  private loaded: { readonly sha256: string; readonly model: Promise<SharedModel> } | null = null

  load(job: Pick<JobHeader, 'id' | 'model'>): Promise<SharedModel> {
    const { sha256: wanted } = job.model
    if (this.loaded?.sha256 === wanted) return this.loaded.model
    const loading = { sha256: wanted, model: shared(job) }
    this.loaded = loading
    // After a failure, the next call tries again: the file may exist by then.
    loading.model.catch(() => {
      if (this.loaded === loading) this.loaded = null
    })
    return loading.model
  }

  /** Loads the English model in advance. Null if it is not installed. */
  async loadEnglish(): Promise<KnownModel | null> {
    try {
      const bytes = await modelBytes(await englishModel())
      const known = { sha256: sha256(bytes), model: shareForThreads(bytes) }
      this.loaded = { sha256: known.sha256, model: Promise.resolve(known.model) }
      return known
    } catch {
      // Jobs that use the model report the error.
      return null
    }
  }
}

async function shared(job: Pick<JobHeader, 'id' | 'model'>): Promise<SharedModel> {
  const { bytes } = await jobModel(job)
  try {
    return shareForThreads(bytes)
  } catch {
    // The threads that read this model report the error, for each shard.
    return shareModel(bytes)
  }
}
