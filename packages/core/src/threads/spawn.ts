import { ParleyError } from '../error.js'
import { inNode, type NodeThreads, type NodeWorker, nodeThreads } from './node-threads.js'
import { Mailbox, type Thread, type ThreadPort } from './thread.js'

// Threads by the address of a module, the same in Node (worker_threads) and in browsers (module workers).

/**
 * What a web worker says once it listens: browsers drop messages that come before. The data is the first message then,
 * and all others wait for it.
 */
const LISTENING = 'parley-thread-listens'

/**
 * Starts a thread that runs the module at `url` (compiled JavaScript, an ES module), which finds `data` and the way
 * back with `threadPort`. Bundlers that must see `new Worker(new URL(…))` in the code can be given a function that makes
 * the worker.
 *
 * @example
 * const thread = spawnThread(new URL('./double.js', import.meta.url), 21)
 * thread.onMessage((answer) => console.log(answer)) // 42
 */
export function spawnThread(module: URL | (() => Worker), data?: unknown): Thread {
  if (typeof module === 'function') return webThread(module(), data)
  if (inNode()) return nodeThread(module, data)
  if (typeof Worker === 'undefined')
    throw new ParleyError('unsupported', 'There are no threads here: neither worker_threads nor Worker.')
  return webThread(new Worker(module, { type: 'module' }), data)
}

/**
 * The end of a thread that is inside it, with the data it was started with.
 *
 * @example
 * const port = await threadPort<number>()
 * port.postMessage(2 * port.data)
 */
export async function threadPort<Data = unknown>(): Promise<ThreadPort<Data>> {
  return (inNode() ? nodePort(await nodeThreads()) : webPort()) as Promise<ThreadPort<Data>>
}

/** Half of Node's own limit for what has just been made: as fast, and less memory for each thread. */
const YOUNG_MEGABYTES = 24

function nodeThread(url: URL, data: unknown): Thread {
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
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    worker.on('message', (message) => messages.put(message))
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('messageerror', (error) => fail(unreadable(error)))
    worker.on('exit', (code) => fail(ended(`exit code ${String(code)}`)))
    return worker
  }
  // Where the module comes by import, what is asked of the thread waits for it.
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

/** A message that cannot be sent yet is as it was when it was posted. */
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

/** What a worker's global scope has of interest; the page's own types know only windows. */
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
    'threadPort is for modules that spawnThread has started; this one runs in the main thread.',
  )
}

function ended(how: string): ParleyError {
  return new ParleyError('thread-ended', `A thread ended before its work was done: ${how}.`)
}

function unreadable(error: unknown): ParleyError {
  const why = error instanceof Error ? `: ${error.message}` : ''
  return new ParleyError('thread-ended', `A message from a thread could not be read${why}.`)
}
