// A converted graph is the same graph: solved by the same or another solver, it has the same best value.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COST_WCSP, PAIR_BEST, PAIR_UAI, XOR_FG } from '../test-support/graphs.js'
import { parley, parleyJson, temporaryFolder } from '../test-support/run-parley.js'
import { loadHighs } from './highs.js'

const folder = temporaryFolder()
const graphs = {
  'pair.uai': { text: PAIR_UAI, value: PAIR_BEST.value },
  'xor.fg': { text: XOR_FG, value: 0.7 },
  'cost.wcsp': { text: COST_WCSP, value: -12 },
}

describe.each(Object.entries(graphs))('%s', (name, { text, value }) => {
  const file = folder.file(name, text)

  test.each(['uai', 'json'])('as %s and solved again', (to) => {
    const out = join(folder.path, `${name}.out.${to}`)
    expect(parley(['convert', file, '--to', to, '--out', out])).toEqual({ code: 0, out: '', err: '' })
    const report = parleyJson(['solve', out, '--algorithm', 'exact'])
    expect(report.status).toBe('optimal')
    expect(report.value).toBeCloseTo(value, 6)
  })

  test('as an integer program, solved by HiGHS from the text', async () => {
    const { code, out } = parley(['convert', file, '--to', 'lp', '--integer'])
    expect(code).toBe(0)
    const highs = await loadHighs()
    const { Status, ObjectiveValue } = highs.solve(out)
    expect(Status).toBe('Optimal')
    expect(ObjectiveValue).toBeCloseTo(value, 5)
  })

  test('as a drawing', () => {
    expect(parley(['convert', file, '--to', 'dot']).out).toMatch(/^graph parley \{[\s\S]*\}\n$/)
  })
})

test('evidence goes along', () => {
  const file = folder.file('e.uai', PAIR_UAI)
  const evidence = folder.file('e.evid', '1 0 0')
  const out = join(folder.path, 'e.json')
  expect(parley(['convert', file, '--evidence', evidence, '--to', 'json', '--out', out]).code).toBe(0)
  expect(parleyJson(['solve', out])).toMatchObject({ assignment: [0, 1] })
})

test('an existing file is replaced whole, and nothing else is left', () => {
  const file = folder.file('r.fg', XOR_FG)
  const out = folder.file('r.json', 'x'.repeat(100_000))
  expect(parley(['convert', file, '--to', 'json', '--out', out]).code).toBe(0)
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ parley: 1 })
  expect(readdirSync(folder.path).filter((entry) => entry.endsWith('.tmp'))).toEqual([])
})

test('that totals have an upper bound is written to JSON alone', () => {
  const file = folder.file('bounded.wcsp', 'bounded 1 2 2 20\n2\n1 0 0 2\n0 12\n1 15\n0 7 0\n')
  const { code, out, err } = parley(['convert', file, '--to', 'json'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toMatchObject({ scoreAbove: -20 })
  expect(parley(['convert', file, '--to', 'uai'])).toMatchObject({
    code: 0,
    err: expect.stringMatching(/must cost less than 20 in all is not written to uai/),
  })
})
