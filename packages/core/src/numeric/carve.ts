// Small arrays of zeros, cut out of larger pieces of memory. An engine keeps typed arrays of up to 64 bytes in its heap; a larger one is asked
// for from the system, and given back in another thread, which is about a microsecond each. A view of a piece takes 30 ns.
//
// A piece lives as long as any array that was cut from it, so that this is for what a problem needs while it is solved. What a user keeps, or
// sends to another thread (with all of its buffer), is an array of its own.

/** Bytes of a piece. */
const PIECE = 1 << 16
/** Larger arrays have memory of their own, so that little of a piece is left over. */
const LARGEST = PIECE >> 3
/** Up to so many bytes an engine keeps an array in its heap. */
const IN_HEAP = 64

let piece = new ArrayBuffer(0)
let used = 0

/**
 * Zeros, as `new Float64Array(length)` has them, for as long as something is solved.
 *
 *     const scores = carveFloats(100)   // scores.length === 100
 */
export function carveFloats(length: number): Float64Array<ArrayBuffer> {
  const bytes = 8 * length
  if (bytes <= IN_HEAP || bytes > LARGEST) return new Float64Array(length)
  const at = placeOf(bytes)
  return new Float64Array(piece, at, length)
}

/** Zeros, as `new Int32Array(length)` has them, for as long as something is solved. */
export function carveInts(length: number): Int32Array<ArrayBuffer> {
  const bytes = 4 * length
  if (bytes <= IN_HEAP || bytes > LARGEST) return new Int32Array(length)
  const at = placeOf(bytes)
  return new Int32Array(piece, at, length)
}

/** Zeros, as `new Uint8Array(length)` has them, for as long as something is solved. */
export function carveBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length <= IN_HEAP || length > LARGEST) return new Uint8Array(length)
  const at = placeOf(length)
  return new Uint8Array(piece, at, length)
}

/** The first values of an array, all unless told, as `slice` copies them. */
export function carveFloatsOf(
  values: Float64Array,
  count: number = values.length,
): Float64Array<ArrayBuffer> {
  const copy = carveFloats(count)
  copy.set(count === values.length ? values : values.subarray(0, count))
  return copy
}

/** The first values of an array, all unless told, as `slice` copies them. */
export function carveIntsOf(values: Int32Array, count: number = values.length): Int32Array<ArrayBuffer> {
  const copy = carveInts(count)
  copy.set(count === values.length ? values : values.subarray(0, count))
  return copy
}

/** Where so many bytes begin in the piece at hand, which is another one if the last had no room. */
function placeOf(bytes: number): number {
  if (used + bytes > piece.byteLength) {
    piece = new ArrayBuffer(PIECE)
    used = 0
  }
  const at = used
  used = (used + bytes + 7) & ~7
  return at
}
