// Noisy channels: what is received for a codeword, as log-likelihood ratios ln P(y | 1) − ln P(y | 0) of its
// bits.
import type { Random } from './random.js'

export interface Channel {
  /** For example `2 dB` or `4 %`. */
  readonly noise: string
  send(word: Uint8Array, random: Random): Float64Array
}

/**
 * White Gaussian noise on the signal 1 − 2·bit, at a ratio of energy per bit of information to noise density.
 *
 * @example
 * gaussian(2, 0.5).send(Uint8Array.of(0, 1), seeded(1)) // around [−4, 4] at a rate of ½
 */
export function gaussian(decibels: number, rate: number): Channel {
  const variance = 1 / (2 * rate * 10 ** (decibels / 10))
  const deviation = Math.sqrt(variance)
  return {
    noise: `${decibels} dB`,
    send: (word, random) =>
      Float64Array.from(word, (bit) => (-2 * (1 - 2 * bit + deviation * random.normal())) / variance),
  }
}

/** The binary symmetric channel: every bit is flipped with this probability. */
export function symmetric(probability: number): Channel {
  const ratio = Math.log((1 - probability) / probability)
  return {
    noise: `${Number((100 * probability).toPrecision(3))} %`,
    send: (word, random) =>
      Float64Array.from(word, (bit) => ((bit === 1) !== random.uniform() < probability ? ratio : -ratio)),
  }
}
