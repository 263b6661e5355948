// `parley eval` on files: the table, JSON, packed and piped input, and what goes wrong.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parley, parleyJson, temporaryFolder } from '../test-support/run-parley.js'

const folder = temporaryFolder()
const line = (columns: string) => `${columns.split(' ').join('\t')}\t_\t_\n`
const GOLD = `${line('1 Go go VERB _ _ 0 root')}${line('2 on on ADV _ _ 1 advmod:x')}\n`
const SYSTEM = GOLD.replace('advmod:x', 'advmod').replace('ADV', 'ADP')
const TWO_ROOTS = `# x\n${GOLD.replace('1\tadvmod:x', '0\tadvmod')}`

const gold = folder.file('gold.conllu', GOLD)
const system = folder.file('system.conllu', SYSTEM)

describe('results', () => {
  test('a table', () => {
    const { code, out, err } = parley(['eval', gold, system])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^UPOS +\| +50\.00 \| +50\.00 \| +50\.00 \| +50\.00$/m)
    expect(out).toMatch(/^LAS +\| +100\.00/m)
    expect(out).toMatch(/^LAS-subtypes +\| +50\.00/m)
  })

  test('as JSON', () => {
    expect(parleyJson(['eval', gold, system])).toMatchObject({
      code: 0,
      gold,
      system,
      scores: {
        Words: { correct: 2, gold: 2, system: 2, f1: 1 },
        UPOS: { correct: 1, aligned: 2, precision: 0.5, recall: 0.5, f1: 0.5, alignedAccuracy: 0.5 },
      },
      multipleRoots: { gold: 0, system: 0 },
      punctuation: 'form',
    })
  })

  test('packed and piped', () => {
    const packed = folder.file('gold.conllu.gz', gzipSync(GOLD))
    expect(parley(['eval', packed, '-'], { input: gzipSync(SYSTEM) })).toEqual(parley(['eval', gold, system]))
  })

  test('a file as it is found is read, and what is odd is said once', () => {
    const odd = folder.file('odd.conllu', SYSTEM.replaceAll('\n', '\r\n'))
    const { code, out, err } = parley(['eval', gold, odd])
    expect({ code, out }).toEqual({ code: 0, out: parley(['eval', gold, system]).out })
    expect(err).toMatch(/^parley: .*odd\.conllu:1: The line ends with a carriage return \(CR\)\.[^\n]*\n$/)
  })
})

describe('several roots', () => {
  const file = folder.file('roots.conllu', TWO_ROOTS)

  test('are allowed and mentioned', () => {
    const { code, err } = parley(['eval', file, system])
    expect(code).toBe(0)
    expect(err).toMatch(/^parley: .*roots\.conllu: 1 sentence has several roots; the official script refuses/)
  })

  test('are allowed in silence', () => {
    expect(parley(['eval', file, system, '--allow-multiple-roots'])).toMatchObject({ code: 0, err: '' })
  })

  test('are refused with the line', () => {
    const { code, out, err } = parley(['eval', system, file, '--single-root'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^parley: .*roots\.conllu:1: The sentence has several roots\./)
  })
})

describe('refused', () => {
  test.each([
    [
      'another text',
      [gold, folder.file('t.conllu', SYSTEM.replace('on', 'in'))],
      /t\.conllu:2: The two files are not/,
    ],
    [
      'a cycle',
      [folder.file('c.conllu', GOLD.replace('\t0\t', '\t2\t')), system],
      /c\.conllu:1: The heads form a cycle/,
    ],
    [
      'a broken file',
      [gold, folder.file('b.conllu', GOLD.replace('2\t', '3\t'))],
      /b\.conllu:2: Word 3 comes/,
    ],
    ['no such file', [gold, `${gold}.x`], /gold\.conllu\.x: There is no such file/],
    ['a folder', [folder.path, system], /This is a folder/],
    [
      'a damaged gzip file',
      [gold, folder.file('d.gz', gzipSync(GOLD).subarray(0, 30))],
      /d\.gz: The gzip file is damaged/,
    ],
    ['a .gz file that is not gzip', [gold, folder.file('e.gz', GOLD)], /e\.gz: The name ends in \.gz/],
    ['one file', [gold], /No SYSTEM was given\. See: parley help eval/],
    ['three files', [gold, system, system], /At most 2 files: got 3/],
    ['standard input twice', ['-', '-'], /Only one file can be standard input/],
    ['options that exclude each other', [gold, system, '--single-root', '--allow-multiple-roots'], /exclude/],
  ])('%s', (_, args, message) => {
    const { code, out, err } = parley(['eval', ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^parley: [^\n]*\n$/)
    expect(err).toMatch(message)
  })
})
