// The few parts of node:worker_threads that Parley uses, found without importing them: core also loads in browsers.

export interface NodeWorker {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  on(event: 'message' | 'error' | 'messageerror' | 'exit', listener: (value: unknown) => void): void
  terminate(): Promise<number>
  ref(): void
  unref(): void
}

export interface NodePort {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  on(event: 'message', listener: (value: unknown) => void): void
  close(): void
}

export interface NodeThreads {
  readonly Worker: new (
    url: URL,
    options: { workerData: unknown; resourceLimits?: { maxYoungGenerationSizeMb?: number } },
  ) => NodeWorker
  readonly parentPort: NodePort | null
  readonly workerData: unknown
}

interface Process {
  readonly versions?: { readonly node?: string }
  getBuiltinModule?(name: string): unknown
}

const { process } = globalThis as { process?: Process }

/** True in Node and what is made like it, false in browsers, whatever a bundler puts in place of `process`. */
export function inNode(): boolean {
  return process?.versions?.node !== undefined
}

/** A module of Node's, at once where Node can (from 20.16 on) and else by import; undefined in browsers. */
export function builtinModule(name: string): unknown {
  if (!inNode()) return undefined
  return process?.getBuiltinModule?.(name) ?? import(/* @vite-ignore */ /* webpackIgnore: true */ name)
}

export function nodeThreads(): NodeThreads | Promise<NodeThreads> {
  return builtinModule('node:worker_threads') as NodeThreads | Promise<NodeThreads>
}
