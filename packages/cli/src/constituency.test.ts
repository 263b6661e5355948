// `parley train grammar` and `parley parse --constituency`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  cleanTree,
  joinModels,
  parsePenn,
  readModel,
  splitModel,
  treeTags,
  treeWords,
  writeModel,
} from '@parleyjs/nlp'
import { beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { parley, temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'

const folder = temporaryFolder()
const to = (name: string) => join(folder.path, name)
const TREES = `( (S (NP-SBJ (NNS Dogs)) (VP (VBP see) (NP (JJ old) (NNS birds))) (. .)))
( (S (NP-SBJ (NNS Birds)) (VP (VBP chase) (NP (JJ small) (NNS dogs))) (. .)))
( (S (NP-SBJ (JJ Old) (NNS dogs)) (VP (VBP sleep) (NP (-NONE- *T*))) (. .)))
`
const TREE = '(TOP (S (NP (NNS Dogs)) (VP (VBP chase) (NP (JJ old) (NNS birds))) (. .)))'
let treebank = ''

beforeAll(() => {
  treebank = folder.file('trees.mrg', TREES)
  const text = folder.file('tiny.conllu', tinyTreebank())
  expect(parley(['train', 'tokenizer', '--train', text, '--out', to('tokenizer.bin')]).err).toBe('')
}, 60_000)

async function train(...args: string[]) {
  return runHere(['train', 'grammar', '--train', treebank, ...args])
}

async function parse(...args: string[]) {
  return runHere(['parse', '--constituency', '--model', to('g.bin'), 'Dogs chase old birds.', ...args])
}

test('training twice gives the same bytes, is measured on dev, and keeps what it is added to', async () => {
  const { code, out, err } = await train(
    '--out',
    to('g.bin'),
    '--dev',
    treebank,
    '--add-to',
    to('tokenizer.bin'),
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/g\.bin: \d+\.\d\d MB\n/)
  expect(out).toMatch(/the tagger counts [\d.]+, chosen on the development part:\n/)
  expect(out).toContain('with tagger')
  await train('--out', to('again.bin'), '--dev', treebank, '--add-to', to('tokenizer.bin'))
  expect(readFileSync(to('again.bin')).equals(readFileSync(to('g.bin')))).toBe(true)
})

describe('parse --constituency', () => {
  test('writes brackets that can be read again', async () => {
    const { code, out, err } = await parse()
    expect({ code, out, err }).toEqual({ code: 0, out: `${TREE}\n`, err: '' })
    expect(treeWords(parsePenn(out)[0])).toEqual(['Dogs', 'chase', 'old', 'birds', '.'])
  })

  test('writes JSON, with and without agreement', async () => {
    const found = JSON.parse((await parse('--format', 'json')).out)
    expect(found).toMatchObject({ text: 'Dogs chase old birds.', status: 'optimal', derived: true })
    expect(found.tree).toMatchObject({ label: 'TOP', start: 0, end: 5 })
    const alone = JSON.parse((await parse('--format', 'json', '--no-agreement')).out)
    expect(alone.tree).toEqual(found.tree)
    // Both models' scores together are not the grammar's.
    expect(alone.value).not.toBeCloseTo(found.value, 3)
  })

  test('draws', async () => {
    expect((await parse('--format', 'svg')).out).toMatch(/^<svg[\s\S]*chase[\s\S]*<\/svg>\s*$/)
    const { out } = await parse('--format', 'pretty', '--confidence')
    expect(out).toMatch(/^Dogs chase old birds\.\n.*TOP─S/)
    expect(out).toContain('\noptimal\n')
  })

  test('has an answer for unknown words, for one word and for what the grammar does not derive', async () => {
    const { code, out } = await runHere(['parse', '--constituency', '-m', to('g.bin'), 'Xyzzy'])
    expect(code).toBe(0)
    expect(treeWords(parsePenn(out)[0])).toEqual(['Xyzzy'])
    const odd = await runHere([
      'parse',
      '--constituency',
      '-m',
      to('g.bin'),
      '-f',
      'json',
      '. . sleep . Frob (',
    ])
    expect(odd.code).toBe(0)
    expect(odd.out).toContain('"derived":false')
  })
})

describe('bracketed trees as input', () => {
  const on = async (...args: string[]) =>
    runHere(['parse', '--constituency', '--model', to('g.bin'), treebank, ...args])
  const sentences = TREES.trim()
    .split('\n')
    .map((line) => treeWords(cleanTree(parsePenn(line)[0])!))

  test('give their words, whose tags are found anew or kept', async () => {
    for (const args of [[], ['--input', 'mrg'], ['--tags', 'keep'], ['--tags', 'keep', '--no-agreement']]) {
      const { code, out, err } = await on(...args)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(parsePenn(out).map(treeWords)).toEqual(sentences)
    }
    const odd = folder.file('odd.mrg', '(S (NP (JJ Dogs) (-NONE- *)) (VP (JJ -LRB-)))')
    const { out } = await runHere(['parse', '--constituency', '-m', to('g.bin'), odd, '--tags', 'keep'])
    const tree = parsePenn(out)[0]
    expect([treeWords(tree), treeTags(tree)]).toEqual([
      ['Dogs', '-LRB-'],
      ['JJ', 'JJ'],
    ])
  })

  test('that are broken, hold no word or have unknown tags are refused', async () => {
    const told = async (text: string, ...args: string[]) => {
      const file = folder.file('bad-input.mrg', text)
      const { code, out, err } = await runHere(['parse', '--constituency', '-m', to('g.bin'), file, ...args])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toContain('bad-input.mrg')
      return err
    }
    expect(await told('(S (NP (NN x))')).toContain('closing bracket is missing')
    expect(await told('(S (NP (-NONE- *)))')).toContain('no trees with words')
    expect(await told('', '--input', 'mrg')).toContain('no trees with words')
    expect(await told('(S (NP (QQ x)))', '--tags', 'keep')).toContain('"QQ"')
    expect(await told(`1\tx${'\t_'.repeat(8)}\n\n`, '--tags', 'keep')).toContain('has no tag')
    const split = await on('--tokens', 'predict')
    expect(split).toMatchObject({ code: 2, err: expect.stringContaining('no text to split') })
  })

  test('are not text for other commands', async () => {
    const { code, err } = await runHere(['tokenize', '-m', to('tokenizer.bin'), treebank])
    expect(code).toBe(2)
    expect(err).toContain('--constituency')
    expect((await runHere(['tokenize', '-m', to('tokenizer.bin'), '-i', 'text', treebank])).code).toBe(0)
  })
})

test('the weight that was chosen is kept in the model, and used', async () => {
  const value = async (model: string) =>
    JSON.parse((await runHere(['parse', '--constituency', '-m', model, '-f', 'json', 'Dogs sleep.'])).out)
      .value
  const models = splitModel(readModel(readFileSync(to('g.bin'))))
  const tagger = models['trigram-tagger']!
  expect(tagger.header.weight).toBe(0.7) // all weights are as good here: the first
  const heavy = { ...tagger, header: { ...tagger.header, weight: 3 } }
  const about = { licence: 'none', trainedOn: 'test' }
  writeFileSync(to('heavy.bin'), writeModel(joinModels({ ...models, 'trigram-tagger': heavy }, about)))
  expect(await value(to('heavy.bin'))).toBeLessThan((await value(to('g.bin'))) - 0.1)
  const once = { ...tagger, header: { ...tagger.header, countWordsOnce: true } }
  writeFileSync(to('once.bin'), writeModel(joinModels({ ...models, 'trigram-tagger': once }, about)))
  expect(await value(to('once.bin'))).toBeGreaterThan((await value(to('g.bin'))) + 0.1)
  for (const [name, wrong] of [
    ['weight', -1],
    ['countWordsOnce', 'yes'],
  ] as const) {
    const broken = { ...tagger, header: { ...tagger.header, [name]: wrong } }
    writeFileSync(to('broken.bin'), writeModel(joinModels({ ...models, 'trigram-tagger': broken }, about)))
    const { code, err } = await runHere(['parse', '--constituency', '-m', to('broken.bin'), 'Go.'])
    expect(code).toBe(2)
    expect(err).toContain(name)
  }
})

test('a sentence of thousands of words has its words side by side', async () => {
  const line = (i: number) => `${i + 1}\tdogs${'\t_'.repeat(8)}\n`
  const long = folder.file('long.conllu', `${Array.from({ length: 5000 }, (_, i) => line(i)).join('')}\n`)
  const { code, out } = await runHere(['parse', '--constituency', '-m', to('g.bin'), '-f', 'json', long])
  expect(code).toBe(0)
  const { derived, tree } = JSON.parse(out)
  expect(derived).toBe(false)
  expect(tree.children.length).toBe(5000)
})

describe('two parsers that agree on arcs', () => {
  test('are trained into the same file, twice the same bytes, and used on demand', async () => {
    const { code, out, err } = await train('--out', to('two.bin'), '--lexicalised', '--dev', treebank)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/--lexicalised: the dependency model counts [\d.]+, chosen on 3 of 3 trees/)
    await train('--out', to('two-again.bin'), '--lexicalised', '--dev', treebank)
    expect(readFileSync(to('two-again.bin')).equals(readFileSync(to('two.bin')))).toBe(true)
    const parsed = async (...args: string[]) =>
      JSON.parse((await runHere(['parse', '--constituency', '-m', to('two.bin'), '-f', 'json', ...args])).out)
    const two = await parsed('--lexicalised', 'Dogs chase old birds.')
    const one = await parsed('Dogs chase old birds.')
    expect(two).toMatchObject({ status: 'optimal', derived: true, tree: { label: 'TOP', start: 0, end: 5 } })
    expect(two.value).not.toBeCloseTo(one.value, 3)
    expect(await parsed('--lexicalised', 'Xyzzy')).toMatchObject({ text: 'Xyzzy', tree: { label: 'TOP' } })
    const kept = ['--lexicalised', '--tags', 'keep', folder.file('kept.mrg', '(S (NNS see) (. .))')]
    expect(await parsed(...kept)).toMatchObject({ text: 'see .', tree: { label: 'TOP' } })
    // Too long for them: as without.
    const long = Array.from({ length: 160 }, () => 'dogs').join(' ')
    expect(await parsed('--lexicalised', long)).toEqual(await parsed(long))
  })

  test('must be there', async () => {
    const { code, err } = await parse('--lexicalised')
    expect(code).toBe(2)
    expect(err).toContain('parley train grammar --lexicalised')
    expect((await parse('--lexicalised', '--no-agreement')).err).toContain('does not go with')
    expect((await runHere(['parse', '--lexicalised', 'Go.'])).err).toContain('goes with --constituency')
    const tagger = await runHere(['train', 'tagger', '--train', treebank, '--out', to('x'), '--lexicalised'])
    expect(tagger.err).toContain('parley train grammar')
  })
})

test('one tree is enough to learn from', async () => {
  const one = folder.file('one.mrg', '(X (NN rain))\n')
  const { code, err } = await runHere([
    'train',
    'grammar',
    '--train',
    one,
    '--dev',
    one,
    '--out',
    to('one.bin'),
  ])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const found = await runHere(['parse', '--constituency', '-m', to('one.bin'), '"Rain!?"'])
  expect(found.code).toBe(0)
  expect(found.out).toContain('NN')
})

test('reports mistakes', async () => {
  const told = async (args: string[]) => (await runHere(args)).err
  expect(await told(['parse', '--constituency', '-m', to('tokenizer.bin'), 'Go.'])).toContain('no grammar')
  expect(await told(['parse', '--constituency', '--projective', 'Go.'])).toContain('--projective is about')
  expect(await told(['parse', '--no-agreement', 'Go.'])).toContain('goes with --constituency')
  expect(await told(['parse', '--constituency', '--format', 'conllu', 'Go.'])).toContain('brackets')
  expect(await told(['train', 'grammar', '--out', to('x')])).toContain('No --train')
  expect(
    await told(['train', 'grammar', '--train', treebank, '--out', to('x'), '--vertical', '3']),
  ).toContain('1 (no')
  expect(await told(['train', 'grammar', '--train', treebank, '--out', to('x'), '--epochs', '3'])).toContain(
    '--epochs',
  )
  expect(await told(['train', 'tagger', '--train', treebank, '--out', to('x'), '--vertical', '1'])).toContain(
    'grammar',
  )
  expect(await told(['train', 'grammar', '--train', treebank, '--out', to('x'), '--seed', '3'])).toContain(
    'no effect',
  )
  const bad = folder.file('bad.mrg', '(S (NP (NN x))\n')
  expect(await told(['train', 'grammar', '--train', bad, '--out', to('x')])).toMatch(/bad\.mrg/)
})
