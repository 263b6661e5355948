// Models by name: those that are installed, others, and files whose name looks like that of a model.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readPipeline } from '@parleyjs/nlp'
import { afterAll, expect, test } from 'vitest'
import { beginModel } from './model-file.js'

const FILE = 'zz-test'
afterAll(() => rmSync(FILE, { force: true }))

test('an installed model is found by its name, and tags and parses', async () => {
  const { path, bytes } = await beginModel('en-base')
  expect(path).toMatch(/model-en-base[\\/]english-base\.parley\.gz$/)
  const unpacked = await bytes()
  expect(Buffer.from(unpacked).equals(gunzipSync(readFileSync(path)))).toBe(true)
  const [{ sentence, parse }] = readPipeline(unpacked).process('My sister bought a book about birds.')
  expect(sentence.upos).toEqual(['PRON', 'NOUN', 'VERB', 'DET', 'NOUN', 'ADP', 'NOUN', 'PUNCT'])
  expect([...sentence.heads]).toEqual([2, 3, 0, 5, 3, 7, 5, 3])
  expect(sentence.lemmas[2]).toBe('buy')
  expect(parse?.status).toBe('optimal')
})

test('a name that is not installed is refused; a file of that name is read', async () => {
  await expect(beginModel(FILE)).rejects.toThrow(/no model of this name is installed\. .*model-zz-test/)
  writeFileSync(FILE, 'no model')
  expect((await beginModel(FILE)).path).toBe(FILE)
})
