// The folders that a worker may use: a path in an order must lie in one of them after symbolic links are
// resolved.
import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ParleyError } from '@parleyjs/core'

/** A list of folders, including everything below them. */
export class Roots {
  private constructor(
    private readonly folders: readonly string[],
    /** The command-line option that names the folders. */
    private readonly option: string,
  ) {}

  /** Opens existing folders; messages name `option` as the way to add others. */
  static async open(folders: readonly string[], option: string): Promise<Roots> {
    const found: string[] = []
    for (const folder of folders) {
      const path = await realpath(folder).catch(() => null)
      if (path === null || !(await stat(path)).isDirectory())
        throw new ParleyError('bad-argument', `${option} ${folder}: there is no such folder.`)
      found.push(path)
    }
    return new Roots(found, option)
  }

  /**
   * Throws unless a path lies in one of the folders after symbolic links are resolved. The path need not
   * exist.
   */
  async require(path: string): Promise<void> {
    const real = await realPlace(resolve(path))
    if (this.folders.some((folder) => isWithin(folder, real))) return
    const leads = real === path ? '' : ` (it leads to ${real})`
    throw new ParleyError(
      'bad-argument',
      `${path} is outside the folders that this worker may use${leads}. They are ${this.folders.join(', ')}; ` +
        `if it should be among them, start the worker with ${this.option} DIR.`,
    )
  }
}

/** A path with symbolic links resolved, as far as the path exists. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    // A dangling symbolic link exists, and could lead anywhere later.
    const isMissing = code === 'ENOENT' && (await lstat(path).catch(() => null)) === null
    if (!isMissing || dirname(path) === path)
      throw new ParleyError('bad-argument', `${path} cannot be followed (${code}).`)
    return join(await realPlace(dirname(path)), basename(path))
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
