// Threads join if they make a run faster, leave if they do not, and change no bit either way.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { compile, type Problem } from '../problem/problem.js'
import { startWarm } from '../solvers/ad3/ad3.js'
import { lawGraph } from '../testing/laws.js'
import type { Crew } from './crew.js'
import { Ad3Engine } from './engine.js'
import { GradualCrew } from './gradual-crew.js'
import { Kernel, Phases } from './kernel.js'
import { layOut } from './memory.js'

afterEach(() => {
  vi.restoreAllMocks()
})

/**
 * A clock that the work advances: by `alone` milliseconds for a phase on one thread, by `together()` for one
 * in threads.
 */
function clocked(alone: number, together: () => number) {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  let closed = false
  const memory = { counts: new Float64Array([100, 0]) } as never
  const kernel = { run: () => void (clock += alone) } as never
  const threads: Crew = {
    run: () => void (clock += together()),
    close() {
      closed = true
    },
  }
  const start = vi.fn(() => ({ crew: threads, ready: Promise.resolve() }))
  const crew = new GradualCrew(kernel, memory, start)
  /** Runs iterations. Returns the number of those in which threads took part. */
  const iterate = async (count: number) => {
    let shared = 0
    for (let i = 0; i < count; i++) {
      if (crew.inThreads) shared++
      crew.run(Phases.project)
      crew.run(Phases.gatherAccelerated)
      await Promise.resolve()
    }
    return shared
  }
  return { crew, iterate, start, isClosed: () => closed }
}

describe('threads', () => {
  test('are not started for a short run', async () => {
    const { crew, iterate, start } = clocked(1, () => 0.5)
    await iterate(200)
    expect(start).not.toHaveBeenCalled()
    crew.close()
    await iterate(1)
  })

  test('stay where they are faster', async () => {
    const { iterate, start } = clocked(5, () => 3)
    await iterate(120)
    expect(start).toHaveBeenCalledOnce()
    expect(await iterate(1000)).toBeGreaterThan(950)
  })

  test.each([2, 5, 15])('leave where an iteration takes %i instead of 5 ms, but for trials', async (slow) => {
    const { iterate, start } = clocked(5, () => (slow === 2 ? 4.8 : slow))
    await iterate(120)
    expect(start).toHaveBeenCalledOnce()
    expect(await iterate(2000)).toBeLessThan(50)
  })

  test('come back when the machine has time for them again', async () => {
    let busy = true
    const { iterate } = clocked(5, () => (busy ? 20 : 3))
    await iterate(1000)
    busy = false
    await iterate(4000)
    expect(await iterate(500)).toBeGreaterThan(450)
  })

  test('that cannot be started are not missed; those of a run that ends are ended', async () => {
    const { crew, iterate, start, isClosed } = clocked(5, () => 3)
    start.mockImplementationOnce(() => ({
      crew: { run: () => {} },
      ready: Promise.reject(new Error('no thread')),
    }))
    expect(await iterate(500)).toBe(0)
    crew.close()
    const other = clocked(5, () => 3)
    await other.iterate(150)
    other.crew.close()
    expect(other.isClosed()).toBe(true)
    expect(isClosed()).toBe(false)
  })
})

/**
 * Duals and marginals of 150 iterations of an engine that changes from one kernel to three and back with each
 * comparison, which the clock makes frequent; and in how many phases the three took part.
 */
async function iterate(problem: Problem, isGradual: boolean) {
  const memory = layOut(problem, 3, { block: 2, rememberingStays: true })
  const kernels = [0, 1, 2].map((m) => new Kernel(memory, m, 3, m === 0 ? problem.groups : undefined))
  let shared = 0
  const threads: Crew = {
    run: (phase) => {
      shared++
      for (const kernel of kernels) kernel.run(phase)
    },
    close() {},
  }
  const solo = new Kernel(memory, 0, 1, problem.groups)
  const crew = new GradualCrew(solo, memory, () => ({ crew: threads, ready: Promise.resolve() }))
  const alone: Crew = { run: (phase) => solo.run(phase) }
  const engine = new Ad3Engine(problem, memory, isGradual ? crew : alone)
  startWarm(engine, {})
  const numbers: number[] = []
  for (let i = 0; i < 150; i++) {
    engine.step()
    if (i % 10 === 0) numbers.push(engine.dual(), ...engine.mean)
    await Promise.resolve()
  }
  return { numbers, shared }
}

test('no bit depends on when threads take part', async () => {
  let clock = 0
  let shared = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 17 + (clock % 11) * 13))
  for (let seed = 0; seed < 60; seed++) {
    const problem = compile(lawGraph(seed))
    if (problem.conflict !== null) continue
    const alone = await iterate(problem, false)
    const gradual = await iterate(compile(lawGraph(seed)), true)
    shared += gradual.shared
    expect(gradual.numbers, `seed ${seed}`).toEqual(alone.numbers)
  }
  expect(shared).toBeGreaterThan(1000)
})
