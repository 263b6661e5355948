// `parley train`: files that appear whole or not at all, the same bytes every time, mistakes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModel } from '@parleyjs/nlp'
import { expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { parley, temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'

const folder = temporaryFolder()
const treebank = folder.file('tiny.conllu', tinyTreebank())
const to = (name: string) => join(folder.path, name)

test('training twice gives the same bytes, and says how good the model is', () => {
  const args = ['train', 'parser', '--train', treebank, '--dev', treebank, '--epochs', '4', '--seed', '7']
  const first = parley([...args, '--out', to('a.bin'), '--licence', 'CC0-1.0', '--name', 'Tiny'])
  expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: '' })
  expect(first.out).toMatch(/^.*a\.bin: \d+\.\d\d MB\ndev UAS {7}100\.00\ndev LAS {7}100\.00\n$/)
  parley([...args, '--out', to('b.bin'), '--licence', 'CC0-1.0', '--name', 'Tiny'])
  expect(readFileSync(to('a.bin')).equals(readFileSync(to('b.bin')))).toBe(true)
  expect(readModel(readFileSync(to('a.bin'))).header).toMatchObject({
    kind: 'parser',
    licence: 'CC0-1.0',
    trainedOn: 'Tiny',
  })
})

test('a pipeline of stages that exist takes them as they are', () => {
  parley(['train', 'tokenizer', '--train', treebank, '--out', to('tokenizer.bin')])
  parley(['train', 'tagger', '--train', treebank, '--out', to('tagger.bin')])
  parley([
    'train',
    'parser',
    '--no-network',
    '--parts',
    'arc',
    '--train',
    treebank,
    '--out',
    to('parser.bin'),
  ])
  const given = ['tokenizer', 'tagger', 'parser'].flatMap((stage) => [`--${stage}`, to(`${stage}.bin`)])
  const { code, out, err } = parley([
    'train',
    'pipeline',
    '--train',
    treebank,
    '--out',
    to('all.gz'),
    '--dev',
    treebank,
    ...given,
  ])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^dev LAS {7}100\.00$/m)
  expect(parley(['parse', 'Dogs see old birds.', '-m', to('all.gz')]).out).toMatch(
    /^2\tsee\tsee\tVERB.*\t0\troot/m,
  )
  const wrong = parley([
    'train',
    'pipeline',
    '--train',
    treebank,
    '--out',
    to('x.gz'),
    '--tagger',
    to('parser.bin'),
  ])
  expect(wrong.err).toMatch(/parser\.bin: This model has no tagger/)
})

test.each([
  [['--train', treebank, '--out', to('m')], /Say what to train: tokenizer, tagger, parser, pipeline/],
  [['lemmatizer', '--train', treebank, '--out', to('m')], /Got "lemmatizer"/],
  [['tagger', '--out', to('m')], /No --train was given/],
  [['tagger', '--train', treebank], /No --out was given/],
  [['tagger', '--train', treebank, '--out', to('no/folder/m')], /there is no folder/],
  [['tagger', '--train', treebank, '--out', to('m'), '--parts', 'arc'], /--parts is for a parser/],
  [
    ['parser', '--train', treebank, '--out', to('m'), '--parts', 'fuller'],
    /no parts called "fuller"\. Choose a size \(arc, second, full, logic\)/,
  ],
  [
    ['parser', '--train', treebank, '--out', to('m'), '--epochs', '0'],
    /expected a whole number of at least 1/,
  ],
  [['tagger', '--train', treebank, '--out', to('m'), '--tagger', to('m')], /--tagger goes with/],
])('%j is refused', async (args, message) => {
  const { code, out, err } = await runHere(['train', ...args])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(message)
  expect(existsSync(to('m'))).toBe(false)
})

test('treebanks that cannot be learned from are refused, with the line', () => {
  const missing = parley(['train', 'tagger', '--train', 'none.conllu', '--out', to('m')])
  expect(missing.err).toMatch(/none\.conllu: There is no such file/)
  const attempt = (name: string, text: string) =>
    parley(['train', 'parser', '--train', folder.file(name, text), '--out', to('m')])
  expect(attempt('empty.conllu', '')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/empty\.conllu: There are no sentences/),
  })
  const bare = folder.file('bare.conllu', '1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n')
  const untagged = parley(['train', 'tagger', '--train', bare, '--out', to('m')])
  expect(untagged).toMatchObject({
    code: 2,
    err: expect.stringMatching(/bare\.conllu: No word .* has a tag/),
  })
  const headless = attempt('headless.conllu', tinyTreebank().replaceAll('\t0\troot', '\t_\t_'))
  expect(headless.err).toMatch(/headless\.conllu:1: Word 2 of this sentence has no head/)
  const cycle = attempt('cycle.conllu', tinyTreebank().replaceAll('\t0\troot', '\t1\troot'))
  expect(cycle.err).toMatch(/cycle\.conllu:1: The heads of this sentence form a cycle/)
})
