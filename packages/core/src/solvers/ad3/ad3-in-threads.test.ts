// AD³ in threads, which run the built package; scripts/browser-threads.test.ts tests the same in Chromium.
import { describe, expect, test } from 'vitest'
import { FactorGraph } from '../../graph/graph.js'
import type { BinaryVariable, CategoricalVariable } from '../../graph/variable.js'
import { type Random, seeded } from '../../kinds/testing/random.js'
import { compile } from '../../problem/problem.js'
import type { OwnRounding } from '../../rounding/rounding.js'
import { sameBits } from '../../testing/laws.js'
import { verify } from '../../verify/verify.js'
import { ad3, ad3Monitor } from './ad3.js'
import { type Ad3ThreadOptions, ad3InThreads, runInCrew } from './ad3-in-threads.js'

const threadModule = new URL('../../../dist/ad3/crew-thread.js', import.meta.url)

/** Some thousand factors of every kind. All variables at 0 satisfy them. */
function mixedGraph(seed: number, size: number): FactorGraph {
  const random = seeded(seed)
  const score = () => 2 * random.uniform() - 1
  const graph = new FactorGraph()
  const binary = Array.from({ length: size }, () => graph.binary(score()))
  const wide = Array.from({ length: size >> 2 }, () => graph.categorical([score(), score(), score()]))
  const table = (n: number) => Float64Array.from({ length: n }, score)
  const some = (n: number) => Array.from({ length: n }, () => binary[random.below(size)])
  for (let k = 0; k < 2 * size; k++) addFactor(graph, random, k % 10, some, wide, table)
  return graph
}

function addFactor(
  graph: FactorGraph,
  random: Random,
  kind: number,
  some: (n: number) => BinaryVariable[],
  wide: readonly CategoricalVariable[],
  table: (n: number) => Float64Array,
): void {
  const [a, b, c] = some(3) as [BinaryVariable, BinaryVariable, BinaryVariable]
  const w = wide[random.below(wide.length)]
  if (kind === 0) graph.xor([a, b.not, c].slice(0, 2))
  else if (kind === 1) graph.atMostOne([a, b, c])
  else if (kind === 2) graph.or([a.not, b, c])
  else if (kind === 3) graph.orOut([a, b], c)
  else if (kind === 4) graph.budget(some(6), { atMost: 2 })
  else if (kind === 5) graph.knapsack([a, b, c], [0.3, 0.5, 0.7], 0.9)
  else if (kind === 6) graph.parity([a, b, c])
  else if (kind === 7) graph.dense([w, wide[random.below(wide.length)]], table(9))
  else if (kind === 8) graph.dense([a, w], table(6))
  else graph.pair(a, b, table(1)[0])
}

/** All variables at 0, or at the first of three values: a quick rounding for tests of other things. */
const round: OwnRounding = (marginals, values) => {
  values.fill(0)
  const binary = (4 * marginals.length) / 7
  for (let s = binary; s < marginals.length; s += 3) values[s] = 1
  return true
}

/** A custom factor that allows everything. */
function positive(scores: Float64Array, configuration: Float64Array): number {
  configuration[0] = scores[0] > 0 ? 1 : 0
  return 0
}

const forced = (graph: FactorGraph, workers: number, options: Ad3ThreadOptions = {}) => {
  const problem = compile(graph)
  return runInCrew(problem, workers, ad3Monitor(problem, options), { threadModule, round, ...options })
}

describe('AD³ in threads', () => {
  test('gives the bits of one thread on a large graph of all kinds', async () => {
    const graph = mixedGraph(1, 5600)
    const custom = graph.variable(0) as BinaryVariable
    graph.add({ maximize: positive }, [custom])
    const options = { maxIterations: 12, round }
    const one = ad3(graph, options)
    expect(compile(graph).factors).toBeGreaterThan(10_000)
    for (const workers of [1, 2, 3]) {
      const other = await ad3InThreads(graph, { ...options, workers, threadModule })
      expect(sameBits(one, other), `${workers} threads`).toBe(true)
    }
    expect(verify(graph, one).problems).toEqual([])
  })

  test('starts no threads for a small graph, and then has the bits of ad3', async () => {
    const graph = mixedGraph(2, 300)
    const missing = new URL('./missing.js', import.meta.url)
    const solution = await ad3InThreads(graph, { workers: 3, round, threadModule: missing })
    expect(sameBits(solution, ad3(graph, { round }))).toBe(true)
  })

  test('starts no threads by itself for a short run on a large graph', async () => {
    const graph = mixedGraph(6, 5600)
    const missing = new URL('./missing.js', import.meta.url)
    const options = { maxIterations: 3, round }
    const solution = await ad3InThreads(graph, { ...options, threadModule: missing })
    expect(sameBits(solution, ad3(graph, options))).toBe(true)
  })

  test('stops when the signal says so, at a time limit, and when onIteration says so', async () => {
    const graph = mixedGraph(3, 3000)
    const options = { tolerance: 0, maxIterations: 1e9 }
    const signal = AbortSignal.timeout(200)
    expect((await forced(graph, 2, { ...options, signal })).status).toBe('interrupted')
    expect((await forced(graph, 2, { ...options, timeLimit: 0.2 })).status).toBe('interrupted')
    const rows: number[] = []
    const onIteration = ({ iteration }: { iteration: number }) => rows.push(iteration) < 4
    expect((await forced(graph, 2, { ...options, onIteration })).status).toBe('interrupted')
    // The last row may be reported twice.
    expect(new Set(rows).size).toBeLessThanOrEqual(5)
  })

  test('a factor that breaks its contract, or a thread that is not there, is an error and ends the threads', async () => {
    const graph = mixedGraph(4, 500)
    const broken = new FactorGraph()
    const a = broken.binary(1)
    for (let k = 0; k < 3000; k++) broken.pair(a, broken.binary(1), -1)
    broken.add({ maximize: () => Number.NaN }, [a])
    await expect(forced(broken, 2)).rejects.toThrow(/returned NaN/)
    const missing = new URL('./missing.js', import.meta.url)
    await expect(forced(graph, 2, { threadModule: missing })).rejects.toThrow(/missing\.js/)
  })

  test('a thread that dies at work is an error', async () => {
    const mortal = new URL('../../ad3/testing/mortal-thread.mjs', import.meta.url)
    const options = { threadModule: mortal, patience: 0.5, maxIterations: 1000, tolerance: 0 }
    await expect(forced(mixedGraph(5, 2000), 2, options)).rejects.toThrow(
      /A thread (has done nothing for 0.5 s|ended before)/,
    )
  })

  test('rejects a number of threads that is not from 1 to 1024', async () => {
    for (const workers of [0, -1, 1.5, Number.NaN, 1e6])
      await expect(ad3InThreads(new FactorGraph(), { workers })).rejects.toThrow(
        /whole number from 1 to 1024/,
      )
  })
})
