// `parley compress` with a model that is trained here: adjectives go, everything else stays.
import { join } from 'node:path'
import {
  joinModels,
  parseConllu,
  splitModel,
  trainCompressor,
  trainPipeline,
  writeModel,
} from '@parleyjs/nlp'
import { beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'

const folder = temporaryFolder()
const about = { licence: 'CC0-1.0', trainedOn: 'a test' }
const TEXT = 'Dogs see small birds. Cats chase old birds.\n\nBirds like small birds.\n'
let model: string
let without: string

const run = (args: readonly string[], input?: string) =>
  runHere(['compress', ...args, '--model', model], input)
const lines = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

beforeAll(() => {
  const sentences = parseConllu(tinyTreebank())
  const pipeline = trainPipeline(sentences, { parts: 'arc', network: false, epochs: 2, folds: 0 })
  const examples = sentences.map((sentence) => ({ sentence, kept: [1, 1, 0, 1, 1] }))
  const compressor = trainCompressor(examples, { ...about, sparsity: 0.1, epochs: 10 }).toModel()
  const stages = splitModel(pipeline)
  without = folder.file('plain.parley', writeModel(joinModels(stages, about)))
  model = folder.file('compress.parley', writeModel(joinModels({ ...stages, compressor }, about)))
}, 60_000)

describe('compress', () => {
  test('a sentence per line, paragraphs apart, from every kind of source', async () => {
    const expected = 'Dogs see birds.\nCats chase birds.\n\nBirds like birds.\n'
    expect(await run([folder.file('a.txt', TEXT)])).toEqual({ code: 0, out: expected, err: '' })
    expect(await run(['-'], TEXT)).toEqual({ code: 0, out: expected, err: '' })
    expect((await run(['Dogs see small birds.'])).out).toBe('Dogs see birds.\n')
    expect(await run([folder.file('empty.txt', '\n')])).toEqual({ code: 0, out: '', err: '' })
  })

  test('json has what stayed and what went, by place in the file', async () => {
    const { out } = await run([folder.file('b.txt', TEXT), '--json'])
    const found = lines(out)
    expect(found.map(({ compressed }) => compressed)).toEqual([
      'Dogs see birds.',
      'Cats chase birds.',
      'Birds like birds.',
    ])
    for (const { kept, deleted, words, keptWords } of found) {
      expect([words, keptWords]).toEqual([4, 3])
      expect(kept).toHaveLength(2)
      const [{ start, end }] = deleted
      expect(['small', 'old']).toContain(TEXT.slice(start, end))
    }
    expect((await run([folder.file('b.txt', TEXT), '--format', 'json'])).out).toBe(out)
  })

  test('what was left out can be shown', async () => {
    expect((await run(['Dogs see small birds.', '--show-deleted'])).out).toBe('Dogs see ~~small~~ birds.\n')
    const html = await run(['Dogs see small birds.', '--show-deleted', '--format', 'html'])
    expect(html.out).toBe('<p>Dogs see <del>small</del> birds.</p>\n')
    const file = folder.file('c.txt', TEXT)
    expect((await run([file, '--format', 'html'])).out).toBe(
      '<p>Dogs see birds.\nCats chase birds.</p>\n<p>Birds like birds.</p>\n',
    )
  })

  test('trees of CoNLL-U are kept, and places are those of the sentence', async () => {
    const [sentence] = parseConllu(tinyTreebank())
    const { out } = await run([folder.file('d.conllu', sentence.toString()), '--json'])
    const [{ text, compressed, deleted }] = lines(out)
    expect(compressed).toBe('Dogs chase birds.')
    expect(text.slice(deleted[0].start, deleted[0].end)).toBe('old')
    // As a tree of its own choice, "old" is what the others hang from.
    const odd = sentence.setHead(1, 3).setHead(2, 0).setText('deprel', 1, 'amod').setText('deprel', 2, 'root')
    expect((await run([folder.file('e.conllu', odd.toString())])).out).toMatch(/old/i)
  })

  test('a ratio limits the words', async () => {
    const shorter = async (ratio: string) => (await run(['Dogs see small birds.', '--ratio', ratio])).out
    expect(await shorter('0.75')).toBe('Dogs see birds.\n')
    // A verb keeps its subject and its object: nothing shorter is a sentence.
    expect(await shorter('0.25')).toBe('Dogs see birds.\n')
    expect((await run(['Dogs see small birds.', '--ratio', '1'])).code).toBe(0)
    for (const ratio of ['0', '1.5', 'much', '-1']) {
      const { code, out, err } = await run(['Dogs see small birds.', `--ratio=${ratio}`])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toContain('--ratio')
    }
  })

  test('what cannot be done is said', async () => {
    const plain = await runHere(['compress', 'Dogs see birds.', '--model', without])
    expect(plain.code).toBe(2)
    expect(plain.err).toContain('it has no compressor')
    expect((await run(['x y', '--json', '--format', 'html'])).err).toContain('--json and --format html')
    expect((await run([join(folder.path, 'none.txt')])).code).toBe(2)
    expect((await runHere(['compress', '--help'])).out).toContain('--show-deleted')
  })

  test('a compressor can be trained on pairs, and measured', async () => {
    const pairs = ['Dogs see', 'Cats chase', 'Birds like'].flatMap((start) =>
      ['small', 'old'].map((word) => `${start} ${word} birds.\t${start} birds.\n`),
    )
    const train = folder.file('pairs.tsv', `${pairs.join('').repeat(6)}Dogs see.\tCats see.\n`)
    const out = join(folder.path, 'trained.parley')
    const args = ['train', 'compressor', '--train', train, '--dev', train, '--add-to', without, '--out', out]
    const trained = await runHere(args)
    expect({ code: trained.code, err: trained.err }).toEqual({ code: 0, err: '' })
    expect(trained.out).toContain('36 of 37 pairs are compressions by deletion')
    expect(trained.out).toMatch(/F1 over kept words: \d+\.\d \(mean of 36 sentences/)
    expect((await runHere(['compress', 'Dogs see old birds.', '--model', out])).code).toBe(0)
    const refused = async (pairs: string, ...more: string[]) =>
      (
        await runHere([
          'train',
          'compressor',
          '--train',
          folder.file('bad.tsv', pairs),
          '--add-to',
          without,
          '--out',
          out,
          ...more,
        ])
      ).err
    expect(await refused('Dogs see birds.\n')).toContain('this line has 0 tabs')
    expect(await refused('Dogs see.\tCats see.\n')).toContain('None of 1 pairs')
    expect(await refused('a\ta\n', '--parts', 'arc')).toContain('--parts is not for a compressor')
  })

  test('odd texts give an answer', async () => {
    for (const text of ['?!', '🙂 🙂', 'word '.repeat(400), 'ذهب الولد.', '( " )'])
      expect((await run(['-'], text)).code).toBe(0)
  })
})
