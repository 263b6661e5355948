// Paper 3, appendix A: two parts of speech, A and B, and three words. The tagger likes AAA and ABB, the
// parser likes (X (A w1) (X (A w2) (B w3))) and (X (A w1) (X (B w2) (A w3))). Half of each is a solution of
// the relaxation with value 0, but no tag sequence has a high score in both.
import { describe, expect, it } from 'vitest'
import { agree } from './agree.js'
import { type Listed, ListFactor } from './testing/list-factor.js'

const SEQUENCES = ['AAA', 'AAB', 'ABA', 'ABB', 'BAA', 'BAB', 'BBA', 'BBB']
/** Link 2·word + tag. */
const linksOf = (tags: string) => tags.split('').map((tag, word) => 2 * word + (tag === 'A' ? 0 : 1))

const tagger = new ListFactor(
  SEQUENCES.map(
    (tags): Listed<string> => ({
      answer: tags,
      score: tags === 'AAA' || tags === 'ABB' ? 0 : -1,
      links: linksOf(tags),
    }),
  ),
)
const parser = new ListFactor(
  SEQUENCES.flatMap((tags): Listed<string>[] => {
    const [a, b, c] = tags
    const links = linksOf(tags)
    return [
      { answer: `(X ${a} (X ${b} ${c}))`, score: tags === 'AAB' || tags === 'ABA' ? 0 : -2, links },
      { answer: `(X (X ${a} ${b}) ${c})`, score: -3, links },
    ]
  }),
)

describe('the fractional example of appendix A', () => {
  it('has a relaxation with value 0 that AD³ solves and reports as not tight', () => {
    const result = agree(parser, tagger, 6, { algorithm: 'ad3' })
    expect(result.status).toBe('fractional')
    expect(result.bound).toBeCloseTo(0, 4)
    // w1 is A; w2 and w3 are A and B by halves.
    const expected = [1, 0, 0.5, 0.5, 0.5, 0.5]
    for (const [i, value] of expected.entries()) expect(result.marginals[i]).toBeCloseTo(value, 3)
  })

  it.each(['subgradient', 'mplp'] as const)(
    'is never proven by %s, which ends with the best it saw',
    (algorithm) => {
      const result = agree(parser, tagger, 6, { algorithm })
      expect(result.status).toBe('interrupted')
      expect(result.bound).toBeGreaterThanOrEqual(-1e-9)
      expect(result.value).toBe(-1)
      expect(result.answers).not.toBeNull()
    },
  )

  it('leaves the models of the subgradient method in disagreement, on average by halves', () => {
    const result = agree(parser, tagger, 6, { step: 'sqrt', maxIterations: 2000 })
    expect(result.last[0]!.answer).not.toBe(result.last[1]!.answer)
    const expected = [1, 0, 0.5, 0.5, 0.5, 0.5]
    for (const average of result.averaged)
      for (const [i, value] of expected.entries()) expect(Math.abs(average[i] - value)).toBeLessThan(0.05)
  })

  it('is closed by branch and bound', () => {
    const result = agree(parser, tagger, 6, { algorithm: 'exact' })
    expect(result).toMatchObject({ status: 'optimal', value: -1 })
    const [a, b, c] = result.answers![1]
    expect(result.answers![0]).toBe(`(X ${a} (X ${b} ${c}))`)
  })
})
