// Solving with only the rules that are needed gives the same answers as solving with all rules.
import { exact, verify } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { EXAMPLES, loadExample } from '../../test-support/examples.js'
import { randomProgram, randomSource } from '../../test-support/random-program.js'
import { parseRules } from '../program/parse.js'
import { ground } from './ground.js'
import { solveLazily } from './lazy.js'

const COUNT = Number(process.env.PARLEY_PROGRAMS ?? 150)
const FIRST = Number(process.env.PARLEY_FIRST_PROGRAM ?? 0)

/** A coreference problem: mentions in groups of three, noisy scores, and transitivity. */
function coreference(n: number) {
  const random = randomSource(5)
  const program = parseRules(`constant n
domain mention = 1..n
open same(a: mention, b: mention) where a < b
same(a, b) & same(b, c) => same(a, c)
same(a, b) & same(a, c) => same(b, c) where b < c
same(a, c) & same(b, c) => same(a, b) where a < b`)
  const same: number[][] = []
  for (let a = 1; a <= n; a++)
    for (let b = a + 1; b <= n; b++) same.push([a, b, (a % 3 === b % 3 ? 1 : -1) + 3 * (random() - 0.5)])
  return { program, data: { n, same } }
}

describe('the same answer as with all rules', () => {
  test('random programs', () => {
    let fewer = 0
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      const { program } = randomProgram(seed)
      const whole = ground(program)
      const { status, value } = exact(whole.graph)
      const answer = solveLazily(program, {}, { algorithm: 'exact' })
      expect(answer.status, `seed ${seed}`).toBe(status)
      if (status === 'infeasible') {
        expect(answer.clash().length, `seed ${seed}`).toBeGreaterThan(0)
        continue
      }
      expect(answer.value, `seed ${seed}`).toBeCloseTo(value, 6)
      expect(answer.explain()!.total, `seed ${seed}`).toBeCloseTo(value, 6)
      if (answer.grounding.size.factors < whole.size.factors) fewer++
    }
    expect(fewer).toBeGreaterThan(COUNT / 10)
  })

  // Where most rules matter, as in a timetable, many rounds take longer than grounding all rules at once.
  test.each(EXAMPLES.filter((name) => name !== 'timetable'))('%s', (name) => {
    const { program, data } = loadExample(name)
    const answer = solveLazily(program, data, { algorithm: 'exact' })
    expect(answer.status).toBe('optimal')
    expect(answer.value).toBeCloseTo(exact(ground(program, data).graph).value, 6)
  })
})

test('few of the rules of transitivity are needed, and the certificate is for what was solved', () => {
  const { program, data } = coreference(20)
  const answer = solveLazily(program, data)
  const whole = ground(program, data)
  expect(answer.grounding.size.rules).toBe(whole.size.rules)
  expect(answer.grounding.size.factors).toBeLessThan(whole.size.factors / 3)
  expect(answer.bound).toBeGreaterThanOrEqual(exact(whole.graph).value - 1e-6)
  expect(verify(answer.grounding.graph, answer.solution).value).toBeCloseTo(answer.value, 9)
  expect(answer.explain()!.violated).toEqual([])
})

test('a rule of negative weight counts from the start', () => {
  const program = parseRules('open a score 1\nweight -2: a')
  const answer = solveLazily(program, {}, { algorithm: 'exact' })
  expect({ value: answer.value, a: answer.holds('a') }).toEqual({ value: 2, a: false })
})

test('at a limit an answer that violates rules is none, but the bound is good', () => {
  const { program, data } = coreference(12)
  const best = exact(ground(program, data).graph).value
  const answer = solveLazily(program, data, { algorithm: 'subgradient', maxIterations: 1 })
  expect(answer.bound).toBeGreaterThanOrEqual(best - 1e-9)
  if (answer.solution.assignment === null) expect(answer.explain()).toBeNull()
  else expect(answer.explain()!.violated.every(({ cost }) => Number.isFinite(cost))).toBe(true)
  const stopped = solveLazily(program, data, { timeLimit: 0 })
  expect(stopped.status).toBe('interrupted')
  expect(stopped.bound).toBeGreaterThanOrEqual(best - 1e-9)
})
