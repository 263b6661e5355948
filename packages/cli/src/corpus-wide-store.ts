// Sentences of a corpus between two passes over it: their CoNLL-U, packed, some 10 bytes for each word.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { parseConllu, type Sentence } from '@parley/nlp'

/** Text is packed in blocks of about so many characters. */
const BLOCK = 2 ** 20

export class SentenceStore {
  private readonly blocks: Buffer[] = []
  private pending: string[] = []
  private size = 0

  /** Memory in use. */
  get bytes(): number {
    return this.blocks.reduce((sum, { byteLength }) => sum + byteLength, 2 * this.size)
  }

  add(sentence: Sentence): void {
    const text = sentence.toString()
    this.pending.push(text)
    this.size += text.length
    if (this.size >= BLOCK) this.pack()
  }

  /** All sentences, in their order. */
  *sentences(): Generator<Sentence, void, undefined> {
    this.pack()
    for (const block of this.blocks)
      yield* parseConllu(inflateRawSync(block).toString('utf8'), { strict: false, onWarning: () => {} })
  }

  private pack(): void {
    if (this.size === 0) return
    this.blocks.push(deflateRawSync(Buffer.from(this.pending.join('')), { level: 1 }))
    this.pending = []
    this.size = 0
  }
}
