// Step rules, recovery and options of the subgradient method.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../../graph/graph.js'
import { seeded } from '../../kinds/testing/random.js'
import { compile } from '../../problem/problem.js'
import { bruteForce } from '../../testing/laws.js'
import { STEP_RULES } from './step-rules.js'
import { subgradient } from './subgradient.js'
import { SubgradientEngine } from './subgradient-engine.js'

/** A tree of pairs: its relaxation is tight. */
function tree(seed: number, scale = 1, size = 10): FactorGraph {
  const random = seeded(seed)
  const score = () => scale * (random.uniform() * 2 - 1)
  const graph = new FactorGraph()
  const x = Array.from({ length: size }, () => graph.binary(score()))
  for (let v = 1; v < size; v++) graph.pair(x[random.below(v)], x[v], 2 * score())
  return graph
}

function oddTriangle(): FactorGraph {
  const graph = new FactorGraph()
  const [a, b, c] = [graph.binary(1), graph.binary(1), graph.binary(1)]
  graph.pair(a, b, -2)
  graph.pair(b, c, -2)
  graph.pair(a, c, -2)
  return graph
}

describe.each(STEP_RULES)('step rule %s', (step) => {
  it('comes close to the optimum where the relaxation is tight', () => {
    let sum = 0
    for (let seed = 0; seed < 30; seed++) {
      const optimum = bruteForce(tree(seed))
      const solution = subgradient(tree(seed), { step })
      sum += (solution.bound - optimum) / Math.max(1, Math.abs(optimum))
      expect(solution.value).toBeCloseTo(optimum, 9)
    }
    expect(sum / 30).toBeLessThan(step === 'rush' || step === 'harmonic' ? 0.05 : 0.002)
  })

  it('takes the same path when all scores are a millionth', () => {
    for (let seed = 0; seed < 10; seed++) {
      const [large, small] = [2 ** -2, 2 ** -22].map((scale) =>
        subgradient(tree(seed, scale, 8), { step, maxIterations: 50 }),
      )
      expect(small.iterations).toBe(large.iterations)
      expect(small.bound * 2 ** 20).toBeCloseTo(large.bound, 12)
    }
  })
})

it('agreement of all factors is a certificate', () => {
  const graph = new FactorGraph()
  const [a, b, c] = [graph.binary(3), graph.binary(-1), graph.binary(2)]
  graph.or([a, b])
  graph.atMostOne([b, c])
  const solution = subgradient(graph)
  expect(solution).toMatchObject({ status: 'optimal', value: 5, iterations: 0 })
  expect(Array.from(solution.marginals)).toEqual([1, 0, 1])
})

it('the mean of the votes approaches the solution of the relaxation, the last votes do not', () => {
  const average = subgradient(oddTriangle(), { step: 'sqrt', maxIterations: 2000 })
  expect(average.bound).toBeCloseTo(1.5, 1)
  for (const weight of average.marginals) expect(Math.abs(weight - 0.5)).toBeLessThan(0.06)
  const last = subgradient(oddTriangle(), { step: 'sqrt', maxIterations: 2000, recovery: 'last' })
  expect(Math.max(...Array.from(last.marginals, (w) => Math.abs(w - 0.5)))).toBeGreaterThan(0.2)
})

it('maximises only the factors whose scores changed', () => {
  const graph = tree(3, 1, 200)
  const engine = new SubgradientEngine(compile(graph))
  for (let k = 0; k < 50; k++) {
    const before = engine.x.slice()
    engine.vote()
    engine.step(0.3 / (k + 1))
    const { factorStart, factors } = engine.problem
    let changed = 0
    for (let f = 0; f < factors; f++)
      if (before.some((x, l) => l >= factorStart[f] && l < factorStart[f + 1] && x !== engine.x[l])) changed++
    const dual = engine.vote()
    expect(engine.activeFactors).toBe(changed)
    const fresh = new SubgradientEngine(engine.problem)
    fresh.start(engine.x)
    expect(dual).toBeCloseTo(fresh.vote(), 10)
  }
  expect(engine.activeFactors).toBeLessThan(engine.problem.factors / 2)
})

it('refuses a step rule, size or recovery that does not exist', () => {
  const graph = tree(1)
  expect(() => subgradient(graph, { step: 'adam' as 'koo' })).toThrow(/no step rule "adam".*polyak, koo/)
  expect(() => subgradient(graph, { stepSize: 0 })).toThrow(/step size is 0/)
  expect(() => subgradient(graph, { recovery: 'best' as 'last' })).toThrow(/average or last/)
})
