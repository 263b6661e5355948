import { ParleyError } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { baseLabel, cleanTree, dropRepeats } from '../../text/penn/clean.js'
import { parsePenn } from '../../text/penn/penn-read.js'
import { writePenn } from '../../text/penn/penn-write.js'
import { type PennTree, sameTree } from '../../text/penn/tree.js'
import { type BinariseOptions, binarise, unbinarise } from './binarise.js'
import { collapseUnaries, expandUnaries } from './unaries.js'

const tree = (text: string): PennTree => parsePenn(text)[0]
const cleaned = (text: string): string => {
  const made = cleanTree(tree(text))
  return made === null ? 'null' : writePenn(made)
}

describe('cleaning', () => {
  it('removes traces, what they leave empty, and markup', () => {
    expect(
      cleaned('( (S (NP (-NONE- *)) (VP (VB Go) (SBAR (-NONE- 0) (S (-NONE- *T*-1)))) (CODE <p>)))'),
    ).toBe('(TOP (S (VP (VB Go))))')
    expect(cleaned('( (S (NP (-NONE- *))))')).toBe('null')
    expect(cleaned('(CODE <p>)')).toBe('null')
  })

  it('cuts function tags and indices, but not the tags of brackets', () => {
    expect(cleaned('( (NP-SBJ=1-3 (-LRB- -LRB-) (NN a-b=c)))')).toBe('(TOP (NP (-LRB- -LRB-) (NN a-b=c)))')
    expect(['NP-SBJ-1', 'NP=2', '-RRB-', 'PRP$', '='].map(baseLabel)).toEqual([
      'NP',
      'NP',
      '-RRB-',
      'PRP$',
      '=',
    ])
  })

  it('puts every tree under TOP with one child', () => {
    expect(cleaned('(NP (NN a))')).toBe('(TOP (NP (NN a)))')
    for (const root of ['', 'TOP', 'ROOT', 'S1'])
      expect(cleaned(`(${root} (S (NN a)))`)).toBe('(TOP (S (NN a)))')
    expect(cleaned('( (S (NN a)) (. .))')).toBe('(TOP (S (S (NN a)) (. .)))')
    expect(cleaned('( (NP (NN a)) (. .))')).toBe('(TOP (FRAG (NP (NN a)) (. .)))')
    expect(cleaned('(NN a)')).toBe('(TOP (NN a))')
  })

  it('lifts the children of brackets without a label, and is done after once', () => {
    expect(cleaned('( (S (NP (NN a)) ( (VP (VB b)) (. .))))')).toBe('(TOP (S (NP (NN a)) (VP (VB b)) (. .)))')
    const once = cleanTree(tree('( (S ( (VP-X (VB b)))))'))!
    expect(cleanTree(once)).toEqual(once)
  })

  it('drops repeated constituents', () => {
    expect(writePenn(dropRepeats(tree('(TOP (NP (NP (NP (NN NN))) ))')))).toBe('(TOP (NP (NN NN)))')
    expect(writePenn(dropRepeats(tree('(NP (NP (NN a)) (NN b))')))).toBe('(NP (NP (NN a)) (NN b))')
    expect(writePenn(dropRepeats(tree('(NN (NN a))')))).toBe('(NN (NN a))')
  })
})

describe('binarising', () => {
  const VP = '(VP (RB a) (VB b) (NP (NN c)) (PP (IN d)) (. e))'
  it.each<[BinariseOptions, string]>([
    [{}, '(VP (RB a) (@VP|RB (VB b) (@VP|RB_VB (NP (NN c)) (@VP|RB_VB_NP (PP (IN d)) (. e)))))'],
    [{ horizontal: 1 }, '(VP (RB a) (@VP|RB (VB b) (@VP|VB (NP (NN c)) (@VP|NP (PP (IN d)) (. e)))))'],
    [{ horizontal: 0 }, '(VP (RB a) (@VP| (VB b) (@VP| (NP (NN c)) (@VP| (PP (IN d)) (. e)))))'],
    [
      { horizontal: 2, direction: 'left' },
      '(VP (@VP|. (@VP|PP_. (@VP|NP_PP (RB a) (VB b)) (NP (NN c))) (PP (IN d))) (. e))',
    ],
    [
      { horizontal: 1, direction: 'head' },
      '(VP (RB a) (@VP|VB>. (@VP|VB>PP (@VP|VB>NP (VB b) (NP (NN c))) (PP (IN d))) (. e)))',
    ],
    [
      { horizontal: 2, direction: 'head', nameHead: false },
      '(VP (RB a) (@VP|>PP_. (@VP|>NP_PP (@VP|>NP (VB b) (NP (NN c))) (PP (IN d))) (. e)))',
    ],
  ])('%j', (options, expected) => {
    expect(writePenn(binarise(tree(VP), options))).toBe(expected)
    expect(unbinarise(tree(expected))).toEqual(tree(VP))
  })

  it('remembers siblings left of the head, the nearest to the edge', () => {
    expect(
      writePenn(binarise(tree('(NP (DT a) (JJ b) (JJ c) (NN d))'), { horizontal: 1, direction: 'head' })),
    ).toBe('(NP (DT a) (@NP|NN<JJ (JJ b) (@NP|NN<JJ (JJ c) (NN d))))')
  })

  it('names parents', () => {
    const text = '(TOP (S (NP (NN a)) (VP (VB b)) (. c)))'
    const two = '(TOP (S^TOP (NP^S (NN a)) (@S^TOP|NP (VP^S (VB b)) (. c))))'
    expect(writePenn(binarise(tree(text), { vertical: 2 }))).toBe(two)
    const three = '(TOP (S^TOP (NP^S^TOP (NN^NP^S a)) (@S^TOP|NP (VP^S^TOP (VB^VP^S b)) (.^S^TOP c))))'
    expect(writePenn(binarise(tree(text), { vertical: 3, annotateTags: true }))).toBe(three)
    for (const made of [two, three]) expect(writePenn(unbinarise(tree(made)))).toBe(text)
  })

  it('refuses labels that it could not give back, and options out of range', () => {
    expect(() => binarise(tree('(@X (NN a))'))).toThrow(ParleyError)
    expect(() => binarise(tree('(X^Y (NN a))'))).toThrow(ParleyError)
    expect(() => unbinarise(tree('(@X (NN a) (NN b))'))).toThrow(ParleyError)
    expect(() => binarise(tree(VP), { horizontal: -1 })).toThrow(ParleyError)
    expect(() => binarise(tree(VP), { vertical: 0 })).toThrow(ParleyError)
  })

  it('is safe for constituents of 20,000 children', () => {
    const wide = tree(`(X${' (NN a)'.repeat(20_000)})`)
    for (const direction of ['left', 'right', 'head'] as const)
      expect(sameTree(unbinarise(binarise(wide, { direction, horizontal: 1 })), wide)).toBe(true)
  })
})

describe('chains of constituents', () => {
  it('become one constituent, and many again', () => {
    const text = '(TOP (SBAR (S (VP (VB a) (NP (NN b))))))'
    const short = '(TOP (SBAR+S+VP (VB a) (NP (NN b))))'
    expect(writePenn(collapseUnaries(tree(text)))).toBe(short)
    expect(writePenn(expandUnaries(tree(short)))).toBe(text)
    const swallowed = '(TOP+SBAR+S+VP (VB a) (NP+NN b))'
    expect(writePenn(collapseUnaries(tree(text), { keep: [], tags: true }))).toBe(swallowed)
    expect(writePenn(expandUnaries(tree(swallowed), { tags: true }))).toBe(text)
  })

  it('keep what is to be kept, from above and from below, and the tag +', () => {
    expect(writePenn(collapseUnaries(tree('(A (B (C (D (x y)))))'), { keep: ['C'] }))).toBe(
      '(A+B (C (D (x y))))',
    )
    for (const text of ['(A (+ a))', '(A (B (+ a)))'])
      for (const tags of [true, false])
        expect(writePenn(expandUnaries(collapseUnaries(tree(text), { tags }), { tags }))).toBe(text)
    expect(() => collapseUnaries(tree('(A+B (C c))'))).toThrow(ParleyError)
  })
})
