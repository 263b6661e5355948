// Weights of rules: the graph with learned weights is that of the same rules with these weights written down.
import { evaluate, solve } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { ground, parseRules } from '@parleyjs/logic'
import { describe, expect, test } from 'vitest'
import { FeatureTable } from '../features/feature-table.js'
import { TemplateContext } from '../templates/model-graph.js'
import { loadScores, scoreTemplate } from '../templates/template.js'
import { fit } from './fit.js'
import { templateOf } from './learned-model.js'

const SMOKERS = parseRules(`
  domain person
  given friends(person, person)
  given stressed(person)
  function strength(person) default 1
  open smokes(p: person) score learn - 0.25 + 2 * learn(p)
  open cancer(person)
  weight learn: smokes(x) & friends(x, y) => smokes(y)
  "stress" weight 0.5 + strength(x) * learn: smokes(x) where stressed(x)
  weight learn(x): smokes(x) <=> cancer(x)
  weight learn: smokes(x) ^ smokes(y) ^ cancer(x) where friends(x, y)
  weight 0.75: cancer(x) => smokes(x)
  at most 2 x in person: cancer(x)
`)
const DATA = {
  friends: [
    ['anna', 'ben'],
    ['ben', 'cleo'],
    ['cleo', 'anna'],
  ] as [string, string][],
  stressed: [['anna'], ['cleo']] as [string][],
  strength: { anna: 2, cleo: 0.5 },
}

test('scores with learned weights are those of the program with the same weights', () => {
  const table = new FeatureTable()
  const template = templateOf(DATA, (x, g) => g.rules(SMOKERS, x), new TemplateContext(table))
  const random = Random.of(5)
  for (let round = 0; round < 12; round++) {
    const weights = Float64Array.from({ length: table.size }, () => 4 * random.uniform() - 2)
    const byName = new Map([...table.names()].map((name, i) => [name, weights[i]]))
    const scores = new Float64Array(template.places)
    scoreTemplate(template, weights, scores)
    loadScores(template, scores, null)
    const written = ground(SMOKERS, DATA, { weights: byName })
    const values = Int32Array.from({ length: template.graph.variableCount }, () => random.below(2))
    // Assignments of parts that do not fit their formulas are forbidden in both.
    expect(written.graph.variableCount).toBe(template.graph.variableCount)
    const [a, b] = [evaluate(template.graph, values), evaluate(written.graph, values)]
    if (Number.isFinite(b)) expect(a).toBeCloseTo(b, 9)
    else expect(a).toBe(b)
    const [mine, theirs] = [template.graph, written.graph].map((graph) =>
      solve(graph, { algorithm: 'exact' }),
    )
    expect(mine.value).toBeCloseTo(theirs.value, 6)
    expect(evaluate(written.graph, mine.assignment!)).toBeCloseTo(mine.value, 6)
  }
  expect([...table.names()].sort()).toEqual(
    [
      'smokes',
      ...['anna', 'ben', 'cleo'].map((who) => `smokes p = ${who}`),
      'smokes(x) & friends(x, y) => smokes(y)',
      'stress',
      ...['anna', 'ben', 'cleo'].map((who) => `smokes(x) <=> cancer(x) x = ${who}`),
      'smokes(x) ^ smokes(y) ^ cancer(x) where friends(x, y)',
    ].sort(),
  )
})

test('learned weights make the program agree with its teacher on new data', async () => {
  const program = parseRules(`
    domain person
    given friends(person, person)
    given young(person)
    open smokes(person)
    weight learn: friends(x, y) & smokes(x) => smokes(y)
    weight learn: smokes(x) where young(x)
    weight learn: ~smokes(x)
  `)
  const teacher = new Map([
    ['friends(x, y) & smokes(x) => smokes(y)', 1.53],
    ['smokes(x) where young(x)', 1.07],
    ['~smokes(x)', 0.61],
  ])
  const random = Random.of(2)
  const worlds = Array.from({ length: 60 }, () => {
    const people = Array.from({ length: 5 }, (_, i) => `p${i}`)
    const data = {
      person: people,
      friends: people.flatMap((x) =>
        people.filter((y) => y !== x && random.chance(0.25)).map((y) => [x, y] as [string, string]),
      ),
      young: people.filter(() => random.chance(0.4)).map((x) => [x] as [string]),
    }
    const answer = ground(program, data, { weights: teacher }).solve({ algorithm: 'exact' })
    return { data, smokes: Object.fromEntries(people.map((x) => [x, answer.holds('smokes', x)])) }
  })
  const [train, held] = [worlds.slice(0, 40), worlds.slice(40)]
  const model = await fit(train, {
    build: (x, g) => g.rules(program, x.data),
    truth: ({ smokes }) => ({ smokes }),
    method: 'perceptron',
    epochs: 15,
  })
  let right = 0
  for (const { data, smokes } of held) {
    const answer = ground(program, data, { weights: model.weights }).solve({ algorithm: 'exact' })
    for (const [who, value] of Object.entries(smokes)) if (answer.holds('smokes', who) === value) right++
  }
  expect(right / (5 * held.length)).toBeGreaterThanOrEqual(0.9)
})

describe('what cannot be learned', () => {
  test('a program with learned weights is not solved without them', () => {
    expect(() => ground(SMOKERS, DATA)).toThrow(/to be learned first/)
  })

  test('scores that are no sums of learned weights', async () => {
    const program = parseRules('open a\nweight learn * learn: a')
    await expect(fit([0], { build: (_, g) => g.rules(program), truth: () => ({ a: true }) })).rejects.toThrow(
      /no sum of learned weights/,
    )
  })

  test('rules after other parts', async () => {
    const build = (_: number, g: Parameters<Parameters<typeof fit>[1]['build']>[1]) => {
      g.binary()
      return g.rules(SMOKERS, DATA)
    }
    await expect(fit([0], { build, truth: () => ({}) })).rejects.toThrow(/before anything else/)
  })
})
