// Tests how arguments become sources, and the detection of formats.
import { looksLikeBrackets, looksLikeConllu } from '@parleyjs/runner'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../test-support/run-parley.js'
import { textSources } from './text-sources.js'
import { UsageError } from './usage-error.js'

const folder = temporaryFolder()
const file = folder.file('We go.txt', 'We go.')

describe('an argument is', () => {
  test.each([
    ['We go.', { text: 'We go.' }],
    ['Hello', { text: 'Hello' }],
    ['Hello.', { text: 'Hello.' }],
    ['two\nlines', { text: 'two\nlines' }],
    ['食べました。', { text: '食べました。' }],
    ['a/b and/or c.txt', { text: 'a/b and/or c.txt' }],
    ['-', { file: '-' }],
    [file, { file }],
    [folder.path, { file: folder.path }],
    ['x '.repeat(5000), { text: 'x '.repeat(5000) }],
  ])('%j: %j', (arg, expected) => {
    expect(textSources('parse', [arg], true, () => {})).toEqual([expected])
  })

  test.each(['missing.txt', 'folder/missing', 'a\\b', 'x.conllu'])('the missing file %j', (arg) => {
    expect(() => textSources('tag', [arg], true)).toThrow(/no such file\. If it is text.*\| parley tag$/)
  })

  test.each([
    ['missing', 1],
    ['Hello.', 0],
    ['We go.', 0],
    [file, 0],
  ])('%j, with %i notes', (arg, count) => {
    const notes: string[] = []
    textSources('parse', [arg], true, (note) => notes.push(note))
    expect(notes).toHaveLength(count)
  })

  test('standard input where none is given, but not at a terminal', () => {
    expect(textSources('parse', [], false)).toEqual([{ file: '-' }])
    expect(() => textSources('parse', [], true)).toThrow(UsageError)
    expect(() => textSources('parse', [' '], true)).toThrow(/empty text/)
    expect(() => textSources('parse', ['-', '-'], true)).toThrow(/Only one/)
  })
})

describe('CoNLL-U is distinguished from text', () => {
  const row = '1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_'
  test.each([
    [row, true],
    [`# text = Go\n${row}\n`, true],
    [`# a\n# b\r\n${row}\r\n`, true],
    [row.replace('1', '1-2'), true],
    ['', false],
    ['# only a comment', false],
    ['1\tGo', false],
    ['Go\n1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_', false],
  ])('%j: %j', (text, expected) => {
    expect(looksLikeConllu(text)).toBe(expected)
  })
})

describe('bracketed trees are distinguished from text', () => {
  test.each([
    ['( (S (NP-SBJ-1 (PRP We)) (VP (VBP go))))', true],
    ['\n(TOP\n  (S\n    (NP (NN rain))', true],
    ['((S (`` ``) (NP', true],
    ['(S (NP (-NONE- *)))', true],
    ['(X (NN rain))', true],
    ['', false],
    ['(We go.)', false],
    ['(We (all) go.)', false],
    ['( (a) (b) )', false],
    ['(NASA (the agency) said so.)', false],
    ['Rain (NN (NN rain))', false],
  ])('%j: %j', (text, expected) => {
    expect(looksLikeBrackets(text)).toBe(expected)
  })
})
