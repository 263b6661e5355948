import { expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import { alignCompression } from './align.js'

const align = (tokens: string, compression: string) => {
  const kept = alignCompression(makeSentence(tokens.split(' ')), compression)
  return (
    kept &&
    tokens
      .split(' ')
      .filter((_, i) => kept[i] === 1)
      .join(' ')
  )
}

test('words are found with any spaces', () => {
  expect(align("Presidents ' Day is a holiday , he said .", "Presidents ' Day is a holiday.")).toBe(
    "Presidents ' Day is a holiday .",
  )
  expect(align('They fell 1 - 2 % each on Monday .', 'They fell 1-2%.')).toBe('They fell 1 - 2 % .')
})

test('of several readings the one with the fewest stretches is taken', () => {
  expect(align('the man and the dog saw the cat .', 'the dog saw the cat.')).toBe('the dog saw the cat .')
  const kept = alignCompression(makeSentence('a b c a b d'.split(' ')), 'abd')
  expect([...kept!]).toEqual([0, 0, 0, 1, 1, 1])
})

test('the case of the first letter and a mark at the end do not matter', () => {
  expect(align('On Monday the market fell !', 'The market fell.')).toBe('the market fell')
  expect(align('“ It fell , ” he said .', '"It fell"')).toBe('“ It fell ”')
})

test('marks that got lost do not matter', () => {
  expect(align('Greenfield/Belser , a firm , won 117-109 .', 'Greenfield Belser won 117 109.')).toBe(
    'Greenfield/Belser won 117-109',
  )
})

test('a text that is not a compression by deletion is not aligned', () => {
  expect(align('The market fell .', 'The market rose.')).toBeNull()
  expect(align('The market fell .', 'The mark fell.')).toBeNull()
  expect(align('The market fell .', '')).toBeNull()
  expect(align('The market fell .', 'fell market')).toBeNull()
})

test('the words of a token stay together', () => {
  const sentence = makeSentence(['I', { form: "don't", words: ['do', "n't"] }, 'know', 'yet'])
  expect([...alignCompression(sentence, "I don't know.")!]).toEqual([1, 1, 1, 1, 0])
})
