// Command-line options that the scripts of this folder share.
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of trained models if `--models` is not given. */
export const MODELS = join(tmpdir(), 'parley-models')
