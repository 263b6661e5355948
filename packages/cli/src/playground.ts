// The built page of the package @parleyjs/playground. The package has no copy of the English model, which is
// sent from the model's own package.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { englishModel } from '@parleyjs/runner/internal'

/** The folder with the files of the playground, if it is installed and built. */
export function playgroundFolder(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('@parleyjs/playground/package.json')
    const folder = join(dirname(manifest), 'dist')
    return existsSync(join(folder, 'index.html')) ? folder : undefined
  } catch {
    return undefined
  }
}

/**
 * The model that the page at this folder fetches, and the file to send for it. Empty if the page has a model
 * of its own, or was built with another model than the installed one.
 */
export async function pageModel(folder: string): Promise<Record<string, string>> {
  const about = join(folder, 'model.json')
  if (!existsSync(about)) return {}
  const { path, sha256 } = JSON.parse(readFileSync(about, 'utf8')) as { path: string; sha256: string }
  if (existsSync(join(folder, path))) return {}
  const model = await englishModel().catch(() => undefined)
  if (model === undefined) return {}
  const installed = createHash('sha256').update(readFileSync(model)).digest('hex')
  return installed === sha256 ? { [`/${path}`]: model } : {}
}
