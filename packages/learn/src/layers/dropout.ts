// Dropout: in training, a share of the numbers becomes 0, and the others grow so that their mean stays.
import type { Random } from '@parleyjs/core/internal'
import type { Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'

/**
 * x in use; in training, each number is 0 with probability `rate`, or else x / (1 − rate). The pattern
 * depends on the next number of `random` alone.
 */
export function dropout(tape: Tape, x: Tensor, rate: number, random: Random): Tensor {
  if (!tape.training || rate === 0) return x
  const { memory } = tape
  const y = tape.tensor(x.rows, x.columns)
  const seed = Math.floor(random.uniform() * 2 ** 32) | 1
  const least = Math.floor(rate * 2 ** 32)
  const grown = Math.fround(1 / (1 - rate))
  const count = x.rows * x.step
  const copy = (from: number, to: number, isAdded: boolean) => {
    const { floats } = memory
    let state = seed
    for (let i = 0; i < count; i++) {
      // Marsaglia's generator of 32 bits
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      if (state >>> 0 < least) continue
      const value = Math.fround(floats[(from >> 2) + i] * grown)
      if (isAdded) floats[(to >> 2) + i] += value
      else floats[(to >> 2) + i] = value
    }
  }
  copy(x.at, y.at, false)
  tape.record(() => copy(y.slopes, x.slopes, true))
  return y
}
