import fc from 'fast-check'
import { n, s } from 'js-rouge'
import { describe, expect, test } from 'vitest'
import { rouge, rougeWords } from './rouge.js'

const words = fc.array(fc.constantFrom('cats', 'dog', 'ran', 'the', 'fast', 'red', '2'), {
  minLength: 2,
  maxLength: 14,
})

/** js-rouge gives only F scores; a large beta gives the recall, one near 0 the precision. */
function peers(summary: string, reference: string) {
  const options = { tokenizer: rougeWords, caseSensitive: true }
  const both = (gramSize: number, beta: number) => n(summary, reference, { ...options, n: gramSize, beta })
  const withWords = (tokens: string[], skip: number) => [
    ...tokens,
    ...tokens.flatMap((a, i) => tokens.slice(i + 1, i + 1 + skip).map((b) => `${a} ${b}`)),
  ]
  const su4 = (beta: number) => s(summary, reference, { ...options, maxSkip: 5, skipBigram: withWords, beta })
  return { both, su4 }
}

describe('ROUGE', () => {
  test('is what js-rouge says, for F1 and recall', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [summary, reference] = [a.join(' '), b.join(' ')]
        const own = rouge(summary, [reference])
        const { both, su4 } = peers(summary, reference)
        expect(own['ROUGE-1'].f1).toBeCloseTo(both(1, 1), 12)
        expect(own['ROUGE-2'].f1).toBeCloseTo(both(2, 1), 12)
        expect(own['ROUGE-SU4'].f1).toBeCloseTo(su4(1), 12)
        expect(own['ROUGE-2'].recall).toBeCloseTo(both(2, 1e5), 6)
        expect(own['ROUGE-SU4'].recall).toBeCloseTo(su4(1e5), 6)
        expect(own['ROUGE-2'].precision).toBeCloseTo(both(2, 1e-5), 6)
      }),
    )
  })

  test('counts a repeated word as often as the reference has it', () => {
    const { recall, precision } = rouge('the the the', ['the cat'])['ROUGE-1']
    expect(recall).toBe(0.5)
    expect(precision).toBeCloseTo(1 / 3, 12)
  })

  test('is the mean over references', () => {
    expect(rouge('red cats', ['a red cat', 'dogs'])['ROUGE-1'].recall).toBeCloseTo(1 / 3, 12)
  })

  test('is 0 for an empty summary and for no references', () => {
    expect(rouge('', ['a b'])['ROUGE-2']).toEqual({ recall: 0, precision: 0, f1: 0 })
    expect(rouge('a b', [])['ROUGE-SU4'].f1).toBe(0)
  })
})
