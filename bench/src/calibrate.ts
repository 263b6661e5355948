// How fast this machine is, now: the time of a fixed typed-array kernel, to compare with times taken elsewhere.

/** What the kernel took where the times in bench/reference were taken, in milliseconds. */
export const REFERENCE_MS = 24.7

const SIZE = 20_000
const ROUNDS = 200
// Constants of the module, as in the script that measured the reference: given as parameters, the same loop is half as fast again.
const a = new Float64Array(SIZE)
const b = new Float64Array(SIZE)
const index = new Int32Array(SIZE)
let seed = 1
for (let i = 0; i < SIZE; i++) {
  seed = (Math.imul(1664525, seed) + 1013904223) >>> 0
  a[i] = seed / 2 ** 32 - 0.5
  index[i] = seed % SIZE
}

/**
 * Milliseconds that the kernel takes, the best of `repeats`. The clock should be that of the times to be scaled: on a busy
 * machine, processor time and time differ.
 *
 * @example
 * const scale = calibrate() / REFERENCE_MS // 2 on a machine of half the speed
 */
export function calibrate(repeats = 15, clock: () => number = () => performance.now()): number {
  let best = Number.POSITIVE_INFINITY
  for (let k = 0; k < repeats; k++) {
    const start = clock()
    kernel()
    best = Math.min(best, clock() - start)
  }
  return best
}

/** Gathers, clips and sums, as the inner loops of the solvers do. */
export function kernel(): number {
  let sum = 0
  for (let r = 0; r < ROUNDS; r++) {
    for (let i = 0; i < SIZE; i++) {
      const x = a[i]! + 0.5 * b[index[i]!]!
      b[i] = x < 0 ? 0 : x > 1 ? 1 : x
      sum += b[i]!
    }
  }
  return sum
}
