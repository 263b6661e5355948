/** True if a file that begins with these bytes is compressed with gzip. The first two bytes suffice. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}
