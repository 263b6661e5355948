// The four methods of paper 4 on one problem: box constraints or copies, coordinate descent or subgradients.
import { boxMplp, boxSubgradient } from '@parley/core'
import { type Copies, copyingMplp, copyingSubgradient, type StepSchedule } from './copying.js'
import type { Experiment, Point, Run } from './experiment.js'

/** Rounds of each method, as in the paper. */
const ROUNDS = 100
/** Step sizes of the subgradient methods, times the penalty. */
const SIZES = [0.3, 1]

const SCHEDULES: Readonly<Record<string, (size: number) => StepSchedule>> = {
  '1/T': (size) => (round) => size / round,
  '1/rises': (size) => (_, rises) => size / (1 + rises),
}
const BOX_RULES = ['harmonic', 'rush', 'polyak'] as const

/** A method with everything decided: runs and reports after every round, until told to stop. */
type Method = { readonly name: string; readonly run: (report: (point: State) => boolean) => void }
type State = { readonly runs: number; readonly dual: number; readonly extra: Float64Array }

/**
 * All methods on one problem. Those with steps get the step that suits the problem best, in hindsight: with which the
 * dual has dropped by nine tenths of the way first.
 */
export function runMethods(experiment: Experiment, penalty: number): Run[] {
  const mplp = follow({ name: 'MPLP', run: (report) => copying(report, copyingMplp, experiment) }, experiment)
  const box = follow({ name: 'Box-MPLP', run: (report) => boxMplpRounds(report, experiment) }, experiment)
  const lowest = Math.min(mplp.points.at(-1)!.dual, box.points.at(-1)!.dual)
  const first = mplp.points[0]!.dual
  const goal = first - 0.9 * (first - lowest)
  const subgradient = fastest(subgradients(experiment, penalty), goal)
  const boxSubgradient = fastest(boxSubgradients(experiment, penalty), goal)
  return [
    named('Subgradient', follow(subgradient, experiment)),
    mplp,
    named('Box-Subgradient', follow(boxSubgradient, experiment)),
    box,
  ]
}

function named(method: string, run: Run): Run {
  return { method: `${method} (${run.method})`, points: run.points }
}

/** Runs a method and notes accuracy as well. */
function follow({ name, run }: Method, experiment: Experiment): Run {
  const points: Point[] = []
  let bound = Number.POSITIVE_INFINITY
  run(({ runs, dual, extra }) => {
    bound = Math.min(bound, dual)
    points.push({ runs, dual: bound, accuracy: experiment.accuracy(extra) })
    return points.length <= ROUNDS
  })
  return { method: name, points }
}

/** The method that brings the dual down to the goal with the fewest runs, or lowest of all if none does. */
function fastest(methods: readonly Method[], goal: number): Method {
  let best = methods[0]!
  let fewest = Number.POSITIVE_INFINITY
  let lowest = Number.POSITIVE_INFINITY
  for (const method of methods) {
    let rounds = 0
    method.run(({ runs, dual }) => {
      rounds++
      if (runs > fewest) return false
      if (dual <= goal || (fewest === Number.POSITIVE_INFINITY && dual < lowest)) {
        if (dual <= goal) fewest = runs
        lowest = dual
        best = method
      }
      return dual > goal && rounds <= ROUNDS
    })
  }
  return best
}

function boxMplpRounds(report: (state: State) => boolean, experiment: Experiment): void {
  boxMplp(experiment.problem(), {
    maxIterations: ROUNDS,
    onIteration: ({ runs, dual }, { extra }) => report({ runs, dual, extra }),
  })
}

function boxSubgradients(experiment: Experiment, penalty: number): Method[] {
  return BOX_RULES.flatMap((step) =>
    SIZES.map((size) => ({
      name: `${step}, ${size}`,
      run: (report: (state: State) => boolean) => {
        boxSubgradient(experiment.problem(), {
          maxIterations: ROUNDS,
          step,
          stepSize: size * penalty,
          onIteration: ({ runs, dual }, { extra }) => report({ runs, dual, extra }),
        })
      },
    })),
  )
}

function subgradients(experiment: Experiment, penalty: number): Method[] {
  return Object.entries(SCHEDULES).flatMap(([name, make]) =>
    SIZES.map((size) => ({
      name: `${name}, ${size}`,
      run: (report: (state: State) => boolean) =>
        copying(
          report,
          (problem, each) => copyingSubgradient(problem, make(size * penalty), each),
          experiment,
        ),
    })),
  )
}

function copying(
  report: (state: State) => boolean,
  solve: (experiment: Experiment, each: (copies: Copies) => boolean) => void,
  experiment: Experiment,
): void {
  solve(experiment, (copies) => report({ runs: copies.runs, dual: copies.dual(), extra: copies.extra }))
}
