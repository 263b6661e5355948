// `--corpus-wide --workers N`: the same bytes and the same errors for every N.
import { expect, test } from 'vitest'
import { ambiguousText } from '../test-support/ambiguous-text.js'
import { parley, temporaryFolder } from '../test-support/run-parley.js'

const folder = temporaryFolder()
/** More than the main thread keeps for itself. */
const file = folder.file('corpus.txt', ambiguousText(230))

function byAll(args: readonly string[], workers: readonly number[]) {
  return workers.map((n) => parley([...args, '--corpus-wide', '--workers', String(n)]))
}

test.each([
  ['tag', '3', [1, 2, 3]],
  ['parse', '4', [1, 2]],
])('%s: the output is the same for any number of workers', (command, penalty, workers) => {
  const [one, ...others] = byAll([command, file, '--penalty', penalty, '--json'], workers)
  expect(one).toMatchObject({ code: 0, err: '' })
  for (const other of others) expect(other).toEqual(one)
  const lines = one.out.trimEnd().split('\n')
  const { corpusWide } = JSON.parse(lines.at(-1)!)
  expect(corpusWide.words).toBeGreaterThan(1800)
  expect(corpusWide.sentences).toBe(lines.length - 1)
  const changed = lines.filter((line) => /"changes":\[\{/.test(line)).length
  expect(changed).toBeGreaterThan(5)
})

test('a sentence that cannot be done is named by file and line, whichever thread had it', () => {
  const rows = Array.from({ length: 1500 }, () => `1\tgo${'\t_'.repeat(8)}\n\n`).join('')
  const bad = `${rows}1\tgo${'\t_'.repeat(7)}\tForceUpos=NOSUCH\n\n`
  const [one, three] = byAll(['tag', folder.file('bad.conllu', bad)], [1, 3])
  expect(one.code).not.toBe(0)
  expect(one.out).toBe('')
  expect(one.err).toContain('bad.conllu:3001')
  expect(three).toEqual(one)
})
