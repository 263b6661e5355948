// Treebanks like those of other languages: models are trained on each, and raw text, words and tags are
// parsed with what was learned. Small and regular, so that a model that works gets nearly everything right.

import { writeModel } from '@parleyjs/learn'
import { describe, expect, test } from 'vitest'
import { treebankText } from '../tasks/tokenize/gold.js'
import { parseConllu } from '../text/conllu/read.js'
import type { Sentence } from '../text/conllu/sentence.js'
import { writeConllu } from '../text/conllu/write.js'
import { evaluateConllu } from '../text/eval/evaluate-conllu.js'
import { readPipeline } from './model.js'
import { trainPipeline } from './train-pipeline.js'

type Row = readonly [form: string, upos: string, head: number, deprel: string, misc?: string]

/** Sentences of rows, with lemma, XPOS and FEATS left empty by default; `more` sets others. */
function conllu(
  sentences: readonly (readonly Row[])[],
  more: Partial<Record<2 | 4 | 5, string>> = {},
): string {
  return sentences
    .map((rows, s) => {
      const lines = rows.map(([form, upos, head, deprel, misc = '_'], i) =>
        [i + 1, form, more[2] ?? '_', upos, more[4] ?? '_', more[5] ?? '_', head, deprel, '_', misc].join(
          '\t',
        ),
      )
      const text = rows.map(
        ([form, , , , misc], i) => form + (misc === 'SpaceAfter=No' || i === rows.length - 1 ? '' : ' '),
      )
      return `# sent_id = ${s + 1}\n# text = ${text.join('')}\n${lines.join('\n')}\n\n`
    })
    .join('')
}

/** The Cartesian product of the lists. */
function combinations(...lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>((all, list) => all.flatMap((some) => list.map((x) => [...some, x])), [[]])
}

const NO_SPACE = 'SpaceAfter=No'
const plain = combinations(
  ['Hunde', 'Katzen', 'Vögel'],
  ['sehen', 'jagen'],
  ['alte', 'kleine'],
  ['Mäuse', 'Fische'],
).map(([a, b, c, d]): Row[] => [
  [a, 'NOUN', 2, 'nsubj'],
  [b, 'VERB', 0, 'root'],
  [c, 'ADJ', 4, 'amod'],
  [d, 'NOUN', 2, 'obj', NO_SPACE],
  ['.', 'PUNCT', 2, 'punct'],
])
const chinese = combinations(['我', '他们', '学生'], ['喜欢', '看见'], ['大', '小'], ['狗', '老师']).map(
  ([a, b, c, d]): Row[] => [
    [a, 'PRON', 2, 'nsubj', NO_SPACE],
    [b, 'VERB', 0, 'root', NO_SPACE],
    [c, 'ADJ', 4, 'amod', NO_SPACE],
    [d, 'NOUN', 2, 'obj', NO_SPACE],
    ['。', 'PUNCT', 2, 'punct', NO_SPACE],
  ],
)
// No spaces between words; only spaces between sentences.
const thai = combinations(['ฉัน', 'เขา', 'ครู'], ['เห็น', 'ชอบ'], ['หมา', 'แมว'], ['ใหญ่', 'เล็ก']).map(
  ([a, b, c, d]): Row[] => [
    [a, 'PRON', 2, 'nsubj', NO_SPACE],
    [b, 'VERB', 0, 'root', NO_SPACE],
    [c, 'NOUN', 2, 'obj', NO_SPACE],
    [d, 'ADJ', 3, 'amod'],
  ],
)
const arabic = combinations(['الولد', 'الرجل', 'الطالب'], ['يرى', 'يحب'], ['البيت', 'الكتاب', 'الكلب']).map(
  ([a, b, c]): Row[] => [
    [b, 'VERB', 0, 'root'],
    [a, 'NOUN', 1, 'nsubj'],
    [c, 'NOUN', 1, 'obj', NO_SPACE],
    ['.', 'PUNCT', 1, 'punct'],
  ],
)

/** "du" is "de le", as in French; with an empty node that only DEPS would use. */
function contractions(): string {
  return combinations(['Paul', 'Marie', 'Anne'], ['parle', 'sort'], ['livre', 'jardin', 'chien'])
    .map(
      ([a, b, c], s) => `# sent_id = ${s + 1}
# text = ${a} ${b} du ${c}.
1\t${a}\t${a}\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\t_
2\t${b}\t${b}er\tVERB\t_\tNumber=Sing\t0\troot\t0:root\t_
2.1\tparle\tparler\tVERB\t_\t_\t_\t_\t2:conj\t_
3-4\tdu\t_\t_\t_\t_\t_\t_\t_\t_
3\tde\tde\tADP\t_\t_\t5\tcase\t5:case\t_
4\tle\tle\tDET\t_\t_\t5\tdet\t5:det\t_
5\t${c}\t${c}\tNOUN\t_\t_\t2\tobl\t2:obl\tSpaceAfter=No
6\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

`,
    )
    .join('')
}

const severalRoots = plain.map((rows, s): Row[] =>
  s % 2 === 0 ? rows : rows.map((row, i) => (i === 4 ? [row[0], row[1], 0, 'root'] : row)),
)
/** A sentence of 160 words: "old mice and old mice and …". */
const long: Row[] = Array.from({ length: 80 }, (_, i): Row[] => [
  [i % 2 === 0 ? 'Hunde' : 'Katzen', 'NOUN', i === 0 ? 0 : 1, i === 0 ? 'root' : 'conj'],
  ['und', 'CCONJ', i === 79 ? 159 : 2 * i + 3, 'cc'],
]).flat()
const ownTags = plain.map((rows) =>
  rows.map(([form, upos, ...rest]): Row => [form, `X-${upos.toLowerCase()}`, ...rest]),
)

const TREEBANKS: [name: string, text: string, las: number][] = [
  ['no lemmas, no XPOS, no features', conllu(plain), 0.95],
  ['the same lemma, XPOS and features everywhere', conllu(plain, { 2: 'x', 4: 'Y', 5: 'A=B' }), 0.95],
  ['tags of its own', conllu(ownTags), 0.95],
  [
    'no tags at all',
    conllu(plain.map((rows) => rows.map(([form, , ...rest]): Row => [form, '_', ...rest]))),
    0.8,
  ],
  ['several roots', conllu(severalRoots), 0.5],
  ['Chinese, without a space', conllu(chinese), 0.9],
  ['Thai, with spaces only between sentences', conllu(thai), 0.7],
  ['Arabic, right to left', conllu(arabic), 0.9],
  ['multiword tokens and empty nodes', contractions(), 0.95],
  ['one sentence', conllu(plain.slice(0, 1)), 0.5],
  ['one word', conllu([[['Ja', 'INTJ', 0, 'root']]]), 1],
  ['a sentence of 160 words', conllu([...plain, long]), 0.5],
  ['without texts and sentence ids', conllu(plain).replaceAll(/^#.*\n/gm, ''), 0.95],
]

describe.each(TREEBANKS)('%s', (name, text, las) => {
  const gold = parseConllu(text)
  const model = trainPipeline(gold, {
    epochs: 4,
    parts: 'second',
    network: name.startsWith('no lemmas'),
    dev: gold,
    onProgress: () => {},
  })
  const pipeline = readPipeline(writeModel(model))
  const scores = (system: readonly Sentence[]) => evaluateConllu(gold, system).scores

  test('raw text', () => {
    const system = [...pipeline.process(treebankText(gold))].map(({ sentence }) => sentence)
    const found = scores(system)
    expect(found.Words!.f1).toBeGreaterThanOrEqual(las)
    expect(found.LAS!.f1).toBeGreaterThanOrEqual(las - 0.35)
    // The output can be read again.
    expect(writeConllu(parseConllu(writeConllu(system)))).toBe(writeConllu(system))
  })

  test('words, and words with tags', () => {
    for (const tags of ['predict', 'keep'] as const) {
      const system = parseConllu(text).map(
        (sentence) => pipeline.processSentence(sentence, { tags }).sentence,
      )
      expect(scores(system).LAS!.f1).toBeGreaterThanOrEqual(las)
    }
  })
})
