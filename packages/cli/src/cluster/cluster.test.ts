// `parley cluster` without Redis: what it writes is what the other commands print, however it is cut.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.js'
import { parley, temporaryFolder } from '../../test-support/run-parley.js'
import { tinyTreebank } from '../../test-support/treebank.js'

const folder = temporaryFolder()
const model = join(folder.path, 'tiny.gz')
const treebank = folder.file('bank.conllu', tinyTreebank().repeat(4))
const paragraph = 'Dogs see small birds. Cats chase old birds — “Birds”.\nBirds like dogs.'
const prose = folder.file(
  'prose.txt',
  `\ufeff${Array.from({ length: 40 }, (_, i) => `${paragraph} 𝒳${i}.`).join('\n\n')}\n\n\n \nCats.`,
)
const out = (name: string) => join(folder.path, name)
const submit = (task: string, inputs: readonly string[], to: string, ...more: readonly string[]) =>
  parley(['cluster', 'submit', '--task', task, ...inputs, '--out', to, '-m', model, '-c', '2', ...more])

beforeAll(() => {
  const options = ['--train', treebank, '--out', model, '--parts', 'arc', '--no-network', '--epochs', '2']
  expect(parley(['train', 'pipeline', ...options])).toMatchObject({ code: 0, err: '' })
}, 60_000)

describe('outputs', () => {
  test('are what parse prints, for text and CoNLL-U, in many shards', () => {
    const to = out('parse')
    const { code, out: said, err } = submit('parse', [treebank, prose], to, '--shard', '5', '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const report = JSON.parse(said)
    expect(report).toMatchObject({ state: 'done', failed: 0 })
    expect(report.shards).toBeGreaterThan(20)
    for (const [input, name] of [
      [treebank, 'bank.conllu'],
      [prose, 'prose.conllu'],
    ] as const)
      expect(readFileSync(join(to, name), 'utf8')).toBe(parley(['parse', input, '-m', model]).out)
    expect(readdirSync(to).sort()).toEqual([
      '.parley',
      'bank.conllu',
      'bank.conllu.manifest.json',
      'prose.conllu',
      'prose.conllu.manifest.json',
    ])
  })

  test('have the ids and places of the whole in JSON, too', () => {
    const options = ['--format', 'json', '--offsets']
    expect(submit('tag', [prose], out('tag'), '--shard', '3', ...options).code).toBe(0)
    const whole = parley(['tag', prose, '-m', model, ...options]).out
    expect(readFileSync(join(out('tag'), 'prose.json'), 'utf8')).toBe(whole)
  })

  test('of summaries are one for every topic', () => {
    const topic = join(folder.path, 'topic')
    mkdirSync(topic)
    const files = ['a.txt', 'b.txt'].map((name) => join(topic, name))
    for (const file of files) writeFileSync(file, `${paragraph}\n`)
    const task = [
      'cluster',
      'submit',
      '-t',
      'summarize',
      topic,
      '--out',
      out('sums'),
      '--words',
      '9',
      '-c',
      '1',
    ]
    expect(parley([...task, '--extractive'])).toMatchObject({ code: 0, err: '' })
    const whole = parley(['summarize', ...files, '--words', '9', '--extractive']).out
    expect(readFileSync(join(out('sums'), 'topic.txt'), 'utf8')).toBe(whole)
  })
})

test('a shard that is no CoNLL-U fails with its line, its input has no output, and others are done', () => {
  const lines = tinyTreebank().split('\n')
  lines[70] = 'this is no row'
  const poisoned = folder.file('poisoned.conllu', lines.join('\n'))
  const to = out('poisoned')
  const { code, err } = submit('parse', [poisoned, prose], to, '--shard', '3')
  expect(code).toBe(2)
  expect(err).toContain(`parley: ${poisoned}:71: `)
  expect(err).toContain('1 of ')
  expect(existsSync(join(to, 'poisoned.conllu'))).toBe(false)
  expect(existsSync(join(to, 'prose.conllu'))).toBe(true)
  const status = JSON.parse(parley(['cluster', 'status', '--out', to, '--json']).out)
  expect(status.jobs).toMatchObject([{ state: 'failed', failed: 1, task: 'parse' }])
  // Corrected, it is another job, which does not take the outputs of this one.
  lines[70] = lines[63]
  writeFileSync(poisoned, lines.join('\n'))
  expect(parley(['cluster', 'resume', status.jobs[0].id, '--out', to])).toMatchObject({ code: 2 })
  expect(submit('parse', [poisoned, prose], to, '--shard', '3')).toMatchObject({ code: 2 })
  expect(submit('parse', [poisoned, prose], to, '--shard', '3', '--overwrite')).toMatchObject({ code: 0 })
})

describe('what cannot be done is said at once', () => {
  test.each([
    [['submit', '--task', 'parse', '/nowhere/x.txt', '--out', '/tmp/x'], '/nowhere/x.txt: '],
    [
      ['submit', '--task', 'cook', prose, '--out', '/tmp/x'],
      '--task cook: choose one of parse, tag, summarize',
    ],
    [['submit', prose, '--out', '/tmp/x'], 'What is to be done?'],
    [['submit', '--task', 'parse', prose], 'Give a folder: --out DIR'],
    [['submit', '--task', 'tag', prose, '--out', '/tmp/x', '--k', '2'], '--k does not go with --task tag'],
    [['submit', '--task', 'parse', prose, prose, '--out', '/tmp/x'], 'would both become prose.conllu'],
    [['worker'], 'Where is Redis?'],
    [
      ['worker', '--redis', 'redis://127.0.0.1:1'],
      'Cannot reach Redis at redis://127.0.0.1:1 (ECONNREFUSED)',
    ],
    [['worker', '--redis', 'nonsense'], '"nonsense" is no address of Redis'],
    [['worker', '--task', 'parse'], '--task does not go with: parley cluster worker'],
    [['stauts'], 'Did you mean status?'],
    [[], 'What to do was not said'],
  ])('%j', async (args, message) => {
    const { code, err } = await runHere(['cluster', ...args])
    expect(err).toContain(message)
    expect({ code, lines: err.trim().split('\n').length }).toEqual({ code: 2, lines: 1 })
  })

  test('a folder that cannot be made', () => {
    const { code, err } = submit('parse', [prose], join(treebank, 'x'))
    expect(err).toMatch(/^parley: Cannot write .*\n$/)
    expect(code).toBe(2)
  })
})
