// Horizontal and vertical text, in pieces of any size.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsAlone } from '../write/own-tokens.js'
import { OwnTokens, type OwnTokensKind } from './own-tokens.js'

function read(kind: OwnTokensKind, ...pieces: string[]): string[][] {
  const reader = new OwnTokens(kind, 'F')
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()].map(({ forms }) => [
    ...forms,
  ])
}

test('a sentence on each line', () => {
  expect(read('horizontal', '\ufeffWe  go .\r\n\n New\u00a0York\t!')).toEqual([
    ['We', 'go', '.'],
    ['New York', '!'],
  ])
})

test('a word on each line; other columns are ignored', () => {
  expect(read('vertical', 'We\tPRON\ngo\r\n\n\nNew York\n!\n')).toEqual([
    ['We', 'go'],
    ['New York', '!'],
  ])
})

test('are read back as they are written, cut anywhere', () => {
  const word = fc.constantFrom('a', 'b.', 'é', '😀', 'x y', '#', '1')
  const sentences = fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { maxLength: 5 })
  fc.assert(
    fc.property(
      sentences,
      fc.constantFrom<OwnTokensKind>('horizontal', 'vertical'),
      fc.nat(60),
      (all, kind, at) => {
        const text = all.map((forms) => wordsAlone({ forms }, kind)).join('')
        expect(read(kind, text.slice(0, at), text.slice(at))).toEqual(all)
      },
    ),
  )
})

test('what is too long is refused', () => {
  expect(() => read('horizontal', 'a '.repeat(20_000))).toThrow(/more than 10000 words/)
  expect(() => read('vertical', 'a\n'.repeat(20_000))).toThrow(/more than 10000 words/)
  expect(() => read('vertical', 'a'.repeat(2 ** 21))).toThrow(/more than 1048576 characters/)
})
