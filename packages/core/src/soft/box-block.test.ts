// The updates of one pair against the optimum of its block, by HiGHS and by enumeration.
import { describe, expect, test } from 'vitest'
import { highs } from '../../test-support/highs.js'
import { SCORES, SORTS, seeded } from '../kinds/common/random-scores.js'
import { agreementBlock, tableBlock, tableMaximum } from './box-block.js'

interface Block {
  size: number
  marginals: Float64Array
  c: Float64Array
  nu: Float64Array
}

/** A block as it occurs in a descent: random max-marginals, and random multipliers in the box. */
function blockOf(seed: number): Block {
  const random = seeded(seed)
  const score = () => SCORES[SORTS[seed % SORTS.length]](random)
  const size = 1 + random.below(5)
  const c = Float64Array.from({ length: size }, () => (random.chance(0.2) ? 0 : Math.abs(score())))
  const nu = c.map((most) => (random.chance(0.3) ? (random.chance(0.5) ? 0 : most) : random.uniform() * most))
  const marginals = Float64Array.from({ length: 2 * size }, score)
  // Some values are impossible, but not all of a variable.
  for (let i = 0; i < 2 * size; i++) if (i % size > 0 && random.chance(0.1)) marginals[i] = -Infinity
  return { size, marginals, c, nu }
}

const sizeOf = ({ marginals, c }: Block) =>
  [...marginals, ...c].reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 1e-300)

/** The block's dual with multipliers ν: the best totals of both variables, moved as Eq. 20 says. */
function dualOf({ size, marginals, nu }: Block, next: Float64Array): number {
  let one = Number.NEGATIVE_INFINITY
  let two = Number.NEGATIVE_INFINITY
  for (let i = 0; i < size; i++) {
    one = Math.max(one, marginals[i] + nu[i] - next[i])
    two = Math.max(two, marginals[size + i] - nu[i] + next[i])
  }
  return one + two
}

function update({ size, marginals, c, nu }: Block, share = 0.5): { next: Float64Array; optimum: number } {
  const next = new Float64Array(size)
  return { next, optimum: agreementBlock(marginals, 0, size, size, c, 0, nu, 0, share, next) }
}

/** min t1 + t2 with t1 ≥ m1 − ν, t2 ≥ m2 + ν and 0 ≤ ν ≤ c, by HiGHS. */
function leastDual({ size, marginals, c, nu }: Block): number {
  const rows: string[] = []
  for (let i = 0; i < size; i++) {
    const [m1, m2] = [marginals[i] + nu[i], marginals[size + i] - nu[i]]
    if (Number.isFinite(m1)) rows.push(`a${i}: t1 + v${i} >= ${m1}`)
    if (Number.isFinite(m2)) rows.push(`b${i}: t2 - v${i} >= ${m2}`)
  }
  const bounds = Array.from(c, (most, i) => `0 <= v${i} <= ${most}`)
  const text = `Minimize\n obj: t1 + t2\nSubject To\n ${rows.join('\n ')}\nBounds\n t1 free\n t2 free\n ${bounds.join('\n ')}\nEnd\n`
  const solution = highs.solve(text, { output_flag: false })
  expect(solution.Status).toBe('Optimal')
  return solution.ObjectiveValue
}

describe('agreementBlock', () => {
  test('never raises the dual, stays in the box, and reaches the optimum that it returns, whatever the share', () => {
    for (let seed = 0; seed < 20000; seed++) {
      const block = blockOf(seed)
      const { next, optimum } = update(block, (seed % 5) / 4)
      const rounding = 1e-12 * sizeOf(block)
      for (let i = 0; i < block.size; i++) {
        if (!(next[i] >= 0 && next[i] <= block.c[i])) expect.fail(`seed ${seed}: ν(${i}) = ${next[i]}`)
      }
      const dual = dualOf(block, next)
      if (!(dual <= dualOf(block, block.nu) + rounding)) expect.fail(`seed ${seed}: the dual rises`)
      if (!(Math.abs(dual - optimum) <= rounding)) expect.fail(`seed ${seed}: ${dual}, not ${optimum}`)
    }
  })

  test('the optimum is the best pair of values, and the least dual by HiGHS', () => {
    for (let seed = 0; seed < 400; seed++) {
      const block = blockOf(8 * Math.floor(seed / 2) + (seed % 2)) // ordinary scores, and ties
      const { size, marginals, c, nu } = block
      const { optimum } = update(block)
      let best = Number.NEGATIVE_INFINITY
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++) {
          const total = marginals[i] + nu[i] + marginals[size + j] - nu[j]
          best = Math.max(best, total - (i === j ? 0 : c[i]))
        }
      expect(optimum, `seed ${seed}`).toBeCloseTo(best, 9)
      if (seed < 80) expect(leastDual(block), `seed ${seed}`).toBeCloseTo(optimum, 6)
    }
  })

  test('complementary slackness: where the best values differ, ν is c for the one and 0 for the other', () => {
    let differ = 0
    for (let seed = 0; seed < 8000; seed += 8) {
      const block = blockOf(seed)
      const { size, marginals, c, nu } = block
      const { next } = update(block)
      const best = (at: number, sign: number) => {
        let value = 0
        for (let i = 1; i < size; i++)
          if (
            marginals[at + i] + sign * (nu[i] - next[i]) >
            marginals[at + value] + sign * (nu[value] - next[value]) + 1e-9
          )
            value = i
        return value
      }
      const tied = (at: number, sign: number, value: number) => {
        const top = marginals[at + value] + sign * (nu[value] - next[value])
        let count = 0
        for (let i = 0; i < size; i++) if (marginals[at + i] + sign * (nu[i] - next[i]) > top - 1e-9) count++
        return count > 1
      }
      const [i, j] = [best(0, 1), best(size, -1)]
      if (i === j || tied(0, 1, i) || tied(size, -1, j)) continue
      differ++
      expect(next[i], `seed ${seed}`).toBe(c[i])
      expect(next[j], `seed ${seed}`).toBe(0)
    }
    expect(differ).toBeGreaterThan(20)
  })
})

describe('tableBlock', () => {
  test('never raises the dual, and reaches the best pair of values', () => {
    for (let seed = 0; seed < 600; seed++) {
      const random = seeded(seed)
      const score = () => SCORES[SORTS[seed % 3]](random)
      const [rows, columns] = [1 + random.below(4), 1 + random.below(4)]
      const marginals = Float64Array.from({ length: rows + columns }, score)
      for (let i = 0; i < marginals.length; i++)
        if (i !== 0 && i !== rows && random.chance(0.1)) marginals[i] = -Infinity
      const table = Float64Array.from({ length: rows * columns }, score)
      const nu = Float64Array.from({ length: rows + columns }, score)
      const next = new Float64Array(rows + columns)
      const dualOf = (x: Float64Array) => {
        let [one, two] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
        for (let i = 0; i < rows; i++) one = Math.max(one, marginals[i] + nu[i] - x[i])
        for (let j = rows; j < rows + columns; j++) two = Math.max(two, marginals[j] - nu[j] + x[j])
        return one + two + tableMaximum(table, rows, columns, x, 0)
      }
      const optimum = tableBlock(marginals, 0, rows, rows, columns, table, nu, 0, next)
      let best = Number.NEGATIVE_INFINITY
      for (let i = 0; i < rows; i++)
        for (let j = 0; j < columns; j++)
          best = Math.max(
            best,
            marginals[i] + nu[i] + marginals[rows + j] - nu[rows + j] + table[i * columns + j],
          )
      expect(next.every(Number.isFinite), `seed ${seed}`).toBe(true)
      expect(optimum, `seed ${seed}`).toBeCloseTo(best, 9)
      expect(dualOf(next), `seed ${seed}`).toBeCloseTo(best, 9)
      expect(dualOf(next), `seed ${seed}`).toBeLessThanOrEqual(dualOf(nu) + 1e-9)
    }
  })
})
