// Nanoseconds per quadratic step of each kind of factor, from a cold start and with targets that move a
// little, as they do between iterations of AD³. The peer of the simplex is the usual projection by sorting.
//
//   node bench/dist/projections.js [--only KIND] [--sizes 2,5,20,100]
import { parseArgs } from 'node:util'
import { compile, FactorGraph, type Literal } from '@parleyjs/core'
import { type Random, seeded } from './random.js'
import { brief, markdownTable, times } from './table.js'
import { bestOf } from './timing.js'

/** Total number of links of all factors of a kind. */
const LINKS = 4000
const ETA = 1

type Add = (graph: FactorGraph, literals: Literal[], random: Random) => void

const KINDS: Readonly<Record<string, Add>> = {
  xor: (graph, x) => graph.xor(x),
  'at-most-one': (graph, x) => graph.atMostOne(x),
  or: (graph, x) => graph.or(x),
  'or-with-output': (graph, x) => graph.orOut(x.slice(1), x[0]),
  pair: (graph, x, random) => graph.pair(x[0], x[1], random.normal()),
  budget: (graph, x) => graph.budget(x, Math.ceil(x.length / 4)),
  knapsack: (graph, x, random) => {
    const costs = x.map(() => 1 + random.below(9))
    graph.knapsack(x, costs, Math.max(...costs, costs.reduce((a, b) => a + b) / 4))
  },
  parity: (graph, x) => graph.parity(x),
  'dense pair of variables': (graph, x, random) => {
    const half = x.length >> 1
    const groups = [x.slice(0, half), x.slice(half)]
    const size = half * (x.length - half)
    graph.denseOverGroups(
      groups,
      Float64Array.from({ length: size }, () => random.normal()),
    )
  },
  'custom: a run of ones': (graph, x) => {
    graph.add({ maximize: bestRun, score: () => 0 }, x)
  },
}

/** Kadane's algorithm: the run of neighbours with the largest sum. */
function bestRun(scores: Float64Array, configuration: Float64Array): number {
  let best = 0
  let from = 0
  let to = 0
  let sum = 0
  let start = 0
  for (let i = 0; i < scores.length; i++) {
    if (sum <= 0) {
      sum = 0
      start = i
    }
    sum += scores[i]
    if (sum > best) {
      best = sum
      from = start
      to = i + 1
    }
  }
  configuration.fill(0)
  configuration.fill(1, from, to)
  return 0
}

/** The peer: sorts, then finds how many entries stay positive (Held, Wolfe and Crowder 1974). */
function projectBySorting(t: Float64Array, sorted: Float64Array): void {
  sorted.set(t)
  sorted.sort()
  let sum = -1
  let tau = 0
  for (let k = 1; k <= t.length; k++) {
    sum += sorted[t.length - k]
    if (k < t.length && sorted[t.length - k - 1] > sum / k) continue
    tau = sum / k
    break
  }
  for (let i = 0; i < t.length; i++) t[i] = Math.max(0, t[i] - tau)
}

/** Targets of all links at several moments, either unrelated or each near the previous one. */
function makeTargets(links: number, random: Random, drift: boolean): Float64Array[] {
  const spread = () => 0.3 + 0.6 * random.normal()
  let now = Float64Array.from({ length: links }, spread)
  return Array.from({ length: 20 }, () => {
    now = now.map((t) => (drift ? t + 0.01 * random.normal() : spread()))
    return now
  })
}

function measure(add: Add, n: number, drift: boolean): { ns: number; peer: number } {
  const random = seeded(n)
  const graph = new FactorGraph()
  const factors = Math.ceil(LINKS / n)
  for (let f = 0; f < factors; f++) {
    const literals = Array.from({ length: n }, () => graph.binary())
    add(graph, literals, random)
  }
  const problem = compile(graph)
  const group = problem.groups[0]
  const links = problem.linkSlot.length
  const list = Int32Array.from({ length: group.count }, (_, k) => group.first + k)
  const z = new Float64Array(links)
  const targets = makeTargets(links, random, drift)
  const { ms } = bestOf(5, () => {
    for (const target of targets) {
      if (!drift) group.reset()
      group.project(list, 0, list.length, target, ETA, z)
    }
  })
  const t = new Float64Array(n)
  const sorted = new Float64Array(n)
  const peer = bestOf(5, () => {
    for (const target of targets)
      for (let f = 0; f < factors; f++) {
        for (let i = 0; i < n; i++) t[i] = target[f * n + i]
        projectBySorting(t, sorted)
        for (let i = 0; i < n; i++) z[f * n + i] = t[i]
      }
  })
  const steps = targets.length * group.count
  return { ns: (1e6 * ms) / steps, peer: (1e6 * peer.ms) / (targets.length * factors) }
}

const { values: args } = parseArgs({
  options: { only: { type: 'string' }, sizes: { type: 'string', default: '2,5,20,100' } },
})
const rows = []
for (const [kind, add] of Object.entries(KINDS)) {
  if (args.only !== undefined && args.only !== kind) continue
  for (const n of args.sizes.split(',').map(Number)) {
    if ((kind === 'pair' && n !== 2) || (kind.startsWith('dense') && n < 4)) continue
    const cold = measure(add, n, false)
    const warm = measure(add, n, true)
    const peer = kind === 'xor' ? warm.peer : undefined
    rows.push([
      kind,
      n,
      brief(cold.ns),
      brief(warm.ns),
      brief(peer),
      peer === undefined ? undefined : times(peer / warm.ns),
    ])
  }
}
console.log(
  markdownTable(['kind', 'links', 'ns, from scratch', 'ns, warm', 'ns, by sorting', 'sorting takes'], rows),
)
