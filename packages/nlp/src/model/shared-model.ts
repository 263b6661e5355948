// The bytes of a model in memory that threads share and that WebAssembly can read: what it looks up is there once for all of them.
import { shared } from '@parley/core'

const PAGE = 65536
/** Room behind the model, for what threads put beside it: 512 MB, of which only what is used is taken from the machine. */
const MOST_BEYOND = 8192

/** A model on its way to threads. Where there is no such memory it is an array of bytes. */
export type SharedModel = Uint8Array | { readonly memory: WebAssembly.Memory; readonly length: number }

/** The memories that the bytes of models lie in. */
const memories = new WeakMap<ArrayBufferLike, WebAssembly.Memory>()

/** Puts the bytes of a model where threads can share them. */
export function shareModel(bytes: Uint8Array): SharedModel {
  // Pages that are not isolated may have such memory, but not send it to a thread.
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

/** The memory that bytes out of `openModel` lie in. */
export function memoryBehind(buffer: ArrayBufferLike): WebAssembly.Memory | undefined {
  return memories.get(buffer)
}

/** Memory of at least so many bytes, which can grow and be shared; null where there is none. */
export function newMemory(bytes: number): WebAssembly.Memory | null {
  const initial = Math.max(1, Math.ceil(bytes / PAGE))
  try {
    return new WebAssembly.Memory({ initial, maximum: initial + MOST_BEYOND, shared: true })
  } catch {
    return null
  }
}
