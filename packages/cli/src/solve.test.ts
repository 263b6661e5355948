// The command on graphs whose answers are plain to see: every option, every format, and the shape of the
// output.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ALGORITHMS } from '@parleyjs/core/internal'
import { describe, expect, test } from 'vitest'
import { CLASH_FG, COST_WCSP, hardGrid, PAIR_BEST, PAIR_UAI, XOR_FG } from '../test-support/graphs.js'
import { parley, parleyJson, temporaryFolder } from '../test-support/run-parley.js'

const folder = temporaryFolder()
const uai = folder.file('pair.uai', PAIR_UAI)
const fg = folder.file('xor.fg', XOR_FG)
const clash = folder.file('clash.fg', CLASH_FG)
const wcsp = folder.file('cost.wcsp', COST_WCSP)
const named = folder.file(
  'named.json',
  JSON.stringify({
    parley: 1,
    variables: [{ name: 'rain', score: 0.2 }, { name: 'wet', score: -0.1 }, { score: 1 }],
    factors: [{ kind: 'implication', name: 'rain wets', premises: ['rain'], conclusion: 'wet' }],
  }),
)

describe('--json', () => {
  test('one object, with exactly the promised fields', () => {
    const { code, out, err } = parley(['solve', fg, '--json'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.endsWith('}\n')).toBe(true)
    const report = JSON.parse(out)
    expect(Object.keys(report)).toEqual([
      'file',
      'algorithm',
      'status',
      'value',
      'bound',
      'gap',
      'iterations',
      'seconds',
      'assignment',
      'variables',
      'factors',
    ])
    expect(report).toMatchObject({ file: fg, algorithm: 'ad3', status: 'optimal', assignment: [0, 1, 0] })
    expect(report).toMatchObject({ variables: 3, factors: 1 })
    expect(report.value).toBeCloseTo(0.7, 9)
    expect(report.bound).toBeGreaterThanOrEqual(report.value)
    expect(report.gap).toBeCloseTo(report.bound - report.value, 12)
    expect(report.seconds).toBeGreaterThan(0)
    expect(report.seconds).toBeLessThan(5)
  })

  test.each([...ALGORITHMS, 'lp', 'ilp'])('%s solves a tight graph', (algorithm) => {
    const report = parleyJson(['solve', uai, '--algorithm', algorithm])
    expect(report).toMatchObject({ code: 0, algorithm, status: 'optimal', assignment: PAIR_BEST.assignment })
    expect(report.value).toBeCloseTo(PAIR_BEST.value, 6)
    expect(report.bound).toBeCloseTo(PAIR_BEST.value, 4)
  })

  test('exact and ilp agree on a graph that is not tight, and lp bounds them', () => {
    const grid = folder.file('grid.uai', hardGrid(4))
    const exact = parleyJson(['solve', grid, '-a', 'exact'])
    const ilp = parleyJson(['solve', grid, '-a', 'ilp'])
    const lp = parleyJson(['solve', grid, '-a', 'lp'])
    expect([exact.status, ilp.status]).toEqual(['optimal', 'optimal'])
    expect(ilp.value).toBeCloseTo(exact.value as number, 5)
    expect(lp.bound).toBeGreaterThanOrEqual((exact.value as number) - 1e-6)
  })
})

describe('formats', () => {
  test('a cost of 12 is the value -12', () => {
    expect(parleyJson(['solve', wcsp, '-a', 'exact'])).toMatchObject({
      status: 'optimal',
      value: -12,
      assignment: [0],
    })
  })

  test('packed files, whatever they are called', () => {
    const packed = folder.file('pair.uai.gz', gzipSync(PAIR_UAI))
    const disguised = folder.file('disguised.uai', gzipSync(PAIR_UAI))
    for (const file of [packed, disguised])
      expect(parleyJson(['solve', file])).toMatchObject({ assignment: PAIR_BEST.assignment })
  })

  test('standard input, plain and packed', () => {
    for (const input of [PAIR_UAI, gzipSync(PAIR_UAI)]) {
      const { code, out } = parley(['solve', '-', '--input-format', 'uai', '--json'], { input })
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({ file: '-', assignment: PAIR_BEST.assignment })
    }
  })

  test('--input-format beats the name', () => {
    const odd = folder.file('odd.txt', XOR_FG)
    expect(parleyJson(['solve', odd, '--input-format', 'fg'])).toMatchObject({ assignment: [0, 1, 0] })
  })

  test('evidence fixes variables', () => {
    const evidence = folder.file('pair.evid', '1 0 0\n')
    expect(parleyJson(['solve', uai, '--evidence', evidence])).toMatchObject({ assignment: [0, 1] })
  })
})

describe('for people', () => {
  test('figures, and the assignment by name', () => {
    const { code, out, err } = parley(['solve', named])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const word of ['status      optimal', 'value       1.1', 'bound', 'gap', 'iterations', 'seconds'])
      expect(out).toContain(word)
    expect(out).toContain('  rain = 1\n  wet = 1\n  variable 2 = 1\n')
  })

  test('a long assignment is cut off with a note, and whole in JSON', () => {
    const long = folder.file('long.fg', `1000\n0\n${'1\n'.repeat(1000)}`)
    expect(parley(['solve', long]).out).toMatch(/… and 600 more variables; --json prints all/)
    expect(parleyJson(['solve', long]).assignment).toHaveLength(1000)
  })

  test('--explain adds up', () => {
    const { out } = parley(['solve', named, '--explain'])
    expect(out).toContain('factor 0 (implication) rain wets')
    expect(out).toMatch(/\+1\.1 {2}in total/)
    const { explanation, value } = parleyJson(['solve', named, '--explain']) as unknown as {
      value: number
      explanation: {
        total: number
        constant: number
        variables: { score: number }[]
        factors: { score: number }[]
      }
    }
    const parts = [...explanation.variables, ...explanation.factors].map(({ score }) => score)
    expect(explanation.constant + parts.reduce((a, b) => a + b, 0)).toBeCloseTo(value, 12)
    expect(explanation.total).toBeCloseTo(value, 12)
  })
})

describe('options of the solver', () => {
  const grid = folder.file('hard.uai', hardGrid(8))

  test('--max-iterations stops, and says so with exit code 0', () => {
    const report = parleyJson(['solve', grid, '--max-iterations', '3'])
    expect(report).toMatchObject({ code: 0, status: 'interrupted', iterations: 3 })
    expect(report.bound).toBeGreaterThanOrEqual(report.value as number)
  })

  test('--time-limit stops', () => {
    const big = folder.file('big.uai', hardGrid(40))
    const report = parleyJson(['solve', big, '-a', 'exact', '--time-limit', '0.3'])
    expect(report).toMatchObject({ code: 0, status: 'interrupted' })
    expect(report.seconds).toBeLessThan(20)
  })

  test('a wider --tolerance takes fewer iterations', () => {
    const wide = parleyJson(['solve', grid, '--tolerance', '0.01'])
    const narrow = parleyJson(['solve', grid, '--tolerance', '1e-6', '--max-iterations', '5000'])
    expect(wide.iterations).toBeLessThan(narrow.iterations as number)
  })

  test('--tighten does not loosen the bound', () => {
    const plain = parleyJson(['solve', grid, '--max-iterations', '5000'])
    const tight = parleyJson(['solve', grid, '--max-iterations', '5000', '--tighten'])
    expect(tight.bound).toBeLessThanOrEqual((plain.bound as number) + 1e-3)
  })

  test('--workers has the same answer for any number of threads', () => {
    const large = folder.file('large.uai', hardGrid(75))
    const answers = ['1', '2', '3'].map((workers) => {
      const { seconds: _, ...answer } = parleyJson([
        'solve',
        large,
        '--tolerance',
        '0.1',
        '--max-iterations',
        '10',
        '--workers',
        workers,
      ])
      return answer
    })
    expect(answers[0].factors).toBeGreaterThan(10_000)
    expect(answers[0].iterations).toBeGreaterThan(0)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('--k gives the best assignments in order', () => {
    const report = parleyJson(['solve', fg, '--k', '3'])
    expect(report).toMatchObject({ algorithm: 'exact', status: 'optimal', assignment: [0, 1, 0] })
    const solutions = report.solutions as { value: number; assignment: number[] }[]
    expect(solutions.map(({ assignment }) => assignment)).toEqual([
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ])
    expect(solutions.map(({ value }) => Number(value.toFixed(6)))).toEqual([0.7, 0.5, -0.2])
    expect(parley(['solve', fg, '--k', '3']).out).toMatch(/1\. optimal {2}value 0\.7\n {2}0 1 0\n2\. optimal/)
  })

  test('--k beyond what there is gives what there is', () => {
    expect(parleyJson(['solve', fg, '--k', '10']).solutions).toHaveLength(3)
  })

  test('--diverse keeps the answers apart', () => {
    const free = folder.file('free.fg', '3\n0\n3\n2\n1\n')
    const { solutions } = parleyJson(['solve', free, '--k', '2', '--diverse', '3']) as unknown as {
      solutions: { assignment: number[] }[]
    }
    expect(solutions.map(({ assignment }) => assignment)).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ])
  })

  test('--repeat gives the same answer', () => {
    const { seconds: _, ...once } = parleyJson(['solve', grid, '--max-iterations', '50'])
    const { seconds, ...often } = parleyJson(['solve', grid, '--max-iterations', '50', '--repeat', '3'])
    expect(often).toEqual(once)
    expect(seconds).toBeGreaterThan(0)
  })

  test('--trace writes a line per iteration', () => {
    const path = join(folder.path, 'trace.csv')
    const { iterations, bound } = parleyJson(['solve', grid, '--max-iterations', '20', '--trace', path])
    const [header, ...rows] = readFileSync(path, 'utf8').trim().split('\n')
    expect(header).toBe(
      'iteration,dual,bound,value,relaxed,primalResidual,dualResidual,activeFactors,seconds',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(iterations as number)
    const bounds = rows.map((row) => Number(row.split(',')[2]))
    for (let i = 1; i < bounds.length; i++) expect(bounds[i]).toBeLessThanOrEqual(bounds[i - 1])
    expect(bounds.at(-1)).toBeGreaterThanOrEqual(bound as number)
  })
})

describe('no answer', () => {
  test('an infeasible graph: exit code 1, null in JSON, the factors that clash by number', () => {
    const report = parleyJson(['solve', clash, '-a', 'exact'])
    expect(report).toMatchObject({
      code: 1,
      status: 'infeasible',
      assignment: null,
      value: null,
      bound: null,
    })
    expect(report.clash).toEqual([0, 1, 2].map((index) => ({ index, kind: 'xor', name: null })))
    const { code, out } = parley(['solve', clash, '-a', 'exact'])
    expect(code).toBe(1)
    expect(out).toContain('these factors cannot all hold\n  factor 0 (xor)\n')
  })

  test.each(['ilp', 'ad3'])('%s knows it, too', (algorithm) => {
    expect(parleyJson(['solve', clash, '-a', algorithm])).toMatchObject({ code: 1, status: 'infeasible' })
  })
})

describe('the upper bound of a .wcsp file', () => {
  // The cheapest assignment costs 19.
  const bounded = (top: number) =>
    folder.file(`below-${top}.wcsp`, `bounded 1 2 2 ${top}\n2\n1 0 0 2\n0 12\n1 15\n0 7 0\n`)

  test.each(['ad3', 'exact', 'ilp'])('is one of the whole cost for %s', (algorithm) => {
    const { code, out } = parley(['solve', bounded(19), '-a', algorithm])
    expect(code).toBe(1)
    expect(out).toMatch(/^status {6}infeasible\n[\s\S]*^demanded {4}more than -19$/m)
    expect(parleyJson(['solve', bounded(20), '-a', algorithm])).toMatchObject({
      status: 'optimal',
      value: -19,
    })
  })

  test('with --k', () => {
    expect(parley(['solve', bounded(19), '--k', '2'])).toMatchObject({ code: 1, err: '' })
    const { solutions } = parleyJson(['solve', bounded(20), '--k', '2']) as { solutions?: unknown[] }
    expect(solutions).toHaveLength(1)
  })
})
