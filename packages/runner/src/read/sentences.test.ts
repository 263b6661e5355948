// Tests reading of sources: format detection, notes, parts of files, places in errors, empty documents.
import { ParleyError } from '@parleyjs/core'
import { makeSentence, type Pipeline, type TextOptions } from '@parleyjs/nlp'
import { describe, expect, test } from 'vitest'
import { placed } from '../place.js'
import { requireText } from './documents.js'
import { type ReadOptions, readSentences } from './sentences.js'
import type { RunnerSource } from './source.js'

/** A splitter that makes a sentence of each piece of text, and keeps its options. */
function splitter() {
  const seen: TextOptions[] = []
  const split: Pick<Pipeline, 'splitStream'> = {
    async *splitStream(pieces, options = {}) {
      seen.push(options)
      for await (const piece of pieces)
        if (piece.trim() !== '')
          yield { sentence: makeSentence([{ form: piece }]), offsets: null, parse: null }
    },
  }
  return { split, seen }
}

const OPTIONS: ReadOptions = { tokens: 'keep', tag: true, offsets: true }
const CONLLU = '1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n'

async function read(source: RunnerSource, options: Partial<ReadOptions> = {}) {
  const { split, seen } = splitter()
  const sentences: (readonly string[])[] = []
  const notes: string[] = []
  const kinds: string[] = []
  const accept = (kind: string) => kinds.push(kind)
  for await (const one of readSentences(split, source, { ...OPTIONS, accept, ...options }))
    if ('note' in one) notes.push(one.note)
    else sentences.push(one.sentence.forms)
  return { sentences, notes, kinds, seen }
}

function file(text: string, more: object = {}): RunnerSource {
  return {
    file: 'f',
    chunks: Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte)),
    ...more,
  }
}

describe('what a file holds is seen by its beginning', () => {
  test.each([
    ['text', 'Go'],
    ['conllu', CONLLU],
    ['mrg', '( (S (VP (VB Go))))'],
  ])('%s', async (kind, text) => {
    const { kinds, sentences } = await read(file(text))
    expect(kinds).toEqual([kind])
    expect(sentences.flat().join('')).toBe('Go')
  })

  test('a file without a word holds nothing', async () => {
    expect(await read(file(' \n\n'))).toMatchObject({ kinds: [], sentences: [], notes: [] })
  })

  test('what is said of it comes first', async () => {
    expect((await read(file('( (S (VP (VB Go))))'), { input: 'text' })).kinds).toEqual(['text'])
  })
})

test('a part of a file knows its first line and its offset', async () => {
  const { seen } = await read(file('Go', { firstLine: 7, start: 90 }), { input: 'text' })
  expect(seen).toEqual([{ tag: true, offsets: true, start: 90 }])
  const broken: RunnerSource = { file: 'f', chunks: [Uint8Array.of(10, 255)], firstLine: 7 }
  await expect(read(broken, { input: 'text' })).rejects.toMatchObject({ place: { file: 'f', line: 7 } })
  const { notes } = await read(file(CONLLU.slice(0, -1), { firstLine: 7 }), { notePrefix: 'note: ' })
  expect(notes.join('')).toMatch(/^note: f:\d+: /)
})

test('a place is added where the error has none', () => {
  const fail = (place: object) => () =>
    placed({ file: 'f', line: 1 }, () => {
      throw new ParleyError('bad-input', 'No.', place)
    })
  expect(fail({})).toThrow(expect.objectContaining({ place: { file: 'f', line: 1 } }))
  expect(fail({ line: 9 })).toThrow(expect.objectContaining({ place: { file: 'f', line: 9 } }))
})

test('documents without text are refused', () => {
  expect(() => requireText([' \n', []], ['a', 'b'])).toThrow('There is no text to summarise.')
  expect(() => requireText([' ', 'Go.'], ['a', 'b'])).not.toThrow()
})
