// Graphs with consensus sets: solvers, evidence, files and the linear program, against enumeration and
// tables.
import { expect, it } from 'vitest'
import { highs } from '../../../test-support/highs.js'
import { brokenLaws, bruteForce, SOLVERS } from '../../../test-support/laws.js'
import { readFg } from '../../formats/fg.js'
import { readJson } from '../../formats/json-read.js'
import { writeJson } from '../../formats/json-write.js'
import { writeLp } from '../../formats/lp.js'
import { FactorGraph } from '../../graph/graph.js'
import type { CategoricalVariable } from '../../graph/variable.js'
import { ad3 } from '../../solvers/ad3/ad3.js'
import { seeded } from '../common/random-scores.js'

/** Words with scores, two sets of them, and pairs of neighbours; `asTables` adds the same sets as tables. */
function randomSets(seed: number, asTables = false): FactorGraph {
  const random = seeded(seed)
  const score = () => random.uniform() * 4 - 2
  const graph = new FactorGraph()
  const size = 2 + random.below(2)
  const variable = (name: string) => graph.categorical(Float64Array.from({ length: size }, score), name)
  const words = Array.from({ length: 4 }, (_, w) => variable(`word ${w}`))
  for (let s = 0; s < 2; s++) {
    const set = variable(`set ${s}`)
    const members = words.filter(() => random.chance(0.7))
    const penalties = Array.from({ length: size * members.length }, () => random.uniform() * 3)
    if (members.length === 0) continue
    if (asTables) addTables(graph, members, set, penalties)
    else graph.consensus(members, set, penalties)
  }
  for (let w = 0; w + 1 < words.length; w++)
    graph.dense([words[w], words[w + 1]], Float64Array.from({ length: size * size }, score))
  if (random.chance(0.5)) graph.fix(words[0], random.below(size))
  if (random.chance(0.3)) graph.forbid(graph.variable('set 0'), random.below(size))
  if (random.chance(0.3)) graph.fix(graph.variable('set 1'), random.below(size))
  return graph
}

function addTables(
  graph: FactorGraph,
  members: readonly CategoricalVariable[],
  set: CategoricalVariable,
  penalties: readonly number[],
): void {
  const { size } = set
  members.forEach((member, j) => {
    const table = Array.from({ length: size * size }, (_, c) =>
      Math.floor(c / size) === c % size ? 0 : -penalties[j * size + Math.floor(c / size)],
    )
    graph.dense([member, set], table)
  })
}

it('a set scores as a table for each member does, under any evidence', () => {
  for (let seed = 0; seed < 40; seed++)
    expect(bruteForce(randomSets(seed))).toBeCloseTo(bruteForce(randomSets(seed, true)), 9)
})

it.each(Object.keys(SOLVERS))('%s obeys the laws of solvers', (name) => {
  for (let seed = 0; seed < 12; seed++) {
    const graph = randomSets(seed)
    const solution = SOLVERS[name](graph, { maxIterations: 300 })
    expect(brokenLaws(graph, solution, bruteForce(graph)), `seed ${seed}`).toEqual([])
  }
})

it('the linear program is the relaxation of AD³, and with integers the exact problem', () => {
  for (let seed = 0; seed < 12; seed++) {
    const graph = randomSets(seed)
    const { bound } = ad3(graph, { tolerance: 1e-9, maxIterations: 20_000 })
    const solve = (text: string) => highs.solve(text, { output_flag: false }).ObjectiveValue
    expect(solve(writeLp(graph))).toBeCloseTo(bound, 5)
    expect(solve(writeLp(graph, { integer: true }))).toBeCloseTo(bruteForce(graph), 5)
  }
})

it('survives JSON', () => {
  for (let seed = 0; seed < 10; seed++) {
    const graph = randomSets(seed)
    const again = readJson(writeJson(graph))
    expect(writeJson(again)).toBe(writeJson(graph))
    expect(bruteForce(again)).toBe(bruteForce(graph))
  }
})

it('.fg: the number of values and the penalties follow the variables', () => {
  const scores = [2, 0, 0, 1, 0, 0]
  const fg = readFg(`6\n1\n${scores.join('\n')}\nCONSENSUS 6 1 2 3 4 5 6 2 1.5\n`)
  const graph = new FactorGraph()
  const x = scores.map((score) => graph.binary(score))
  graph.consensus([x.slice(0, 2), x.slice(2, 4)], x.slice(4), 1.5)
  expect(ad3(fg)).toMatchObject({ status: 'optimal', value: 2 })
  expect(ad3(graph).assignment).toEqual(ad3(fg).assignment)
  expect(() => readFg('3\n1\n0\n0\n0\nCONSENSUS 3 1 2 3 2 1\n')).toThrow(/Line 6.*3 variables are no members/)
})

it('refuses sets without members, of other sizes, and penalties that are none', () => {
  const graph = new FactorGraph()
  const [a, b, c] = [graph.categorical([0, 1]), graph.categorical([0, 1]), graph.categorical([0, 1, 2])]
  expect(() => graph.consensus([], a, 1)).toThrow('A consensus set needs a member.')
  expect(() => graph.consensus([a, c], b, 1)).toThrow('Member 1 of a consensus set has 3 values, the set 2')
  expect(() => graph.consensus([a], b, [1, 2, 3])).toThrow('1 members with 2 values got 3 penalties')
  expect(() => graph.consensus([a], b, -1)).toThrow('A penalty of factor 0 (consensus) is -1')
  expect(() => graph.consensus([a], b, Number.NaN)).toThrow('is NaN')
  expect(graph.factorCount).toBe(0)
})
