// Reading of parity-check matrices: a known code, and refused files.
import { describe, expect, test } from 'vitest'
import { readAlist } from './alist.js'

/** Hamming's (7, 4) code. */
const HAMMING = `7 3
3 4
1 1 2 1 2 2 3
4 4 4
1 0 0
2 0 0
1 2 0
3 0 0
1 3 0
2 3 0
1 2 3
1 3 5 7
2 3 6 7
4 5 6 7
`.split('\n')

describe('alist', () => {
  test('reads checks, counting from 0 and dropping the zeros that fill lines up', () => {
    const { bits, checks } = readAlist(HAMMING.join('\n'))
    expect(bits).toBe(7)
    expect(checks.map((check) => [...check])).toEqual([
      [0, 2, 4, 6],
      [1, 2, 5, 6],
      [3, 4, 5, 6],
    ])
  })

  test.each([
    ['a wrong degree', 4, '1 2 0', 'line 5'],
    ['a check out of range', 4, '4 0 0', 'line 5'],
    ['rows that contradict the columns', 11, '1 3 5 6', 'line 12'],
    ['sizes that are no numbers', 0, 'seven three', 'line 1'],
  ])('refuses %s and names the line', (_, line, text, place) => {
    const lines = HAMMING.map((old, i) => (i === line ? text : old))
    expect(() => readAlist(lines.join('\n'))).toThrow(place)
  })
})
