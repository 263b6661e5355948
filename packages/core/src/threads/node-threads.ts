// The parts of node:worker_threads that Parley uses, loaded without an import statement: core also runs in
// browsers.

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
    options: {
      workerData: unknown
      resourceLimits?: { maxYoungGenerationSizeMb?: number; maxOldGenerationSizeMb?: number }
    },
  ) => NodeWorker
  readonly parentPort: NodePort | null
  readonly workerData: unknown
}

interface Process {
  readonly versions?: { readonly node?: string }
  getBuiltinModule?(name: string): unknown
}

const { process } = globalThis as { process?: Process }

/** True in Node and compatible runtimes, false in browsers, even if a bundler replaces `process`. */
export function inNode(): boolean {
  return process?.versions?.node !== undefined
}

/** A built-in module of Node: at once from Node 20.16 on, else by dynamic import; undefined in browsers. */
export function builtinModule(name: string): unknown {
  if (!inNode()) return undefined
  return process?.getBuiltinModule?.(name) ?? import(/* @vite-ignore */ /* webpackIgnore: true */ name)
}

export function nodeThreads(): NodeThreads | Promise<NodeThreads> {
  return builtinModule('node:worker_threads') as NodeThreads | Promise<NodeThreads>
}
