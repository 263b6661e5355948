// Programs built in TypeScript equal those read from text, and their types keep domains apart.
import { describe, expect, test } from 'vitest'
import {
  and,
  atLeast,
  atMost,
  calculate,
  compare,
  constant,
  exactly,
  exists,
  existsOne,
  forall,
  ground,
  iff,
  implies,
  not,
  or,
  parseRules,
  RuleBuilder,
  xor,
} from '../index.js'
import { printStatement } from '../syntax/print.js'

function friendsAndFilms() {
  const build = new RuleBuilder()
  const person = build.domain('person', ['anna', 'ben', 'cleo'])
  const film = build.domain('film', ['jaws', 'heat'])
  const year = build.domain('year', { from: 1, to: 3 })
  const friends = build.given('friends', [person, person], [['anna', 'ben']])
  const liking = build.function('liking', [person, film], [['anna', 'jaws', 2]], { otherwise: 0.5 })
  const best = build.functionInto('best', [person], film, { anna: 'jaws', ben: 'heat', cleo: 'heat' })
  const sees = build.open('sees', [person, film], {
    score: (p, f) => liking(p, f),
    where: (p, f) => compare(best(p), '!=', f),
  })
  const goes = build.open('goes', [person, year], { score: -0.25 })
  return { build, person, film, year, friends, liking, best, sees, goes }
}

test('a program of the builder is the same as its text', () => {
  const { build, person, film, year, friends, sees, goes, liking } = friendsAndFilms()
  build
    .rule(
      [person, person],
      (x, y) =>
        implies(
          friends(x, y),
          exists([film], (f) => and(sees(x, f), sees(y, f))),
        ),
      {
        name: 'together',
        weight: 1.5,
      },
    )
    .rule([person], (x) => atMost(1, [year], (y) => goes(x, y)))
    .rule([], () => exactly(1, [goes('anna', 1), goes('ben', 2), sees('anna', 'heat')]))
    .rule([person, year], (x, y) => not(goes(x, y)), {
      where: (x, y) => and(compare(x, '=', 'cleo'), compare(calculate(y, '+', 1), '>', 2)),
      weight: (x) => liking(x, 'heat'),
    })
  const text = parseRules(`domain person = {anna, ben, cleo}
domain film = {jaws, heat}
domain year = 1..3
given friends(person, person) = {(anna, ben)}
function liking(person, film) default 0.5 = {(anna, jaws): 2}
function best(person): film = {anna: jaws, ben: heat, cleo: heat}
open sees(p: person, f: film) where best(p) != f score liking(p, f)
open goes(person, year) score -0.25
"together" weight 1.5: friends(x, y) => exists f: sees(x, f) & sees(y, f)
forall x in person: at most 1 y: goes(x, y)
exactly 1 of (goes("anna", 1), goes("ben", 2), sees("anna", "heat"))
weight liking(x, "heat"): ~goes(x, y) where x = "cleo" & y + 1 > 2
`)
  const [built, read] = [ground(build.program), ground(text)]
  expect(built.size).toEqual(read.size)
  expect(Array.from(built.graph.store.literals.data)).toEqual(Array.from(read.graph.store.literals.data))
  expect(built.solve({ algorithm: 'exact' }).value).toBeCloseTo(read.solve({ algorithm: 'exact' }).value, 9)
})

test('variables get short names, in the order of the statement', () => {
  const { build, person, year, goes, friends } = friendsAndFilms()
  build.rule(
    [person],
    (x) => forall([person, year], (y, t) => implies(friends(x, y), iff(goes(x, t), goes(y, t)))),
    {
      name: '$ is no variable',
    },
  )
  const rule = build.program.statements.at(-1)!
  if (rule.kind !== 'rule') throw new Error('a rule was expected')
  expect(rule.name).toBe('$ is no variable')
  expect(printStatement(rule)).toBe(
    'forall x in person: forall y in person, z in year: friends(x, y) => (goes(x, z) <=> goes(y, z))',
  )
})

test('definitions, and every connective', () => {
  const { build, person, year, goes } = friendsAndFilms()
  const ever = build.open('ever', [person], { score: 1 })
  build.define([person], (x) => [ever(x), existsOne([year], (y) => goes(x, y))], { name: 'ever' })
  build.rule([], () => or(xor(ever('anna'), ever('ben')), constant(false)))
  build.rule([], () => atLeast(1, [person], (x) => ever(x)))
  build.rule([], () => and(constant(true), atLeast(1, [ever('anna'), ever('cleo')])))
  const answer = ground(build.program).solve({ algorithm: 'exact' })
  expect(answer.atoms('ever')).toHaveLength(2)
  expect(answer.atoms('goes')).toHaveLength(2)
})

describe('types', () => {
  test('keep domains apart', () => {
    const { build, person, film, year, sees, goes, best } = friendsAndFilms()
    build.rule([person, film], (p, f) => sees(p, f))
    // @ts-expect-error a film is no person
    build.rule([person, film], (p, f) => sees(f, p))
    // @ts-expect-error too few arguments
    build.rule([person], (p) => sees(p))
    // @ts-expect-error a film is not a year
    build.rule([person], (p) => goes(p, best(p)))
    // @ts-expect-error a person cannot equal a film
    build.rule([person], (p) => compare(p, '=', best(p)))
    build.rule([person, year], (p, y) => implies(goes(p, y), compare(y, '<', 3)))
    expect(build.program.statements.filter(({ kind }) => kind === 'rule')).toHaveLength(6)
  })
})
