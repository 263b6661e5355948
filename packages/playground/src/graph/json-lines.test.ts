// Error messages with a path are traced to the right line.
import { expect, test } from 'vitest'
import { lineOfPath } from './json-lines.js'

const TEXT = `{
  "parley": 1,
  "variables": [
    { "name": "a:[{", "score": 1 },
    { "name": "b" }
  ],
  "factors": [
    { "kind": "xor", "literals": ["a:[{", "b"] },
    {
      "kind": "pair",
      "literals": ["b"],
      "score": "x"
    }
  ]
}`

test.each([
  ['variables[0].score: expected', 4],
  ['variables[1]: the field', 5],
  ['factors[0].literals[1]: no variable', 8],
  ['factors[1].literals: expected two', 11],
  ['factors[1].score: expected a number', 12],
  ['factors[1].name: missing', 9],
  ['parley: expected the format’s version', 2],
  ['The graph: expected an object', undefined],
])('%s', (complaint, line) => {
  expect(lineOfPath(TEXT, complaint)).toBe(line)
})
