// Tests reading of bytes and text, with gzip and errors.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { MAX_BYTES, unpack } from './read-bytes.js'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('unpacking', () => {
  test('gzip is known by its first bytes, whatever the name', () => {
    expect(unpack('a.uai', gzipSync('text'))).toBe('text')
    expect(unpack('a.uai.gz', gzipSync('text'))).toBe('text')
    expect(unpack('a.uai', bytes('text'))).toBe('text')
  })

  test('a byte order mark is dropped', () => {
    expect(unpack('a.uai', bytes('\ufefftext'))).toBe('text')
  })

  test('files that are not gzip, or cut off, damaged, empty or binary, give clear errors', () => {
    const packed = gzipSync('some text that is long enough to be cut '.repeat(20))
    const damaged = Uint8Array.from(packed)
    damaged.fill(0x55, 20, 30)
    expect(() => unpack('a.uai.gz', bytes('text'))).toThrow(/not a gzip file/)
    expect(() => unpack('a.uai.gz', packed.subarray(0, 30))).toThrow(/damaged or cut off/)
    expect(() => unpack('a.uai.gz', damaged)).toThrow(/damaged or cut off/)
    expect(() => unpack('a.uai', new Uint8Array())).toThrow(/empty/)
    expect(() => unpack('a.uai', Uint8Array.from([65, 0, 66]))).toThrow(/not a text file: byte 1/)
  })

  test('a small file that would unpack to gigabytes is refused', () => {
    // Gzip members may be strung together: ten of 64 MiB of blanks, 640 MiB from 640 kB.
    const member = gzipSync(Buffer.alloc(64 * 2 ** 20, 0x20))
    const bomb = Buffer.concat(Array.from({ length: 10 }, () => member))
    expect(bomb.length).toBeLessThan(MAX_BYTES / 100)
    expect(() => unpack('bomb.uai.gz', bomb)).toThrow(/more than \d+ bytes/)
  })
})
