// `parley summarize` with the English model, on everything that a user may give it.
import { describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { temporaryFolder } from '../test-support/run-parley.js'

const FIRST =
  'Engineers found deep cracks in two pillars of the old bridge in March. The council closed the bridge on Tuesday, said the mayor, who had hoped for a better result.'
const SECOND =
  'The old bridge will stay closed for two years. Shop owners near the bridge fear for their business, “as always”.'
const folder = temporaryFolder()
const files = [folder.file('first.txt', FIRST), folder.file('second.txt', SECOND)]

const run = (args: readonly string[], input?: string) => runHere(['summarize', ...args], input)

describe('summarize', () => {
  test('prints a summary within the number of words, in reading order', async () => {
    const { code, out, err } = await run([...files, '--words', '15'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.match(/\w+/g)!.length).toBeLessThanOrEqual(15)
    expect(out).toMatch(/^[A-Z].*[.!?”]\n$/)
  })

  test('json has the value, the bound, and offsets of what is kept and deleted', async () => {
    const { out } = await run([...files, '--words', '15', '--format', 'json'])
    const summary = JSON.parse(out) as {
      words: number
      value: number
      bound: number
      sentences: {
        document: string
        kept: [number, number][]
        deleted: [number, number][]
        original: string
      }[]
    }
    expect(summary.words).toBeLessThanOrEqual(15)
    expect(summary.bound).toBeGreaterThanOrEqual(summary.value)
    for (const { document, kept, deleted, original } of summary.sentences) {
      const text = document === files[0] ? FIRST : SECOND
      const pieces = [...kept, ...deleted].sort(([a], [b]) => a - b).map(([from, to]) => text.slice(from, to))
      expect(pieces.join(' ').replaceAll(' ', '')).toBe(original.replaceAll(' ', ''))
    }
  })

  test('shows what was deleted, and escapes HTML', async () => {
    const text = `${FIRST} Cracks <wide> & deep worry the council of the town and its engineers.`
    const { out } = await run([text, '--words', '12', '--show-deleted'])
    expect(out).toMatch(/\[-.*-\]/)
    const { out: html } = await run([text, '--words', '12', '--show-deleted', '--format', 'html'])
    expect(html).toMatch(/^<p class="summary">[\s\S]*<del>[\s\S]*<\/del>[\s\S]*<\/p>\n$/)
    expect(html).not.toContain('<wide>')
  })

  test('whole sentences, CoNLL-U, a pipe, and a text that is short enough', async () => {
    const { out: whole } = await run([...files, '--words', '15', '--extractive'])
    expect(`${FIRST} ${SECOND}`).toContain(whole.trim().split('. ')[0])
    const { out: parsed } = await runHere(['parse', FIRST, '--format', 'conllu'])
    const { out: fromTree } = await run(['-', '--words', '10'], parsed)
    expect(fromTree).toBe((await run(['-', '--words', '10'], FIRST)).out)
    expect((await run(['-'], FIRST)).out).toBe(`${FIRST}\n`)
  })

  test.each([
    [['--words', '0'], FIRST, /--words 0: expected a whole number of at least 1/],
    [[], '', /There is no text to summarise/],
    [[], `<!DOCTYPE html><html><body><p>${FIRST}</p></body></html>`, /This looks like HTML: it has \d+ tags/],
    [['--format', 'pdf'], FIRST, /choose one of text, json, html/],
  ])('%j of %j is refused with what to do', async (args, input, message) => {
    const { code, out, err } = await run(['-', ...args], input)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
  })

  test('another language is said on stderr', async () => {
    const german =
      'Der Akku hält lange durch und das Ladegerät funktioniert gut. Die Tasten klemmen leider oft. '
    const { code, err } = await run(['-', '--words', '10'], german.repeat(3))
    expect(code).toBe(0)
    expect(err).toMatch(/does not look like English/)
  })

  test('a model without a summariser is refused by name', async () => {
    const { readModel, splitModel, writeModel } = await import('@parleyjs/nlp')
    const { englishModel, modelBytes } = await import('@parleyjs/runner/internal')
    const { tokenizer } = splitModel(readModel(await modelBytes(await englishModel())))
    const { code, err } = await run([files[0], '--model', folder.file('only.parley', writeModel(tokenizer!))])
    expect(code).toBe(2)
    expect(err).toMatch(/only\.parley: This model cannot summarise/)
  })
})
