// Exact search against enumeration and published optima; proofs that can be rechecked; limits.
import { describe, expect, it } from 'vitest'
import { eliminate } from '../exact/elimination.js'
import { FactorGraph } from '../graph/graph.js'
import { SORTS, seeded } from '../kinds/testing/random.js'
import { evaluate } from '../problem/evaluate.js'
import { compile } from '../problem/problem.js'
import { assignments, randomGraph } from '../problem/testing/random-graph.js'
import type { Certificate, TraceRow } from '../result/solution.js'
import { verify } from '../verify/verify.js'
import { exact } from './exact.js'

function bruteForce(graph: FactorGraph): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignments(graph)) best = Math.max(best, evaluate(graph, assignment))
  return best
}

/** Binary variables, each pair linked with a random score: fully frustrated. */
function clique(n: number, seed: number): FactorGraph {
  const random = seeded(seed)
  const graph = new FactorGraph()
  const variables = Array.from({ length: n }, () => graph.binary(random.uniform() * 2 - 1))
  for (const a of variables)
    for (const b of variables) if (a.index < b.index) graph.pair(a, b, random.uniform() * 2 - 1)
  return graph
}

describe('exact', () => {
  it('finds and proves the optimum of random graphs of all kinds of factor', () => {
    for (let seed = 0; seed < 3000; seed++) {
      const graph = randomGraph(seeded(seed), 6, 8, SORTS[seed % SORTS.length])
      const solution = exact(graph, seed % 2 === 0 ? {} : { tableLimit: 0 })
      const best = bruteForce(graph)
      const place = `seed ${seed}: ${solution.status} ${solution.value} of ${best}`
      if (best === Number.NEGATIVE_INFINITY) expect(solution.status, place).toBe('infeasible')
      else {
        expect(solution.status, place).toBe('optimal')
        expect(Math.abs(solution.value - best), place).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(best)))
        expect(solution.bound, place).toBeGreaterThanOrEqual(best - 1e-9 * Math.max(1, Math.abs(best)))
      }
      expect(verify(graph, solution).problems, place).toEqual([])
    }
  })

  it.each([
    ['search alone', { tableLimit: 0, tighten: false }],
    ['a tighter relaxation', { tableLimit: 0 }],
    ['a little tightening and search', { tableLimit: 0, tighten: { rounds: 1, clustersPerRound: 3 } }],
  ])('closes frustrated graphs by %s', (_name, options) => {
    for (let seed = 0; seed < 20; seed++) {
      const graph = clique(9, seed)
      const solution = exact(graph, options)
      expect(solution.status).toBe('optimal')
      expect(solution.value).toBeCloseTo(bruteForce(graph), 9)
      expect(verify(graph, solution).problems).toEqual([])
    }
  })

  it('solves many small parts beside a large one', () => {
    const random = seeded(11)
    const graph = new FactorGraph()
    const chain = Array.from({ length: 400 }, () => graph.binary(random.uniform() - 0.5))
    for (let i = 1; i < chain.length; i++) graph.pair(chain[i - 1], chain[i], 4 * random.uniform() - 2)
    for (let c = 0; c < 60; c++) {
      const small = Array.from({ length: 4 }, () => graph.binary(random.uniform() - 0.5))
      for (const a of small)
        for (const b of small) if (a.index < b.index) graph.pair(a, b, 4 * random.uniform() - 2)
      graph.atMostOne(small.slice(0, 3))
    }
    graph.binary(-1)
    const solution = exact(graph, { tableLimit: 16 })
    expect(solution.status).toBe('optimal')
    expect(solution.value).toBeCloseTo(eliminate(compile(graph))!.value, 6)
    expect(verify(graph, solution).problems).toEqual([])
  })

  it('proves that nothing is feasible where the relaxation is', () => {
    // Three variables, pairwise different, with two values: the relaxation gives each value one half.
    const graph = new FactorGraph()
    const variables = Array.from({ length: 3 }, () => graph.binary(1))
    for (const a of variables) for (const b of variables) if (a.index < b.index) graph.xor([a, b])
    const loose = graph.binary(1)
    graph.budget([...variables, loose], { atLeast: 1 })
    for (const tableLimit of [0, 1 << 20]) {
      const solution = exact(graph, { tableLimit, tighten: false })
      expect(solution.status).toBe('infeasible')
      expect(solution.clash).toEqual([0, 1, 2])
      expect(verify(graph, solution).problems).toEqual([])
    }
  })

  it('gives the same bits twice', () => {
    for (const options of [{ tableLimit: 0, tighten: false }, { tableLimit: 0 }]) {
      const [a, b] = [exact(clique(18, 1), options), exact(clique(18, 1), options)]
      expect(b.value).toBe(a.value)
      expect(b.bound).toBe(a.bound)
      expect(b.iterations).toBe(a.iterations)
      expect(b.assignment).toEqual(a.assignment)
      expect(b.certificate).toEqual(a.certificate)
    }
  })
})

describe('exact under limits', () => {
  const hard = { tableLimit: 0, tighten: false }

  it('bounds fall, values rise, and what is left at the limit is proven', () => {
    const graph = clique(18, 1)
    const rows: TraceRow[] = []
    const solution = exact(graph, { ...hard, maxIterations: 12, onIteration: (row) => void rows.push(row) })
    expect(solution.status).toBe('interrupted')
    expect(solution.iterations).toBe(12)
    expect(rows.length).toBeGreaterThan(5)
    for (let i = 1; i < rows.length; i++) {
      expect(rows[i].bound).toBeLessThanOrEqual(rows[i - 1].bound)
      expect(rows[i].value).toBeGreaterThanOrEqual(rows[i - 1].value)
    }
    const best = exact(graph).value
    expect(solution.bound).toBeGreaterThanOrEqual(best)
    expect(solution.value).toBeLessThanOrEqual(best + 1e-9)
    expect(verify(graph, solution).problems).toEqual([])
  })

  it('stops when the caller says so, and when time is up', () => {
    const graph = clique(24, 2)
    let calls = 0
    const stopped = exact(graph, { ...hard, onIteration: () => ++calls < 3 })
    expect(stopped.status).toBe('interrupted')
    const aborted = exact(graph, { ...hard, signal: AbortSignal.abort() })
    expect(aborted.status).toBe('interrupted')
    const late = exact(graph, { ...hard, timeLimit: 0 })
    expect(late.status).toBe('interrupted')
    for (const solution of [stopped, aborted, late]) expect(verify(graph, solution).problems).toEqual([])
  })

  it('keeps a trace if asked', () => {
    const solution = exact(clique(9, 3), { ...hard, trace: true })
    expect(solution.trace!.length).toBeGreaterThan(0)
    expect(solution.trace!.at(-1)!.bound).toBeCloseTo(solution.bound, 9)
  })
})

describe('a proof of exact that is too large to keep', () => {
  const hard = { tableLimit: 0, tighten: false }

  it('is given up, not the answer', () => {
    let searched = 0
    for (let seed = 0; seed < 6; seed++) {
      const graph = clique(18, seed)
      const whole = exact(graph, hard)
      if (whole.iterations < 20) continue
      searched++
      const solution = exact(graph, { ...hard, proofMemory: 0.004 })
      expect(solution.status).toBe('optimal')
      expect(solution.value).toBeCloseTo(whole.value, 6)
      const { ok, problems, value, bound } = verify(graph, solution)
      expect(value).toBe(solution.value)
      expect(ok).toBe(false)
      expect(problems[0]).toMatch(/^The proof that .* was too large to keep, so it cannot be rechecked\./)
      // The rest of the proof is the relaxation.
      expect(bound).toBeGreaterThan(solution.bound)
      expect(bound).toBeLessThan(Number.POSITIVE_INFINITY)
      const again = JSON.parse(JSON.stringify(solution.certificate)) as Certificate
      expect(JSON.stringify(again)).toContain('too-large')
    }
    expect(searched).toBeGreaterThan(1)
  })

  it('leaves an interrupted run a bound that holds', () => {
    const graph = clique(16, 1)
    const best = exact(graph).value
    for (const maxIterations of [5, 20, 60]) {
      const solution = exact(graph, { ...hard, maxIterations, proofMemory: 0.004 })
      expect(solution.bound).toBeGreaterThanOrEqual(best - 1e-9)
      expect(solution.value).toBeLessThanOrEqual(best + 1e-9)
    }
  })

  it('does not make the memory of the search grow', () => {
    const graph = clique(18, 1)
    const [small, large] = [0, 256].map((proofMemory) => exact(graph, { ...hard, proofMemory }))
    expect(JSON.stringify(small.certificate).length).toBeLessThan(20_000)
    expect(JSON.stringify(large.certificate).length).toBeGreaterThan(40_000)
  })

  it('rejects a size that is not a number ≥ 0', () => {
    for (const proofMemory of [-1, Number.NaN])
      expect(() => exact(clique(4, 1), { proofMemory })).toThrow(/proofMemory is (-1|NaN); it must be/)
  })
})

describe('the proof of exact', () => {
  /** All certificates inside one. */
  function* inside(certificate: Certificate): Generator<Certificate> {
    yield certificate
    if (certificate.kind === 'parts') for (const part of certificate.parts) yield* inside(part)
    else if (certificate.kind === 'branches')
      for (const leaf of certificate.leaves) yield* inside(leaf.certificate)
    else if (certificate.kind === 'fixing' || certificate.kind === 'tightened')
      yield* inside(certificate.rest)
  }

  it.each([
    ['search', { tableLimit: 0, tighten: false }],
    ['tightening', { tableLimit: 0 }],
  ])('of %s does not hold after its numbers are changed', (_name, options) => {
    const graph = clique(18, 1)
    const solution = exact(graph, options)
    expect(verify(graph, solution).ok).toBe(true)
    const kinds = new Set<string>()
    for (const part of inside(solution.certificate)) {
      kinds.add(part.kind)
      if (part.kind !== 'multipliers' && part.kind !== 'fixing') continue
      const before = part.multipliers.slice()
      for (let l = 0; l < before.length; l++) part.multipliers[l] += 5 * (l % 3)
      if (part.kind === 'multipliers') expect(verify(graph, solution).ok, part.kind).toBe(false)
      part.multipliers.set(before)
    }
    expect(kinds.has('multipliers')).toBe(true)
    expect(verify(graph, solution).ok).toBe(true)
  })

  it('fails if a branch is left out, or a value fixed without reason', () => {
    const graph = clique(18, 1)
    const solution = exact(graph, { tableLimit: 0, tighten: false })
    const parts = [...inside(solution.certificate)]
    const branches = parts.find((part) => part.kind === 'branches')!
    const leaf = branches.leaves.pop()!
    expect(verify(graph, solution).ok).toBe(false)
    branches.leaves.push(leaf)
    const fixing = parts.find((part) => part.kind === 'fixing' && part.rest.kind === 'branches')
    if (fixing?.kind !== 'fixing' || fixing.rest.kind !== 'branches') throw new Error('expected a search')
    const slot = fixing.rest.leaves[0].decisions[0] >> 1
    fixing.decisions.push(2 * slot)
    expect(verify(graph, solution).ok).toBe(false)
    fixing.decisions.pop()
    fixing.persistent.push(2 * slot, 2 * slot + 1)
    expect(verify(graph, solution).ok).toBe(false)
    fixing.persistent.length = 0
    expect(verify(graph, solution).ok).toBe(true)
  })
})
