// Which arcs count as disputed, and their order.
import { expect, test } from 'vitest'
import { disputesIn } from './disputes.js'

const factors = [
  { name: 'the tree', arcs: [0, 1, 2] },
  { name: 'left of “dog”', arcs: [1, 2] },
]

test('arcs about which votes differ, the most disputed first; who has no vote does not count', () => {
  const votes = Float32Array.from([1, 0.5, 0.25, 0.75, 0.75])
  expect(disputesIn({ factors }, { votes })).toEqual([
    {
      arc: 2,
      votes: [
        { factor: 0, vote: 0.25 },
        { factor: 1, vote: 0.75 },
      ],
      spread: 0.5,
    },
    {
      arc: 1,
      votes: [
        { factor: 0, vote: 0.5 },
        { factor: 1, vote: 0.75 },
      ],
      spread: 0.25,
    },
  ])
  const none = Float32Array.from([1, 0.5, Number.NaN, 0.5, 0.75])
  expect(disputesIn({ factors }, { votes: none })).toEqual([])
})
