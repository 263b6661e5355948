import type { Decoded, Decoder } from '../decoder.js'

/** A decoder that enumerates all its answers, as a reference for other decoders. */
export class ListDecoder<Answer> implements Decoder<Answer> {
  constructor(readonly answers: readonly Decoded<Answer>[]) {}

  maximize(extra: Float64Array): Decoded<Answer> | null {
    let best: Decoded<Answer> | null = null
    let most = Number.NEGATIVE_INFINITY
    for (const decoded of this.answers) {
      let total = decoded.score
      for (let i = 0; i < decoded.parts.length; i++) total += extra[decoded.parts[i]] ?? 0
      if (total > most) {
        most = total
        best = decoded
      }
    }
    return best
  }
}
