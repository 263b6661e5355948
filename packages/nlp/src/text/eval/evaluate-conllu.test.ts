// Each rule of the CoNLL 2018 metrics on a case made by hand.
import { describe, expect, test } from 'vitest'
import { compare, counts, tokens } from '../../testing/evaluations.js'
import { block } from '../../testing/words.js'
import type { Evaluation, MetricName } from './evaluate-conllu.js'

describe('tokens and sentences', () => {
  test('a token is right if its characters are, wherever the sentences end', () => {
    const result = compare(tokens('ab', 'c', 'd') + tokens('e'), tokens('a', 'b', 'c') + tokens('d', 'e'))
    expect(counts(result, 'Tokens')).toEqual([3, 4, 5, null])
    expect(counts(result, 'Sentences')).toEqual([0, 2, 2, null])
    expect(result.scores.Tokens).toMatchObject({
      precision: 3 / 5,
      recall: 3 / 4,
      f1: 6 / 9,
      alignedAccuracy: null,
    })
  })

  test('a sentence is right if it starts and ends where the gold one does', () => {
    const gold = tokens('a', 'b') + tokens('c') + tokens('d')
    expect(counts(compare(gold, tokens('ab') + tokens('c', 'd')), 'Sentences')).toEqual([1, 3, 2, null])
  })

  test('a multiword token is one token', () => {
    expect(counts(compare(tokens('ab=a+b', 'c'), tokens('a', 'b', 'c')), 'Tokens')).toEqual([1, 2, 3, null])
  })

  test('spaces of any kind inside forms do not count', () => {
    const gold = block('1 1~000 _ X _ _ 0 root')
    expect(counts(compare(gold, block('1 1\u202f000 _ X _ _ 0 root')), 'Tokens')).toEqual([1, 1, 1, null])
    expect(counts(compare(gold, tokens('1', '000')), 'Tokens')).toEqual([0, 1, 2, null])
  })

  test('empty nodes do not count', () => {
    const gold = block('1 a _ X _ _ 0 root', '1.1 zzz _ X', '2 b _ X _ _ 1 dep')
    expect(counts(compare(gold, tokens('a', 'b')), 'Words')).toEqual([2, 2, 2, null])
    const inside = block('1-2 ab', '1 a _ X _ _ 0 root', '1.1 zzz', '2 b _ X _ _ 1 dep')
    expect(counts(compare(inside, tokens('ab=a+b')), 'Words')).toEqual([2, 2, 2, null])
  })
})

describe('words', () => {
  // The gold tokens, the system's, and how many words are aligned.
  test.each<[string, string, number]>([
    ['a b c', 'a b c', 3],
    ['abcd', 'a b c d', 0],
    ['abc d', 'a b c d', 1],
    ['a bc d', 'a b c d', 2],
    // Multiword tokens are aligned by their words; the tokens do not matter.
    ['abc=a+b+c', 'a b c', 3],
    ['abcd=a+b+c+d', 'ab=a+b cd=c+d', 4],
    ['a bcd=b+c+d e', 'abc=a+b+c de=d+e', 5],
    // Case does not matter inside a multiword token.
    ['ab=A+B', 'ab=a+b', 2],
    // Words whose text is not in the token.
    ['du=de+le', 'du=de+el', 1],
    ['du=de+le', 'du', 0],
    // The longest common subsequence, not the first match: x is left out for y and z.
    ['abc=x+y+z', 'abc=y+z+x', 2],
    // A word that sticks out of the span of a multiword token is not aligned.
    ['a bc=b+c d', 'a b cd', 2],
    ['ab=a+b c', 'a bc', 1],
    ['a b', 'ab=b+a', 1],
  ])('%s against %s: %i', (gold, system, aligned) => {
    const [left, right] = [tokens(...gold.split(' ')), tokens(...system.split(' '))]
    expect(counts(compare(left, right), 'Words')[0]).toBe(aligned)
    expect(counts(compare(right, left), 'Words')[0]).toBe(aligned)
  })

  test('aligned accuracy is over the gold words that have a partner', () => {
    const gold = block('1 a _ X _ _ 0 root', '2 b _ Y _ _ 1 dep', '3 cd _ Z _ _ 1 dep')
    const system = block('1 a _ X _ _ 0 root', '2 b _ Z _ _ 1 dep', '3 c _ Z _ _ 1 dep', '4 d _ Z _ _ 1 dep')
    const { UPOS } = compare(gold, system).scores
    expect(UPOS).toMatchObject({ correct: 1, gold: 3, system: 4, aligned: 2, alignedAccuracy: 0.5 })
  })
})

/** Two analyses of the words a, b, c …: `upos xpos feats lemma head deprel` of each. */
function analysis(...words: string[]): string {
  return block(
    ...words.map((word, i) => {
      const [upos, xpos, feats, lemma, head, deprel] = word.split(' ')
      return `${i + 1} ${'abcdefgh'[i]} ${lemma} ${upos} ${xpos} ${feats} ${head} ${deprel}`
    }),
  )
}

describe('tags and lemmas', () => {
  const correct = (gold: string, system: string, name: MetricName) =>
    counts(compare(analysis(`${gold} 0 root`), analysis(`${system} 0 root`)), name)[0]

  test.each<[MetricName, string, string, number]>([
    ['UPOS', 'X p _ l', 'X q Case=Nom m', 1],
    ['UPOS', 'X p _ l', 'Y p _ l', 0],
    ['XPOS', 'X p _ l', 'Y p _ l', 1],
    ['XPOS', 'X p _ l', 'X q _ l', 0],
    ['UFeats', 'X p Case=Nom|Number=Sing l', 'X p Number=Sing|Case=Nom l', 1],
    ['UFeats', 'X p Case=Nom|Style=Coll l', 'X p Case=Nom|Typo=Yes l', 1],
    ['UFeats', 'X p Style=Coll l', 'X p _ l', 1],
    ['UFeats', 'X p Case=Nom l', 'X p Case=Acc l', 0],
    ['UFeats', 'X p Number[psor]=Sing l', 'X p _ l', 1],
    ['AllTags', 'X p Case=Nom l', 'X p Case=Nom|Typo=Yes m', 1],
    ['AllTags', 'X p Case=Nom l', 'X q Case=Nom l', 0],
    ['AllTags', 'X p Case=Nom l', 'Y p Case=Nom l', 0],
    ['AllTags', 'X p Case=Nom l', 'X p _ l', 0],
    ['Lemmas', 'X p _ l', 'X p _ m', 0],
    ['Lemmas', 'X p _ l', 'X p _ L', 0],
    ['Lemmas', 'X p _ _', 'X p _ m', 1],
    ['Lemmas', 'X p _ l', 'X p _ _', 0],
  ])('%s of %s against %s: %i', (name, gold, system, expected) => {
    expect(correct(gold, system, name)).toBe(expected)
  })
})

describe('trees', () => {
  const GOLD = analysis(
    'VERB v _ l 0 root',
    'NOUN n Case=Nom l 1 nsubj:pass',
    'DET d Definite=Def l 2 det',
    'PUNCT . _ l 1 punct',
  )
  const against = (...words: string[]) => compare(GOLD, analysis(...words))
  const [ROOT, SUBJECT, DETERMINER, POINT] = [
    'VERB v _ l 0 root',
    'NOUN n Case=Nom l 1 nsubj:pass',
    'DET d Definite=Def l 2 det',
    'PUNCT . _ l 1 punct',
  ] as const
  const correct = (result: Evaluation) =>
    Object.fromEntries(
      (['UAS', 'LAS', 'CLAS', 'MLAS', 'BLEX', 'LAS-subtypes', 'UAS-nopunct', 'LAS-nopunct'] as const).map(
        (name) => [name, counts(result, name)[0]],
      ),
    )
  const PERFECT = {
    UAS: 4,
    LAS: 4,
    CLAS: 2,
    MLAS: 2,
    BLEX: 2,
    'LAS-subtypes': 4,
    'UAS-nopunct': 3,
    'LAS-nopunct': 3,
  }

  test('content words count for CLAS, MLAS and BLEX; punctuation does not for the last two', () => {
    expect(correct(against(ROOT, SUBJECT, DETERMINER, POINT))).toEqual(PERFECT)
  })

  test('a subtype matters for LAS-subtypes alone', () => {
    const result = against(ROOT, SUBJECT.replace(':pass', ''), DETERMINER, POINT)
    expect(correct(result)).toEqual({ ...PERFECT, 'LAS-subtypes': 3 })
  })

  test('a wrong head of a content word', () => {
    const result = compare(
      GOLD,
      analysis('VERB v _ l 2 root', 'NOUN n Case=Nom l 0 nsubj', DETERMINER, POINT),
    )
    expect(correct(result)).toEqual({
      UAS: 2,
      LAS: 2,
      CLAS: 0,
      MLAS: 0,
      BLEX: 0,
      'LAS-subtypes': 2,
      'UAS-nopunct': 1,
      'LAS-nopunct': 1,
    })
  })

  test('a wrong relation of a function word fails its content word in MLAS', () => {
    const result = against(ROOT, SUBJECT, DETERMINER.replace(/det$/, 'case'), POINT)
    expect(correct(result)).toEqual({ ...PERFECT, LAS: 3, MLAS: 1, 'LAS-subtypes': 3, 'LAS-nopunct': 2 })
  })

  test('a wrong head of a function word fails both content words in MLAS', () => {
    const result = against(ROOT, SUBJECT, DETERMINER.replace('2 det', '1 det'), POINT)
    expect(correct(result)).toEqual({
      ...PERFECT,
      UAS: 3,
      LAS: 3,
      MLAS: 0,
      'LAS-subtypes': 3,
      'UAS-nopunct': 2,
      'LAS-nopunct': 2,
    })
  })

  test('tags and universal features of a content word and of its function words matter for MLAS', () => {
    expect(correct(against(ROOT, SUBJECT, DETERMINER.replace('DET', 'PRON'), POINT))).toEqual({
      ...PERFECT,
      MLAS: 1,
    })
    expect(correct(against(ROOT, SUBJECT, DETERMINER.replace('Definite=Def', '_'), POINT)).MLAS).toBe(1)
    expect(
      correct(against(ROOT, SUBJECT, DETERMINER.replace('Definite=Def', 'Definite=Def|Typo=Yes'), POINT))
        .MLAS,
    ).toBe(2)
    expect(correct(against(ROOT, SUBJECT.replace('Case=Nom', 'Case=Acc'), DETERMINER, POINT)).MLAS).toBe(1)
    expect(correct(against(ROOT.replace('VERB', 'AUX'), SUBJECT, DETERMINER, POINT)).MLAS).toBe(1)
    expect(correct(against(ROOT.replace(' v ', ' w '), SUBJECT, DETERMINER, POINT))).toEqual(PERFECT)
  })

  test('lemmas matter for BLEX, except where the gold file has none', () => {
    expect(correct(against(ROOT, SUBJECT.replace(' l ', ' m '), DETERMINER, POINT))).toEqual({
      ...PERFECT,
      BLEX: 1,
    })
    expect(correct(against(ROOT, SUBJECT, DETERMINER.replace(' l ', ' m '), POINT))).toEqual(PERFECT)
    const without = compare(GOLD.replace('\tl\tNOUN', '\t_\tNOUN'), GOLD)
    expect(correct(without)).toEqual(PERFECT)
  })

  test('each side counts its own content words', () => {
    const result = against(ROOT, SUBJECT, DETERMINER.replace(/det$/, 'amod'), POINT.replace(/punct$/, 'dep'))
    expect(counts(result, 'CLAS')).toEqual([2, 2, 4, 2])
    expect(result.scores.CLAS).toMatchObject({ precision: 0.5, recall: 1, alignedAccuracy: 1 })
    expect(counts(compare(analysis(ROOT, SUBJECT, DETERMINER, POINT), GOLD), 'CLAS')).toEqual([2, 2, 2, 2])
  })

  test('punctuation is what the gold file says', () => {
    const result = against(ROOT, SUBJECT, DETERMINER, 'NOUN . _ l 1 obj')
    expect(counts(result, 'LAS-nopunct')).toEqual([3, 3, 3, 3])
    expect(result.punctuation).toBe('annotation')
  })

  test('a treebank that does not mark punctuation is judged by its forms', () => {
    const text = block(
      '1 a a XX _ _ 0 ROOT',
      '2 .. . XP _ _ 1 pnct',
      '3 $ $ XX _ _ 1 obj',
      '4 – – XP _ _ 1 pnct',
    )
    const result = compare(text, text)
    expect(result.punctuation).toBe('form')
    expect(counts(result, 'UAS-nopunct')).toEqual([2, 2, 2, 2])
  })

  test('a head that has no partner is wrong', () => {
    const gold = block('1 ab _ X _ _ 0 root', '2 c _ X _ _ 1 obj')
    const system = block('1 a _ X _ _ 0 root', '2 b _ X _ _ 1 obj', '3 c _ X _ _ 1 obj')
    expect(counts(compare(gold, system), 'UAS')).toEqual([0, 2, 3, 1])
  })

  test('heads are compared across sentences by their words', () => {
    const gold = block('1 a _ X _ _ 0 root', '2 b _ X _ _ 1 obj') + block('1 c _ X _ _ 0 root')
    const system = block('1 a _ X _ _ 0 root', '2 b _ X _ _ 1 obj', '3 c _ X _ _ 1 obj')
    expect(counts(compare(gold, system), 'UAS')).toEqual([2, 3, 3, 3])
  })
})
