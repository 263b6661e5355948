// Checks that the model that comes with Parley parses the sentences in README, docs, help and playground
// correctly.
//
// showcase.conllu and showcase.mrg hold their trees, checked by hand by the guidelines of Universal
// Dependencies and of the Penn Treebank. A sentence that is shown and not in them fails, too: check its tree
// before adding it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import {
  ConstituencyParser,
  parseConllu,
  parsePenn,
  prettyConstituency,
  prettyTree,
  readModel,
  readPipeline,
  type Sentence,
  splitModel,
  treeToSvg,
  treeWords,
  writePenn,
} from '@parleyjs/nlp'
import { describe, expect, test } from 'vitest'
import { EXAMPLES as JOINT_EXAMPLES } from '../packages/playground/src/joint/examples.js'
import { EXAMPLES as PARSE_EXAMPLES } from '../packages/playground/src/parse/parse-settings.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')

const model = gunzipSync(readFileSync(modelUrl))
const pipeline = readPipeline(model)
const models = splitModel(readModel(model))
const goldTrees = [...parseConllu(read('scripts', 'showcase.conllu'))]
const goldPhrases = parsePenn(read('scripts', 'showcase.mrg'))

const README = read('README.md')
const drawn = goldTrees[0]

/** Head and relation of each word, e.g. `books ← read (obj)`. */
function arcs({ forms, heads, deprels }: Sentence): string[] {
  return forms.map((form, i) => `${form} ← ${heads[i] === 0 ? 'root' : forms[heads[i] - 1]} (${deprels[i]})`)
}

/** The texts that commands and programs of a page parse, except for those with another model. */
function shownTexts(page: string): { text: string; phrases: boolean }[] {
  const commands = [...page.matchAll(/\bparse((?: --[a-z-]+)*) "([^"]+)"(.*)/g)]
    .filter(([all]) => !all.includes('--model') && !all.includes('--force'))
    .map(([, options, text]) => ({ text: text, phrases: options.includes('--constituency') }))
  const programs = [
    ...page.matchAll(/\.(?:process|parse)\((["'])(.+?)\1\)/g),
    ...page.matchAll(/"(text)": "(.+?)"/g),
  ]
  const texts = [...commands, ...programs.map(([, , text]) => ({ text: text, phrases: false }))]
  return texts.filter(({ text }) => text !== '…')
}

function pages(): string[] {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name, 'README.md'))
  const files = ['README.md', ...docs.map((name) => join('docs', name)), ...packages]
  return [...files.filter((file) => existsSync(join(ROOT, file))), 'packages/cli/src/help.ts']
}

const shown = pages().flatMap((page) => shownTexts(read(page)))
const forDependencies = [
  ...shown.filter(({ phrases }) => !phrases).map(({ text }) => text),
  ...PARSE_EXAMPLES,
  read('examples', 'text.txt'),
]
const forPhrases = [...shown.filter(({ phrases }) => phrases).map(({ text }) => text), ...JOINT_EXAMPLES]

describe('dependencies', () => {
  test.each(goldTrees.map((gold) => [gold.text!, gold] as const))('%s', (text, gold) => {
    const [result, ...others] = pipeline.process(text)
    expect(others).toEqual([])
    expect(arcs(result.sentence)).toEqual(arcs(gold))
  })

  test('every sentence that is shown has been checked', () => {
    expect(forDependencies.length).toBeGreaterThan(10)
    const checked = new Set(goldTrees.map(({ forms }) => forms.join(' ')))
    const sentences = forDependencies.flatMap((text) => [...pipeline.process(text)])
    const open = sentences
      .map(({ sentence }) => sentence.forms.join(' '))
      .filter((text) => !checked.has(text))
    expect(open).toEqual([])
  })

  test('the drawings show what the parser finds', () => {
    const [result] = pipeline.process(drawn.text!)
    const withoutTitle = (svg: string) => svg.replace(/<title>.*<\/title>/, '').trim()
    expect(withoutTitle(read('docs', 'tree.svg'))).toBe(withoutTitle(treeToSvg(result.sentence)))
    expect(README.includes(`\n${drawn.text}\n${prettyTree(drawn).trimEnd()}\n`)).toBe(true)
  })
})

describe('phrases', () => {
  const parser = ConstituencyParser.fromModels(models)

  test.each(goldPhrases.map((gold) => [treeWords(gold).join(' '), gold] as const))('%s', (_, gold) => {
    expect(writePenn(parser.parse(treeWords(gold)).tree)).toBe(writePenn(gold))
  })

  test('every sentence that is shown has been checked', () => {
    const checked = new Set(goldPhrases.map((gold) => treeWords(gold).join(' ')))
    const words = forPhrases.flatMap((text) =>
      [...pipeline.process(text)].map(({ sentence }) => sentence.forms.join(' ')),
    )
    expect(words.filter((text) => !checked.has(text))).toEqual([])
  })

  test('the drawing shows what the parser finds', () => {
    expect(README.includes(`\n${prettyConstituency(goldPhrases[0]).trimEnd()}\n`)).toBe(true)
  })
})
