// Growth of typed arrays: a longer copy replaces a full array.

export type NumberArray = Uint8Array | Int16Array | Uint16Array | Int32Array | Float32Array | Float64Array

/**
 * A longer array of the same type that begins with the same numbers; the rest are 0. By default it is twice
 * as long.
 *
 * @example
 * grown(Int32Array.of(3, 4)) // Int32Array [3, 4, 0, 0]
 */
export function grown<T extends NumberArray>(from: T, length = 2 * from.length): T {
  const to = new (from.constructor as new (length: number) => T)(length)
  to.set(from)
  return to
}
