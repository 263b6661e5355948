// A workspace in the memory of a model that threads share, so that its weights are not copied.
import { memoryBehind } from '../wasm/shared-model.js'
import { Workspace } from './workspace.js'

const PAGE = 65536
/** Pages of a workspace in shared memory: 40 MB of addresses; only those in use take memory. */
const PAGES = 640

/**
 * A workspace beside these bytes, if they are those of a shared model and there is room; otherwise one with a
 * memory of its own. Results have the same bits.
 */
export function workspaceBeside(buffer: ArrayBufferLike, simd = true): Workspace {
  const memory = memoryBehind(buffer)
  if (memory === undefined) return new Workspace(simd)
  let from: number
  try {
    from = memory.grow(PAGES) * PAGE
  } catch {
    return new Workspace(simd)
  }
  return new Workspace(simd, { memory, from, to: from + PAGES * PAGE })
}
