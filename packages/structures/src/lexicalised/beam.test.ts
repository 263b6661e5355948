import { expect, it } from 'vitest'
import { Beam } from './beam.js'

it('an item that is impossible one way and possible another is ordered by the other, and hides nothing', () => {
  const beam = new Beam()
  const add = (label: number, inside: number) => beam.add(0, label, 0, -1, inside, 0, 0, inside, -1, 0)
  add(1, Number.NEGATIVE_INFINITY)
  add(1, -3)
  add(2, -2)
  add(3, Number.NEGATIVE_INFINITY)
  add(1, -2.5)
  const kept = Array.from(beam.best(10, 100), (i) => [beam.label[i], beam.inside[i], beam.merit[i]])
  expect(kept).toEqual([
    [2, -2, -3],
    [1, -2.5, -3.5],
  ])
})
