// The official conformance files and whole treebanks: written back byte for byte, or refused with the line.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseConllu } from './read.js'
import { writeConllu } from './write.js'

const data = process.env.PARLEY_DATA
const skipped = data === undefined ? ' (skipped: PARLEY_DATA is not set)' : ''
const folder = (name: string) => (data === undefined ? '' : join(data, 'conllu-conformance', name))
const files = (name: string) => (data === undefined ? ['-'] : readdirSync(folder(name)))

describe.skipIf(data === undefined)(`the official conformance files${skipped}`, () => {
  test.each(files('valid'))('valid/%s is written back byte for byte', (name) => {
    const bytes = readFileSync(join(folder('valid'), name))
    expect(Buffer.from(writeConllu(parseConllu(bytes.toString()))).equals(bytes)).toBe(true)
  })

  // The line of the first fault of each file, found by reading the files.
  const LINES: Record<string, number> = {
    'columns-format-minimal': 3,
    'columns-format': 4,
    'duplicate-id': 5,
    'empty-field': 4,
    'empty-head': 4,
    'empty-sentence': 1,
    'extra-empty-line': 6,
    'id-starting-from-2': 9,
    'id-with-extra-0': 4,
    'invalid-line': 5,
    'invalid-range': 5,
    'invalid-word-id': 4,
    'invalid-word-interval': 5,
    'misindexed-empty-node': 5,
    'misordered-multiword': 7,
    'misplaced-comment-end': 12,
    'misplaced-comment-mid': 6,
    'misplaced-comment': 4,
    'misplaced-empty-node-2': 7,
    'misplaced-empty-node': 7,
    'misplaced-range': 7,
    'misplaced-word-interval': 7,
    'missing-final-line': 4,
    'mwt-nonempty-field': 6,
    'nan-id': 9,
    'non-unix-newline': 1,
    'nonsequential-empty-node-id': 5,
    'nonsequential-id': 5,
    'out-of-bounds-range': 7,
    'overlapping-multiword': 7,
    'overlapping-range': 7,
    'overlapping-word-interval': 7,
    'pseudo-empty-line': 5,
    'reversed-word-interval': 5,
    'seemingly-empty-line': 5,
    'tanl-broken': 6,
    'trailing-tab': 4,
    'unicode-normalization': 3,
    'word-id-sequence-2': 4,
    'word-id-sequence': 5,
  }

  test.each(files('invalid-level1'))('invalid-level1/%s is refused with its line', (name) => {
    const text = readFileSync(join(folder('invalid-level1'), name), 'utf8')
    const line = LINES[name.replace('.conllu', '')]
    expect(() => parseConllu(text)).toThrow(expect.objectContaining({ code: 'bad-input', place: { line } }))
  })

  const treebanks = data === undefined ? [] : readdirSync(join(data, 'ud'))
  test.each(treebanks)('ud/%s: every file is valid and written back', (name) => {
    for (const part of ['train', 'dev', 'test']) {
      const path = join(data!, 'ud', name, `${part}.conllu.gz`)
      if (!existsSync(path)) continue
      const text = gunzipSync(readFileSync(path)).toString()
      expect(writeConllu(parseConllu(text)) === text).toBe(true)
    }
  })
})
