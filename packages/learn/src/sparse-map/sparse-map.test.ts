// The quadratic solution against HiGHS, and its way back against finite differences.
import { type BinaryVariable, FactorGraph } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { Sequence, SpanningTree } from '@parleyjs/structures'
import { describe, expect, test } from 'vitest'
import { highs } from '../../test-support/highs.js'
import { linear } from '../layers/linear.js'
import { Workspace } from '../network/workspace.js'
import { Parameters } from '../tensors/parameters.js'
import { Tape } from '../tensors/tape.js'
import { sparseMap } from './sparse-map.js'

/** Makes a graph from a vector of scores: the same structure for every vector. */
interface Case {
  readonly name: string
  readonly scores: number
  build(scores: ArrayLike<number>): FactorGraph
  /** Derivatives by the vector, from those by the graph. */
  read(graph: FactorGraph, slopes: ReturnType<ReturnType<typeof sparseMap>['backward']>): number[]
}

const logic: Case = {
  name: 'hard constraints that share variables',
  scores: 6,
  build(scores) {
    const graph = new FactorGraph()
    const x = Array.from({ length: 6 }, (_, i) => graph.binary(scores[i]))
    graph.atMostOne([x[0], x[1], x[2].not])
    graph.orOut([x[1], x[3]], x[4])
    graph.implies([x[2]], x[5])
    graph.budget([x[3], x[4], x[5]], 2)
    return graph
  },
  read: (_, slopes) => Array.from(slopes.slots),
}

const tables: Case = {
  name: 'tables on a cycle, pairs, and evidence',
  scores: 9 + 2 * 9 + 1 + 6,
  build(scores) {
    const graph = new FactorGraph()
    const part = (from: number, n: number) => Array.from({ length: n }, (_, i) => scores[from + i])
    const [a, b, c] = [0, 3, 6].map((at) => graph.categorical(part(at, 3)))
    const fixed = graph.binary(0)
    graph.dense([a, b], part(9, 9))
    graph.dense([b, c], part(18, 9))
    graph.pair(a.is(1), c.is(2).not, scores[27])
    graph.dense([fixed, c], part(28, 6))
    graph.fix(fixed, 1)
    return graph
  },
  read(_, slopes) {
    const own = [0, 1, 2, 3].flatMap((factor) => Array.from(slopes.ofFactor(factor)))
    return [...slopes.slots.slice(0, 9), ...own]
  },
}

const chain: Case = {
  name: 'a sequence with a scored chain, and a constraint across',
  scores: 8,
  build(scores) {
    const graph = new FactorGraph()
    const x = Array.from({ length: 8 }, (_, i) => graph.binary(scores[i]))
    graph.add(
      new Sequence({
        states: [2, 2, 2, 2],
        scores: [0, 0.2, 0, 0.7, -0.4, 0, 0.3, 0, 0, -0.2, 0, 0.5, 0.1, 0, 0, 0],
      }),
      x,
    )
    graph.atMostOne([x[0], x[5]])
    return graph
  },
  read: (_, slopes) => Array.from(slopes.slots),
}

const tree: Case = {
  name: 'a spanning tree',
  scores: 9,
  build(scores) {
    const graph = new FactorGraph()
    const arcs: [number, number][] = []
    for (let h = 0; h < 4; h++) for (let m = 1; m < 4; m++) if (h !== m) arcs.push([h, m])
    const x: BinaryVariable[] = arcs.map((_, i) => graph.binary(scores[i]))
    graph.add(new SpanningTree({ length: 4, arcs }), x)
    return graph
  },
  read: (_, slopes) => Array.from(slopes.slots),
}

const CASES = [logic, tables, chain, tree]

describe.each(CASES)('sparseMap of $name', ({ scores: count, build, read }) => {
  const random = Random.of(3)
  const vectors = Array.from({ length: 4 }, () =>
    Float64Array.from({ length: count }, () => 2 * random.uniform() - 1),
  )

  test('goes back as finite differences do', () => {
    let [smooth, all, moving] = [0, 0, 0]
    for (const scores of vectors)
      for (const temperature of [1, 0.4]) {
        const graph = build(scores)
        const found = sparseMap(graph, { temperature, tolerance: 1e-11 })
        expect(found.converged).toBe(true)
        const weights = Float64Array.from(found.marginals, () => 2 * random.uniform() - 1)
        const loss = (vector: Float64Array) =>
          sparseMap(build(vector), { temperature, tolerance: 1e-11 }).marginals.reduce(
            (sum, m, s) => sum + m * weights[s],
            0,
          )
        const slopes = read(graph, found.backward(weights))
        slopes.forEach((slope, i) => {
          const moved = (step: number) => {
            const other = scores.slice()
            other[i] += step
            return loss(other)
          }
          const [ahead, behind] = [(moved(1e-5) - loss(scores)) / 1e-5, (loss(scores) - moved(-1e-5)) / 1e-5]
          // Where a configuration enters or leaves, the slopes to both sides differ.
          all++
          if (Math.abs(ahead) > 1e-3) moving++
          if (Math.abs(ahead - behind) > 1e-3) return
          smooth++
          expect(slope).toBeCloseTo((ahead + behind) / 2, 3)
        })
      }
    expect(smooth).toBeGreaterThan(0.95 * all)
    expect(moving).toBeGreaterThan(0.1 * all)
  })

  test('is symmetric, and gives the same bits again', () => {
    for (const scores of vectors) {
      const graph = build(scores)
      const found = sparseMap(graph)
      expect(sparseMap(build(scores)).marginals).toEqual(found.marginals)
      const n = graph.slotCount
      const unit = (s: number) => Float64Array.from({ length: n }, (_, i) => (i === s ? 1 : 0))
      for (let s = 0; s < n; s++)
        for (let t = 0; t < s; t++)
          expect(found.backward(unit(s)).slots[t]).toBeCloseTo(found.backward(unit(t)).slots[s], 7)
    }
  })
})

test('the solution is that of HiGHS, as a quadratic program over assignments', () => {
  const random = Random.of(9)
  for (let round = 0; round < 10; round++) {
    const graph = new FactorGraph()
    const scores = Float64Array.from({ length: 5 }, () => 2 * random.uniform() - 1)
    const x = Array.from(scores, (score) => graph.binary(score))
    graph.atMostOne(x.slice(0, 4))
    const { marginals } = sparseMap(graph)
    // Variables 0 to 3 in the polytope of at most one, variable 4 between 0 and 1.
    const lines = [
      'min',
      `obj: ${Array.from(scores, (score, i) => `${score > 0 ? '-' : '+'} ${Math.abs(score)} z${i}`).join(' ')}`,
    ]
    lines[1] += ` + [ ${Array.from(scores, (_, i) => `z${i} ^ 2`).join(' + ')} ] / 2`
    lines.push(
      'subject to',
      'z0 + z1 + z2 + z3 <= 1',
      'bounds',
      ...Array.from(scores, (_, i) => `0 <= z${i} <= 1`),
      'end',
    )
    const result = highs.solve(lines.join('\n'), { output_flag: false })
    marginals.forEach((value, i) => {
      const column = result.Columns[`z${i}`]
      expect(value).toBeCloseTo('Primal' in column ? column.Primal : Number.NaN, 5)
    })
  }
})

test('low temperatures give the best assignment', () => {
  for (const { build, scores } of CASES.filter((one) => one !== logic)) {
    const random = Random.of(17)
    const graph = build(Float64Array.from({ length: scores }, () => 2 * random.uniform() - 1))
    const { marginals } = sparseMap(graph, { temperature: 0.01 })
    for (const value of marginals) expect(Math.min(value, 1 - value)).toBeLessThan(0.5)
  }
})

test('trains the layers of a network from end to end', () => {
  // Arcs into three words are scored by a layer; the loss looks at the tree that comes out.
  const arcs: [number, number][] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 2],
    [1, 3],
    [3, 1],
  ]
  const gold = arcs.map(([h, m]) => (m === h + 1 ? 1 : 0))
  const memory = new Workspace()
  const weights = new Parameters(memory, { times: [4, 1], plus: [1, 1] })
  const random = Random.of(1)
  weights.set(
    'times',
    Array.from({ length: 4 }, () => random.uniform() - 0.5),
  )
  const losses: number[] = []
  for (let step = 0; step < 60; step++) {
    weights.clearSlopes()
    const tape = new Tape(memory, true)
    const rows = arcs.map(([h, m]) => [
      h === 0 ? 1 : 0,
      m > h ? 1 : 0,
      Math.abs(m - h) === 1 ? 1 : 0,
      Math.abs(m - h) / 3,
    ])
    const y = linear(tape, tape.put(rows), weights.of('times'), weights.of('plus'))
    const graph = new FactorGraph()
    const x = tape.read(y).map(([score]) => graph.binary(score))
    graph.add(new SpanningTree({ length: 4, arcs }), x)
    const found = sparseMap(graph)
    const error = found.marginals.map((value, i) => value - gold[i])
    losses.push(error.reduce((sum, value) => sum + value * value, 0) / 2)
    const back = found.backward(error)
    tape.addSlopes(
      y,
      x.map((variable) => [back.of(variable)]),
    )
    tape.backward()
    tape.clear()
    const [values, slopes] = [weights.get('times'), weights.slopes('times')]
    weights.set(
      'times',
      values.map((value, i) => value - slopes[i]),
    )
  }
  expect(losses[losses.length - 1]).toBeLessThan(0.02)
  expect(losses[0]).toBeGreaterThan(0.2)
})

describe('what has no solution or no slope is refused', () => {
  test('constraints that contradict each other', () => {
    const graph = new FactorGraph()
    const x = graph.binary(1)
    graph.fix(x, 1)
    graph.or([x.not])
    expect(() => sparseMap(graph)).toThrow(/contradict/)
  })

  test('knapsacks, and wrong slopes', () => {
    const graph = new FactorGraph()
    const [a, b] = [graph.binary(1), graph.binary(1)]
    expect(() => sparseMap(graph).backward([1])).toThrow(/1 slopes for 2 marginals/)
    expect(() => sparseMap(graph, { temperature: 0 })).toThrow(/`temperature` is 0/)
    graph.knapsack([a, b], [1.5, 2.5], 3)
    expect(() => sparseMap(graph)).toThrow(/knapsack/)
  })
})
