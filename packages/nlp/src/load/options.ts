// What loading takes.

/** A model: an address, the path of a file (in Node), or its bytes; packed with gzip or not. */
export type ModelSource = URL | string | Uint8Array | ArrayBuffer

/** How much of a model has arrived, in bytes. */
export interface LoadProgress {
  readonly received: number
  readonly total: number
}

export interface LoadOptions {
  /** Called while the model arrives. */
  readonly onProgress?: (progress: LoadProgress) => void
  /**
   * Browsers: whether a fetched model is kept in the Cache API, so that it loads at once next time and
   * without a network. The server is asked whether the model has changed. Default true.
   */
  readonly cache?: boolean
  /** Aborts loading: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Whether the model works in a worker (in Node, a thread), so that the page or the server is never blocked.
   * All methods then return promises. Default false. Where `new Worker(new URL(…))` does not find the
   * worker's module, give its address, or a function that makes the worker.
   */
  readonly worker?: boolean | URL | (() => Worker)
}
