// Bytes that threads need not copy.

/** The bytes in memory that all threads share, where there is such memory (browsers: on pages that are isolated); else as they are. */
export function shared(bytes: Uint8Array): Uint8Array {
  if (typeof SharedArrayBuffer === 'undefined' || bytes.buffer instanceof SharedArrayBuffer) return bytes
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
