// An index of the agreements by member, for consensus sets.
import type { SoftProblem } from './soft-problem.js'

/**
 * The pairs in which a variable is a member of a set. The pairs of a variable, and those of a whole factor,
 * are consecutive.
 */
export class MemberPairs {
  /** Variable v has the pairs pairs[start[v]] … pairs[start[v + 1] − 1]. */
  readonly start: Int32Array
  readonly pairs: Int32Array
  private readonly factorFirst: Int32Array

  constructor({ pairFirst, pairCount, variableCount, factorFirst }: SoftProblem) {
    this.factorFirst = factorFirst.data
    this.start = new Int32Array(variableCount + 1)
    for (let p = 0; p < pairCount; p++) this.start[pairFirst.data[p] + 1]++
    for (let v = 0; v < variableCount; v++) this.start[v + 1] += this.start[v]
    const next = this.start.slice()
    this.pairs = new Int32Array(pairCount)
    for (let p = 0; p < pairCount; p++) this.pairs[next[pairFirst.data[p]]++] = p
  }

  /** Index of the factor's first pair. */
  from(factor: number): number {
    return this.start[this.factorFirst[factor]]
  }

  /** Index after the factor's last pair. */
  to(factor: number): number {
    return this.start[this.factorFirst[factor + 1]]
  }

  has(factor: number): boolean {
    return this.from(factor) < this.to(factor)
  }
}
