// `node bench/dist/logic/solving.js [rules] [seconds for HiGHS]`: AD³ against HiGHS on the same programs,
// in seconds of processor time.
import { ad3, linearProgram } from '@parleyjs/core'
import { ground, solveLazily } from '@parleyjs/logic'
import { loadHighs, runHighs } from '../highs-peer.js'
import { processorTime } from '../processor-time.js'
import { brief, type Cell, markdownTable, times } from '../table.js'
import { PROGRAMS } from './programs.js'

const rules = Number(process.argv[2] ?? 1e5)
const patience = Number(process.argv[3] ?? 120)
const highs = await loadHighs()
const rows: Cell[][] = []
for (const [name, make] of Object.entries(PROGRAMS)) {
  const { program, data } = make(rules)
  const { graph, size } = ground(program, data, { limit: 1e9 })
  process.stderr.write(`${name}: ${size.rules} ground rules …\n`)
  const { result: solution, ms } = processorTime(() => ad3(graph, { tolerance: 1e-5 }))
  rows.push([
    name,
    size.rules,
    'ad3',
    brief(ms / 1000),
    solution.status,
    brief(solution.value),
    brief(solution.bound),
  ])
  const lazily = processorTime(() => solveLazily(program, data, { tolerance: 1e-5, limit: 1e9 }))
  rows.push([
    name,
    size.rules,
    `grounding and ad3, ${lazily.result.grounding.size.factors} rules needed`,
    brief(lazily.ms / 1000),
    lazily.result.status,
    brief(lazily.result.value),
    brief(lazily.result.bound),
    times(lazily.ms / ms),
  ])
  const linear = linearProgram(graph)
  for (const method of ['ipm', 'simplex', 'mip'] as const) {
    process.stderr.write(`  ${method} …\n`)
    const { result: run, ms: used } = processorTime(() => runHighs(highs, linear, method, patience))
    const status = run.finished ? 'solved' : `stopped after ${patience} s`
    const integer = method === 'mip'
    rows.push([
      name,
      size.rules,
      `HiGHS ${method}`,
      brief(used / 1000),
      status,
      integer ? brief(run.objective) : undefined,
      brief(integer ? run.bound : run.objective),
      `${run.finished ? '' : '> '}${times(used / ms)}`,
    ])
  }
}
const header = [
  'program',
  'ground rules',
  'solver',
  'processor seconds',
  'status',
  'value',
  'bound',
  'against ad3',
]
console.log(markdownTable(header, rows))
