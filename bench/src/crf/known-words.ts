// The words seen in training, as hashes: a vocabulary without strings, which is small in a file.
import { featureOf, hashText } from '@parleyjs/learn/internal'

/**
 * A set of words, regardless of case. About one unknown word in some thousands counts as known, because its
 * hash is that of another.
 */
export class KnownWords {
  private readonly set: ReadonlySet<number>

  /** @param hashes ascending */
  constructor(readonly hashes: Int32Array) {
    this.set = new Set(hashes)
  }

  static of(words: Iterable<string>): KnownWords {
    const hashes = new Set<number>()
    for (const word of words) hashes.add(hashOf(word))
    return new KnownWords(Int32Array.from(hashes).sort())
  }

  has(word: string): boolean {
    return this.set.has(hashOf(word))
  }
}

function hashOf(word: string): number {
  return featureOf(hashText(word.toLowerCase()))
}
