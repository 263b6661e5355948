// Small random programs with every connective and quantifier, checked against exhaustive search and a plain
// linear program.
import { ad3, exact, linearProgram } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { solveProgram } from '../test-support/highs.js'
import { directRelaxation } from '../test-support/linearise.js'
import { type Algebra, eachInstance, truth } from '../test-support/meaning.js'
import { randomProgram } from '../test-support/random-program.js'
import { atomName, type RandomProgram } from '../test-support/random-vocabulary.js'
import { ground } from './ground/ground.js'

// `node scripts/random-programs.mjs` tries thousands of programs.
const COUNT = Number(process.env.PARLEY_PROGRAMS ?? 150)
const FIRST = Number(process.env.PARLEY_FIRST_PROGRAM ?? 0)
const seeds = Array.from({ length: COUNT }, (_, i) => FIRST + i)

/** Truth tables with one entry per assignment; bit i of the entry's index is the truth of atom i. */
function tables(names: readonly string[]): Algebra<Uint8Array> {
  const size = 2 ** names.length
  const table = (entry: (i: number) => boolean) =>
    Uint8Array.from({ length: size }, (_, i) => (entry(i) ? 1 : 0))
  const places = new Map(names.map((name, i) => [name, table((bits) => ((bits >> i) & 1) === 1)]))
  return {
    constant: (value) => table(() => value),
    atom: (name) => places.get(name) ?? table(() => false),
    not: (of) => of.map((x) => 1 - x),
    and: (parts) => table((i) => parts.every((part) => part[i] === 1)),
    or: (parts) => table((i) => parts.some((part) => part[i] === 1)),
    iff: (left, right) => left.map((x, i) => (x === right[i] ? 1 : 0)),
    count: (parts, least, most) =>
      table((i) => {
        let ones = 0
        for (const part of parts) ones += part[i]
        return ones >= least && ones <= most
      }),
  }
}

/** The value of the best truth assignment, −Infinity if each violates a hard rule. */
function best(random: RandomProgram): number {
  const names = [...random.scores.keys()]
  const values = new Float64Array(2 ** names.length)
  names.forEach((name, i) => {
    for (let bits = 0; bits < values.length; bits++)
      if ((bits >> i) & 1) values[bits] += random.scores.get(name)!
  })
  eachInstance(random, tables(names), (holds, weight) => {
    for (let i = 0; i < values.length; i++)
      if (holds[i] === 0) values[i] -= weight ?? Number.POSITIVE_INFINITY
  })
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
}

describe('random programs', () => {
  test('the solution is that of exhaustive search, and the explanation adds up to its value', () => {
    let infeasible = 0
    for (const seed of seeds) {
      const random = randomProgram(seed)
      const grounding = ground(random.program)
      const answer = grounding.read(exact(grounding.graph))
      const expected = best(random)
      if (expected === Number.NEGATIVE_INFINITY) {
        infeasible++
        expect(answer.status, `seed ${seed}`).toBe('infeasible')
        continue
      }
      expect(answer.status, `seed ${seed}`).toBe('optimal')
      expect(answer.value, `seed ${seed}`).toBeCloseTo(expected, 9)
      const explanation = answer.explain()!
      expect(explanation.total, `seed ${seed}`).toBeCloseTo(expected, 9)
    }
    expect(infeasible).toBeGreaterThan(COUNT / 50)
    expect(infeasible).toBeLessThan(COUNT / 2)
  })

  test('every assignment violates what the rules say, and costs what the graph says', () => {
    for (const seed of seeds) {
      const random = randomProgram(seed)
      const grounding = ground(random.program)
      const names = [...random.scores.keys()]
      const atoms = new Set(names.filter((_, i) => (Math.imul(seed + 7, 0x9e3779b1) >> i) & 1))
      const assignment = new Int32Array(grounding.size.atoms)
      for (const predicate of grounding.predicates)
        grounding.eachAtom(predicate, (members, variable) => {
          if (atoms.has(atomName(predicate, members))) assignment[variable] = 1
        })
      let cost = 0
      eachInstance(random, truth(atoms), (holds, weight) => {
        if (!holds) cost += weight ?? Number.POSITIVE_INFINITY
      })
      const violated = grounding.violated(assignment)
      expect(
        violated.reduce((sum, rule) => sum + rule.cost, 0),
        `seed ${seed}`,
      ).toBeCloseTo(cost, 9)
      // With the atoms fixed, the graph has one answer, whose value is that of the rules.
      for (let v = 0; v < assignment.length; v++)
        grounding.graph.fix(grounding.graph.variable(v), assignment[v])
      let score = 0
      for (const name of atoms) score += random.scores.get(name)!
      const solution = exact(grounding.graph)
      if (cost === Number.POSITIVE_INFINITY) expect(solution.status, `seed ${seed}`).toBe('infeasible')
      else expect(solution.value, `seed ${seed}`).toBeCloseTo(score - cost, 9)
    }
  })

  test('the relaxation is at least as tight as the plain linear program, and AD³ and HiGHS agree with search', () => {
    let tighter = 0
    for (const seed of seeds.slice(0, COUNT / 2)) {
      const random = randomProgram(seed)
      const { graph } = ground(random.program)
      const program = linearProgram(graph)
      const own = solveProgram(program) ?? Number.NEGATIVE_INFINITY
      const direct = directRelaxation(random) ?? Number.NEGATIVE_INFINITY
      expect(own, `seed ${seed}`).toBeLessThanOrEqual(direct + 1e-6)
      if (own < direct - 1e-6) tighter++
      const optimum = best(random)
      expect(solveProgram(program, true) ?? Number.NEGATIVE_INFINITY, `seed ${seed}`).toBeCloseTo(optimum, 5)
      // AD³ propagates constraints first, so its bound may be below the relaxation's, but never below the
      // optimum.
      const { status, bound, value } = ad3(graph)
      expect(bound, `seed ${seed}`).toBeGreaterThanOrEqual(optimum - 1e-5)
      if (status === 'infeasible') expect(optimum, `seed ${seed}`).toBe(Number.NEGATIVE_INFINITY)
      if (status === 'optimal') expect(value, `seed ${seed}`).toBeCloseTo(optimum, 4)
    }
    expect(tighter).toBeGreaterThan(COUNT / 50)
  })
})
