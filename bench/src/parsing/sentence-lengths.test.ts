// Sentences of any length are made without losing words.
import { expect, test } from 'vitest'
import { median } from '../median.js'
import { ofLength } from './sentence-lengths.js'

const sentence = (words: string) => {
  const forms = words.split(' ')
  return { forms, lemmas: forms, upos: forms, xpos: forms, feats: forms }
}

test('neighbours are joined and cut, and no word is lost between pieces', () => {
  const pieces = ofLength([sentence('a b c d e'), sentence('f g'), sentence('h i j')], 3, 10)
  expect(pieces.map(({ forms }) => forms.join(''))).toEqual(['abc', 'def', 'ghi'])
  expect(pieces.every(({ forms, upos }) => forms.join() === upos.join())).toBe(true)
  expect(ofLength([sentence('a b c d e f')], 2, 2).map(({ forms }) => forms.join(''))).toEqual(['ab', 'cd'])
})

test('the median is in the middle, and leaves its input alone', () => {
  const numbers = [9, 1, 10]
  expect(median(numbers)).toBe(9)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(numbers).toEqual([9, 1, 10])
})
