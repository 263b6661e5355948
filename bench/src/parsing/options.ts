// What the scripts of this folder have in common on their command lines.
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where trained models are kept unless `--models` says otherwise. */
export const MODELS = join(tmpdir(), 'parley-models')
