// Rule programs of any size, for measuring: friends who smoke alike, and coreference with transitivity.
import { type Data, type Program, parseRules } from '@parleyjs/logic'
import { seeded } from '../random.js'

export interface SizedProgram {
  readonly program: Program
  readonly data: Data
}

/** People with ten friends each, and one soft rule for each friendship; about `rules` ground rules. */
export function smokers(rules: number): SizedProgram {
  const { uniform: random } = seeded(1)
  const people = Math.ceil(rules / 10)
  const pick = () => `p${Math.floor(random() * people)}`
  const program = parseRules(`domain person
given friends(person, person)
open smokes(person)
"alike" weight 0.1: friends(x, y) & smokes(x) => smokes(y)
`)
  const friends: string[][] = []
  for (let i = 0; i < people; i++) for (let k = 0; k < 10; k++) friends.push([`p${i}`, pick()])
  const smokes = Array.from({ length: people }, (_, i): [string, number] => [`p${i}`, 2 * random() - 1])
  return { program, data: { person: smokes.map(([name]) => name), friends, smokes } }
}

/** Pairs of mentions, and three hard rules for each triple; about `rules` ground rules. */
export function coreference(rules: number): SizedProgram {
  const { uniform: random } = seeded(2)
  // n(n − 1)(n − 2) / 2 rules
  const n = Math.round(Math.cbrt(2 * rules) + 1)
  const program = parseRules(`constant n
domain mention = 1..n
open same(a: mention, b: mention) where a < b
"transitive 1": same(a, b) & same(b, c) => same(a, c)
"transitive 2": same(a, b) & same(a, c) => same(b, c) where b < c
"transitive 3": same(a, c) & same(b, c) => same(a, b) where a < b
`)
  // Mentions belong to entities, and a noisy model scores the pairs.
  const entity = Array.from({ length: n }, () => Math.floor((random() * n) / 5))
  const same: number[][] = []
  for (let a = 1; a <= n; a++)
    for (let b = a + 1; b <= n; b++)
      same.push([a, b, (entity[a - 1] === entity[b - 1] ? 1 : -1) + 3 * (random() - 0.5)])
  return { program, data: { n, same } }
}

export const PROGRAMS = { smokers, coreference } as const
export type ProgramName = keyof typeof PROGRAMS
