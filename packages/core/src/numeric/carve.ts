// A slab allocator for small typed arrays. Engines keep typed arrays of up to 64 bytes in their heap; larger
// ones are allocated by the system and freed in another thread, which takes about a microsecond each. A view
// of a slab takes 30 ns. A slab lives as long as any of its arrays, so this is for arrays that are needed
// while a problem is solved. Arrays that users keep, or that are sent to another thread (with their whole
// buffer), must have buffers of their own.

/** Size of a slab in bytes. */
const SLAB_SIZE = 1 << 16
/**
 * Maximum size in bytes of an array in a slab. Larger arrays have buffers of their own, so that slabs waste
 * little.
 */
const LARGEST = SLAB_SIZE >> 3
/** Maximum size in bytes of an array that engines keep in their heap. */
const IN_HEAP = 64

let slab = new ArrayBuffer(0)
let used = 0

/**
 * An array of zeros like `new Float64Array(length)`, for use while a problem is solved.
 *
 *     const scores = carveFloats(100)   // scores.length === 100
 */
export function carveFloats(length: number): Float64Array<ArrayBuffer> {
  const bytes = 8 * length
  if (bytes <= IN_HEAP || bytes > LARGEST) return new Float64Array(length)
  const at = reserve(bytes)
  return new Float64Array(slab, at, length)
}

/** An array of zeros like `new Int32Array(length)`, for use while a problem is solved. */
export function carveInts(length: number): Int32Array<ArrayBuffer> {
  const bytes = 4 * length
  if (bytes <= IN_HEAP || bytes > LARGEST) return new Int32Array(length)
  const at = reserve(bytes)
  return new Int32Array(slab, at, length)
}

/** An array of zeros like `new Uint8Array(length)`, for use while a problem is solved. */
export function carveBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length <= IN_HEAP || length > LARGEST) return new Uint8Array(length)
  const at = reserve(length)
  return new Uint8Array(slab, at, length)
}

/** An array of zeros like `new Float32Array(length)`, for use while a problem is solved. */
export function carveSingles(length: number): Float32Array<ArrayBuffer> {
  const bytes = 4 * length
  if (bytes <= IN_HEAP || bytes > LARGEST) return new Float32Array(length)
  const at = reserve(bytes)
  return new Float32Array(slab, at, length)
}

/** A copy of the first `count` values of an array, by default of all. */
export function carveFloatsOf(
  values: Float64Array,
  count: number = values.length,
): Float64Array<ArrayBuffer> {
  const copy = carveFloats(count)
  copy.set(count === values.length ? values : values.subarray(0, count))
  return copy
}

/** A copy of the first `count` values of an array, by default of all. */
export function carveIntsOf(values: Int32Array, count: number = values.length): Int32Array<ArrayBuffer> {
  const copy = carveInts(count)
  copy.set(count === values.length ? values : values.subarray(0, count))
  return copy
}

/** Reserves `bytes` in the current slab, or in a new slab if they do not fit; returns the offset. */
function reserve(bytes: number): number {
  if (used + bytes > slab.byteLength) {
    slab = new ArrayBuffer(SLAB_SIZE)
    used = 0
  }
  const at = used
  used = (used + bytes + 7) & ~7
  return at
}
