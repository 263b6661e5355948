import { builtinModule } from './node-threads.js'

// What threads depend on, and what the machine and the page allow.

/** How many threads can run at once: the cores that this process may use, or what a browser says of them. */
export async function coreCount(): Promise<number> {
  const os = (await builtinModule('node:os')) as { availableParallelism?(): number } | undefined
  const cores = os?.availableParallelism?.() ?? globalThis.navigator?.hardwareConcurrency ?? 1
  return Math.max(1, cores)
}

/** Whether threads can share memory: always in Node, in browsers on cross-origin isolated pages. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false
}

/** Resolves after the event loop had its turn: signals, messages and timers are heard. */
export function letOthersRun(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (call: () => void) => void }
  if (setImmediate !== undefined) return new Promise((resolve) => setImmediate(resolve))
  // Timers of browsers wait for some milliseconds; messages do not.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
