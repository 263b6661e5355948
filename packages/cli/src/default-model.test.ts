// The English model that comes with Parley, through the command.
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { modelUrl } from '@parleyjs/model-en'
import { parseConllu, parsePenn, treeWords } from '@parleyjs/nlp'
import { expect, test } from 'vitest'
import { parley } from '../test-support/run-parley.js'

const EXAMPLE = fileURLToPath(new URL('../../../examples/text.txt', import.meta.url))

test('a sentence becomes a tree with one root', () => {
  const { code, out, err } = parley(['parse', 'We learned a lesson in 1987 about volatility.'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [sentence, ...others] = parseConllu(out)
  expect(others).toEqual([])
  expect(sentence.forms.join(' ')).toBe('We learned a lesson in 1987 about volatility .')
  expect(Array.from(sentence.heads).filter((head) => head === 0)).toHaveLength(1)
  expect(sentence.upos.slice(0, 4)).toEqual(['PRON', 'VERB', 'DET', 'NOUN'])
  expect(Array.from(sentence.heads.slice(0, 4))).toEqual([2, 0, 4, 2])
  expect(sentence.lemmas[1]).toBe('learn')
})

test('the example text: sentences, multiword tokens, offsets, certificates', () => {
  const text = readFileSync(EXAMPLE, 'utf8')
  const { out } = parley(['parse', EXAMPLE, '--format', 'json', '--confidence'])
  const sentences = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(sentences.length).toBeGreaterThanOrEqual(4)
  for (const { words, status, gap } of sentences) {
    expect(words.filter(({ head }: { head: number }) => head === 0)).toHaveLength(1)
    expect(status === 'optimal' ? gap < 1e-3 : gap > 0).toBe(true)
    for (const { confidence } of words) expect(confidence >= 0 && confidence <= 1).toBe(true)
  }
  const contracted = sentences.flatMap(({ multiwordTokens = [] }) => multiwordTokens).map(({ form }) => form)
  expect(contracted).toContain("didn't")
  const { words } = sentences[0]
  expect(words.map(({ start, end }: { start: number; end: number }) => text.slice(start, end))).toEqual(
    words.map(({ form }: { form: string }) => form),
  )
})

test('any language and any length gives trees', () => {
  const text = `${'word '.repeat(300)}\n\nDer Hund schläft.\n\nذهب الولد.\n\n私は学生です。\n\n?!`
  const { code, out } = parley(['parse', '-'], { input: text })
  expect(code).toBe(0)
  for (const { heads } of parseConllu(out, { strict: false, onWarning: () => {} }))
    expect(heads.filter((head) => head === 0)).toHaveLength(1)
})

test('it has what constituency trees need, by either pair of models', () => {
  for (const args of [[], ['--lexicalised']]) {
    const text = 'We learned a lesson in 1987 about volatility.'
    const { code, out, err } = parley(['parse', '--constituency', text, ...args])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^\(TOP \(S \(NP \(PRP We\)\) \(VP \(VBD learned\) \(NP/)
    expect(treeWords(parsePenn(out)[0]).join(' ')).toBe('We learned a lesson in 1987 about volatility .')
  }
})

test('it is at most 10 MB', () => {
  expect(statSync(fileURLToPath(modelUrl)).size).toBeLessThanOrEqual(10_000_000)
})
