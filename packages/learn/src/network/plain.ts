// The kernels in plain JavaScript, for where WebAssembly is missing or forbidden: the same bits, since
// Math.fround rounds each product and each sum as the lanes of a vector do.
import { ADAM, ARC_ENTRY, type Kernels, WIDTH } from './kernels.js'
import type { Workspace } from './workspace.js'

const { fround } = Math

export class PlainKernels implements Kernels {
  constructor(private readonly memory: Pick<Workspace, 'floats' | 'words'>) {}

  products(
    a: number,
    aRow: number,
    aColumn: number,
    rows: number,
    b: number,
    bStep: number,
    columns: number,
    length: number,
    y: number,
    yStep: number,
  ): void {
    const { floats } = this.memory
    const step = aColumn >> 2
    const down = bStep >> 2
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j += 4) {
        const to = ((y + i * yStep) >> 2) + j
        let p = (a + i * aRow) >> 2
        let q = (b >> 2) + j
        let s0 = floats[to]
        let s1 = floats[to + 1]
        let s2 = floats[to + 2]
        let s3 = floats[to + 3]
        for (let k = 0; k < length; k++) {
          const x = floats[p]
          s0 = fround(s0 + fround(x * floats[q]))
          s1 = fround(s1 + fround(x * floats[q + 1]))
          s2 = fround(s2 + fround(x * floats[q + 2]))
          s3 = fround(s3 + fround(x * floats[q + 3]))
          p += step
          q += down
        }
        floats[to] = s0
        floats[to + 1] = s1
        floats[to + 2] = s2
        floats[to + 3] = s3
      }
  }

  addRows(list: number, count: number, length: number, y: number): void {
    const { floats, words } = this.memory
    const to = y >> 2
    for (let i = 0; i < count; i++) {
      const from = words[(list >> 2) + i] >> 2
      for (let j = 0; j < length; j++) floats[to + j] += floats[from + j]
    }
  }

  positive(length: number, y: number): void {
    const { floats } = this.memory
    const to = y >> 2
    for (let j = 0; j < length; j++) if (!(floats[to + j] > 0)) floats[to + j] = 0
  }

  addPositive(x: number, length: number, y: number): void {
    const { floats } = this.memory
    const from = x >> 2
    const to = y >> 2
    for (let j = 0; j < length; j++) {
      const value = floats[to + j]
      floats[to + j] = floats[from + j] + (value > 0 ? value : 0)
    }
  }

  prefixSums(x: number, xStep: number, rows: number, y: number): void {
    const { floats } = this.memory
    const to = y >> 2
    floats.fill(0, to, to + WIDTH)
    for (let i = 0; i < rows; i++) {
      const from = (x + i * xStep) >> 2
      const last = to + i * WIDTH
      for (let j = 0; j < WIDTH; j++) floats[last + WIDTH + j] = floats[last + j] + floats[from + j]
    }
  }

  scoreArcs(list: number, count: number, weights: number, out: number): void {
    const { floats } = this.memory
    const totals = new Float32Array(4)
    for (let a = 0; a < count; a++) {
      totals.fill(0)
      for (let j = 0; j < WIDTH; j++) {
        const z = this.arcSum((list >> 2) + a * ARC_ENTRY, j)
        totals[j & 3] += fround(floats[(weights >> 2) + j] * (z > 0 ? z : 0))
      }
      floats[(out >> 2) + a] = fround(totals[0] + totals[1]) + fround(totals[2] + totals[3])
    }
  }

  addPairs(list: number, count: number, y: number): void {
    const { floats, words } = this.memory
    for (let i = 0; i < count; i++) {
      const a = words[(list >> 2) + 2 * i] >> 2
      const b = words[(list >> 2) + 2 * i + 1] >> 2
      const to = (y >> 2) + i * WIDTH
      for (let j = 0; j < WIDTH; j++) {
        const sum = fround(floats[a + j] + floats[b + j])
        floats[to + j] = sum > 0 ? sum : 0
      }
    }
  }

  arcSlopes(
    list: number,
    count: number,
    slopes: number,
    weights: number,
    dWeights: number,
    toRows: number,
    toThird: number,
    toSums: number,
  ): void {
    const { floats, words } = this.memory
    for (let a = 0; a < count; a++) {
      const slope = floats[(slopes >> 2) + a]
      if (slope === 0) continue
      const entry = (list >> 2) + a * ARC_ENTRY
      for (let j = 0; j < WIDTH; j++) {
        const z = this.arcSum(entry, j)
        floats[(dWeights >> 2) + j] += z > 0 ? fround(slope * z) : 0
        const dz = z > 0 ? fround(slope * floats[(weights >> 2) + j]) : 0
        const shared = fround(floats[entry + 5] * dz)
        floats[((words[entry] + toRows) >> 2) + j] += dz
        floats[((words[entry + 1] + toRows) >> 2) + j] += dz
        floats[((words[entry + 2] + toThird) >> 2) + j] += dz
        floats[((words[entry + 3] + toSums) >> 2) + j] += shared
        floats[((words[entry + 4] + toSums) >> 2) + j] -= shared
      }
    }
  }

  adam(
    w: number,
    length: number,
    toGradient: number,
    toMean: number,
    toSquares: number,
    rate: number,
    shrink: number,
  ): void {
    const { floats } = this.memory
    const [mean, squares, epsilon, least] = [ADAM.mean, ADAM.squares, ADAM.epsilon, ADAM.least].map(fround)
    for (let i = w >> 2; i < (w >> 2) + length; i++) {
      const g = i + (toGradient >> 2)
      const m = i + (toMean >> 2)
      const v = i + (toSquares >> 2)
      const slope = fround(floats[g] * shrink)
      const moved = fround(floats[m] + fround(mean * fround(slope - floats[m])))
      floats[m] = Math.abs(moved) > least ? moved : 0
      floats[v] += fround(squares * fround(fround(slope * slope) - floats[v]))
      const divisor = fround(fround(Math.sqrt(floats[v])) + epsilon)
      floats[i] -= fround(fround(rate * floats[m]) / divisor)
      floats[g] = 0
    }
  }

  /** Number j of the sum of an arc, whose entry is at a place. */
  private arcSum(entry: number, j: number): number {
    const { floats, words } = this.memory
    const of = (i: number) => floats[(words[entry + i] >> 2) + j]
    const between = fround(floats[entry + 5] * fround(of(3) - of(4)))
    return fround(fround(fround(of(0) + of(1)) + of(2)) + between)
  }
}
