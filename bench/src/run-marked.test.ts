// Commands in the docs: how they are found, completed and skipped.
import { expect, test } from 'vitest'
import { markedTables } from './marked-tables.js'
import { commandArguments, needsPeer, reasonToSkip } from './run-marked.js'

test('marked tables are found with their commands', () => {
  const text =
    'a\n<!-- run: x.js --n 1 -->\n\nold\n\n<!-- end -->\nb\n<!-- run: y.js -->\nkept\n<!-- end -->\n'
  expect(markedTables(text)).toEqual([
    { command: 'x.js --n 1', text: 'old' },
    { command: 'y.js', text: 'kept' },
  ])
})

test("a peer's program is put in, or its option left out", () => {
  const command = 'ad3.js --limit 10 --ad3 PROGRAM'
  expect(needsPeer(command)).toBe(true)
  expect(commandArguments(command, {})).toEqual(['ad3.js', '--limit', '10'])
  expect(commandArguments(command, { ad3: '/x/ad3' })).toEqual(['ad3.js', '--limit', '10', '--ad3', '/x/ad3'])
  expect(needsPeer('exact.js --limit 10')).toBe(false)
})

test('models go to the scripts that take them', () => {
  expect(commandArguments('parsing/activity.js', { models: 'm' })).toEqual([
    'parsing/activity.js',
    '--models',
    'm',
  ])
  expect(commandArguments('ldpc.js', { models: 'm' })).toEqual(['ldpc.js'])
})

test('a check leaves out times, training and what is slow', () => {
  const quick = { all: false, models: undefined }
  expect(reasonToSkip('ldpc.js --frames 300', quick)).toBeUndefined()
  expect(reasonToSkip('scale/overhead.js', quick)).toMatch('times')
  expect(reasonToSkip('parsing/activity.js', quick)).toMatch('--models')
  expect(reasonToSkip('corpus-wide/tagging-runs.js', quick)).toMatch('--all')
  expect(reasonToSkip('corpus-wide/tagging-runs.js', { all: true, models: undefined })).toBeUndefined()
})
