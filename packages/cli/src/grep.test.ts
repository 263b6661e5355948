// `parley grep` on files: formats, counts, context, and what goes wrong.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { temporaryFolder } from '../test-support/run-parley.js'

const folder = temporaryFolder()
const line = (columns: string) => `${columns.split(' ').join('\t')}\t_\t_\n`
const sentence = (id: string, subject: string, verb: string, object: string) =>
  `# sent_id = ${id}\n# text = ${subject} ${verb} ${object}\n` +
  `${line(`1 ${subject} ${subject} NOUN _ _ 2 nsubj`)}${line(`2 ${verb} ${verb} VERB _ _ 0 root`)}` +
  `${line(`3 ${object} ${object} NOUN _ _ 2 obj`)}\n`
const TEXT = [
  sentence('a', 'cats', 'eat', 'fish'),
  sentence('b', 'dogs', 'chase', 'cats'),
  sentence('c', 'birds', 'eat', 'seeds'),
  sentence('d', 'girls', 'read', 'books'),
  sentence('e', 'boys', 'eat', 'fish'),
].join('')
const file = folder.file('a.conllu', TEXT)
const EAT = '{lemma=eat} >nsubj {}=s >obj {}=o'

describe('results', () => {
  test('as text', async () => {
    const { code, out, err } = await runHere(['grep', EAT, file])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      '1: cats eat fish\n  s=1:cats o=3:fish\n13: birds eat seeds\n  s=1:birds o=3:seeds\n25: boys eat fish\n  s=1:boys o=3:fish\n',
    )
  })

  test('of several files, packed and piped', async () => {
    const packed = folder.file('a.conllu.gz', gzipSync(TEXT))
    const { out } = await runHere(['grep', '{form=seeds}', packed, '-'], TEXT)
    expect(out).toBe(`${packed}:13: birds eat seeds\n  3:seeds\n-:13: birds eat seeds\n  3:seeds\n`)
    expect((await runHere(['grep', '{form=seeds}'], TEXT)).out).toBe('13: birds eat seeds\n  3:seeds\n')
  })

  test('as JSON', async () => {
    const { out } = await runHere(['grep', EAT, file, '--json', '-m', '1'])
    expect(JSON.parse(out)).toEqual({
      number: 1,
      line: 1,
      id: 'a',
      text: 'cats eat fish',
      matches: [{ words: [2, 1, 3], forms: ['eat', 'cats', 'fish'], named: { s: 1, o: 3 } }],
      complete: true,
    })
  })

  test('as CoNLL-U that can be searched again', async () => {
    const { out } = await runHere(['grep', EAT, file, '-f', 'conllu'])
    expect(out.split('\n').slice(0, 3)).toEqual([
      '# sent_id = a',
      '# text = cats eat fish',
      '# matches = s=1 o=3',
    ])
    expect((await runHere(['grep', '{form=/.*s/} .. {form=fish}', '-c'], out)).out).toBe(
      '-: 2 matches in 2 of 3 sentences\n',
    )
  })

  test('as numbers', async () => {
    expect((await runHere(['grep', EAT, file, '--count'])).out).toBe(
      `${file}: 3 matches in 3 of 5 sentences\n`,
    )
    expect((await runHere(['grep', EAT, file, '--by', 'o.lemma, o.upos'])).out).toBe(
      '2\tfish\tNOUN\n1\tseeds\tNOUN\n',
    )
    expect(JSON.parse((await runHere(['grep', EAT, file, '--by', 'o.feats.X', '--json'])).out)).toEqual({
      files: [{ file, searched: 5, sentences: 3, matches: 3 }],
      counts: [{ count: 3, values: ['_'] }],
    })
  })

  test('with context', async () => {
    expect((await runHere(['grep', '{form=dogs|boys}', file, '-C', '1'])).out).toBe(
      '1: cats eat fish\n7: dogs chase cats\n  1:dogs\n13: birds eat seeds\n19: girls read books\n25: boys eat fish\n  1:boys\n',
    )
    expect((await runHere(['grep', '{form=fish}', file, '-C', '1'])).out).toMatch(
      /^1: .*\n.*\n7: .*\n--\n19: .*\n25: /,
    )
  })
})

describe('exit codes and messages', () => {
  test('1 if there are no matches', async () => {
    expect(await runHere(['grep', '{form=nothing}', file])).toEqual({ code: 1, out: '', err: '' })
  })

  test('2 for a mistake in the pattern, which is shown', async () => {
    const { code, err } = await runHere(['grep', '{form=cats} >obj', file])
    expect(code).toBe(2)
    expect(err).toBe(
      'parley: Column 17 of the pattern: Expected a node such as {} or {upos=VERB}, but the pattern ends.\n' +
        '  {form=cats} >obj\n                  ^\n',
    )
  })

  test.each([
    [[], /No PATTERN was given/],
    [['{}', '/no/such/file'], /There is no such file/],
    [['{}', file, '--by', 'x.lemma'], /the pattern has no names/],
    [[EAT, file, '--by', 'x.lemma'], /no name "x", only s, o/],
    [[EAT, file, '--by', 's.nothing'], /expected a column/],
    [['{}', file, '--json', '-f', 'text'], /exclude each other/],
  ])('2 for %j', async (args, message) => {
    const { code, err } = await runHere(['grep', ...args])
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  test('2 for a file that is not CoNLL-U, with its line', async () => {
    const bad = folder.file('bad.conllu', `${sentence('a', 'x', 'y', 'z')}1\tfish\tx\n\n`)
    const { code, err } = await runHere(['grep', '{form=fish}', bad])
    expect([code, err.startsWith(`parley: ${bad}:7: 3 columns instead of 10`)]).toEqual([2, true])
  })
})
