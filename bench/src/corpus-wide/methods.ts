// The four methods of paper 4 on one problem: box constraints or copies, coordinate descent or subgradients.
import { boxMplp, boxSubgradient } from '@parleyjs/core'
import { type Copies, copyingMplp, copyingSubgradient } from './copying.js'
import type { Comparison, Experiment, Grid, Point, Run } from './experiment.js'
import { HALVING, SCHEDULES, type Schedule } from './schedules.js'

/**
 * Maximum number of rounds of methods with steps, as in the paper, and of inference runs of any method;
 * beyond that the table says "na".
 */
const ROUNDS = 100
const RUNS = 60
/** Points within this factor of the last one are dropped. */
const NEAR = 1.01
/** Methods that know their dual at any time report it after this many inference runs. */
const EVERY = 0.1
/** The share of the dual's decrease by which schedules are compared for speed. */
const GOAL = 0.9

/** The state of a method: its answers, or the amounts that its multipliers add to every value. */
interface State {
  readonly runs: number
  readonly dual: number
  readonly extra: Float64Array
  readonly values?: Int32Array
}
type Report = (state: State) => boolean
/** A method with all its settings: runs, and reports until it is stopped. */
type Method = (experiment: Experiment, report: Report) => void
type Stepped = (schedule: Schedule) => Method

const subgradient: Stepped =
  ({ step }) =>
  (experiment, report) => {
    let round = 0
    copyingSubgradient(experiment, step, (copies) => report(stateOf(copies)) && round++ < ROUNDS)
  }

const mplp: Method = (experiment, report) =>
  copyingMplp(experiment, (copies) => report(stateOf(copies)), { every: EVERY, rounds: ROUNDS })

const boxed: Stepped =
  ({ step }) =>
  (experiment, report) =>
    boxSubgradient(experiment.problem(), {
      maxIterations: ROUNDS,
      step,
      onIteration: ({ runs, dual }, { extra }) => report({ runs, dual, extra }),
    })

/**
 * Algorithm 4, one agreement after another. Accuracy is measured by an extra run under its multipliers, which
 * is not counted.
 */
const boxPairs: Method = (experiment, report) =>
  boxMplp(experiment.problem(), {
    blocks: 'pairs',
    maxIterations: ROUNDS,
    traceEvery: EVERY,
    onIteration: ({ runs, dual }, { extra }) => report({ runs, dual, extra }),
  })

/**
 * The solver of `tagCorpusWide` and `parseCorpusWide`. Accuracy is that of the current answers, if there are
 * any.
 */
const box: Method = (experiment, report) =>
  boxMplp(experiment.problem(), {
    maxIterations: ROUNDS,
    traceEvery: EVERY,
    onIteration: ({ runs, dual }, { extra, values }) =>
      report(experiment.accuracyOf === undefined ? { runs, dual, extra } : { runs, dual, extra, values }),
  })

/** All methods on one problem; `progress` is called with the name of what is being run. */
export function compareMethods(experiment: Experiment, progress: (what: string) => void): Comparison {
  const descents: Run[] = []
  for (const [name, method] of [
    ['MPLP', mplp],
    ['Box-MPLP, Algorithm 4', boxPairs],
    ['Box-MPLP', box],
  ] as const) {
    progress(name)
    descents.push({ method: name, points: follow(method, experiment) })
  }
  const copied = withSteps('Subgradient', subgradient, experiment, progress)
  const projected = withSteps('Box-Subgradient', boxed, experiment, progress)
  return {
    runs: [...copied.runs, descents[0], ...projected.runs, descents[1], descents[2]],
    grids: [copied.grid, projected.grid],
  }
}

/** Runs every schedule; then again, with accuracy, those that turned out to suit the problem best. */
function withSteps(
  name: string,
  method: Stepped,
  experiment: Experiment,
  progress: (what: string) => void,
): { runs: Run[]; grid: Grid } {
  const schedules = SCHEDULES.map((schedule) => {
    progress(`${name}, ${schedule.name}`)
    const points: { runs: number; dual: number }[] = []
    method(schedule)(experiment, ({ runs, dual }) => {
      points.push({ runs, dual })
      return runs <= RUNS
    })
    return { name: schedule.name, points }
  })
  const run = (what: string, schedule: Schedule): Run => ({
    method: `${name}, ${what} (${schedule.name})`,
    points: follow(method(schedule), experiment),
  })
  const grid = { method: name, schedules }
  const runs = [
    run('fastest', SCHEDULES[fastest(grid)]),
    run('lowest', SCHEDULES[lowest(grid)]),
    run("paper 3's rule", HALVING),
  ]
  return { runs, grid }
}

/** The schedule with which the dual is the first to drop by nine tenths of its total decrease. */
function fastest({ schedules }: Grid): number {
  const first = schedules[0].points[0].dual
  const least = Math.min(...schedules.flatMap(({ points }) => points.map(({ dual }) => dual)))
  const runs = schedules.map(
    ({ points }) =>
      points.find(({ dual }) => dual <= first - GOAL * (first - least))?.runs ?? Number.POSITIVE_INFINITY,
  )
  return runs.indexOf(Math.min(...runs))
}

/** The schedule with the lowest final dual. */
function lowest({ schedules }: Grid): number {
  const duals = schedules.map(({ points }) => Math.min(...points.map(({ dual }) => dual)))
  return duals.indexOf(Math.min(...duals))
}

/** Runs a method and records accuracy as well. */
function follow(method: Method, experiment: Experiment): Point[] {
  const points: Point[] = []
  let bound = Number.POSITIVE_INFINITY
  let next = 0
  method(experiment, ({ runs, dual, extra, values }) => {
    bound = Math.min(bound, dual)
    if (runs < next) return true
    next = runs * NEAR
    const accuracy = values === undefined ? experiment.accuracy(extra) : experiment.accuracyOf!(values)
    points.push({ runs, dual: bound, accuracy })
    return runs <= RUNS
  })
  return points
}

function stateOf(copies: Copies): State {
  return { runs: copies.runs, dual: copies.dual(), extra: copies.extra }
}
