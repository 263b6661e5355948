// The format of a graph by the name of its file.
import { expect, test } from 'vitest'
import { formatOf } from './graph-format.js'

test.each([
  ['a.uai', 'uai'],
  ['a.UAI.GZ', 'uai'],
  ['dir.uai/b.fg', 'fg'],
  ['or_chain_10.fg.uai', 'uai'],
  ['x.wcsp.gz', 'wcsp'],
  ['x.json', 'json'],
])('%s is %s', (file, format) => {
  expect(formatOf(file)).toBe(format)
})

test.each(['a', 'a.gz', 'a.txt', '-', 'dir.uai/b'])('the name %s tells no format', (file) => {
  expect(() => formatOf(file)).toThrow(/--input-format/)
})
