import { ParleyError } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { parsePenn } from '../penn/penn-read.js'
import { compareHeads, compareTrees } from './compare-trees.js'
import { evaluateTrees, treeEvaluationTable } from './evaluate-trees.js'

const tree = (text: string) => parsePenn(text)[0]
const compare = (gold: string, system: string) => compareTrees(tree(gold), tree(system))
const counts = (gold: string, system: string) => {
  const { matched, gold: g, system: s } = compare(gold, system)
  return [matched, g, s]
}

describe('constituents, by the rules of evalb', () => {
  it('count by label and words; preterminals do not', () => {
    expect(counts('(S (NP (NN a)) (VP (VB b)))', '(S (NP (NN a)) (VP (VB b)))')).toEqual([3, 3, 3])
    expect(counts('(S (NP (NN a)) (VP (VB b)))', '(S (PP (NN a)) (VP (VB b)))')).toEqual([2, 3, 3])
    expect(counts('(S (NP (NN a)) (VP (VB b)))', '(S (NN a) (VP (VB b)))')).toEqual([2, 3, 2])
    expect(counts('(NN a)', '(VB a)')).toEqual([0, 0, 0])
  })

  it.each(['TOP', 'ROOT', 'S1', ''])('do not count if they are the root "%s"', (root) => {
    expect(counts(`(${root} (S (NN a)))`, '(S (NN a))')).toEqual([1, 1, 1])
    expect(counts('(S (NN a))', `(${root} (NP (NN a)))`)).toEqual([0, 1, 1])
  })

  it('lose traces and what holds only traces, on either side', () => {
    const gold = '(S (NP (-NONE- *)) (VP (VB a) (SBAR (-NONE- 0) (S (-NONE- *T*)))))'
    expect(counts(gold, '(S (VP (VB a)))')).toEqual([2, 2, 2])
    expect(counts('(S (VP (VB a)))', gold)).toEqual([2, 2, 2])
  })

  it.each([',', ':', '``', "''", '.'])('do not see where punctuation with the tag %s is attached', (tag) => {
    const gold = `(S (NP (NN a) (${tag} x)) (VP (VB b)))`
    const system = `(S (NP (NN a)) (${tag} x) (VP (VB b)))`
    expect(counts(gold, system)).toEqual([3, 3, 3])
    expect(compare(gold, system).words).toBe(2)
    // A constituent of punctuation only is gone.
    expect(counts(`(S (PRN (${tag} x)) (NN a))`, `(S (${tag} x) (NN a))`)).toEqual([1, 1, 1])
  })

  it('see where brackets and hyphens are attached', () => {
    expect(counts('(S (NP (NN a) (-RRB- x)) (VB b))', '(S (NP (NN a)) (-RRB- x) (VB b))')).toEqual([1, 2, 2])
    expect(counts('(S (NP (NN a) (HYPH x)) (VB b))', '(S (NP (NN a)) (HYPH x) (VB b))')).toEqual([1, 2, 2])
  })

  it('lose function tags and indices', () => {
    expect(counts('(S (NP-SBJ-1 (NN a)) (VP=2 (VB b)))', '(S-TPC (NP (NN a)) (VP (VB b)))')).toEqual([
      3, 3, 3,
    ])
  })

  it('take PRT for ADVP, but nothing else', () => {
    expect(counts('(VP (VB a) (PRT (RP b)))', '(VP (VB a) (ADVP (RP b)))')).toEqual([2, 2, 2])
    expect(counts('(VP (VB a) (ADVP (RP b)))', '(VP (VB a) (PRT (RP b)))')).toEqual([2, 2, 2])
    expect(counts('(VP (VB a) (ADJP (RP b)))', '(VP (VB a) (PRT (RP b)))')).toEqual([1, 2, 2])
  })

  it('match one to one where they repeat', () => {
    expect(counts('(NP (NP (NN a)))', '(NP (NN a))')).toEqual([1, 2, 1])
    expect(counts('(NP (NN a))', '(NP (NP (NP (NN a))))')).toEqual([1, 1, 3])
    expect(counts('(NP (NP (NN a)))', '(NP (NP (NN a)))')).toEqual([2, 2, 2])
  })

  it('cross once for each of the system that crosses any', () => {
    const gold = '(S (A (B (x a) (x b)) (x c)) (x d))'
    expect(compare(gold, '(S (x a) (C (x b) (x c)) (x d))').crossing).toBe(1)
    expect(compare(gold, '(S (x a) (C (D (x b) (x c) (x d))))').crossing).toBe(2)
    expect(compare(gold, '(S (C (x a) (x b) (x c)) (x d))').crossing).toBe(0)
    // Punctuation does not make constituents cross.
    expect(compare('(S (A (x a) (, ,)) (x c))', '(S (x a) (B (, ,) (x c)))').crossing).toBe(0)
  })
})

describe('tags and heads', () => {
  it('count without punctuation, tags also with it; punctuation is what the correct tree says', () => {
    const gold = '(S (NP (NN a)) (VP (VB b)) (. c))'
    expect(compare(gold, '(S (NP (JJ a)) (VP (VB b)) (NN c))')).toMatchObject({
      words: 2,
      correctTags: 1,
      correctHeads: 2,
      allWords: 3,
      allCorrectTags: 1,
      matched: 3,
    })
    expect(compare('(S (NP (NN a)) (VP (VB b)))', '(S (. a) (VP (VB b)))')).toMatchObject({
      words: 2,
      correctTags: 1,
    })
  })

  it('count heads by the head rules', () => {
    const gold = '(S (NP (DT a) (NN b)) (VP (VB c) (PP (IN d) (NP (NN e)))) (. .))'
    const flat = '(S (NP (DT a) (NN b)) (VP (VB c)) (NP (IN d) (NN e)) (. .))'
    // In the second, d depends on e, and e on c.
    expect(compare(gold, flat).correctHeads).toBe(3)
    expect(compareHeads(tree(gold), [2, 3, 0, 3, 4, 1])).toEqual({ correct: 5, words: 5 })
    expect(compareHeads(tree(gold), [2, 3, 0, 5, 3, 3])).toEqual({ correct: 3, words: 5 })
    expect(() => compareHeads(tree(gold), [0])).toThrow(ParleyError)
  })
})

describe('a corpus', () => {
  const gold = parsePenn(
    '(S (NP (NN a)) (VP (VB b)))\n(S (NP (NN a)) (VP (VB b) (RB c)))\n(S (NP (NN a)))\n(X (. .))',
  )
  const system = [
    tree('(S (NP (NN a)) (VP (VB b)))'),
    tree('(S (X (NN a) (NN b)) (RB c))'),
    null,
    tree('(Y (: .))'),
  ] as const

  it('is summed up, and a sentence without a tree is missed', () => {
    expect(evaluateTrees(gold, system)).toEqual({
      sentences: 4,
      failed: 1,
      brackets: expect.objectContaining({
        correct: 4,
        gold: 8,
        system: 5,
        precision: 0.8,
        recall: 0.5,
        f1: 8 / 13,
      }),
      exact: { correct: 2, total: 4, accuracy: 0.5 },
      averageCrossing: 1 / 3,
      noCrossing: { correct: 2, total: 4, accuracy: 0.5 },
      twoOrLessCrossing: { correct: 3, total: 4, accuracy: 0.75 },
      tags: { correct: 4, total: 6, accuracy: 4 / 6 },
      allTags: { correct: 4, total: 7, accuracy: 4 / 7 },
      // X begins with a, which is therefore its head and that of the sentence: b and c are wrong, and a.
      dependencies: { correct: 2, total: 6, accuracy: 2 / 6 },
    })
  })

  it('can be restricted to short sentences', () => {
    expect(evaluateTrees(gold, system, { maxLength: 2 })).toMatchObject({
      sentences: 3,
      brackets: { gold: 5 },
    })
    expect(evaluateTrees([], [])).toMatchObject({ sentences: 0, brackets: { f1: 0 }, averageCrossing: 0 })
  })

  it('must have the same sentences', () => {
    expect(() => evaluateTrees(gold, system.slice(1))).toThrow(/gold has 4 trees, system 3/)
    const other = [tree('(S (NN x))')]
    expect(() => evaluateTrees([tree('(S (NN x) (NN y))')], other)).toThrow(
      /Sentence 1: .* has 2 words, the other 1/,
    )
    expect(() => evaluateTrees([tree('(S (NN y))')], other)).toThrow(/Word 1 is "y"/)
    expect(
      evaluateTrees([tree('(S (-LRB- -LRB-))')], parsePenn('(S (-LRB- -LRB-))', { decode: true })).tags
        .correct,
    ).toBe(1)
  })

  it('becomes a table', () => {
    const table = treeEvaluationTable({
      all: evaluateTrees(gold, system),
      '<= 2 words': evaluateTrees(gold, system, { maxLength: 2 }),
    })
    expect(table).toMatch(/^Recall +\| +50\.00 \| +60\.00$/m)
    expect(table).toMatch(/^Without a tree +\| +1 \| +1$/m)
  })
})
