// Every mistake is reported with its line and column, and the message says how to correct it.
import { ParleyError } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { ground } from '../ground/ground.js'
import { parseRules, problemsIn } from './parse.js'

const DECLARED = `domain person = {anna, ben}
domain n = 1..3
given friends(person, person) = {(anna, ben)}
function age(person) = {anna: 30}
open smokes(person)
open on(n)
open rain
`
const FIRST = DECLARED.split('\n').length

/** The statement, the column, and a pattern for the message. */
const MISTAKES: readonly [string, number, RegExp][] = [
  // syntax
  ['smokes(x', 9, /Expected an operator, "," or "\)", but the statement ends.*indented/],
  ['smokes(x))', 10, /found "\)"/],
  ['smokes(x) &', 12, /Expected "\(", a formula or a value/],
  ['smokes(x) smokes(y)', 11, /Expected .*an operator.* but found "smokes"/],
  ['forall : rain', 8, /Expected a variable/],
  ['forall x rain', 10, /Expected "in", ",", "where" or ":"/],
  ['forall where: rain', 8, /"where" is a word of the language/],
  ['exists x in person smokes(x)', 20, /":"/],
  ['at most x: smokes(x)', 10, /Expected .*a variable/],
  ['rain => ', 8, /but the statement ends/],
  ['rain & @', 8, /The character @/],
  ['"no end => rain', 1, /no closing quote/],
  ['rain \u0001', 6, /U\+0001/],
  ['3', 1, /a value, not something that is true or false/],
  ['rain + 1 > 2 & (rain & rain) < 3', 22, /true or false, not a value/],
  ['rain < (rain => rain)', 14, /true or false, not a value/],
  ['rain | rain := rain', 1, /Only a predicate can be defined/],
  ['weight 2 rain', 10, /":"/],
  ['"name" weight : rain', 15, /a formula or a value/],
  ['domain colour = {red, red}', 23, /listed twice/],
  ['domain colour = {red green}', 22, /"," or "}"/],
  ['domain 3', 8, /the name of the domain/],
  ['domain d = 1.5', 15, /"\.\."/],
  ['given likes(person, person) = {anna}', 32, /1 entry, not 2/],
  ['function f(person) = {anna 3}', 28, /":"/],
  ['constant k = x', 14, /Expected a number/],
  ['1e999 > 2 & rain', 1, /too large for a number/],
  // meaning
  ['open smokes(person)', 1, /smokes is declared twice/],
  ['domain person', 1, /person is declared twice/],
  ['function abs(person)', 1, /every program has/],
  ['open likes(persons)', 12, /no domain persons.*Did you mean person\?/],
  ['smoke(x)', 1, /no predicate smoke\. Did you mean smokes\?/],
  ['smokes(x, y)', 1, /smokes takes 1 argument, but has 2/],
  ['age(x)', 1, /age is a function.*Compare it/],
  ['smokes(x) & smokes(x) + 1 > 2', 13, /smokes is a predicate/],
  ['x < 3', 1, /Nothing says what x ranges over/],
  ['exists x: rain', 8, /Nothing says what x ranges over.*x in DOMAIN/],
  ['forall x in people: rain', 8, /no domain people/],
  ['forall x: smokes(x) & exists x: smokes(x)', 30, /x is already a variable/],
  ['exists anna: smokes(anna)', 8, /anna is a member of the domain person/],
  ['smokes(x) where smokes(x)', 17, /smokes is to be decided/],
  ['open hot(person) where rain', 24, /rain is to be decided/],
  ['friends(x, y) := smokes(x)', 1, /friends is a given predicate/],
  ['idle(x) := ~busy(x)', 1, /idle is defined by itself/],
  ['twice(x: person, x: person) := smokes(x)', 18, /different variables/],
  ['weight wieght: rain', 8, /Nothing says what wieght/],
  ['open cool(person) score aeg(person)', 25, /no function aeg\. Did you mean age\?/],
  // found only with the data
  ['smokes("anne")', 8, /"anne" is not in the domain person, \{anna, ben\}/],
  ['on(x + 1)  where x < 4 & on2(x)', 26, /no predicate on2/],
  ['forall x in n: on(x + 1)', 21, /is 4 in on\(x \+ 1\), which is not in the domain n, 1\.\.3\. Exclude it/],
  ['forall x in person: on(x)', 24, /x is of the domain person, but a member of n is expected/],
  ['forall x in n: smokes(x)', 23, /x is a number, but a member of person is expected/],
  ['smokes(x) where x < 3', 17, /x is of the domain person, not a number/],
  ['smokes(x) & on(y) where x = y', 25, /they cannot be compared/],
  ['smokes(x) where age(x) > 3', 17, /age\(ben\) has no value in the data/],
  ['at most 1.5 x: smokes(x)', 9, /1\.5.*whole number/],
  ['weight 1 / 0: rain', 10, /weight is Infinity/],
  ['"a" = "b" & rain', 7, /Nothing says which domain/],
  ['given old(person)', 1, /no data for old/],
  ['domain long = 1..99999999999', 1, /whole numbers are expected/],
  ['domain odd = 1..rain', 17, /Nothing is called rain here/],
]

describe('mistakes', () => {
  test.each(MISTAKES)('%s', (statement, column, message) => {
    const text = `${DECLARED}${statement.startsWith('idle') ? `${statement}\nbusy(x) := ~idle(x)` : statement}\n`
    let error: unknown = null
    try {
      ground(parseRules(text, { file: 'rules.parley' }))
    } catch (e) {
      error = e
    }
    expect(error).toBeInstanceOf(ParleyError)
    const { place, message: said } = error as ParleyError
    expect(said).toMatch(message)
    expect({ line: place.line, column: place.column }).toEqual({ line: FIRST, column })
    expect(place.file).toBe('rules.parley')
    expect(said).toContain(`Line ${FIRST}, column ${column}: `)
  })
})

test('the message shows the line, with a mark under the column', () => {
  const [problem] = problemsIn('open rain\nrain => wet')
  expect(problem.message).toBe(
    'Line 2, column 9: There is no predicate wet. Declare it: "open wet(…)" or "given wet(…)".\n  rain => wet\n          ^',
  )
})

test('all mistakes of a file are listed, in order', () => {
  const problems = problemsIn('open rain(\nopen wet\nwet => = rain\n\n  # what?\nwet &\n')
  expect(problems.map(({ place }) => [place.line, place.column])).toEqual([
    [1, 11],
    [3, 8],
    [6, 6],
  ])
})

test('errors in tables name the file and the line', () => {
  const program = parseRules('domain person = {anna}\ngiven old(person)\nold(x) => true')
  const table = { columns: ['person'], rows: [['anna'], ['bert']], lines: [2, 3], file: 'old.csv' }
  expect(() => ground(program, { old: table })).toThrow(/Line 3: "bert" in old is not in the domain person/)
  try {
    ground(program, { old: table })
  } catch (error) {
    expect((error as ParleyError).place).toEqual({ file: 'old.csv', line: 3 })
  }
})
