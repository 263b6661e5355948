// The model of a job: every worker must have the version of Parley and the model with which it was submitted.
import { ParleyError } from '@parleyjs/core'
import { englishModel, modelBytes } from '@parleyjs/runner/internal'
import { type JobHeader, sha256 } from '../job.js'

export function requireVersion({ id, version }: Pick<JobHeader, 'id' | 'version'>, own: string): void {
  if (version === own) return
  throw new ParleyError(
    'unsupported',
    `Job ${id} was submitted by Parley ${version}, but this worker is Parley ${own}. All machines need the same version.`,
  )
}

/** The file of the model of a job, and its bytes. Throws if they are not those of the submitter. */
export async function jobModel({
  id,
  model,
}: Pick<JobHeader, 'id' | 'model'>): Promise<{ readonly file: string; readonly bytes: Uint8Array }> {
  const file = model.path ?? (await englishModel())
  const bytes = await modelBytes(file)
  const found = sha256(bytes)
  if (found === model.sha256) return { file, bytes }
  throw new ParleyError(
    'unsupported',
    `Job ${id} was submitted with another model (checksum ${model.sha256.slice(0, 12)}, here ${found.slice(0, 12)}). ` +
      'All machines need the same.',
    { file },
  )
}
