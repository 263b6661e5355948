// `parley parse`, `tag` and `tokenize` with a model that is trained here, on everything that a user may give
// them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parseConllu } from '@parleyjs/nlp'
import { beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { parley, temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'

const folder = temporaryFolder()
const treebank = folder.file('tiny.conllu', tinyTreebank())
const model = join(folder.path, 'tiny.gz')
const TEXT = 'Dogs see small birds. Cats chase old birds.'

/** Runs a command with the model of these tests. */
const run = (args: readonly string[], input?: string | Uint8Array) =>
  runHere([...args, '--model', model], input)

beforeAll(() => {
  const { code, err } = parley([
    'train',
    'pipeline',
    '--train',
    treebank,
    '--out',
    model,
    '--parts',
    'arc',
    '--no-network',
  ])
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

describe('parse', () => {
  test('text from the command line, a file, a packed file and a pipe gives the same trees', async () => {
    const { code, out, err } = await run(['parse', TEXT])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const sentences = parseConllu(out)
    expect(sentences.map(({ text }) => text)).toEqual(['Dogs see small birds.', 'Cats chase old birds.'])
    for (const sentence of sentences) {
      expect(Array.from(sentence.heads)).toEqual([2, 0, 4, 2, 2])
      expect(sentence.deprels).toEqual(['nsubj', 'root', 'amod', 'obj', 'punct'])
    }
    expect((await run(['parse', folder.file('text.txt', TEXT)])).out).toBe(out)
    expect((await run(['parse', folder.file('text.gz', gzipSync(TEXT))])).out).toBe(out)
    expect((await run(['parse', '-'], TEXT)).out).toBe(out)
    expect((await run(['parse'], `\ufeff${TEXT}`)).out).toBe(out)
  })

  test('CoNLL-U is detected by its content, and columns that are not predicted are kept', async () => {
    const { out } = await run(['parse', treebank])
    expect(out).toBe(tinyTreebank())
    const bare = tinyTreebank().replaceAll(/\t\d\t\w+\t_\t/g, '\t_\t_\t_\t')
    expect((await run(['parse', '-'], bare)).out).toBe(tinyTreebank())
    expect((await run(['parse', '-', '--input', 'conllu', '--tags', 'predict'], bare)).out).toBe(
      tinyTreebank(),
    )
  })

  test('wrong tags make a difference only if they are kept', async () => {
    const wrong = tinyTreebank().replaceAll('\tVERB\t', '\tPUNCT\t')
    expect((await run(['parse', '-', '--tags', 'predict'], wrong)).out).toBe(tinyTreebank())
    expect((await run(['parse', '-', '--tags', 'keep'], wrong)).out).toContain('\tPUNCT\t')
  })

  test('words can be split anew from the text of a treebank', async () => {
    const { out } = await run(['parse', treebank, '--tokens', 'predict'])
    expect(parseConllu(out).flatMap(({ forms }) => forms)).toEqual(
      parseConllu(tinyTreebank()).flatMap(({ forms }) => forms),
    )
  })

  test('constraints in MISC are respected', async () => {
    const given = tinyTreebank()
      .split('\n\n')[0]
      .replace('4\tbirds\tbird\tNOUN\t_\t_\t2\tobj\t_\t', '$&ForceHead=1|')
    const { out, err } = await run(['parse', '-'], `${given}\n\n`)
    expect(err).toBe('')
    expect(parseConllu(out)[0].heads[3]).toBe(1)
    const wrong = await run(['parse', '-'], `${given.replace('ForceHead=1', 'ForceHead=9')}\n\n`)
    expect(wrong.code).toBe(2)
    expect(wrong.err).toMatch(/^parley: -:6: ForceHead=9 in MISC of word 4/)
  })

  test('JSON: a line per sentence, with offsets into the text', async () => {
    const { out } = await run(['parse', TEXT, '--format', 'json', '--confidence'])
    const sentences = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(sentences).toHaveLength(2)
    for (const { text, words, status, value, bound, gap } of sentences) {
      expect({ status, gap }).toEqual({ status: 'optimal', gap: bound - value })
      for (const { form, start, end, confidence } of words) {
        expect(TEXT.slice(start, end)).toBe(form)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
      }
      expect(TEXT).toContain(text)
    }
  })

  test('drawings: one SVG, and trees for the terminal', async () => {
    const svg = (await run(['parse', TEXT, '--format', 'svg'])).out
    expect(svg.match(/<svg /g)).toHaveLength(1)
    expect(svg.match(/<title>/g)).toHaveLength(2)
    const pretty = (await run(['parse', TEXT, '-f', 'pretty', '--confidence'])).out
    expect(pretty).toMatch(/^Dogs see small birds\.\n ╭── Dogs NOUN nsubj \d+%\n─┼─ see VERB root \d+%\n/)
    expect(pretty).not.toContain('\x1b')
  })

  test('confidence in CoNLL-U, offsets in MISC', async () => {
    const { out } = await run(['parse', TEXT, '--confidence', '--offsets'])
    expect(out).toMatch(/^# parse_status = optimal\n# parse_gap = 0$/m)
    expect(out).toMatch(/^4\tbirds.*\tHeadConfidence=[01]\.\d{4}\|SpaceAfter=No\|TokenRange=15:20$/m)
  })
})

describe('tag and tokenize', () => {
  test('tags, and heads that stay as they are', async () => {
    const { out } = await run(['tag', 'Dogs see small birds.'])
    expect(parseConllu(out)[0].upos).toEqual(['NOUN', 'VERB', 'ADJ', 'NOUN', 'PUNCT'])
    expect(parseConllu(out)[0].deprels).toEqual(['_', '_', '_', '_', '_'])
    expect((await run(['tag', treebank])).out).toBe(tinyTreebank())
    expect((await run(['tag', 'Dogs see', '-f', 'pretty'])).out).toMatch(
      /^Dogs {2}NOUN {2}_ {2}dog {2}_\nsee /,
    )
  })

  test('tokens', async () => {
    expect((await run(['tokenize', TEXT, '-f', 'pretty'])).out).toBe(
      'Dogs see small birds .\nCats chase old birds .\n',
    )
    expect((await run(['tokenize', TEXT])).out).toMatch(/^4\tbirds(\t_){7}\tSpaceAfter=No$/m)
    const [line] = (await run(['tokenize', TEXT, '-f', 'json'])).out.split('\n')
    expect(JSON.parse(line).words[3]).toMatchObject({
      form: 'birds',
      upos: null,
      head: null,
      start: 15,
      end: 20,
    })
  })
})

describe('odd input', () => {
  test.each(['', ' \n\n \n', '\ufeff'])('%j: nothing in, nothing out', async (input) => {
    expect(await run(['parse', '-'], input)).toEqual({ code: 0, out: '', err: '' })
  })

  test.each([
    ['one word', 'Dogs'],
    ['only punctuation', '?! ... --'],
    ['300 words without a full stop', 'birds '.repeat(300)],
    ['emoji and pairs of surrogates', '😀👍🏽 dogs 𝒳'],
    ['right to left', 'ذهب الولد إلى المدرسة.'],
    ['no spaces', '私は学生です。あなたは先生です。'],
    ['odd spaces', 'a\u00a0b\u2003c\u200bd\u0085e\u2028f\vg'],
    ['one very long word', 'x'.repeat(70_000)],
  ])('%s: trees with one root each, and every character in its place', async (_, text) => {
    const { code, out, err } = await run(['parse', '-', '--offsets'], text)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const sentences = parseConllu(out, { strict: false, onWarning: () => {} })
    expect(sentences.length).toBeGreaterThan(0)
    for (const { heads } of sentences) expect(heads.filter((head) => head === 0)).toHaveLength(1)
    const ranges = [...out.matchAll(/TokenRange=(\d+):(\d+)/g)].map(([, a, b]) =>
      text.slice(Number(a), Number(b)),
    )
    expect(ranges.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
  })

  test('a CoNLL-U file with the old habits of the wild is read, with a note', async () => {
    const { code, out, err } = await run(['parse', '-'], tinyTreebank().trimEnd())
    expect({ code, out }).toEqual({ code: 0, out: tinyTreebank() })
    expect(err).toMatch(/^parley: -:143: The file ends within a sentence/)
  })
})

describe('mistakes', () => {
  test.each([
    [['parse', 'missing.conllu'], /^parley: missing\.conllu: There is no such file\. If it is text, .*\n$/],
    [['parse', TEXT, '--model', 'none.gz'], /--model was given twice/],
    [['parse', folder.path], /This is a folder, not a file/],
    [['parse', TEXT, '--format', 'png'], /--format png: choose one of conllu, json, svg, pretty/],
    [['tag', TEXT, '--format', 'svg'], /--format svg: choose one of conllu, json, pretty/],
    [['parse', TEXT, '--input', 'xml'], /--input xml: choose one of text, lines, conllu/],
    [['parse', TEXT, '--tag', 'keep'], /Unknown option --tag\. Did you mean --tags\?/],
    [['tokenize', TEXT, '--tags', 'keep'], /Unknown option --tags/],
    [['parse', ''], /An empty text was given/],
    [['parse', TEXT, '--input', 'conllu'], /--input conllu goes with files/],
    [['parse', TEXT, '--tags', 'keep'], /a text has no tags to keep/],
  ])('%j', async (args, message) => {
    const { code, out, err } = await run(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err.split('\n')).toHaveLength(2)
  })

  test('bytes that are no text, with the line', async () => {
    const bad = Buffer.concat([Buffer.from('one\ntwo\n'), Buffer.from([0xff, 0xfe])])
    expect((await run(['parse', '-'], bad)).err).toMatch(/^parley: -:\d+: .*not UTF-8/)
    expect((await run(['parse', '-'], Buffer.from([65, 0, 66, 0]))).err).toMatch(
      /^parley: -: This is not a text file/,
    )
    expect((await run(['parse', '-'], Buffer.from([0xe3, 0x81]))).err).toMatch(/cut off/)
  })

  test('a broken line of CoNLL-U, after the trees before it', async () => {
    const { code, err } = await run(['parse', '-'], `${tinyTreebank()}1\tx\n\n`)
    expect(code).toBe(2)
    expect(err).toMatch(/^parley: -:145: 2 columns instead of 10/)
  })

  test('models that are none, or not enough', async () => {
    const bytes = gunzipSync(readFileSync(model))
    const broken: [string, Uint8Array, RegExp][] = [
      ['text.gz', Buffer.from('no model'), /has 8 bytes/],
      ['long.txt', Buffer.from('this is no model at all'), /does not begin with the name/],
      ['cut.gz', readFileSync(model).subarray(0, 2000), /damaged or cut off/],
      ['cut.bin', bytes.subarray(0, bytes.length - 8), /checksum is wrong/],
      ['bit.bin', Buffer.from(bytes).fill(7, 5000, 5001), /checksum is wrong/],
      ['new.bin', Buffer.concat([Buffer.from('PARLEYM2'), bytes.subarray(8)]), /version 2/],
    ]
    for (const [name, content, message] of broken) {
      const { code, out, err } = await runHere(['parse', TEXT, '--model', folder.file(name, content)])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(message)
      expect(err).toContain(`${name}: `)
    }
    const tagger = join(folder.path, 'tagger.bin')
    expect(parley(['train', 'tagger', '--train', treebank, '--out', tagger]).code).toBe(0)
    expect((await runHere(['tag', treebank, '-m', tagger])).out).toBe(tinyTreebank())
    expect((await runHere(['tag', TEXT, '-m', tagger])).err).toMatch(/cannot split text .* no tokenizer\./)
    // A file without a word needs no tokenizer.
    for (const blank of ['', '\n \r\n\n', '\ufeff'])
      expect(await runHere(['tag', '-', '-m', tagger], blank)).toEqual({ code: 0, out: '', err: '' })
    expect((await runHere(['parse', treebank, '-m', tagger])).err).toMatch(/no parser\./)
  })
})
