// Allocators of arrays of zeros: in memory of this thread, or in memory that threads share.

import { carveBytes, carveFloats, carveInts, carveSingles } from '../numeric/carve.js'
import { canShareMemory } from './host.js'

/** An allocator of typed arrays of zeros. */
export interface Room {
  floats(length: number): Float64Array
  singles(length: number): Float32Array
  ints(length: number): Int32Array
  bytes(length: number): Uint8Array
}

/** Allocates in memory of this thread. */
export const OWN_ROOM: Room = {
  floats: carveFloats,
  singles: carveSingles,
  ints: carveInts,
  bytes: carveBytes,
}

/** Allocates in shared memory. */
export const SHARED_ROOM: Room = {
  floats: (length) => new Float64Array(new SharedArrayBuffer(8 * length)),
  singles: (length) => new Float32Array(new SharedArrayBuffer(4 * length)),
  ints: (length) => new Int32Array(new SharedArrayBuffer(4 * length)),
  bytes: (length) => new Uint8Array(new SharedArrayBuffer(length)),
}

/**
 * The allocator of shared memory if `threads` is set and shared memory is available, else that of this
 * thread.
 */
export function roomFor(threads: boolean): Room {
  return threads && canShareMemory() ? SHARED_ROOM : OWN_ROOM
}

/** The array itself if it is in memory of that kind, else a copy that is. */
export function inRoom<A extends Float64Array | Int32Array | Uint8Array>(room: Room, array: A): A {
  if (room === OWN_ROOM || (canShareMemory() && array.buffer instanceof SharedArrayBuffer)) return array
  const { length } = array
  const copy =
    array instanceof Float64Array
      ? room.floats(length)
      : array instanceof Int32Array
        ? room.ints(length)
        : room.bytes(length)
  copy.set(array)
  return copy as A
}
