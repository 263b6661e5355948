// The linear program of a parse against enumeration and against AD³.
import { ad3, type BinaryVariable, FactorGraph } from '@parleyjs/core'
import type { ParseProblem } from '@parleyjs/nlp/internal'
import { GrandparentHeadAutomaton, HeadAutomaton, SpanningTree } from '@parleyjs/structures'
import { expect, test } from 'vitest'
import { loadHighs, runHighs } from '../highs-peer.js'
import { seeded } from '../random.js'
import { parseProgram } from './parse-program.js'

type Arcs = ParseProblem['arcs']

/** A second-order problem over all arcs of n words, with random scores. */
function randomProblem(n: number, seed: number, singleRoot: boolean): ParseProblem {
  const { uniform } = seeded(seed)
  const score = () => 4 * uniform() - 2
  const pairs: [number, number][] = []
  for (let m = 1; m <= n; m++) for (let h = 0; h <= n; h++) if (h !== m) pairs.push([h, m])
  const graph = new FactorGraph()
  const literals = pairs.map(() => graph.binary(score()))
  graph.add(new SpanningTree({ length: n + 1, arcs: pairs, singleRoot }), literals)
  for (let h = 0; h <= n; h++)
    for (const toTheRight of [false, true]) {
      const modifiers = pairs.flatMap(([head, m], a) => (head === h && m > h === toTheRight ? [a] : []))
      if (modifiers.length === 0) continue
      if (!toTheRight) modifiers.reverse()
      const size = modifiers.length
      const siblings = Float64Array.from({ length: ((size + 1) * (size + 2)) / 2 }, score)
      const links = modifiers.map((a) => literals[a])
      if (h === 0) {
        graph.add(new HeadAutomaton({ siblings }), links)
        continue
      }
      const above = pairs.flatMap(([, m], a) => (m === h ? [literals[a]] : []))
      const grandparents = Float64Array.from({ length: above.length * size }, score)
      graph.add(new GrandparentHeadAutomaton({ grandparentCount: above.length, grandparents, siblings }), [
        ...above,
        ...links,
      ])
    }
  const arcs: Arcs = {
    head: Int32Array.from(pairs, ([h]) => h),
    modifier: Int32Array.from(pairs, ([, m]) => m),
    probability: new Float64Array(pairs.length),
  }
  return { graph, arcs, penalty: 1, round: () => false, headsOf: () => new Int32Array(n) }
}

/** Adds a score to both values of the first arc, as parsers do for what every tree has. */
function addToBoth({ graph }: ParseProblem, amount: number): void {
  const first = graph.variable(0) as BinaryVariable
  const on = graph.scores.data[first.slot]
  graph.setScore(first, amount, 0)
  graph.setScore(first, amount + on, 1)
}

/** The best value over all trees, by trying every head of every word. */
function bruteForce({ graph, arcs }: ParseProblem, n: number): number {
  let best = Number.NEGATIVE_INFINITY
  const configuration = new Float64Array(arcs.head.length)
  const choices = (n + 1) ** n
  for (let code = 0; code < choices; code++) {
    configuration.fill(0)
    let rest = code
    let allowed = true
    for (let m = 1; m <= n && allowed; m++) {
      const h = rest % (n + 1)
      rest = Math.floor(rest / (n + 1))
      const a = arcs.head.findIndex((head, i) => head === h && arcs.modifier[i] === m)
      if (a < 0) allowed = false
      else configuration[a] = 1
    }
    if (!allowed) continue
    let value = 0
    for (let a = 0; a < configuration.length; a++) value += configuration[a] * graph.scores.data[a]
    graph.customFactors.forEach((factor, f) => {
      const links = Array.from(graph.store.literalsOf(f), (literal) => configuration[literal >> 1])
      value += factor.score!(Float64Array.from(links))
    })
    if (value > best) best = value
  }
  return best
}

test('as an integer program it has the value of the best tree', async () => {
  const highs = await loadHighs()
  for (let seed = 1; seed <= 8; seed++) {
    const n = 2 + (seed % 3)
    const problem = randomProblem(n, seed, seed % 2 === 0)
    const run = runHighs(highs, parseProgram(problem)!, 'mip', 20)
    expect(run.objective).toBeCloseTo(bruteForce(problem, n), 6)
  }
})

test('its relaxation has the optimum that AD³ finds, also where it is not tight', async () => {
  const highs = await loadHighs()
  let loose = 0
  for (let seed = 1; seed <= 16; seed++) {
    const problem = randomProblem(3 + (seed % 4), 100 + seed, seed % 2 === 0)
    addToBoth(problem, seed)
    const solution = ad3(problem.graph, { maxIterations: 20_000, tolerance: 1e-7 })
    const run = runHighs(highs, parseProgram(problem)!, 'simplex', 20)
    expect(run.objective).toBeCloseTo(solution.bound, 4)
    if (solution.status === 'fractional') loose++
  }
  expect(loose).toBeGreaterThan(0)
})

test('other factors are refused', () => {
  const problem = randomProblem(2, 1, true)
  const { graph } = problem
  graph.pair(graph.variable(0) as never, graph.variable(1) as never, 1)
  expect(parseProgram(problem)).toBeUndefined()
})
