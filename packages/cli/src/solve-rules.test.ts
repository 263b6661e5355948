// `parley solve rules.parley`: data in every sort of file, the answer in the words of the rules, and what
// goes wrong.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { parley, start, temporaryFolder, untilWorked } from '../test-support/run-parley.js'
import { describeFailure } from './failure.js'
import type { SolveJob } from './job.js'
import { ProgressBoard } from './progress.js'
import { readDataFiles } from './rules-input.js'
import { runJob } from './run-job.js'
import { rulesToJson, rulesToText } from './solve-rules.js'

const folder = temporaryFolder()
const RULES = `domain person
given friends(a: person, b: person)
open smokes(person)
"alike" weight 2: friends(x, y) & smokes(x) => smokes(y)
at most 1 x: smokes(x)
`
const rules = folder.file('rules.parley', RULES)

/** A folder of data files. */
function data(name: string, files: Record<string, string | Uint8Array>): string {
  const path = join(folder.path, name)
  mkdirSync(path)
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content)
  return path
}

const friends = { 'friends.csv': 'a,b\nanna,ben\nben,cleo\n', 'smokes.tsv': 'p\tscore\nanna\t3\nben\t1\n' }
const csv = data('csv', friends)

/**
 * What the thread of the command does, in this one: a job on a rules file and its report, as text and as
 * JSON.
 */
async function solveHere(file: string, path?: string, more: Partial<SolveJob> & { limit?: number } = {}) {
  const { limit, ...job } = more
  const report = await runJob(
    {
      input: { file, format: 'parley', bytes: readFileSync(file) },
      rules: {
        data: path === undefined ? [] : await readDataFiles(path),
        ...(limit !== undefined && { limit }),
      },
      algorithm: 'exact',
      options: {},
      trace: false,
      explain: false,
      ...job,
    },
    new ProgressBoard(),
  )
  return {
    text: rulesToText(report, report.rules!),
    json: JSON.parse(rulesToJson(report, report.rules!)) as Record<string, unknown>,
  }
}

describe('the command', () => {
  test('with tables: true atoms, violated rules and their costs', () => {
    const { code, out, err } = parley(['solve', rules, '--data', csv, '--explain', '-a', 'exact'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('status      optimal\nvalue       1\n')
    expect(out).toContain('true\n  smokes(anna)\n')
    expect(out).toContain(
      '            -2  line 4, "alike": friends(anna, ben) & smokes(anna) => smokes(ben)\n',
    )
    expect(out).toContain('            +3  smokes(anna)\n            +1  in total\n')
  })

  test('data from a single file, rules from standard input', () => {
    const single = folder.file('all.json', '{"friends": [["anna","ben"]], "smokes": {"anna": 3}}')
    const args = ['solve', '-', '--input-format', 'parley', '--data', single, '--json']
    expect(JSON.parse(parley(args, { input: RULES }).out)).toMatchObject({
      file: '-',
      answer: { smokes: [['anna']] },
    })
  })

  test('infeasible: the rules that clash, and exit code 1', async () => {
    const clash = folder.file('clash.parley', 'open a\nopen b\n"both": a & b\n~a | ~b\n"more": a | b\n')
    const { code, out } = parley(['solve', clash, '--explain'])
    expect(code).toBe(1)
    expect(out).toContain('these rules cannot all hold\n  line 3, "both": a & b\n  line 4: ~a | ~b\n')
    const { json } = await solveHere(clash)
    expect(json.clash).toMatchObject([{ rule: 'both', line: 3 }, { line: 4 }])
  })

  test('a mistake: its place on standard error, and exit code 2', () => {
    const { code, out, err } = parley(['solve', folder.file('bad.parley', 'open a\na =>\n')])
    expect(err).toMatch(/^parley: .*bad\.parley:2:5: Expected/)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })

  test.skipIf(process.platform === 'win32')('Ctrl-C while it grounds ends it at once', async () => {
    const many = 'domain n = 1..600\nopen p(n, n)\nforall x, y, z in n: p(x, y) & p(y, z) => p(x, z)\n'
    const { child, end } = start(['solve', folder.file('many.parley', many), '--limit', '1000000000'])
    await untilWorked(child, 1.5)
    child.kill('SIGINT')
    expect(await end).toEqual({ code: 130, out: '', err: 'parley: Stopped while grounding the rules.\n' })
  })
})

describe('a rules file', () => {
  test('as JSON: one object with the answer and its explanation', async () => {
    const { json } = await solveHere(rules, csv, { explain: true })
    expect(json).toMatchObject({
      status: 'optimal',
      answer: { smokes: [['anna']] },
      atoms: 3,
      rules: 3,
      explanation: {
        total: 1,
        violated: [{ rule: 'alike', cost: 2, line: 4, values: { x: 'anna', y: 'ben' } }],
      },
    })
  })

  test.each<[string, Record<string, string | Uint8Array>]>([
    [
      'one file for all',
      { 'data.json': '{"friends": [["anna","ben"],["ben","cleo"]], "smokes": {"anna": 3, "ben": 1}}' },
    ],
    [
      'a JSON file for each',
      { 'friends.json': '[["anna","ben"],["ben","cleo"]]', 'smokes.json': '{"anna": 3, "ben": 1}' },
    ],
    [
      'packed, beside other files',
      {
        'friends.csv.gz': gzipSync(friends['friends.csv']),
        'smokes.tsv': friends['smokes.tsv'],
        'README.md': 'hello',
      },
    ],
    [
      'with a byte order mark and the line ends of Windows',
      {
        'friends.csv': '\ufeffa,b\r\nanna,ben\r\nben,cleo\r\n',
        'smokes.json': '\ufeff{"anna": 3, "ben": 1}',
      },
    ],
  ])('data: %s', async (name, files) => {
    const { json } = await solveHere(rules, data(name.replaceAll(' ', '-'), files))
    expect(json).toMatchObject({ value: 1, answer: { smokes: [['anna']] } })
  })

  test('--lazy: the same answer from fewer factors', async () => {
    const more = data('lazy', { ...friends, 'smokes.tsv': 'p\tscore\nanna\t3\nben\t-3\ncleo\t-1\n' })
    const whole = await solveHere(rules, more, { explain: true })
    const lazy = await solveHere(rules, more, {
      explain: true,
      rules: { data: await readDataFiles(more), lazy: true },
    })
    expect(lazy.json.factors).toBeLessThan(whole.json.factors as number)
    const { value, answer, explanation, rules: count } = lazy.json
    expect({ value, answer, explanation, rules: count }).toEqual({
      value: whole.json.value,
      answer: whole.json.answer,
      explanation: whole.json.explanation,
      rules: whole.json.rules,
    })
  })

  test('--k lists the best answers', async () => {
    const { json } = await solveHere(rules, csv, { k: 3 })
    const solutions = json.solutions as { value: number; answer: { smokes: string[][] } }[]
    expect(solutions[0]).toMatchObject({ value: 1, answer: { smokes: [['anna']] } })
    // Nobody, and only Cleo, are as good as each other.
    expect(solutions.slice(1).map(({ value }) => Math.round(value))).toEqual([0, 0])
    const others = solutions.slice(1).map(({ answer }) => answer.smokes.flat().join())
    expect(others.sort()).toEqual(['', 'cleo'])
  })

  test('one of a kind is no plural', async () => {
    const { text } = await solveHere(folder.file('one.parley', 'open a score 1\n"no": ~a\n'))
    expect(text).toMatch(/one\.parley: 1 atom, 1 ground rule, 1 factor, exact\n/)
  })

  test('is converted like a graph, with atoms as names', async () => {
    const small = folder.file('small.parley', 'domain n = 1..2\nopen p(n)\np(1) => p(2)\n')
    expect((await runHere(['convert', small, '--to', 'dot'])).out).toContain('p(2)')
    const { out, err } = await runHere(['convert', rules, '--data', csv, '--to', 'dot'])
    expect({ out, err }).toEqual({ out: expect.stringContaining('smokes(anna)'), err: '' })
  })
})

describe('mistakes', () => {
  const latin1 = new Uint8Array([97, 44, 98, 10, 74, 111, 115, 0xe9, 44, 98, 10])
  test.each<[string, string | undefined, RegExp]>([
    ['no data', undefined, /^parley: .*rules\.parley:2:1: There is no data for friends/],
    ['a table', data('b1', { 'friends.csv': 'a,b\nanna\n' }), /friends\.csv:2: 1 cells/],
    ['a column', data('c1', { 'friends.csv': 'a,c\nanna,ben\n' }), /friends\.csv:1: friends has no column b/],
    ['no first row', data('c2', { 'friends.csv': 'anna,ben\nben,cleo\n' }), /friends\.csv:1: The first row/],
    ['an empty file', data('c3', { 'friends.csv': '' }), /friends\.csv: The file is empty/],
    ['Latin-1', data('c4', { 'friends.csv': latin1 }), /friends\.csv:2: There are bytes that are not UTF-8/],
    ['not JSON', data('b2', { 'data.json': '{' }), /data\.json: This is not JSON/],
    ['no object', data('b3', { 'data.json': '[]' }), /data\.json: An object/],
    ['a row', data('c5', { 'data.json': '{"friends": [["anna"]]}' }), /data\.json: The data for friends/],
    ['a name', data('b4', { ...friends, 'freind.csv': 'a\n1\n' }), /freind\.csv: .*nothing called freind/],
    ['twice', data('b5', { ...friends, 'friends.json': '[]' }), /in another file, too/],
  ])('%s', async (_, path, message) => {
    const failure = await solveHere(rules, path).catch(describeFailure)
    expect(failure).toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
  })

  test('a limit', async () => {
    const failure = await solveHere(rules, csv, { limit: 2 }).catch(describeFailure)
    expect(failure).toMatchObject({ exitCode: 2, message: expect.stringMatching(/limit (of|is) 2/) })
  })

  test.each<[string, readonly string[], RegExp]>([
    ['no such folder', ['solve', rules, '--data', '/nowhere'], /--data \/nowhere: there is no such file/],
    [
      'data for a graph',
      ['solve', folder.file('x.uai', 'MARKOV 0 0'), '--data', csv],
      /--data goes with a rules file/,
    ],
    ['lazy with --k', ['solve', rules, '--data', csv, '--lazy', '--k', '2'], /--lazy goes with a rules file/],
    ['evidence', ['solve', rules, '--evidence', rules], /write what is known as rules/],
  ])('in the options: %s', async (_, args, message) => {
    const { code, err } = await runHere(args)
    expect(err).toMatch(message)
    expect(code).toBe(2)
  })
})
