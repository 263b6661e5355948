// Published instances are solved to their stated optima, if PARLEY_DATA gives their directory.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readFg } from '../formats/fg.js'
import { readUai } from '../formats/uai.js'
import { readWcsp } from '../formats/wcsp.js'
import type { FactorGraph } from '../graph/graph.js'
import { verify } from '../verify/verify.js'
import { exact } from './exact.js'

const data = process.env.PARLEY_DATA
const title =
  data === undefined
    ? 'exact on published instances (skipped: PARLEY_DATA is not set)'
    : 'exact on published instances'

const OPTIMA: [string, number][] = [
  ['10_14_s.binary.uai', -85.762023],
  ['Family2Dominant.1.5loci.uai', -35.614635],
  ['GEOM30a_3.uai', -101.313744],
  ['grid10x10.f2.wrap.uai', 162.578542],
  ['grid4x4.uai', 102.06202],
  ['or_chain_10.fg.uai', -0.292436],
  ['water.uai', -7.958763],
  ['GeomSurf-7-gm256.uai.gz', -1078.43],
  ['4queens.wcsp', 0],
  ['example.wcsp', -27],
  ['warehouse.wcsp', -328],
  ['bench/pair_n50_r1.fg.gz', 1027.177615],
  ['bench/pair_n100_r1.fg.gz', 4034.996293],
  ['bench/budget_1000_pairs.fg.gz', 104.108594],
  ['bench/logic_neg_2000.fg.gz', 150.389851],
  ['bench/ising_n30_r1.fg.gz', 834.178388],
]

function load(name: string): FactorGraph {
  const bytes = readFileSync(join(data!, 'map', name))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  if (name.includes('.uai')) return readUai(text)
  return name.endsWith('.wcsp') ? readWcsp(text) : readFg(text)
}

describe.skipIf(data === undefined)(title, () => {
  test.each(OPTIMA)('%s', (name, optimum) => {
    const graph = load(name)
    const solution = exact(graph, { timeLimit: 60 })
    expect(solution.status).toBe('optimal')
    expect(Math.abs(solution.value - optimum)).toBeLessThanOrEqual(
      1e-6 * Math.max(1, Math.abs(optimum)) + 1e-4,
    )
    expect(verify(graph, solution).problems).toEqual([])
  })
})
