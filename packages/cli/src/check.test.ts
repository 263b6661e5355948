// `parley check` on files: the report, JSON, two parts, exit codes.
import { expect, test } from 'vitest'
import { parley, parleyJson, temporaryFolder } from '../test-support/run-parley.js'

const folder = temporaryFolder()
const line = (columns: string) => `${columns.split(' ').join('\t')}\t_\t_\n`
const TRAIN = `${line('1 Go go VERB V Mood=Imp 0 root')}${line('2 on on ADV R _ 1 advmod')}\n`
const DEV = `${TRAIN}${line('1 Stop stop VERB V Mood=Imp 0 root')}${line('2 it it PRON P _ 1 obj')}\n`
const train = folder.file('train.conllu', TRAIN)
const dev = folder.file('dev.conllu', DEV)

test('a report as text', () => {
  const { code, out, err } = parley(['check', train])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^.*train\.conllu\n1 sentence, 2 words[\s\S]*Nothing looks wrong\.\n$/)
})

test('two parts: what they share, and what cannot be learned', () => {
  const { code, files } = parleyJson(['check', train, dev]) as unknown as {
    code: number
    files: {
      file: string
      sentences: number
      findings: { code: string; line: number }[]
      deviations: unknown[]
    }[]
  }
  expect(code).toBe(0)
  expect(files.map(({ file, sentences }) => [file, sentences])).toEqual([
    [train, 1],
    [dev, 2],
  ])
  expect(files[0].findings).toEqual([])
  expect(files[1].findings.map((finding) => [finding.code, finding.line])).toEqual([
    ['overlap', 1],
    ['new-tag', 5],
    ['new-relation', 5],
  ])
})

test('deviations from the format are a part of the report', () => {
  const file = folder.file('odd.conllu', TRAIN.trimEnd())
  const { code, out, err } = parley(['check', file])
  // The strict reader refuses the file.
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(out).toMatch(/^error: .*odd\.conllu:2: The file ends within a sentence/m)
  expect(out).not.toContain('Nothing looks wrong')
  expect(parleyJson(['check', file])).toMatchObject({
    files: [{ deviations: [{ code: 'final-line', line: 2, count: 1 }] }],
  })
})

test('errors in the trees: exit code 1', () => {
  const file = folder.file('cycle.conllu', TRAIN.replace('\t0\t', '\t2\t'))
  const { code, out } = parley(['check', file])
  expect(code).toBe(1)
  expect(out).toMatch(/^error: 1 sentence has heads that form a cycle\. .*\(first in line 1\)$/m)
  expect(parley(['check', '-'])).toMatchObject({ code: 1, err: '' })
})

test('input that is not CoNLL-U: exit code 2, with the line', () => {
  const { code, out, err } = parley(['check', '-'], { input: `${TRAIN}1\tx\n` })
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toBe(
    'parley: -:4: 2 columns instead of 10, in the line "1\\tx". Columns are separated by single tabs.\n',
  )
  expect(parley(['check', '-'], { input: new Uint8Array([0x23, 0xff, 0x0a]) }).err).toMatch(
    /^parley: -:1: .*not UTF-8/,
  )
  expect(parley(['check']).err).toMatch(/No FILE was given/)
})

test('a text that is not that of the forms', () => {
  const file = folder.file('text.conllu', `# text = Go  on\n${TRAIN}`)
  const { code, out } = parley(['check', file])
  expect(code).toBe(0)
  expect(out).toMatch(/^warning: 1 sentence has another # text than its tokens .*\(first in line 1\)$/m)
  expect(parley(['check', folder.file('same.conllu', `# text = Go on\n${TRAIN}`)]).out).toContain(
    'Nothing looks wrong.',
  )
})
