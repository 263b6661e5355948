/** Whether a file that begins with these bytes is packed with gzip; the first two of them tell. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}
