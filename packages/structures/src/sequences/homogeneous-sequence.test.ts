// Best paths, max-marginals and sweeps against enumeration.
import { XorShift } from '@parleyjs/core/internal'
import { expect, test } from 'vitest'
import { type HomogeneousScores, HomogeneousSequence } from './homogeneous-sequence.js'

const uniform = (random: XorShift) => random.uniform() * 6 - 3

function randomChain(k: number, random: XorShift): HomogeneousScores {
  const some = (n: number) => Float64Array.from({ length: n }, () => uniform(random))
  return { start: some(k), next: some(k * k), stop: some(k) }
}

/** All paths of k states over n positions. */
function allPaths(k: number, n: number): Int32Array[] {
  return Array.from({ length: k ** n }, (_, code) =>
    Int32Array.from({ length: n }, (_, t) => Math.floor(code / k ** t) % k),
  )
}

test('best path and max-marginals are those of enumeration', () => {
  const random = new XorShift(1)
  for (let round = 0; round < 60; round++) {
    const k = 1 + random.below(4)
    const n = 1 + random.below(5)
    const chain = new HomogeneousSequence(randomChain(k, random))
    const scores = Float64Array.from({ length: n * k }, () => uniform(random))
    const paths = allPaths(k, n).map((path) => ({ path, score: chain.score(scores, n, path) }))
    const top = Math.max(...paths.map(({ score }) => score))
    const path = new Int32Array(n)
    expect(chain.best(scores, n, path)).toBeCloseTo(top, 9)
    expect(chain.score(scores, n, path)).toBeCloseTo(top, 9)
    const through = new Float64Array(n * k)
    expect(chain.maxMarginals(scores, n, through)).toBeCloseTo(top, 9)
    for (let t = 0; t < n; t++)
      for (let y = 0; y < k; y++) {
        const best = Math.max(...paths.filter(({ path }) => path[t] === y).map(({ score }) => score))
        expect(through[t * k + y]).toBeCloseTo(best, 9)
      }
  }
})

test('from left to right, each position sees what changed before it', () => {
  const random = new XorShift(7)
  for (let round = 0; round < 60; round++) {
    const k = 1 + random.below(4)
    const n = 1 + random.below(6)
    const transitions = randomChain(k, random)
    const [chain, other] = [new HomogeneousSequence(transitions), new HomogeneousSequence(transitions)]
    const scores = Float64Array.from({ length: n * k }, () => uniform(random))
    const [path, best] = [new Int32Array(n), new Int32Array(n)]
    expect(chain.start(scores, n, path)).toBeCloseTo(other.best(scores, n, best), 9)
    expect(path).toEqual(best)
    const [through, all] = [new Float64Array(k), new Float64Array(n * k)]
    for (let t = 0; t < n; t++) {
      if (random.below(3) === 0) continue
      chain.through(scores, t, through, 0)
      other.maxMarginals(scores, n, all)
      for (let y = 0; y < k; y++) expect(through[y]).toBeCloseTo(all[t * k + y], 9)
      for (let y = 0; y < k; y++) scores[t * k + y] += uniform(random)
    }
  }
})
