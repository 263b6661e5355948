// Everything that can be wrong with a command line or a file: a message that helps, exit code 2, no output.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PAIR_UAI, XOR_FG } from '../test-support/graphs.js'
import { parley, temporaryFolder } from '../test-support/run-parley.js'
import { describeFailure } from './failure.js'
import { run } from './run.js'

const folder = temporaryFolder()
const good = folder.file('good.uai', PAIR_UAI)
mkdirSync(join(folder.path, 'folder.uai'))
const garbage = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)
const packed = gzipSync(PAIR_UAI.repeat(50))

/** In this process, where most tests are quick: the line on standard error and the exit code. */
async function failureOf(args: readonly string[]) {
  try {
    return { message: `no error, exit code ${await run(args)}`, exitCode: 0 }
  } catch (error) {
    return describeFailure(error)
  }
}

async function refused(args: readonly string[], message: RegExp): Promise<void> {
  const failure = await failureOf(args)
  expect(failure.message).toMatch(message)
  expect(failure.message).toMatch(/^parley: [^\n]+$/)
  expect(failure.exitCode).toBe(2)
}

/** The same by a process of its own, as a user sees it. */
function refusedOutside(args: readonly string[], message: RegExp, input?: string): void {
  const { code, out, err } = parley(args, input === undefined ? {} : { input })
  expect(err).toMatch(message)
  // One line, without a stack trace.
  expect(err).toMatch(/^parley: [^\n]+\n$/)
  expect({ code, out }).toEqual({ code: 2, out: '' })
}

describe('files', () => {
  const files: [string, string | Uint8Array, RegExp][] = [
    ['empty.uai', '', /empty\.uai: The file is empty/],
    ['blank.uai', ' \n\n', /blank\.uai:\d+: /],
    ['garbage.uai', garbage, /garbage\.uai: This is not a text file/],
    ['garbage.fg', 'lorem ipsum dolor', /garbage\.fg:1: /],
    ['cut.uai', PAIR_UAI.slice(0, -6), /cut\.uai:\d+: /],
    ['letter.uai', PAIR_UAI.replace('1 3', '1 x'), /letter\.uai:12: expected/],
    ['nan.fg', XOR_FG.replace('0.5', 'NaN'), /nan\.fg:3: /],
    ['infinite.fg', XOR_FG.replace('0.5', 'Infinity'), /infinite\.fg:3: /],
    ['kind.fg', XOR_FG.replace('XOR', 'NOR'), /kind\.fg:6: .*NOR/],
    ['beyond.fg', XOR_FG.replace('1 2 3', '1 2 4'), /beyond\.fg:6: /],
    ['short.wcsp', 'name 1 2 1\n', /short\.wcsp:\d+: /],
    ['syntax.json', '{\n "parley": 1,\n "variables": [,]\n}', /syntax\.json:3:16: /],
    ['other.json', '[1, 2]', /other\.json: /],
    ['plain.uai.gz', PAIR_UAI, /plain\.uai\.gz: .*not a gzip file/],
    ['cut.uai.gz', packed.subarray(0, packed.length - 20), /cut\.uai\.gz: .*damaged or cut off/],
    ['huge.uai', 'MARKOV\n1000000000000\n', /huge\.uai:2: /],
    [
      'table.uai',
      'MARKOV\n60\n'.concat('2 '.repeat(60), '\n1\n60 ', [...Array(60).keys()].join(' '), '\n'),
      /table\.uai:/,
    ],
    ['unknown.xyz', PAIR_UAI, /unknown\.xyz: the format is not clear/],
  ]

  test.each(files)('%s', async (name, content, message) => {
    const file = folder.file(name, content)
    const before = readdirSync(folder.path)
    await refused(['convert', file, '--to', 'json', '--out', join(folder.path, 'never.json')], message)
    expect(readdirSync(folder.path)).toEqual(before)
  })

  test('solve refuses them as convert does, and writes nothing', () => {
    const trace = join(folder.path, 'never.csv')
    for (const [name, content, message] of files.slice(2, 5))
      refusedOutside(['solve', folder.file(name, content), '--trace', trace], message)
    expect(existsSync(trace)).toBe(false)
  })

  test('a file that is not there, and a folder', async () => {
    await refused(['solve', join(folder.path, 'nothing.uai')], /nothing\.uai: There is no such file/)
    await refused(['solve', join(folder.path, 'folder.uai')], /folder\.uai: This is a folder/)
    await refused(['solve', join(good, 'x.uai')], /no such file/)
    await refused(
      ['solve', good, '--evidence', join(folder.path, 'nothing.evid')],
      /nothing\.evid: There is no such file/,
    )
  })

  test.each([
    ['e1.evid', '1 7 0\n', /e1\.evid:1: .*7/],
    ['e2.evid', '1 0 9\n', /e2\.evid:1: .*9/],
    ['e3.evid', 'x', /e3\.evid:1: /],
    ['e4.evid', '2\n0 0\n0 1\n', /e4\.evid:\d: /],
    ['e5.evid', '', /e5\.evid: The file is empty/],
  ])('evidence %s', async (name, content, message) => {
    await refused(['convert', good, '--to', 'json', '--evidence', folder.file(name, content)], message)
  })

  test('standard input without a format, and empty', () => {
    refusedOutside(['solve', '-'], /--input-format/, PAIR_UAI)
    refusedOutside(['solve', '-', '--input-format', 'uai'], /-: The file is empty/, '')
  })
})

describe('command lines', () => {
  test.each([
    [['solve'], /No FILE/],
    [['solve', good, good], /One FILE/],
    [['solve', good, '--frobnicate'], /Unknown option --frobnicate/],
    [['solve', good, '--algoritm', 'ad3'], /Did you mean --algorithm\?/],
    [['solve', good, '--algorithm', 'simplex'], /--algorithm simplex: choose one of ad3, .*ilp/],
    [['solve', good, '--algorithm'], /algorithm/],
    [['solve', good, '--max-iterations', 'many'], /--max-iterations many: expected a whole number/],
    [['solve', good, '--max-iterations', '2.5'], /whole number/],
    [['solve', good, '--time-limit=-1'], /--time-limit -1: expected a number of at least 0/],
    [['solve', good, '--tolerance', 'NaN'], /--tolerance NaN/],
    [['solve', good, '--k', '0'], /--k 0/],
    [['solve', good, '--repeat', '0'], /--repeat 0/],
    [['solve', good, '--diverse', '2'], /--diverse goes with --k/],
    [['solve', good, '--k', '2', '--algorithm', 'mplp'], /--k searches with the algorithm exact/],
    [['solve', good, '--tighten', '--algorithm', 'lp'], /--tighten is for/],
    [['solve', good, '--workers', '2', '--algorithm', 'mplp'], /--workers is for the algorithm ad3/],
    [['solve', good, '--workers', '0'], /--workers 0: expected a whole number of at least 1/],
    [['solve', good, '--input-format', 'xml'], /--input-format xml/],
    [['solve', good, '--trace', '/no/such/folder/t.csv'], /there is no folder/],
    [['solve', good, '--trace', folder.path], /it is a folder/],
    [['convert', good], /Say the format with --to/],
    [['convert', good, '--to', 'pdf'], /--to pdf: choose one of/],
    [['convert', good, '--to', 'json', '--integer'], /--integer goes with --to lp/],
    [['convert', good, '--to', 'json', '--out', '/no/such/folder/x.json'], /there is no folder/],
  ])('%j', async (args, message) => {
    await refused(args, message)
  })

  test('a custom factor has no linear program: said, not crashed', async () => {
    const tree = folder.file('tree.fg', '3\n1\n1\n2\n3\nARBORESCENCE 3 1 2 3 3 0 1 0 2 1 2\n')
    refusedOutside(['solve', tree, '--algorithm', 'lp'], /custom/)
    await refused(['convert', tree, '--to', 'json', '--out', join(folder.path, 'tree.json')], /custom/)
    expect(existsSync(join(folder.path, 'tree.json'))).toBe(false)
  })

  test('PARLEY_DEBUG=1 adds a stack trace', () => {
    const { code, err } = parley(['solve', 'nothing.uai'], { env: { PARLEY_DEBUG: '1' } })
    expect(code).toBe(2)
    expect(err).toMatch(/\n {4}at /)
  })
})

describe('messages on a terminal', () => {
  test('control characters in the name of a file are spelled out', async () => {
    const { message } = await failureOf(['solve', 'no\u001b]0;title\u0007file.uai'])
    expect(message).toBe('parley: no\\u001b]0;title\\u0007file.uai: There is no such file.')
  })

  test('what cannot be trained is said before what else is missing', async () => {
    await refused(['train', 'foo'], /Say what to train: .*Got "foo"/)
    await refused(['train', 'parser'], /No --out was given/)
  })
})
