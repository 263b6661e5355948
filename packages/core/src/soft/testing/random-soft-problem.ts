// Small random soft problems whose factors are tables, so that every assignment can be tried.
import { customScore } from '../../kinds/custom/custom-group.js'
import type { Factor } from '../../kinds/custom/factor.js'
import type { Random } from '../../kinds/testing/random.js'
import { SoftProblem } from '../soft-problem.js'
import { pairPenalty } from '../soft-value.js'

/** A model with a score for every combination of its variables' values, with the last varying fastest. */
export class TableFactor implements Factor {
  readonly name = 'table'

  constructor(
    readonly sizes: readonly number[],
    readonly table: Float64Array,
  ) {}

  maximize(scores: Float64Array, configuration: Float64Array): number {
    let best = -1
    let most = Number.NEGATIVE_INFINITY
    for (let t = 0; t < this.table.length; t++) {
      const total = this.total(t, scores)
      if (total > most) {
        most = total
        best = t
      }
    }
    configuration.fill(0)
    if (best < 0) return Number.NEGATIVE_INFINITY
    for (const link of this.linksOf(best)) configuration[link] = 1
    return this.table[best]
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    on.fill(Number.NEGATIVE_INFINITY)
    off.fill(Number.NEGATIVE_INFINITY)
    let best = Number.NEGATIVE_INFINITY
    for (let t = 0; t < this.table.length; t++) {
      const total = this.total(t, scores)
      const links = this.linksOf(t)
      best = Math.max(best, total)
      for (let i = 0; i < on.length; i++) {
        const side = links.includes(i) ? on : off
        side[i] = Math.max(side[i], total)
      }
    }
    return best
  }

  sweep(
    scores: Float64Array,
    configuration: Float64Array,
    on: Float64Array,
    visit: (variable: number) => void,
  ): number {
    const own = this.maximize(scores, configuration)
    const found = new Float64Array(on.length)
    let from = 0
    this.sizes.forEach((size, v) => {
      this.maxMarginals(scores, found, new Float64Array(on.length))
      for (let i = from; i < from + size; i++) on[i] = found[i]
      visit(v)
      from += size
    })
    return own
  }

  /** The values of combination t. */
  combination(t: number): number[] {
    const values = this.sizes.map(() => 0)
    for (let v = values.length - 1, rest = t; v >= 0; v--) {
      values[v] = rest % this.sizes[v]
      rest = Math.floor(rest / this.sizes[v])
    }
    return values
  }

  private linksOf(t: number): number[] {
    let from = 0
    return this.combination(t).map((value, v) => {
      from += v === 0 ? 0 : this.sizes[v - 1]
      return from + value
    })
  }

  private total(t: number, scores: Float64Array): number {
    return this.linksOf(t).reduce((total, link) => total + scores[link], this.table[t])
  }
}

export interface SoftSort {
  /** A score. */
  score: () => number
  /** Also penalty matrices and tables of scores. */
  tables?: boolean
  /** Only consensus sets. */
  sets?: boolean
  /** Factors with `maximize` alone. */
  bare?: boolean
  /** Factors without `sweep`. */
  still?: boolean
}

/** Up to 4 models with up to 6 variables of 2 or 3 values in all, tied by pairs and consensus sets. */
export function randomSoftProblem(random: Random, sort: SoftSort): SoftProblem {
  const problem = new SoftProblem()
  const size = 2 + random.below(2)
  const models = 2 + random.below(3)
  for (let m = 0; m < models; m++) {
    const sizes = Array.from({ length: 1 + random.below(models > 2 ? 2 : 3) }, () => size)
    if (problem.variableCount + sizes.length > 5) sizes.length = 1
    const holes = random.chance(0.3) ? 0.3 : 0
    const table = Float64Array.from({ length: size ** sizes.length }, () =>
      random.chance(holes) ? Number.NEGATIVE_INFINITY : sort.score(),
    )
    table[random.below(table.length)] = sort.score()
    const factor = new TableFactor(sizes, table)
    problem.addFactor(
      sort.bare === true
        ? { maximize: (s, z) => factor.maximize(s, z) }
        : sort.still === true
          ? {
              maximize: (s, z) => factor.maximize(s, z),
              maxMarginals: (s, on, off) => factor.maxMarginals(s, on, off),
            }
          : random.chance(0.5)
            ? () => factor
            : factor,
      sizes,
    )
  }
  const variables = problem.variableCount
  const penalties = () =>
    random.chance(0.5)
      ? Math.abs(sort.score())
      : Float64Array.from({ length: size }, () => (random.chance(0.2) ? 0 : Math.abs(sort.score())))
  for (let links = 1 + random.below(4), sets = 0; links > 0; links--) {
    const [a, b] = [random.below(variables), random.below(variables)]
    if (sort.sets === true || random.chance(0.4)) {
      const members = Array.from({ length: variables }, (_, v) => v).filter(() => random.chance(0.6))
      const scores = random.chance(0.3) ? Float64Array.from({ length: size }, sort.score) : undefined
      if (members.length > 0 && sets++ < 2) problem.consensus(members, penalties(), scores)
    } else if (problem.variableFactor.data[a] === problem.variableFactor.data[b]) continue
    else if (sort.tables !== true || random.chance(0.4)) problem.agree(a, b, penalties())
    else {
      const table = Float64Array.from({ length: size * size }, sort.score)
      if (random.chance(0.5)) problem.soft(a, b, table.map(Math.abs))
      else problem.pair(a, b, table)
    }
  }
  return problem
}

/** The score of an assignment; −Infinity if a factor forbids it. */
export function scoreOf(problem: SoftProblem, values: ArrayLike<number>): number {
  return scorer(problem)(values)
}

/** The own score of each combination of values of the model. */
function tabulate(model: Factor, sizes: readonly number[]): TableFactor {
  const table = new Float64Array(sizes.reduce((product, size) => product * size, 1))
  const result = new TableFactor(sizes, table)
  for (let t = 0; t < table.length; t++) {
    const configuration = result.combination(t).flatMap((value, v) => {
      return Array.from({ length: sizes[v] }, (_, k) => (k === value ? 1 : 0))
    })
    table[t] = customScore(model, Float64Array.from(configuration))
  }
  return result
}

/** All factors as tables. */
function tablesOf(problem: SoftProblem): TableFactor[] {
  return problem.sources.map((source, f) => {
    const first = problem.factorFirst.data[f]
    const sizes = Array.from({ length: problem.factorFirst.data[f + 1] - first }, (_, v) =>
      problem.sizeOf(first + v),
    )
    if (source !== null) return tabulate(typeof source === 'function' ? source(f) : source, sizes)
    const start = problem.scoreStart.data[f]
    const scores = start < 0 ? new Float64Array(sizes[0]) : problem.scores.data.slice(start, start + sizes[0])
    return new TableFactor(sizes, scores)
  })
}

function scorer(problem: SoftProblem): (values: ArrayLike<number>) => number {
  const tables = tablesOf(problem)
  return (values) => {
    let score = problem.constant
    tables.forEach(({ sizes, table }, f) => {
      let t = 0
      for (let v = 0; v < sizes.length; v++) t = t * sizes[v] + values[problem.factorFirst.data[f] + v]
      score += table[t]
    })
    for (let p = 0; p < problem.pairCount; p++) {
      const [a, b] = [problem.pairFirst.data[p], problem.pairSecond.data[p]]
      score -= pairPenalty(problem, p, values[a], values[b])
    }
    return score
  }
}

/** The best score of all assignments, by enumeration. */
export function bruteForceSoft(problem: SoftProblem): number {
  const score = scorer(problem)
  const values = new Int32Array(problem.variableCount)
  let best = Number.NEGATIVE_INFINITY
  for (;;) {
    best = Math.max(best, score(values))
    let v = values.length - 1
    while (v >= 0 && ++values[v] === problem.sizeOf(v)) values[v--] = 0
    if (v < 0) return best
  }
}

/**
 * The relaxation of a problem without tables (paper 4, Eq. 13) as text for HiGHS: a weight for every
 * combination of a model, z ≥ x₁(i) − x₂(i) and z ≥ 0 for every value of an agreement. Without the problem's
 * constant.
 */
export function relaxationOf(problem: SoftProblem): string {
  const objective: string[] = []
  const rows: string[] = []
  /** Weights that add up to the belief of each slot, indexed by slot. */
  const weights: string[][] = Array.from({ length: problem.slotCount }, () => [])
  tablesOf(problem).forEach((model, f) => {
    const names: string[] = []
    model.table.forEach((score, t) => {
      if (score === Number.NEGATIVE_INFINITY) return
      const name = `w${f}_${t}`
      names.push(name)
      objective.push(term(score, name))
      model.combination(t).forEach((value, v) => {
        weights[problem.variableStart.data[problem.factorFirst.data[f] + v] + value].push(name)
      })
    })
    rows.push(`${names.join(' + ')} = 1`)
  })
  for (let p = 0; p < problem.pairCount; p++) {
    const [a, b] = [problem.pairFirst.data[p], problem.pairSecond.data[p]]
    for (let i = 0; i < problem.sizeOf(a); i++) {
      const z = `z${p}_${i}`
      objective.push(term(-problem.tables.data[problem.pairTable.data[p] + i], z))
      const first = weights[problem.variableStart.data[a] + i].map((name) => ` - ${name}`)
      const second = weights[problem.variableStart.data[b] + i].map((name) => ` + ${name}`)
      rows.push(`${z}${first.join('')}${second.join('')} >= 0`)
    }
  }
  return `Maximize\n obj: ${objective.join(' ')}\nSubject To\n ${rows.join('\n ')}\nEnd\n`
}

const term = (factor: number, name: string) => `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${name}`
