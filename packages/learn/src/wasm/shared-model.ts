// The bytes of a model in memory that threads share and that WebAssembly can read, so that its tables exist
// once for all threads.
import { shared } from '@parleyjs/core/internal'

const PAGE = 65536
/** Address space after the model for the data of threads: 512 MB; only used pages take memory. */
const MOST_BEYOND = 8192

/** A model as it is sent to threads. Where shared memory is not available, it is an array of bytes. */
export type SharedModel = Uint8Array | { readonly memory: WebAssembly.Memory; readonly length: number }

/** The memories that hold the bytes of models. */
const memories = new WeakMap<ArrayBufferLike, WebAssembly.Memory>()

/** Puts the bytes of a model where threads can share them. */
export function shareModel(bytes: Uint8Array): SharedModel {
  // Pages that are not isolated may create shared memory, but cannot send it to a thread.
  const memory = typeof SharedArrayBuffer === 'undefined' ? null : newMemory(bytes.length)
  if (memory === null) return shared(bytes)
  new Uint8Array(memory.buffer).set(bytes)
  return { memory, length: bytes.length }
}

/** The bytes of a shared model, in place. */
export function openModel(model: SharedModel): Uint8Array {
  if (model instanceof Uint8Array) return model
  const { memory, length } = model
  const bytes = new Uint8Array(memory.buffer, 0, length)
  memories.set(bytes.buffer, memory)
  return bytes
}

/** The memory that holds bytes returned by `openModel`. */
export function memoryBehind(buffer: ArrayBufferLike): WebAssembly.Memory | undefined {
  return memories.get(buffer)
}

/** Growable shared memory of at least this many bytes; null where it is not available. */
export function newMemory(bytes: number): WebAssembly.Memory | null {
  const initial = Math.max(1, Math.ceil(bytes / PAGE))
  try {
    return new WebAssembly.Memory({ initial, maximum: initial + MOST_BEYOND, shared: true })
  } catch {
    return null
  }
}
