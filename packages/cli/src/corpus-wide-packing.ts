// Compresses the CoNLL-U of a corpus between two passes over it, to about 10 bytes per word.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Packing } from '@parleyjs/nlp/internal'

export const DEFLATE: Packing = {
  pack: (text) => deflateRawSync(Buffer.from(text), { level: 1 }),
  unpack: (bytes) => inflateRawSync(bytes).toString('utf8'),
}
