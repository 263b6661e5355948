// The possible modifiers of a head on one side. Some are certain: words without another candidate head. The
// scores of parts along the line then depend on the open modifiers alone. An automaton over these needs fewer
// links and is as tight: its polytope is the face of the larger one on which every tree lies.
import { carveFloats, carveInts } from '@parleyjs/core/internal'

/**
 * Positions on the line: 0 is "none before", 1 … n are modifiers, the nearest first, n + 1 is "none after".
 * One line at a time.
 */
export class ModifierLine {
  /** Number of modifiers. */
  length = 0
  /** How many of them are open. */
  openCount = 0
  /** The open positions, with 0 before and n + 1 after them. */
  readonly open: Int32Array
  /** For each position from 1: the last certain position before it, or 0. */
  private readonly lastCertain: Int32Array
  /** For each position up to n: the first certain position after it, or n + 1. */
  private readonly nextCertain: Int32Array
  /**
   * Score of the pairs from the last certain position before each position to it, and from the first certain
   * one up to each.
   */
  private readonly step: Float64Array
  private readonly along: Float64Array

  /** @param most maximum number of modifiers */
  constructor(most: number) {
    this.open = carveInts(most + 2)
    this.lastCertain = carveInts(most + 2)
    this.nextCertain = carveInts(most + 2)
    this.step = carveFloats(most + 2)
    this.along = carveFloats(most + 2)
  }

  /** Loads a line of `length` modifiers. */
  fill(length: number, isCertain: (position: number) => boolean): void {
    const { open, lastCertain, nextCertain } = this
    const n = length
    this.length = n
    let count = 0
    open[0] = lastCertain[0] = lastCertain[1] = 0
    for (let i = 1; i <= n; i++) {
      const certain = isCertain(i)
      lastCertain[i + 1] = certain ? i : lastCertain[i]
      if (!certain) open[++count] = i
    }
    nextCertain[n + 1] = nextCertain[n] = n + 1
    for (let i = n; i > 0; i--) nextCertain[i - 1] = lastCertain[i + 1] === i ? i : nextCertain[i]
    open[count + 1] = n + 1
    this.openCount = count
  }

  /**
   * What pairs of neighbours add up to from one open position to another, if no open one between is taken: in
   * the order of `HeadAutomatonOptions.siblings`. A pair with a certain modifier between is never asked for.
   */
  pairs(score: (near: number, far: number) => number, out: Float64Array, at = 0): void {
    const { open, openCount, lastCertain, nextCertain, step, along } = this
    const n = this.length
    for (let i = 1; i <= n + 1; i++) {
      const last = lastCertain[i]
      step[i] = last === 0 ? 0 : score(last, i)
      along[i] = last === 0 ? 0 : along[last] + step[i]
    }
    let place = at
    for (let a = 0; a <= openCount; a++) {
      const i = open[a]
      const next = nextCertain[i]
      const first = next <= n ? score(i, next) : 0
      for (let b = a + 1; b <= openCount + 1; b++) {
        const j = open[b]
        out[place++] = next < j ? first + along[lastCertain[j]] - along[next] + step[j] : score(i, j)
      }
    }
  }

  /**
   * The same of triples, each counted where its last position is reached: in the order of
   * `TriSiblingAutomatonOptions.triSiblings`. The first modifier alone is no part.
   */
  triples(score: (first: number, second: number, third: number) => number): Float64Array {
    const { open, lastCertain, nextCertain } = this
    const k = this.openCount
    const size = this.length + 2
    const out = carveFloats(k + 1 + (k * (k + 1) * (k + 2)) / 6)
    const behind = this.settledTriples(score)
    // With a certain modifier before the second, by the second and the third.
    const known = carveFloats((k + 1) * size).fill(Number.NaN)
    let place = 0
    for (let c = 1; c <= k + 1; c++) out[place++] = behind[c]
    for (let a = 0; a <= k; a++)
      for (let b = a + 1; b <= k; b++) {
        const second = open[b]
        const isCertain = lastCertain[second] > open[a]
        const first = isCertain ? lastCertain[second] : open[a]
        // The third is the same for all c beyond a certain one.
        let last = -1
        let own = 0
        for (let c = b + 1; c <= k + 1; c++) {
          const third = Math.min(open[c], nextCertain[second])
          if (third !== last) {
            const key = b * size + third
            own = isCertain && !Number.isNaN(known[key]) ? known[key] : score(first, second, third)
            if (isCertain) known[key] = own
            last = third
          }
          out[place++] = own + behind[b * (k + 2) + c]
        }
      }
    return out
  }

  /**
   * For open positions b < c, at index b (k + 2) + c: score of the triples whose second position is certain
   * and between them.
   */
  private settledTriples(score: (first: number, second: number, third: number) => number): Float64Array {
    const { open, nextCertain } = this
    const count = this.openCount + 2
    const sums = carveFloats(count * count)
    // Scores of triples that begin with two certain neighbours.
    const known = carveFloats(this.length + 2).fill(Number.NaN)
    for (let b = 0; b + 1 < count; b++)
      for (let c = b + 1; c < count; c++) {
        let first = open[b]
        for (let second = nextCertain[first]; second < open[c]; second = nextCertain[second]) {
          const third = Math.min(nextCertain[second], open[c])
          let own = first === open[b] ? Number.NaN : known[third]
          if (Number.isNaN(own)) own = score(first, second, third)
          if (first !== open[b]) known[third] = own
          sums[b * count + c] += own
          first = second
        }
      }
    return sums
  }
}
