// Limits end every phase of every solver in time, and the asynchronous entry lets timers and signals work.
import { beforeAll, describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { seeded } from '../kinds/testing/random.js'
import { compile, type Problem } from '../problem/problem.js'
import type { Solution } from '../result/solution.js'
import { lawGraph, sameBits } from '../testing/laws.js'
import { verify } from '../verify/verify.js'
import { ALGORITHMS, type Algorithm, solve, solveAsync } from './solve.js'

/** The longest overshoot of a limit that the documentation allows, beyond one iteration, in milliseconds. */
const OVERSHOOT = 100

/** A grid of variables with tables between neighbours, on which every phase of every solver takes long. */
function tableGrid(size: number, values: number): FactorGraph {
  const random = seeded(3)
  const scores = (count: number) => Array.from({ length: count }, () => 2 * random.uniform() - 1)
  const graph = new FactorGraph()
  const x = Array.from({ length: size * size }, () => graph.categorical(scores(values)))
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      if (j + 1 < size) graph.dense([x[i * size + j], x[i * size + j + 1]], scores(values * values))
      if (i + 1 < size) graph.dense([x[i * size + j], x[(i + 1) * size + j]], scores(values * values))
    }
  return graph
}

/**
 * Starts a watch of elapsed milliseconds. Processor time counts if it is less, as other programs run at the
 * same time.
 */
function watch(): () => number {
  const before = process.cpuUsage()
  const start = performance.now()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.min(performance.now() - start, (user + system) / 1000)
  }
}

function timed<T>(action: () => T): { took: number; result: T } {
  const since = watch()
  const result = action()
  return { took: since(), result }
}

const large = tableGrid(80, 6)
let problem: Problem
/** Time of one pass over all factors before the code is compiled: about one iteration. */
let pass = 0

beforeAll(() => {
  const cold = timed(() => compile(large))
  problem = cold.result
  pass = cold.took
})

const honest = (graph: FactorGraph, solution: Solution) =>
  expect(verify(graph, solution).problems, solution.status).toEqual([])

describe.each(ALGORITHMS)('%s', (algorithm) => {
  const allowed = () => OVERSHOOT + 2 * pass

  it('ends when there is no time at all', () => {
    const fresh = timed(() => solve(large, { algorithm, timeLimit: 0 }))
    expect(fresh.took).toBeLessThan(allowed())
    expect(fresh.result.status).toBe('interrupted')
    const compiled = timed(() => solve(problem, { algorithm, timeLimit: 0 }))
    expect(compiled.took).toBeLessThan(allowed())
    for (const { result } of [fresh, compiled]) expect(result.bound).toBeGreaterThanOrEqual(result.value)
    honest(large, compiled.result)
  })

  it('ends in the middle of whatever it does', () => {
    const timeLimit = 0.25
    const { took, result } = timed(() => solve(problem, { algorithm, timeLimit, tolerance: 0 }))
    expect(took).toBeLessThan(1000 * timeLimit + allowed())
    honest(large, result)
  })

  it('ends when a flag is set, in every phase', () => {
    let asked = 0
    const signal = {
      get aborted() {
        return ++asked > 200
      },
    }
    solve(large, { algorithm, signal, tolerance: 0 })
    const { took } = timed(() => solve(large, { algorithm, signal, tolerance: 0 }))
    expect(took).toBeLessThan(allowed())
  })

  it('answers for a small graph even without time', () => {
    const graph = tableGrid(4, 3)
    const solution = solve(graph, { algorithm, timeLimit: 0 })
    expect(solution.assignment).not.toBeNull()
    honest(graph, solution)
  })
})

describe('infeasible graphs', () => {
  /** More pigeons than holes: only a long search can prove infeasibility. */
  function pigeons(count: number): FactorGraph {
    const graph = new FactorGraph()
    const at = Array.from({ length: count }, () => Array.from({ length: count - 1 }, () => graph.binary()))
    for (const holes of at) graph.or(holes)
    for (let h = 0; h + 1 < count; h++)
      for (let p = 0; p < count; p++) for (let q = 0; q < p; q++) graph.or([at[p][h].not, at[q][h].not])
    return graph
  }

  it('are given up in time', () => {
    const graph = pigeons(14)
    for (const algorithm of ALGORITHMS) {
      const { took } = timed(() => solve(graph, { algorithm, timeLimit: 0.1 }))
      expect(took, algorithm).toBeLessThan(100 + OVERSHOOT + pass)
    }
  })
})

describe('solveAsync', () => {
  const bits = async (graph: FactorGraph, algorithm: Algorithm, maxIterations: number) => {
    const options = { algorithm, maxIterations }
    return sameBits(solve(graph, options), await solveAsync(graph, options))
  }

  it.each(ALGORITHMS)('gives the same bits as solve: %s', async (algorithm) => {
    for (let seed = 0; seed < 30; seed++)
      expect(await bits(lawGraph(seed), algorithm, 60), `${seed}`).toBe(true)
    expect(await bits(tableGrid(12, 4), algorithm, 12)).toBe(true)
  })

  it.each(ALGORITHMS)('lets timers fire and signals abort: %s', async (algorithm) => {
    let longest = 0
    let since = watch()
    const beat = () => {
      longest = Math.max(longest, since())
      since = watch()
    }
    const timer = setInterval(beat, 5)
    const signal = AbortSignal.timeout(300)
    let late = watch()
    signal.addEventListener('abort', () => {
      late = watch()
    })
    const solution = await solveAsync(large, { algorithm, signal, tolerance: 0, maxIterations: 1e9 })
    const took = late()
    clearInterval(timer)
    beat()
    expect(signal.aborted).toBe(true)
    expect(solution.status).toBe('interrupted')
    expect(took).toBeLessThan(OVERSHOOT + 2 * pass)
    expect(longest).toBeLessThan(OVERSHOOT + 2 * pass)
  })

  it('refuses what solve refuses', async () => {
    const graph = new FactorGraph()
    await expect(solveAsync(graph, { timeLimit: -1 })).rejects.toMatchObject({ code: 'bad-argument' })
    // @ts-expect-error There is no such algorithm.
    await expect(solveAsync(graph, { algorithm: 'magic' })).rejects.toMatchObject({ code: 'bad-argument' })
  })
})
