// Patterns: what they match, what is wrong with them and where, and their limits.
import { ParleyError } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { block } from '../../test-support/words.js'
import { parseConllu } from '../text/conllu/read.js'
import { TreePattern } from './tree-pattern.js'
import { searchTrees } from './tree-search.js'

const SENTENCE = block(
  '# sent_id = a',
  '1 The the DET DT Definite=Def|PronType=Art 2 det',
  '2 girls girl NOUN NNS Number=Plur 3 nsubj',
  '3 read read VERB VBP Tense=Pres 0 root',
  '4 two two NUM CD NumType=Card 6 nummod',
  '5 good good ADJ JJ Degree=Pos 6 amod',
  '6 books book NOUN NNS Number=Plur 3 obj _ SpaceAfter=No',
  '7 . . PUNCT . _ 3 punct',
)
const [sentence] = parseConllu(SENTENCE)
const words = (pattern: string) =>
  new TreePattern(pattern)
    .find(sentence)
    .matches.map((match) => match.words.map((word) => sentence.forms[word]).join(' '))

describe('matches', () => {
  test.each([
    ['{upos=VERB} >nsubj {}=s >obj {}=o', ['read girls books']],
    ['{lemma="book"}', ['books']],
    ['{form=/.*o.*/, upos!=NOUN}', ['two', 'good']],
    ['{FORM=/THE/i}', ['The']],
    ['{feats.Number}', ['girls', 'books']],
    ['{feats.Number=Plur & !misc.SpaceAfter}', ['girls']],
    ['{feats=/.*PronType.*/}', ['The']],
    ['{!feats}', ['.']],
    ['{upos=NUM|ADJ}', ['two', 'good']],
    ['{head=0}', ['read']],
    ['{upos=NOUN} !>amod {}', ['girls']],
    ['{upos=NOUN} > {} > {}', ['books two good', 'books good two']],
    ['{} >obj ({} >amod {})', ['read books good']],
    ['{upos=VERB} !>obj ({} >det {})', ['read']],
    ['{upos=VERB} !>obj ({} >amod {})', []],
    // What is negated is another word than those that are found.
    ['{} >obj {} !>obj {}', ['read books']],
    ['{} >nsubj|obj {}', ['read girls', 'read books']],
    ['{} >/nsu.*/ {}', ['read girls']],
    ['{upos=DET} << {upos=VERB}', ['The read']],
    ['{lemma=girl}=a .. {}=b ; {}=b >amod {}', ['girls books good']],
    ['{} >nsubj {}=s >obj {}=o ; {}=s .. {}=o', ['read girls books']],
    ['{} >nsubj {}=s >obj {}=o ; {}=o .. {}=s', []],
    ['{upos=NUM} $+ {}', ['two good']],
    ['{upos=PUNCT} $-- {}', ['. girls', '. books']],
  ])('%s', (pattern, expected) => {
    expect(words(pattern)).toEqual(expected)
  })

  test('are found in a sentence that has been changed', () => {
    const [changed] = parseConllu(SENTENCE)
    changed.setText('lemma', 1, 'woman')
    expect(new TreePattern('{lemma=woman}').find(changed).matches).toEqual([{ words: [1], named: {} }])
    expect(new TreePattern('{lemma=girl}').find(changed).matches).toEqual([])
  })
})

describe('what is wrong is said with its column', () => {
  test.each([
    ['', 1, /Expected a node such as/],
    ['{upos=VERB', 11, /Expected "}", or a comma/],
    ['{upos VERB}', 7, /Expected "}", or a comma/],
    ['{tag=VB}', 2, /There is no column "tag". Did you mean "xpos"\?/],
    ['{lema=be}', 2, /Did you mean lemma\?/],
    ['{upos.x=1}', 2, /Only feats and misc have keys/],
    ['{upos=}', 7, /Expected a value/],
    ['{upos=/V}', 7, /not closed by "\/"/],
    ['{upos="V}', 7, /quotation mark is not closed/],
    ['{upos=/V/g}', 7, /only flag is i/],
    ['{form=/a(?=b)/}', 10, /Only plain groups/],
    ['{!upos=VERB}', 3, /upos!=VERB/],
    ['{} >nsubj', 10, /Expected a node .* the pattern ends/],
    ['{} >nsubj {} }', 14, /Expected a relation/],
    ['{} .. obj {}', 4, /has no label/],
    ['{} ! {}', 6, /Expected a relation after "!"/],
    ['{} > ({} > {}', 14, /Expected "\)"/],
    ['{}= > {}', 5, /Expected a name/],
    ['{}=a > {}=a', 8, /no relation to itself/],
  ])('%s', (pattern, column, message) => {
    const error = thrown(() => new TreePattern(pattern))
    expect(error).toBeInstanceOf(ParleyError)
    expect((error as ParleyError).place).toEqual({ column })
    expect((error as ParleyError).message).toMatch(message)
    expect((error as ParleyError).message).toMatch(`Column ${column} of the pattern`)
  })

  test.each(['{}'.padEnd(10_001), `{}${' > {}'.repeat(40)}`, `${'{} > ('.repeat(200)}{}${')'.repeat(200)}`])(
    'too much',
    (pattern) => {
      expect(() => new TreePattern(pattern)).toThrow(ParleyError)
    },
  )
})

describe('the time of a search is bounded', () => {
  const long = (head: (i: number) => number) =>
    parseConllu(
      Array.from({ length: 3000 }, (_, i) => `${i + 1}\ta\ta\tX\t_\t_\t${head(i)}\tdep\t_\t_\n`).join('') +
        '\n',
      { strict: false, onWarning: () => {} },
    )[0]
  test.each([
    ['{} .. {} .. {} .. {} !.. {}', (i: number) => i],
    ['{} >> {} >> {} !>> {}', (i: number) => i],
    ['{} << {} << {} << {} !<< {}', (i: number) => (i === 0 ? 3000 : i)],
    ['{} !.. ({} .. ({} .. {upos=X}))', (i: number) => i],
    ['{} $++ {} $++ {} $++ {} !$++ {}', () => 1],
  ])('%s', (text, head) => {
    const begin = process.cpuUsage()
    const { complete } = new TreePattern(text).find(long(head), { limit: 1e8 })
    expect(complete).toBe(false)
    expect(process.cpuUsage(begin).user).toBeLessThan(5e6)
  })

  test('no more matches than the limit', () => {
    const { matches, complete } = new TreePattern('{}').find(sentence, { limit: 3 })
    expect([matches.length, complete]).toEqual([3, false])
    expect(new TreePattern('{}').find(sentence, { limit: 7 }).complete).toBe(true)
    expect(() => new TreePattern('{}').find(sentence, { limit: 0 })).toThrow(/limit is 0/)
  })
})

describe('a corpus', () => {
  test('that is not CoNLL-U is refused, even if no text of the pattern is in it', async () => {
    const found = searchTrees(new TreePattern('{lemma=xyz}'), ['This is a text.\n\nAnd more.\n\n'])
    await expect(found.next()).rejects.toThrow(/Line 1: .*neither a comment/)
  })

  test('errors in sentences that are read have their line', async () => {
    const text = `${SENTENCE.repeat(3)}1\txyz\t_\n\n`
    const found = searchTrees(new TreePattern('{form=xyz}'), [text])
    await expect(found.next()).rejects.toMatchObject({ place: { line: 28 } })
  })
})

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
