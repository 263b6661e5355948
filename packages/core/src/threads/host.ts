// What the machine and the page offer to threads: cores, shared memory, and turns of the event loop.
import { builtinModule } from './node-threads.js'

/**
 * Number of threads that can run at once: the cores that this process may use, or that the browser reports.
 */
export async function coreCount(): Promise<number> {
  const os = (await builtinModule('node:os')) as { availableParallelism?(): number } | undefined
  const cores = os?.availableParallelism?.() ?? globalThis.navigator?.hardwareConcurrency ?? 1
  return Math.max(1, cores)
}

/** True if threads can share memory: always in Node; in browsers, on cross-origin isolated pages. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false
}

/** Resolves after a turn of the event loop, in which signals, messages and timers are handled. */
export function letOthersRun(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (call: () => void) => void }
  if (setImmediate !== undefined) return new Promise((resolve) => setImmediate(resolve))
  // In browsers, timers wait for some milliseconds; messages do not.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
