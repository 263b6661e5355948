// The part of the address after # is read back as it was written.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHash, writeHash } from './hash.js'

test('what is written is read back, whatever the text', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]+$/), text), (values) => {
      const place = { tab: 'parse', values }
      expect(readHash(writeHash(place))).toEqual({ tab: 'parse', values: { ...values } })
    }),
  )
})

test('foreign and broken hashes are read as far as possible', () => {
  expect(readHash('')).toEqual({ tab: '', values: {} })
  expect(readHash('#graph')).toEqual({ tab: 'graph', values: {} })
  expect(readHash('#parse?text=%E0%A4%A')).toMatchObject({ tab: 'parse' })
})
