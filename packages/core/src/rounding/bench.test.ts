// The values that the rounding at the end of a solve must reach on published instances, if PARLEY_DATA is
// set.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readFg } from '../formats/fg.js'
import { evaluate } from '../problem/evaluate.js'
import { ad3 } from '../solvers/ad3/ad3.js'

const data = process.env.PARLEY_DATA
const title =
  data === undefined ? 'rounding of benchmarks (skipped: PARLEY_DATA is not set)' : 'rounding of benchmarks'

/** The best integer values that exact solvers found. */
const BEST: [string, number][] = [
  ['budget_1000_knap200', 91.020632],
  ['budget_1000_pairs', 104.108594],
  ['dense_n20_k8', 649.945],
  ['ising_n100_r05', 6581.683564],
  ['ising_n30_r1', 834.178],
  ['ising_n50_r1', 2373.648],
  ['logic_neg_2000', 150.389851],
  ['logic_pos_2000', 189.251162],
  ['pair_n100_r1', 4035.039],
  ['pair_n50_r1', 1027.177615],
  ['potts_n20_k8', 387.471],
]

describe.skipIf(data === undefined)(title, () => {
  test.each(BEST)('%s comes within 0.5 percent of %d', (name, best) => {
    const text = gunzipSync(readFileSync(join(data!, 'map', 'bench', `${name}.fg.gz`))).toString('utf8')
    const graph = readFg(text)
    const solution = ad3(graph, { maxIterations: 200 })
    expect(solution.assignment).not.toBeNull()
    expect(evaluate(graph, solution.assignment!)).toBeCloseTo(solution.value, 6)
    expect(solution.value).toBeGreaterThan(0.995 * best)
    expect(solution.value).toBeLessThan(solution.bound + 1e-6 * Math.abs(solution.bound))
  })
})
