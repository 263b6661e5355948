// The settings of the parse tab are read back from the address.
import { PART_NAMES } from '@parleyjs/nlp/internal'
import { expect, test } from 'vitest'
import { readPlace, writePlace } from './parse-settings.js'

test('what is written is read back', () => {
  const place = {
    text: 'I saw her duck.\nShe & I = 2?',
    settings: { parts: ['arc', 'sibling'], algorithm: 'subgradient', projective: true } as const,
    sentence: 1,
    demands: { forced: [[4, 2] as const], forbidden: [[3, 4] as const, [1, 0] as const] },
  }
  expect(readPlace(writePlace(place))).toEqual(place)
})

test('an empty address is the example; a wrong one is read as far as it makes sense', () => {
  expect(readPlace({})).toMatchObject({ sentence: 0, settings: { parts: PART_NAMES, algorithm: 'ad3' } })
  const odd = readPlace({ parts: 'nonsense', algorithm: '?', sentence: '-3', force: 'x:1,2:3' })
  expect(odd).toMatchObject({ sentence: 0, settings: { parts: PART_NAMES, algorithm: 'ad3' } })
  expect(odd.demands.forced).toEqual([[2, 3]])
})
