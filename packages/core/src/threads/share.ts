// Shared memory for bytes that threads read.

/**
 * The bytes in shared memory if it is available (in browsers, on isolated pages), else the bytes themselves.
 */
export function shared(bytes: Uint8Array): Uint8Array {
  if (typeof SharedArrayBuffer === 'undefined' || bytes.buffer instanceof SharedArrayBuffer) return bytes
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
