// Correct solutions pass, and every false claim is reported.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { seeded } from '../kinds/testing/random.js'
import { evaluate } from '../problem/evaluate.js'
import { compile } from '../problem/problem.js'
import { typicalScore } from '../problem/typical-score.js'
import type { Certificate, Solution } from '../result/solution.js'
import { ad3 } from '../solvers/ad3/ad3.js'
import { lawGraph, SOLVERS, scoreSize } from '../testing/laws.js'
import { verify } from './verify.js'

const rejects = (graph: FactorGraph, solution: Solution, what: string) =>
  expect(verify(graph, solution).ok, what).toBe(false)

const solved = ['ad3', 'mplp', 'exact', 'subgradient, polyak'].flatMap((name) =>
  Array.from({ length: 60 }, (_, seed) => {
    const graph = lawGraph(seed)
    return { graph, solution: SOLVERS[name](graph, { maxIterations: 100 }), place: `${name}, seed ${seed}` }
  }),
)

function eachSolution(visit: (graph: FactorGraph, solution: Solution, place: string) => void): void {
  for (const { graph, solution, place } of solved) visit(graph, solution, place)
}

it('solutions as they come are accepted', () => {
  eachSolution((graph, solution, place) => expect(verify(graph, solution).problems, place).toEqual([]))
})

describe('a tampered solution is rejected:', () => {
  it('value, bound and gap', () => {
    eachSolution((graph, solution, place) => {
      const change = 1e-3 * (scoreSize(graph) || 1)
      for (const sign of [-1, 1]) {
        if (Number.isFinite(solution.value))
          rejects(graph, { ...solution, value: solution.value + sign * change }, `value, ${place}`)
        if (Number.isFinite(solution.bound)) {
          const bound = solution.bound + sign * change
          rejects(graph, { ...solution, bound, gap: bound - solution.value }, `bound, ${place}`)
        }
        if (solution.status !== 'infeasible' && Number.isFinite(solution.gap))
          rejects(graph, { ...solution, gap: solution.gap + sign * change }, `gap, ${place}`)
      }
      rejects(graph, { ...solution, bound: Number.NaN }, `bound, ${place}`)
      rejects(graph, { ...solution, value: Number.NaN }, `value, ${place}`)
    })
  })

  it('assignment', () => {
    let checked = 0
    eachSolution((graph, solution, place) => {
      if (solution.assignment === null) return
      rejects(graph, { ...solution, assignment: null }, `no assignment, ${place}`)
      rejects(graph, { ...solution, assignment: new Int32Array(graph.variableCount + 1) }, `length, ${place}`)
      for (let v = 0; v < graph.variableCount; v++) {
        const { size } = graph.variable(v)
        const assignment = solution.assignment.slice()
        assignment[v] = size
        rejects(graph, { ...solution, assignment }, `value out of range, ${place}`)
        assignment[v] = (solution.assignment[v] + 1) % size
        const difference = Math.abs(evaluate(graph, assignment) - solution.value)
        if (!(difference > 1e-6 * scoreSize(graph))) continue
        checked++
        rejects(graph, { ...solution, assignment }, `variable ${v}, ${place}`)
      }
    })
    expect(checked).toBeGreaterThan(100)
  })

  it('status', () => {
    eachSolution((graph, solution, place) => {
      const { status, gap, bound } = solution
      if (status !== 'infeasible')
        rejects(graph, { ...solution, status: 'infeasible' }, `infeasible, ${place}`)
      else
        for (const other of ['optimal', 'fractional', 'interrupted'] as const)
          rejects(graph, { ...solution, status: other }, `${other}, ${place}`)
      const floor = Math.min(1, typicalScore(compile(graph)))
      if (status !== 'optimal' && gap > 2e-6 * Math.max(floor, Math.abs(bound)))
        rejects(graph, { ...solution, status: 'optimal' }, `optimal, ${place}`)
      if (status === 'optimal' && gap === 0)
        rejects(graph, { ...solution, status: 'fractional' }, `fractional, ${place}`)
      rejects(graph, { ...solution, status: 'done' as 'optimal' }, `unknown status, ${place}`)
    })
  })

  it('multipliers', () => {
    let rejected = 0
    eachSolution((graph, solution, place) => {
      const { certificate } = solution
      if (certificate.kind !== 'multipliers' || solution.status === 'infeasible') return
      const random = seeded(1)
      const tampered = (multipliers: Float64Array): Solution => ({
        ...solution,
        certificate: { kind: 'multipliers', multipliers },
      })
      rejects(graph, tampered(new Float64Array(certificate.multipliers.length + 1)), `length, ${place}`)
      for (let l = 0; l < certificate.multipliers.length; l++) {
        const multipliers = certificate.multipliers.slice()
        multipliers[l] += (scoreSize(graph) || 1) * (random.uniform() - 0.5)
        // Some changes do not change the bound: the proof then stays valid.
        const result = verify(graph, tampered(multipliers))
        if (!result.ok) rejected++
        else expect(result.bound, place).toBeCloseTo(solution.bound, 5 - Math.log10(scoreSize(graph) || 1))
        multipliers[l] = Number.NaN
        rejects(graph, tampered(multipliers), `NaN, ${place}`)
      }
    })
    expect(rejected).toBeGreaterThan(300)
  })

  it('a certificate of nothing, or of an unknown kind', () => {
    eachSolution((graph, solution, place) => {
      if (solution.status === 'infeasible') return
      rejects(graph, { ...solution, certificate: { kind: 'none' } }, place)
      rejects(graph, { ...solution, certificate: { kind: 'oath' } as unknown as Certificate }, place)
    })
  })

  it('marginals', () => {
    eachSolution((graph, solution, place) => {
      if (solution.status === 'infeasible') return
      rejects(graph, { ...solution, marginals: new Float64Array(graph.slotCount + 1) }, `length, ${place}`)
      for (let s = 0; s < graph.slotCount; s++)
        for (const weight of [-0.1, 1.1, Number.NaN]) {
          const marginals = solution.marginals.slice()
          marginals[s] = weight
          rejects(graph, { ...solution, marginals }, `marginal ${s}, ${place}`)
        }
      for (let v = 0; v < graph.variableCount; v++) {
        const variable = graph.variable(v)
        if (variable.kind === 'binary') continue
        const marginals = solution.marginals.slice()
        marginals[variable.slot] = marginals[variable.slot] > 0.5 ? 0 : 1
        rejects(graph, { ...solution, marginals }, `sum, ${place}`)
      }
    })
  })

  it('factors that do not clash', () => {
    const graph = new FactorGraph()
    const [a, b, c] = [graph.binary(1), graph.binary(1), graph.binary(1)]
    graph.or([a, b])
    graph.xor([a, b])
    graph.xor([b, c])
    graph.xor([a, c])
    const solution = ad3(graph)
    expect(verify(graph, { ...solution, ...INFEASIBLE, clash: [1, 2, 3] }).problems).toEqual([])
    rejects(graph, { ...solution, ...INFEASIBLE, clash: [0, 1, 2] }, 'can hold')
    rejects(graph, { ...solution, ...INFEASIBLE, clash: [1, 2, 9] }, 'does not exist')
  })
})

const INFEASIBLE = {
  status: 'infeasible',
  assignment: null,
  value: Number.NEGATIVE_INFINITY,
  bound: Number.NEGATIVE_INFINITY,
  gap: 0,
  certificate: { kind: 'none' },
} as const satisfies Partial<Solution>

describe('branches', () => {
  const graph = new FactorGraph()
  const [a, b, c] = [graph.binary(1), graph.binary(1), graph.binary(1)]
  graph.pair(a, b, -2)
  graph.pair(b, c, -2)
  graph.pair(a, c, -2)
  const leaf = (...decisions: number[]) => ({
    decisions,
    certificate: ad3(compile(graph, decisions)).certificate,
  })
  const best = ad3(graph)
  const claim = (leaves: { decisions: number[]; certificate: Certificate }[]): Solution => ({
    ...best,
    status: 'optimal',
    bound: best.value,
    gap: 0,
    certificate: { kind: 'branches', leaves },
  })

  it('that cover all assignments prove the greatest bound of their leaves', () => {
    expect(best.status).toBe('fractional')
    expect(verify(graph, claim([leaf(0), leaf(1)])).problems).toEqual([])
    expect(verify(graph, claim([leaf(1), leaf(0, 2), leaf(0, 3)])).problems).toEqual([])
  })

  it('that leave something out prove nothing', () => {
    rejects(graph, claim([leaf(0)]), 'one side')
    rejects(graph, claim([]), 'no leaf')
    rejects(graph, claim([leaf(1), leaf(0, 2)]), 'half of a side')
    rejects(graph, claim([leaf(0), leaf(3)]), 'sides of two variables')
    rejects(
      graph,
      claim([leaf(0), { decisions: [1], certificate: { kind: 'none' } }]),
      'a side without proof',
    )
    rejects(graph, claim([leaf(0), { decisions: [99], certificate: { kind: 'none' } }]), 'no such slot')
  })

  it('that propagation rules out may be left out', () => {
    const chosen = graph.variable(best.assignment!.indexOf(1))
    graph.fix(chosen, 1)
    const { marginals } = ad3(graph)
    expect(verify(graph, { ...claim([leaf(2 * chosen.slot + 1)]), marginals }).problems).toEqual([])
    rejects(graph, { ...claim([leaf(2 * chosen.slot)]), marginals }, 'the side that is ruled out')
  })
})

it('refuses a tolerance that is no number', () => {
  const graph = new FactorGraph()
  expect(() => verify(graph, ad3(graph), Number.NaN)).toThrow(/tolerance is NaN/)
})
