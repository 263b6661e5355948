// Data in every accepted shape: lists, rows, objects, maps, CSV, TSV, and tables in the program.
import type { ParleyError } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { ground } from '../ground/ground.js'
import { parseRules } from '../program/parse.js'
import { readTable } from './csv.js'
import type { Data } from './table.js'

const PROGRAM = parseRules(`domain person
given friends(a: person, b: person)
given old(person)
function age(person)
constant limit
open smokes(p: person)
"grown up": smokes(x) => age(x) >= limit
"alike": friends(x, y) & smokes(x) => smokes(y)
"not the old": ~smokes(x) where old(x)
`)

const PLAIN: Data = {
  person: ['anna', 'ben', 'cleo', 'dora'],
  friends: [
    ['anna', 'ben'],
    ['cleo', 'dora'],
  ],
  old: ['dora'],
  age: { anna: 30, ben: 19, cleo: 50, dora: 80 },
  limit: 18,
  smokes: { anna: 1, ben: -0.5, cleo: 1, dora: 0.25 },
}

function smokers(data: Data): unknown[] {
  return ground(PROGRAM, data).solve({ algorithm: 'exact' }).atoms('smokes').flat()
}

describe('shapes', () => {
  test.each<[string, Data]>([
    ['lists, rows and maps', {}],
    [
      'objects with names',
      {
        friends: [
          { b: 'ben', a: 'anna' },
          { a: 'cleo', b: 'dora' },
        ],
      },
    ],
    [
      'rows with the value last',
      {
        age: [
          ['anna', 30],
          ['ben', 19],
          ['cleo', 50],
          ['dora', '80'],
        ],
      },
    ],
    ['CSV', { friends: readTable('a,b\nanna,ben\r\n"cleo",dora\n') }],
    ['CSV with other names', { friends: readTable('from,to\nanna,ben\ncleo,dora') }],
    ['CSV with columns by name', { friends: readTable('b,a\nben,anna\ndora,cleo') }],
    [
      'TSV',
      { smokes: readTable('score\tp\n1\tanna\n-0.5\tben\n1\tcleo\n0.25\tdora\n', { separator: '\t' }) },
    ],
    [
      'rows that are there twice',
      {
        friends: [
          ['anna', 'ben'],
          ['cleo', 'dora'],
          ['anna', 'ben'],
        ],
      },
    ],
  ])('%s', (_, data) => {
    expect(smokers({ ...PLAIN, ...data })).toEqual(['anna', 'ben'])
  })

  test('a domain without a list has the members that the data mention', () => {
    const { person: _, ...rest } = PLAIN
    expect(new Set(smokers(rest))).toEqual(new Set(['anna', 'ben']))
  })

  test('a domain of whole numbers is numeric, wherever it comes from, and in order', () => {
    const program = parseRules('domain n\nopen p(n)\np(x) where x > 5\n~p(x) where x + 0 <= 5')
    const csv = readTable('n,score\n10,0\n9,0\n5,0\n')
    expect(ground(program, { p: csv }).solve().atoms('p')).toEqual([[9], [10]])
    expect(
      ground(program, {
        p: [
          ['9', 0],
          ['10', 0],
          ['5', 0],
        ],
      })
        .solve()
        .atoms('p'),
    ).toEqual([[9], [10]])
  })

  test('quoted cells keep commas, quotes and line breaks', () => {
    expect(readTable('a,b\n"x, ""y""","1\n2"\n\n3,4').rows).toEqual([
      ['x, "y"', '1\n2'],
      ['3', '4'],
    ])
    expect(readTable('a,b\n"x\ny",1\n3,4').lines).toEqual([2, 4])
  })
})

describe('mistakes', () => {
  test.each<[string, Data, RegExp]>([
    ['a name that is not declared', { freinds: [] }, /data for freinds.*Did you mean friends\?/],
    [
      'a member that is not listed',
      { friends: [['anna', 'bun']] },
      /row 1: "bun" in friends is not in.*Did you mean ben\?/,
    ],
    ['too few entries', { friends: [['anna', 'ben'], ['ben']] }, /row 2: 1 entries, not 2/],
    ['no list at all', { friends: 3 }, /should be a list of lists of 2/],
    ['a malformed number', { age: { anna: 'old' } }, /age has the value "old"; it must be a finite number/],
    [
      'two values',
      {
        age: [
          ['anna', 3],
          ['anna', 4],
        ],
      },
      /age\(anna\) has two values, 3 and 4/,
    ],
    ['a member twice', { person: ['anna', 'anna'] }, /anna is listed twice/],
    ['objects without names', { old: [{ who: 'anna' }] }, /objects without the fields/],
    [
      'another number of columns',
      { friends: readTable('a,b,c\n1,2,3') },
      /Line 1: friends needs 2 columns.*a, b, c/,
    ],
    [
      'semicolons',
      { friends: readTable('a;b\nanna;ben') },
      /needs 2 columns, but the table has 1: a;b\. Cells are separated by commas/,
    ],
    [
      'a table without its first row',
      { friends: readTable('anna,ben\nanne,ben') },
      /Line 1: The first row of the table of friends must name its columns, but ben is also among the values/,
    ],
    [
      'a table of numbers without its first row',
      { age: readTable('anna,30\nben,19') },
      /Line 1: The first row of the table of age .* has the number 30/,
    ],
    [
      'a column with another name',
      { friends: readTable('a,c\nanna,ben') },
      /Line 1: friends has no column b; there are a, c/,
    ],
    ['two columns of one name', { friends: readTable('a,a\nanna,ben') }, /Two columns are called a/],
    [
      'a limit that is no number',
      { limit: 'eighteen' },
      /limit has the value "eighteen"; it must be a finite number/,
    ],
    ['not a number', { limit: Number.NaN }, /should be a list|neither a text nor a finite number/],
  ])('%s', (_, data, message) => {
    expect(() => ground(PROGRAM, { ...PLAIN, ...data })).toThrow(message)
  })

  test('a limit of a domain that is no number', () => {
    const program = parseRules('constant n\ndomain d = 1..n\nopen p(d)')
    expect(() => ground(program, { n: 'three' })).toThrow(/n has the value "three"; it must be a finite/)
  })

  test('messages name the file, where the data has one', () => {
    const files = { friends: 'all.json', freinds: 'more.json' }
    const placeOf = (data: Data) => {
      try {
        ground(PROGRAM, { ...PLAIN, ...data }, { files })
      } catch (error) {
        return (error as ParleyError).place.file
      }
      return 'no error'
    }
    expect(placeOf({ friends: [['anna', 'bun']] })).toBe('all.json')
    expect(placeOf({ friends: 3 })).toBe('all.json')
    expect(placeOf({ freinds: [] })).toBe('more.json')
  })

  test('a value under any name and in any place, where the arguments have theirs', () => {
    const program = parseRules('domain d\nopen p(a: d, b: d)\np(x, y)')
    const table = readTable('how much,b,a\n2,x,y\n3,y,y\n')
    expect(ground(program, { p: table }).scores()).toEqual(Float64Array.from([3, 2, 0, 0]))
  })

  test('tables name their lines', () => {
    expect(() => readTable('a,b\n1,2\n3\n', { file: 'x.csv' })).toThrow(/Line 3: 1 cells.*2 columns/)
    expect(() => readTable('a,b\n"1,2\n')).toThrow(/Line 2: A quoted cell has no closing quote/)
    expect(() => readTable('a\n"1"2\n')).toThrow(/After a quoted cell/)
    expect(() => readTable('')).toThrow(/empty/)
  })

  test('a table in the program and in the data', () => {
    const program = parseRules('domain n = 1..2\ngiven g(n) = {1}')
    expect(() => ground(program, { g: [2] })).toThrow(/has its table here, but the data has one, too/)
    expect(() => ground(program, { n: [2] })).toThrow(/has its table here/)
  })
})
