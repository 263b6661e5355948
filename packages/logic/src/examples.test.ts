// The examples run, give the expected answers, and the solver's value equals the value recomputed from the
// rules.
import { verify } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { EXAMPLES, loadExample } from '../test-support/examples.js'
import { ground } from './ground/ground.js'

function solveExample(name: string) {
  const { program, data } = loadExample(name)
  const grounding = ground(program, data)
  return { grounding, answer: grounding.solve({ algorithm: 'exact' }) }
}

describe.each(EXAMPLES)('%s', (name) => {
  test('is solved and explained', () => {
    const { grounding, answer } = solveExample(name)
    expect(answer.status).toBe('optimal')
    const explanation = answer.explain()!
    expect(explanation.total).toBeCloseTo(answer.value, 6)
    expect(explanation.violated.every(({ cost }) => Number.isFinite(cost))).toBe(true)
    expect(verify(grounding.graph, answer.solution).value).toBeCloseTo(answer.value, 9)
  })
})

test('all six are there', () => {
  expect(new Set(EXAMPLES)).toEqual(
    new Set(['coreference', 'dependency-parser', 'relations', 'roles', 'smokers', 'timetable']),
  )
})

test('smokers: friends of those who were seen smoke, too', () => {
  const { answer } = solveExample('smokers')
  expect(answer.atoms('smokes').flat()).toEqual(['anna', 'ben', 'emil', 'fred'])
  expect(answer.atoms('cancer').flat()).toEqual(['anna', 'ben', 'dora', 'emil', 'fred'])
})

test('coreference: clusters, although "chancellor" and "he" would like each other', () => {
  const { answer } = solveExample('coreference')
  expect(answer.atoms('same')).toEqual([
    ['merkel', 'chancellor'],
    ['merkel', 'she'],
    ['chancellor', 'she'],
    ['paris', 'city'],
  ])
})

test('relations: who was born in Salisbury makes it a place', () => {
  const { answer } = solveExample('relations')
  expect(answer.atoms('is')).toEqual([
    ['dole', 'person'],
    ['elizabeth', 'person'],
    ['salisbury', 'location'],
  ])
  expect(answer.holds('related', 'dole', 'elizabeth', 'spouseOf')).toBe(true)
  expect(answer.holds('related', 'elizabeth', 'dole', 'spouseOf')).toBe(true)
  expect(answer.holds('related', 'elizabeth', 'salisbury', 'bornIn')).toBe(true)
})

test('roles: no duplicate theme, so the boy is the recipient', () => {
  const { answer } = solveExample('roles')
  expect(answer.atoms('plays')).toEqual([
    ['judge', 'agent'],
    ['boy', 'recipient'],
    ['warning', 'theme'],
    ['yesterday', 'time'],
  ])
})

test('timetable: everybody is in one place at a time', () => {
  const { answer } = solveExample('timetable')
  const lessons = answer.atoms('takes') as [string, number, string][]
  expect(lessons).toHaveLength(7)
  const teacher: Record<string, string> = { maths: 'c', physics: 'c', latin: 'o', chemistry: 'b' }
  for (const who of [
    (lesson: string) => teacher[lesson.split('-')[0]],
    (lesson: string) => lesson.split('-')[1],
  ])
    expect(new Set(lessons.map(([lesson, slot]) => `${who(lesson)} ${slot}`)).size).toBe(7)
  expect(new Set(lessons.map(([, slot, room]) => `${slot} ${room}`)).size).toBe(7)
  const wishes = answer.explain()!.violated.filter(({ rule }) => rule.startsWith('teachers'))
  expect(wishes).toEqual([])
})

test('dependency parser: "We learned a lesson"', () => {
  const { answer } = solveExample('dependency-parser')
  expect(answer.atoms('arc')).toEqual([
    [0, 2],
    [2, 1],
    [2, 4],
    [4, 3],
  ])
})
