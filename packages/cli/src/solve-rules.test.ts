// `parley solve rules.parley`: data in every sort of file, the answer in the words of the rules, and what goes wrong.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parley, parleyJson, temporaryFolder } from '../test-support/run-parley.js'

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

describe('a rules file', () => {
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

  test('--json: one object with the answer and its explanation', () => {
    const report = parleyJson(['solve', rules, '--data', csv, '--explain', '-a', 'exact'])
    expect(report).toMatchObject({
      code: 0,
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
      { ...friends, 'friends.csv': gzipSync(friends['friends.csv']), 'README.md': 'hello' },
    ],
  ])('data: %s', (name, files) => {
    const packed = Object.fromEntries(
      Object.entries(files).map(([file, content]) => [
        typeof content === 'string' ? file : `${file}.gz`,
        content,
      ]),
    )
    const report = parleyJson([
      'solve',
      rules,
      '--data',
      data(name.replaceAll(' ', '-'), packed),
      '-a',
      'exact',
    ])
    expect(report).toMatchObject({ value: 1, answer: { smokes: [['anna']] } })
  })

  test('data from a single file, rules from standard input', () => {
    const single = folder.file('all.json', '{"friends": [["anna","ben"]], "smokes": {"anna": 3}}')
    const args = ['solve', '-', '--input-format', 'parley', '--data', single, '--json']
    expect(JSON.parse(parley(args, { input: RULES }).out)).toMatchObject({
      file: '-',
      answer: { smokes: [['anna']] },
    })
  })

  test('--k lists the best answers', () => {
    const report = parleyJson(['solve', rules, '--data', csv, '--k', '3'])
    const solutions = report.solutions as { value: number; answer: { smokes: string[][] } }[]
    expect(solutions[0]).toMatchObject({ value: 1, answer: { smokes: [['anna']] } })
    // Nobody, and only Cleo, are as good as each other.
    expect(solutions.slice(1).map(({ value }) => Math.round(value))).toEqual([0, 0])
    expect(
      solutions
        .slice(1)
        .map(({ answer }) => answer.smokes.flat().join())
        .sort(),
    ).toEqual(['', 'cleo'])
  })

  test('infeasible: the rules that clash, and exit code 1', () => {
    const clash = folder.file('clash.parley', 'open a\nopen b\n"both": a & b\n~a | ~b\n"more": a | b\n')
    const { code, out } = parley(['solve', clash, '--explain'])
    expect(code).toBe(1)
    expect(out).toContain('these rules cannot all hold\n  line 3, "both": a & b\n  line 4: ~a | ~b\n')
    expect(parleyJson(['solve', clash]).clash).toMatchObject([{ rule: 'both', line: 3 }, { line: 4 }])
  })

  test('is converted like a graph, with atoms as names', () => {
    const small = folder.file('small.parley', 'domain n = 1..2\nopen p(n)\np(1) => p(2)\n')
    expect(parley(['convert', small, '--to', 'dot']).out).toContain('p(2)')
  })
})

describe('mistakes', () => {
  test.each<[string, readonly string[], RegExp]>([
    [
      'in the rules',
      ['solve', folder.file('bad.parley', 'open a\na =>\n')],
      /^parley: .*bad\.parley:2:5: Expected/,
    ],
    ['no data', ['solve', rules], /^parley: .*rules\.parley:2:1: There is no data for friends/],
    ['no such folder', ['solve', rules, '--data', '/nowhere'], /--data \/nowhere: there is no such file/],
    [
      'a table',
      ['solve', rules, '--data', data('b1', { 'friends.csv': 'a,b\nanna\n' })],
      /friends\.csv:2: 1 cells/,
    ],
    [
      'not JSON',
      ['solve', rules, '--data', data('b2', { 'data.json': '{' })],
      /data\.json: This is not JSON/,
    ],
    ['no object', ['solve', rules, '--data', data('b3', { 'data.json': '[]' })], /data\.json: An object/],
    [
      'unknown name',
      ['solve', rules, '--data', data('b4', { ...friends, 'freind.csv': 'a\n1\n' })],
      /nothing called freind/,
    ],
    [
      'twice',
      ['solve', rules, '--data', data('b5', { ...friends, 'friends.json': '[]' })],
      /in another file, too/,
    ],
    ['a limit', ['solve', rules, '--data', csv, '--limit', '2'], /limit (of|is) 2/],
    [
      'data for a graph',
      ['solve', folder.file('x.uai', 'MARKOV 0 0'), '--data', csv],
      /--data goes with a rules file/,
    ],
    ['evidence', ['solve', rules, '--evidence', rules], /write what is known as rules/],
  ])('%s', (_, args, message) => {
    const { code, err } = parley(args)
    expect(err).toMatch(message)
    expect(code).toBe(2)
  })
})
