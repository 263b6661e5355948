// Starts threads by the address of a module, in Node (worker_threads) and in browsers (module workers).
import { ParleyError } from '../error.js'
import { inNode, type NodeThreads, type NodeWorker, nodeThreads } from './node-threads.js'
import { Mailbox, type Thread, type ThreadPort } from './thread.js'

/**
 * The first message of a web worker, sent when it listens: browsers drop messages that arrive earlier. The
 * reply is the data; all other messages follow it.
 */
const LISTENING = 'parley-thread-listens'

/** The memory of a thread in Node, in megabytes. No effect in browsers. */
export interface ThreadLimits {
  /** Maximum size of its heap. A thread that needs more ends. Default: that of Node. */
  readonly heap?: number
  /** Size of the young generation, which is not part of the heap's limit. Default 24. */
  readonly young?: number
}

/**
 * Starts a thread that runs an ES module (compiled JavaScript), given by its address. The module calls
 * `threadPort` to get `data` and to exchange messages. For bundlers that must see `new Worker(new URL(…))` in
 * the code, pass a function that makes the worker.
 *
 * @example
 * const thread = spawnThread(new URL('./double.js', import.meta.url), 21)
 * await new Promise((resolve) => thread.onMessage(resolve)) // 42
 */
export function spawnThread(module: URL | (() => Worker), data?: unknown, limits: ThreadLimits = {}): Thread {
  if (typeof module === 'function') return webThread(module(), data)
  if (inNode()) return nodeThread(module, data, limits)
  if (typeof Worker === 'undefined')
    throw new ParleyError('unsupported', 'This platform has no threads: neither worker_threads nor Worker.')
  return webThread(new Worker(module, { type: 'module' }), data)
}

/**
 * The thread's own end of the connection, with the data with which the thread was started.
 *
 * @example
 * const port = await threadPort<number>()
 * port.postMessage(2 * port.data)
 */
export async function threadPort<Data = unknown>(): Promise<ThreadPort<Data>> {
  return (inNode() ? nodePort(await nodeThreads()) : webPort()) as Promise<ThreadPort<Data>>
}

/**
 * Size of V8's young generation: half of Node's default, which is as fast and takes less memory per thread.
 */
const YOUNG_MEGABYTES = 24

function nodeThread(url: URL, data: unknown, { heap, young = YOUNG_MEGABYTES }: ThreadLimits): Thread {
  const messages = new Mailbox<unknown>()
  const errors = new Mailbox<Error>()
  let over = false
  const fail = (error: Error) => {
    if (over) return
    over = true
    errors.put(error)
  }
  const start = ({ Worker }: NodeThreads): NodeWorker => {
    const worker = new Worker(url, {
      workerData: data,
      resourceLimits: {
        maxYoungGenerationSizeMb: young,
        ...(heap !== undefined && { maxOldGenerationSizeMb: heap }),
      },
    })
    worker.on('message', (message) => messages.put(message))
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('messageerror', (error) => fail(unreadable(error)))
    worker.on('exit', (code) => fail(ended(`exit code ${String(code)}`)))
    return worker
  }
  // While node:worker_threads is being imported, orders to the thread wait for it.
  const found = nodeThreads()
  let worker = found instanceof Promise ? undefined : start(found)
  const later = found instanceof Promise ? found.then((threads) => (worker = start(threads))) : undefined
  later?.catch((error: unknown) => fail(error instanceof Error ? error : new Error(String(error))))
  const use = (order: (worker: NodeWorker) => void) => {
    if (worker !== undefined) order(worker)
    else later?.then(order, () => {})
  }
  return {
    postMessage(message, transfer) {
      if (worker !== undefined) return worker.postMessage(message, transfer)
      const taken = snapshot(message, transfer)
      use((worker) => worker.postMessage(taken))
    },
    onMessage: (listener) => messages.listen(listener),
    onError: (listener) => errors.listen(listener),
    async terminate() {
      over = true
      await (worker ?? (await later))?.terminate()
    },
    ref: () => use((worker) => worker.ref()),
    unref: () => use((worker) => worker.unref()),
  }
}

function webThread(worker: Worker, data: unknown): Thread {
  const messages = new Mailbox<unknown>()
  const errors = new Mailbox<Error>()
  const orders = new Mailbox<unknown>()
  let listening = false
  worker.addEventListener('message', (event: MessageEvent) => {
    if (event.data !== LISTENING) return messages.put(event.data)
    worker.postMessage(data)
    orders.listen((message) => worker.postMessage(message))
    listening = true
  })
  worker.addEventListener('messageerror', (event) => errors.put(unreadable(event)))
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    errors.put(event.error instanceof Error ? event.error : ended(event.message || 'its module did not load'))
  })
  return {
    postMessage(message, transfer = []) {
      if (listening) worker.postMessage(message, [...transfer])
      else orders.put(snapshot(message, transfer))
    },
    onMessage: (listener) => messages.listen(listener),
    onError: (listener) => errors.listen(listener),
    async terminate() {
      worker.terminate()
    },
    ref() {},
    unref() {},
  }
}

/** Copies a message that cannot be sent yet, so that later changes do not affect it. */
function snapshot(message: unknown, transfer: readonly Transferable[] = []): unknown {
  return structuredClone(message, { transfer: [...transfer] })
}

function nodePort({ parentPort, workerData }: NodeThreads): ThreadPort {
  if (parentPort === null) throw outside()
  return {
    data: workerData,
    postMessage: (message, transfer) => parentPort.postMessage(message, transfer),
    onMessage: (listener) => parentPort.on('message', listener),
    close: () => parentPort.close(),
  }
}

/** The parts of a worker's global scope that are used; the DOM types have only windows. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  close(): void
}

function webPort(): Promise<ThreadPort> {
  if (typeof document !== 'undefined') throw outside()
  const scope = globalThis as unknown as WorkerScope
  const messages = new Mailbox<unknown>()
  return new Promise((resolve) => {
    let begun = false
    scope.addEventListener('message', ({ data }: MessageEvent) => {
      if (begun) return messages.put(data)
      begun = true
      resolve({
        data,
        postMessage: (message, transfer = []) => scope.postMessage(message, [...transfer]),
        onMessage: (listener) => messages.listen(listener),
        close: () => scope.close(),
      })
    })
    scope.postMessage(LISTENING, [])
  })
}

function outside(): ParleyError {
  return new ParleyError(
    'unsupported',
    '`threadPort` works only in modules that `spawnThread` has started; this one runs in the main thread.',
  )
}

function ended(how: string): ParleyError {
  return new ParleyError('thread-ended', `A thread ended before its work was done: ${how}.`)
}

function unreadable(error: unknown): ParleyError {
  const why = error instanceof Error ? `: ${error.message}` : ''
  return new ParleyError('thread-ended', `A message from a thread could not be read${why}.`)
}
