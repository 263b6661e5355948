// `parley tag --corpus-wide` and `parley parse --corpus-wide`, with the English model.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseConllu } from '@parleyjs/nlp'
import { afterAll, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-corpus-'))
afterAll(() => rmSync(folder, { recursive: true }))
const to = (name: string) => join(folder, name)

const TEXT = 'Dogs bark. I heard a bark. They bark loudly.\n'
writeFileSync(to('text.txt'), TEXT)
const write = (name: string, sets: unknown) => {
  writeFileSync(to(name), JSON.stringify({ sets }))
  return to(name)
}

test('tag: sets of a user change tags, and the output says which and why', async () => {
  const sets = write('tags.json', [
    {
      name: 'bark',
      penalty: 1000,
      members: [
        [1, 2],
        [2, 4],
        [3, 2],
      ],
    },
  ])
  const { code, out } = await runHere(['tag', '--corpus-wide', to('text.txt'), '--sets', sets, '--json'])
  expect(code).toBe(0)
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const [first, second, third, { corpusWide }] = lines
  const barks = [first.words[1], second.words[3], third.words[1]]
  expect(new Set(barks.map(({ upos }) => upos)).size).toBe(1)
  expect(corpusWide).toMatchObject({ sentences: 3, words: 12, sets: 1, members: 3, status: 'optimal' })
  expect(corpusWide.bytesPerSentence).toBeGreaterThan(0)
  const changes = lines.slice(0, 3).flatMap((line) => line.changes)
  expect(changes.length).toBeGreaterThan(0)
  for (const { before, after, because } of changes) {
    expect(before).not.toBe(after)
    expect(because).toEqual([
      expect.objectContaining({ set: 'bark', consensus: after, agree: 3, members: 3 }),
    ])
  }
})

test('tag: the example of the README is right where the tagger by itself is not', async () => {
  const example = fileURLToPath(new URL('../../../examples/reviews.txt', import.meta.url))
  const { out } = await runHere(['tag', '--corpus-wide', example, '--json'])
  const because = { set: 'whirr', consensus: 'VERB', agree: 4, members: 4, agreedBefore: 2 }
  expect(JSON.parse(out.slice(0, out.indexOf('\n'))).changes).toEqual([
    { id: 3, before: 'NOUN', after: 'VERB', because: [because] },
  ])
})

test('tag: what a sentence demands of its own words goes first, and is no change', async () => {
  const line = (word: string, demand: string) => `2\t${word}${'\t_'.repeat(7)}\t${demand}\n\n`
  writeFileSync(
    to('forced.conllu'),
    `1\tDogs${'\t_'.repeat(8)}\n${line('bark', 'ForceUpos=VERB')}1\tthe${'\t_'.repeat(8)}\n${line('bark', 'ForceUpos=NOUN')}`,
  )
  const members = [
    [1, 2],
    [2, 2],
  ]
  const sets = write('forced.json', [{ name: 'bark', penalty: 100, members }])
  const { out } = await runHere(['tag', '--corpus-wide', to('forced.conllu'), '--sets', sets])
  expect([...parseConllu(out)].map(({ upos }) => upos[1])).toEqual(['VERB', 'NOUN'])
  expect(out).not.toContain('corpus_wide')
})

test('parse: what changed is demanded of the parser, the rest is its own', async () => {
  const alone = await runHere(['parse', to('text.txt'), '--format', 'conllu'])
  const none = await runHere(['parse', '--corpus-wide', to('text.txt')])
  expect(none.out).toBe(alone.out)
  // The dog has an owner, the fork belongs to the eating, unless they must agree.
  writeFileSync(to('with.txt'), 'I know the owner of the dog. I ate the cake with a fork.\n')
  const sets = write('heads.json', [
    {
      name: 'with',
      penalty: 1000,
      members: [
        [1, 7],
        [2, 7],
      ],
    },
  ])
  const { out } = await runHere(['parse', '--corpus-wide', to('with.txt'), '--sets', sets])
  const tags = [...parseConllu(out)].map(({ heads, upos }) => upos[heads[6] - 1])
  expect(tags[0]).toBe(tags[1])
  expect(out).toMatch(/# corpus_wide = \d:\S+>\S+/)
})

test('what does not go together, and sets that do not fit, are refused', async () => {
  const told = async (args: string[]) => (await runHere(args)).err
  expect(await told(['parse', '--corpus-wide', '--k', '2', 'Go.'])).toContain('--k is about single sentences')
  expect(await told(['tag', '--penalty', '2', 'Go.'])).toContain('--penalty goes with --corpus-wide')
  const bad = write('bad.json', [{ name: 'x', penalty: 1, members: [[9, 1]] }])
  const message = await told(['tag', '--corpus-wide', to('text.txt'), '--sets', bad])
  expect(message).toContain('sentence 9, but there are 3')
  expect(message).toContain('bad.json')
  expect(await told(['tag', '--corpus-wide', 'Go.', '--sets', to('text.txt')])).toMatch(
    /text\.txt:1:1: this is not JSON/,
  )
  const huge = ['tag', '--corpus-wide', to('text.txt'), '--penalty', '1e300']
  expect(await told([...huge])).toContain('1000000 outweighs every score')
})

test('a file without a word gives nothing, and sets for it are refused', async () => {
  writeFileSync(to('empty.txt'), '\n')
  for (const command of ['tag', 'parse'])
    expect(await runHere([command, '--corpus-wide', to('empty.txt')])).toEqual({ code: 0, out: '', err: '' })
  const sets = write('none.json', [{ name: 'x', penalty: 1, members: [[1, 1]] }])
  const { code, err } = await runHere(['tag', '--corpus-wide', to('empty.txt'), '--sets', sets])
  expect(code).toBe(2)
  expect(err).toContain('sentence 1, but there are 0 sentences')
})
