// A factor's configurations and their weights in a relaxed solution, of which only the marginals of slots are
// known: the best mixture with these marginals, by the active-set method of AD³ (paper 2, section 1.6.1).
import type { Factor, FactorGraph } from '@parleyjs/core'
import { ActiveSet, type LocalMaximizer, Scratch } from '@parleyjs/core/internal'

/** Weight of distances relative to own scores: mixtures may miss the marginals by about 1 part in this. */
const STRICT = 1000
const MOST_ROUNDS = 100

/** Calls `visit` for each configuration (0 or 1 per link of the factor) and its weight. */
export function localConfigurations(
  graph: FactorGraph,
  factor: number,
  links: Float64Array,
  visit: (configuration: Float64Array, weight: number) => void,
): void {
  const { store, customFactors } = graph
  const params = store.paramsOf(factor)
  const maximizer =
    graph.factorLabel(factor) === 'dense'
      ? new DenseMaximizer(params)
      : new FactorMaximizer(customFactors[params[0]], links.length)
  const n = links.length
  const set = new ActiveSet(n, n)
  const z = new Float64Array(n)
  const eta = STRICT * Math.max(1, maximizer.size)
  set.solve(links, eta, maximizer, MOST_ROUNDS, z, new Scratch(n))
  const configuration = new Float64Array(n)
  for (let k = 0; k < set.size; k++) {
    const weight = set.weightOf(k)
    if (weight <= 0) continue
    configuration.fill(0)
    for (const link of set.support.linksOf(k)) configuration[link] = 1
    visit(configuration, weight)
  }
}

/** A table's best entry, by enumeration. */
class DenseMaximizer implements LocalMaximizer {
  own = 0
  readonly size: number
  private readonly value: Int32Array

  constructor(private readonly params: Float64Array) {
    this.value = new Int32Array(params[0])
    let size = 0
    for (let i = 1 + params[0]; i < params.length; i++)
      if (Number.isFinite(params[i])) size = Math.max(size, Math.abs(params[i]))
    this.size = size
  }

  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number {
    const { params, value } = this
    const groups = params[0]
    const table = 1 + groups
    let best = Number.NEGATIVE_INFINITY
    let which = -1
    value.fill(0)
    for (let entry = 0; entry < params.length - table; entry++) {
      let total = params[table + entry] / eta
      for (let g = 0, first = 0; g < groups; g++) {
        const width = params[1 + g]
        if (width > 0) total += w[first + value[g]]
        else if (value[g] === 1) total += w[first]
        first += Math.max(1, width)
      }
      if (total > best) {
        best = total
        which = entry
      }
      for (let g = groups - 1; g >= 0 && ++value[g] === (params[1 + g] || 2); g--) value[g] = 0
    }
    this.own = which < 0 ? Number.NEGATIVE_INFINITY : params[table + which]
    if (which < 0) return 0
    let rest = which
    let count = 0
    const firsts: number[] = []
    for (let g = 0, first = 0; g < groups; g++) {
      firsts.push(first)
      first += Math.max(1, params[1 + g])
    }
    for (let g = groups - 1; g >= 0; g--) {
      const width = params[1 + g]
      const size = width || 2
      const chosen = rest % size
      rest = Math.floor(rest / size)
      if (width > 0) on[count++] = firsts[g] + chosen
      else if (chosen === 1) on[count++] = firsts[g]
    }
    on.subarray(0, count).sort()
    return count
  }
}

/** The best configuration of a custom factor. */
class FactorMaximizer implements LocalMaximizer {
  own = 0
  readonly size = 1
  private readonly scores: Float64Array
  private readonly configuration: Float64Array

  constructor(
    private readonly factor: Factor,
    links: number,
  ) {
    this.scores = new Float64Array(links)
    this.configuration = new Float64Array(links)
  }

  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number {
    const { scores, configuration } = this
    for (let i = 0; i < scores.length; i++) scores[i] = w[i] * eta
    this.own = this.factor.maximize(scores, configuration)
    let count = 0
    for (let i = 0; i < scores.length; i++) if (configuration[i] === 1) on[count++] = i
    return count
  }
}
