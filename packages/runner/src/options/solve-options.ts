// The options of the task `solve`: factor graphs and rules.
import { ALGORITHMS } from '@parleyjs/core/internal'
import { choice, flag, real, type TaskOptions, whole } from './types.js'

export const SOLVE = {
  algorithm: {
    type: choice(...ALGORITHMS, 'lp', 'ilp'),
    value: 'NAME',
    short: 'a',
    help: 'ad3 (default), subgradient, mplp, exact; lp, ilp (by HiGHS)',
    command: {},
    http: { type: choice(...ALGORITHMS), help: 'ad3 (default; with k: exact), subgradient, mplp or exact' },
  },
  maxIterations: {
    type: whole(0),
    value: 'N',
    help: 'stop after N iterations (exact: nodes)',
    command: {},
    http: { type: whole(1, 1_000_000), help: 'Maximum number of iterations of the solver' },
  },
  timeLimit: {
    type: real({ least: 0 }),
    value: 'S',
    help: 'stop after S seconds of solving',
    command: {},
    http: { type: real({ above: 0 }), help: 'Time limit in seconds' },
  },
  tolerance: {
    type: real({ least: 0 }),
    value: 'X',
    help: 'relative gap that counts as solved (default 1e-6)',
    command: {},
    http: { type: real({ above: 0, most: 1 }), help: 'Relative gap that counts as solved (default 1e-6)' },
  },
  k: {
    type: whole(1),
    value: 'K',
    help: 'the K best assignments, by exact search',
    command: {},
    http: { help: 'Number of best answers to return' },
  },
  explain: {
    type: flag(),
    help: 'list what every variable and factor contributed; rules: what is violated',
    command: {},
    http: { help: 'Add the contribution of every variable and factor, or rule' },
  },
  diverse: {
    type: whole(1),
    value: 'D',
    help: 'with --k: each differs from the others in at least D variables',
    command: {},
  },
  lazy: { type: flag(), help: 'rules: add only violated ones, round by round', command: {} },
  tighten: {
    type: flag(),
    help: 'ad3, mplp: add violated clusters until the relaxation is tight',
    command: {},
  },
  workers: {
    type: whole(1),
    value: 'N',
    help: 'ad3: threads, used with more than 10,000 factors (default: chosen by size)',
    command: {},
  },
  repeat: {
    type: whole(1),
    value: 'N',
    help: 'warm up, solve N times, report the best time',
    command: {},
  },
} as const satisfies TaskOptions
