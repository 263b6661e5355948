// AD³ as users call it on large graphs: threads share the work, with the same bits for any number of threads.

import { type CrewOptions, ThreadCrew } from '../../ad3/crew.js'
import { Ad3Engine, type EngineOptions } from '../../ad3/engine.js'
import { GradualCrew } from '../../ad3/gradual-crew.js'
import { Kernel } from '../../ad3/kernel.js'
import { layOut } from '../../ad3/memory.js'
import { ParleyError } from '../../error.js'
import { Deadline } from '../../limits/deadline.js'
import { finishInTurns } from '../../limits/turns.js'
import { type OptionKeys, requireOptions } from '../../options.js'
import { LARGE, type Problem } from '../../problem/problem.js'
import { type Solvable, toProblemSteps } from '../../problem/solvable.js'
import { infeasibleSolutionSteps, unstartedSolution } from '../../result/make-solution.js'
import type { Monitor } from '../../result/monitor.js'
import type { Solution } from '../../result/solution.js'
import { canShareMemory, coreCount } from '../../threads/host.js'
import { AD3_KEYS, type Ad3Options, ad3Monitor, startWarm } from './ad3.js'
import { runAd3 } from './run-ad3.js'

export interface Ad3ThreadOptions extends Ad3Options, CrewOptions {
  /**
   * Number of threads, including this one. A graph of up to 10,000 factors uses one. By default a larger
   * graph starts on this thread; after a second, threads on the other cores join for as long as they make the
   * run faster.
   */
  workers?: number
  /** Called with the reason if fewer threads are used than requested. */
  onNote?: (note: string) => void
}

const AD3_THREAD_KEYS = {
  ...AD3_KEYS,
  workers: true,
  onNote: true,
  threadModule: true,
  patience: true,
} satisfies OptionKeys<Ad3ThreadOptions>

/**
 * `ad3`, with the work on a large graph shared by threads. The solution has the same bits for any number of
 * threads. In browsers the page must be cross-origin isolated; otherwise there is one thread. Custom factors
 * stay on the calling thread.
 *
 * @example
 * const solution = await ad3InThreads(graph, { workers: 4, signal: AbortSignal.timeout(60_000) })
 */
export async function ad3InThreads(input: Solvable, options: Ad3ThreadOptions = {}): Promise<Solution> {
  requireOptions('ad3InThreads', options, AD3_THREAD_KEYS)
  const deadline = new Deadline(options)
  const problem = await finishInTurns(toProblemSteps(input), deadline)
  if (problem === null) return unstartedSolution(input)
  const workers = await workersFor(problem, options)
  const monitor = ad3Monitor(problem, options, deadline)
  if (problem.conflict !== null) {
    const infeasible = infeasibleSolutionSteps(problem, 0, { kind: 'none' })
    return monitor.finish(await finishInTurns(infeasible, deadline))
  }
  if (workers === 1) return runInTurns(Ad3Engine.solo(problem, options), monitor, options)
  return options.workers === undefined && remembering(problem) <= LARGE
    ? runGradually(problem, workers, monitor, options)
    : runInCrew(problem, workers, monitor, options)
}

/** Number of factors that stay with one thread, because they remember their last answer. */
function remembering({ groups }: Problem): number {
  return groups.reduce((sum, { remembers, count }) => sum + (remembers ? count : 0), 0)
}

async function workersFor(problem: Problem, options: Ad3ThreadOptions): Promise<number> {
  const { workers, onNote } = options
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 1024))
    throw new ParleyError('bad-argument', `workers is ${workers}; it must be a whole number from 1 to 1024.`)
  if (workers === 1 || problem.factors <= LARGE) return 1
  if (!canShareMemory()) {
    onNote?.(
      'This page is not cross-origin isolated, so threads cannot share memory: the solver uses one thread.',
    )
    return 1
  }
  return workers ?? (await coreCount())
}

/**
 * Runs on this thread at first, and in threads when that is faster. Factors that remember their last answer
 * stay on this thread.
 */
export async function runGradually(
  problem: Problem,
  workers: number,
  monitor: Monitor,
  options: Ad3ThreadOptions & EngineOptions,
): Promise<Solution> {
  const memory = layOut(problem, workers, { rememberingStays: true })
  const startCrew = () => {
    const crew = new ThreadCrew(workers, options)
    return { crew, ready: crew.begin(new Kernel(memory, 0, workers, problem.groups), memory) }
  }
  const crew = new GradualCrew(new Kernel(memory, 0, 1, problem.groups), memory, startCrew)
  try {
    return await runInTurns(new Ad3Engine(problem, memory, crew, options), monitor, options)
  } finally {
    crew.close()
  }
}

/** Runs in threads, whatever the size of the graph. */
export async function runInCrew(
  problem: Problem,
  workers: number,
  monitor: Monitor,
  options: Ad3ThreadOptions & EngineOptions,
): Promise<Solution> {
  // Threads load their modules while the problem is laid out.
  const crew = new ThreadCrew(workers, options)
  try {
    const memory = layOut(problem, workers)
    await crew.begin(new Kernel(memory, 0, workers, problem.groups), memory)
    return await runInTurns(new Ad3Engine(problem, memory, crew, options), monitor, options)
  } finally {
    crew.close()
  }
}

/** Runs AD³ and returns to the event loop regularly. */
async function runInTurns(engine: Ad3Engine, monitor: Monitor, options: Ad3Options): Promise<Solution> {
  startWarm(engine, options)
  return monitor.finish(await finishInTurns(runAd3(engine, monitor, options), monitor.deadline))
}
