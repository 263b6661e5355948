// `--workers N`: the same bytes, the same errors and the same exit code for every N.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { joinModels, readModel, splitModel, writeModel } from '@parleyjs/nlp'
import { beforeAll, describe, expect, test } from 'vitest'
import { parley, temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'

const COMMAND = fileURLToPath(new URL('../bin/parley.js', import.meta.url))
const folder = temporaryFolder()
const model = join(folder.path, 'tiny.gz')
const treebank = tinyTreebank()
// Several batches for each of three threads, after those that the main thread does itself.
const many = treebank.repeat(20)
const sentences = many.split('\n\n')

beforeAll(() => {
  const file = folder.file('tiny.conllu', treebank)
  const args = ['pipeline', '--train', file, '--out', model, '--parts', 'arc', '--no-network']
  expect(parley(['train', ...args])).toMatchObject({ code: 0, err: '' })
}, 60_000)

/** The same command without threads and with several. */
function byAll(args: readonly string[], input = '', workers = [1, 3]) {
  return workers.map((n) => parley([...args, '--model', model, '--workers', String(n)], { input }))
}

describe('the output is the same for any number of workers:', () => {
  test('trees of CoNLL-U', () => {
    const [one, ...others] = byAll(['parse', '-'], many, [1, 2, 3])
    expect(one).toEqual({ code: 0, out: many, err: '' })
    for (const other of others) expect(other).toEqual(one)
  })

  test.each([
    ['trees of CoNLL-U from its text', ['parse', '-', '--tokens', 'predict', '--offsets']],
    ['three trees each, and how sure they are', ['parse', '-', '--k', '3', '--confidence']],
    ['JSON', ['parse', '-', '--tags', 'predict', '--format', 'json', '--confidence']],
    ['tags', ['tag', '-']],
  ])('%s', (_, args) => {
    const [one, ...others] = byAll(args, many)
    expect(one.code).toBe(0)
    expect(one.out.length).toBeGreaterThan(30_000)
    for (const other of others) expect(other).toEqual(one)
  })

  test('several files, text among them, with remarks on what deviates', () => {
    const text = folder.file('long.txt', 'Dogs see small birds. Cats chase old birds.\n\n'.repeat(300))
    const crlf = folder.file('crlf.conllu', many.replaceAll('\n', '\r\n'))
    const [one, ...others] = byAll(['parse', text, crlf, text, '--format', 'json'])
    expect(one.err).toMatch(/crlf\.conllu:1: The line ends with a carriage return/)
    expect(one.out).toContain('"id":"600"')
    for (const other of others) expect(other).toEqual(one)
  })
})

describe('what goes wrong is the same for any number of workers:', () => {
  const at = Math.floor(sentences.length / 2)
  const withFault = (change: (sentence: string) => string) =>
    sentences.map((sentence, i) => (i === at ? change(sentence) : sentence)).join('\n\n')

  test.each([
    ['a line that is no CoNLL-U', (s: string) => s.replace(/\t/, ' '), /columns instead of 10/],
    ['a demand that no tree meets', (s: string) => s.replace(/_$/, 'ForceHead=99'), /99/],
  ])('%s', (_, change, message) => {
    const file = folder.file('faulty.conllu', withFault(change))
    const [one, ...others] = byAll(['parse', file])
    expect(one.code).toBe(2)
    expect(one.err).toMatch(message)
    // All sentences before it, and none after.
    expect(one.out.match(/^# sent_id/gm)).toHaveLength(at)
    for (const other of others) expect(other).toEqual(one)
  })

  test('the first line of a file so large that threads begin at once', () => {
    const large = many.repeat(Math.ceil(600_000 / many.length))
    const [one, ...others] = byAll(['tag', folder.file('large.conllu', large)])
    expect(one).toMatchObject({ code: 0, err: '' })
    const file = folder.file('large-faulty.conllu', large.replace(/\t/, ' '))
    for (const faulty of byAll(['tag', file, '--input', 'conllu'])) {
      expect(faulty).toMatchObject({ code: 2, out: '' })
      expect(faulty.err).toMatch(/columns instead of 10/)
    }
    for (const other of others) expect(other).toEqual(one)
  })

  test('a model without a tagger, and a long text', () => {
    const { tokenizer, parser } = splitModel(readModel(gunzipSync(readFileSync(model))))
    const stages = { ...(tokenizer && { tokenizer }), ...(parser && { parser }) }
    const bytes = writeModel(
      joinModels(stages, { licence: 'MIT', trainedOn: 'sentences made for this test' }),
    )
    const untagged = folder.file('untagged.parley', bytes)
    const text = folder.file('much.txt', 'Dogs see small birds.\n\n'.repeat(30_000))
    const [one, ...others] = [1, 3].map((n) =>
      parley(['parse', text, '--model', untagged, '--workers', String(n)]),
    )
    expect(one).toMatchObject({ code: 2, out: '' })
    expect(one.err).toMatch(/cannot tag words: it has no tagger\./)
    for (const other of others) expect(other).toEqual(one)
  })

  test('a model that is whole but lacks something, found where a thread reads it', () => {
    const { header, arrays } = readModel(gunzipSync(readFileSync(model)))
    const lost = Object.keys(arrays).find((name) => name.startsWith('parser.'))!
    const broken = { header, arrays: { ...arrays } }
    delete broken.arrays[lost]
    const damaged = folder.file('damaged.parley', writeModel(broken))
    const file = folder.file('much.conllu', many.repeat(Math.ceil(600_000 / many.length)))
    const [one, ...others] = [1, 3].map((n) =>
      parley(['parse', file, '--model', damaged, '--workers', String(n)]),
    )
    expect(one).toMatchObject({ code: 2, out: '' })
    expect(one.err).toMatch(/damaged\.parley: The model has no array called/)
    for (const other of others) expect(other).toEqual(one)
  })

  test('a file that is missing, after one that is there', () => {
    const file = folder.file('good.conllu', many)
    const [one, ...others] = byAll(['parse', file, join(folder.path, 'missing.conllu')])
    expect(one).toMatchObject({ code: 2, err: expect.stringMatching(/missing\.conllu/) })
    for (const other of others) expect(other).toEqual(one)
  })

  test('an invalid number of workers is refused', () => {
    expect(parley(['parse', 'We go.', '--workers', '0'])).toMatchObject({ code: 2, out: '' })
  })
})

test.skipIf(process.platform === 'win32')('a reader that closes early ends threads and command', () => {
  const long = folder.file('long.conllu', treebank.repeat(1000))
  const script = `"${process.execPath}" "${COMMAND}" parse "${long}" -m "${model}" --workers 2 | head -n 20000 | tail -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', timeout: 60_000 })
  expect(stderr).toBe('')
  expect(stdout.split('\n').at(-2)).toBe('0')
})
