// Sentences of a corpus between two passes over it: their CoNLL-U, packed, some 10 bytes for each word.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Packing } from '@parley/nlp'

export const DEFLATE: Packing = {
  pack: (text) => deflateRawSync(Buffer.from(text), { level: 1 }),
  unpack: (bytes) => inflateRawSync(bytes).toString('utf8'),
}
