// Arguments that plain JavaScript may pass to the graph builder and TypeScript would reject.
import { describe, expect, it } from 'vitest'
import { ParleyError } from '../error.js'
import { FactorGraph } from './graph.js'

/** The message of the ParleyError that a call throws. */
function refusal(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    expect(error).toBeInstanceOf(ParleyError)
    expect((error as ParleyError).code).toBe('bad-argument')
    return (error as ParleyError).message
  }
  expect.fail(`accepted: ${String(call)}`)
}

/** A graph without types, as JavaScript sees it. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to call without types
const untyped = (): { graph: any; a: any; b: any; c: any } => {
  const graph = new FactorGraph()
  const [a, b, c] = [graph.binary(1, 'a'), graph.binary(2, 'b'), graph.categorical([1, 2, 3], 'c')]
  return { graph, a, b, c }
}

const NO_LITERALS: readonly (readonly [string, (c: unknown) => unknown])[] = [
  ['a categorical variable', (c) => c],
  ['null', () => null],
  ['undefined', () => undefined],
  ['a number', () => 1],
  ['a name', () => 'a'],
  ['an object', () => ({ slot: 0 })],
  ['a slot that does not exist', () => ({ slot: 99, negated: false })],
]

describe('a factor', () => {
  const builders = ['xor', 'atMostOne', 'or', 'parity'] as const
  for (const [what, make] of NO_LITERALS)
    it(`refuses ${what} as a literal`, () => {
      for (const name of builders) {
        const { graph, b, c } = untyped()
        expect(refusal(() => graph[name]([b, make(c)]))).toMatch(/not a literal of this graph/)
      }
      const { graph, a, b, c } = untyped()
      const wrong = make(c)
      expect(refusal(() => graph.pair(a, wrong, 1))).toMatch(/\(pair\).*not a literal/)
      expect(refusal(() => graph.budget([a, wrong], 1))).toMatch(/\(budget\).*not a literal/)
      expect(refusal(() => graph.knapsack([a, wrong], [1, 1], 1))).toMatch(/\(knapsack\).*not a literal/)
      expect(refusal(() => graph.denseOverGroups([[a, wrong]], [1, 2]))).toMatch(/\(dense\).*not a literal/)
      expect(refusal(() => graph.add({ maximize: () => 0 }, [a, wrong]))).toMatch(/not a literal/)
      for (const name of ['xorOut', 'orOut', 'andOut', 'implies']) {
        expect(refusal(() => graph[name]([a, wrong], b))).toMatch(/not a literal/)
        expect(refusal(() => graph[name]([a, b], wrong))).toMatch(/not a literal/)
      }
      if (what !== 'a categorical variable')
        expect(refusal(() => graph.dense([a, wrong], [1, 2, 3, 4]))).toMatch(/not a literal/)
      expect(graph.factorCount).toBe(0)
    })

  it('rejects what is not a list', () => {
    const { graph, a, b } = untyped()
    for (const name of builders) expect(refusal(() => graph[name](a))).toMatch(/takes a list of literals/)
    expect(refusal(() => graph.budget(a, 1))).toMatch(/takes a list of literals/)
    for (const name of ['xorOut', 'orOut', 'andOut', 'implies'])
      expect(refusal(() => graph[name](a, b))).toMatch(/takes a list of literals, such as \[a, b.not\]/)
    expect(refusal(() => graph.knapsack(a, [1], 1))).toMatch(/list of literals/)
    expect(refusal(() => graph.knapsack([a, b], 1, 1))).toMatch(
      /costs of a knapsack must be a list of numbers/,
    )
    expect(refusal(() => graph.dense(a, [1, 2]))).toMatch(/list of literals/)
    expect(refusal(() => graph.dense([a], 5))).toMatch(/must be a list of numbers, not 5/)
    expect(refusal(() => graph.add({ maximize: () => 0 }, a))).toMatch(/list of literals/)
    expect(refusal(() => graph.add(null, [a]))).toMatch(/needs a function/)
  })

  it('refuses the wrong sort of number, name or flag', () => {
    const { graph, a, b } = untyped()
    expect(refusal(() => graph.pair(a, b))).toMatch(/factor 0 \(pair\) has the score undefined/)
    expect(refusal(() => graph.pair(a, b, '1'))).toMatch(/has the score 1; scores must be finite numbers/)
    expect(refusal(() => graph.dense([a], ['x', 'y']))).toMatch(/Score 0 of factor 0 \(dense\) is x/)
    expect(refusal(() => graph.dense([a], [1, undefined], 'table'))).toMatch(/Score 1 of table is undefined/)
    expect(refusal(() => graph.parity([a, b], 'odd'))).toMatch(/true or false, not odd/)
    expect(refusal(() => graph.xor([a, b], { name: 'x' }))).toMatch(/name must be a string, not an object/)
    expect(refusal(() => graph.binary(1, 5))).toMatch(/name must be a string, not 5/)
    expect(refusal(() => graph.budget([a, b], { max: 1 }))).toMatch(/no option "max"/)
    expect(refusal(() => graph.budget([a, b]))).toMatch(/`budget` must be an object/)
  })
})

describe('a variable', () => {
  it('refuses scores that are no numbers', () => {
    const { graph } = untyped()
    expect(refusal(() => graph.binary('1'))).toMatch(/list of numbers, not "1"/)
    expect(refusal(() => graph.binary([1, 2, 3]))).toMatch(/not a list of 3/)
    expect(refusal(() => graph.binary([1]))).toMatch(/not a list of 1/)
    expect(refusal(() => graph.categorical(3))).toMatch(/must be a list of numbers, not 3/)
    expect(refusal(() => graph.categorical([1, '2']))).toMatch(/has the score 2/)
  })

  it('is asked for by evidence and changes of scores', () => {
    const { graph, a, c } = untyped()
    for (const wrong of ['a', 0, null, undefined, a.not, c.is(1), { kind: 'binary', index: 0, slot: 5 }])
      for (const call of ['fix', 'forbid', 'release', 'setScore'])
        expect(
          refusal(() => graph[call](wrong, 1)),
          call,
        ).toMatch(/Expected a variable of this graph/)
    const other = new FactorGraph()
    other.categorical([1, 2])
    expect(refusal(() => graph.fix(other.variable(0), 1))).toMatch(/a variable of this graph/)
    expect(refusal(() => graph.fix(a))).toMatch(/0 or 1, not undefined/)
    expect(refusal(() => graph.fix(a, true))).toMatch(/0 or 1, not true/)
    expect(refusal(() => graph.forbid(c, 3))).toMatch(/Value 3 does not exist/)
    expect(refusal(() => graph.setScore(a, 1, 2))).toMatch(/0 or 1, not 2/)
    expect(refusal(() => c.is(-1))).toMatch(/Value -1 does not exist/)
  })
})
