// Models of several stages: joined, written, read and taken apart again without a change.

import { type Model, readModel, writeModel } from '@parleyjs/learn'
import { describe, expect, test } from 'vitest'
import { joinModels, readPipeline, splitModel } from './model.js'

const about = { licence: 'CC0-1.0', trainedOn: 'nothing' }
const stage = (kind: string, seed: number): Model => ({
  header: { kind, ...about, numbers: [seed], 'odd.name': null },
  arrays: { weights: Int8Array.of(seed, 2, 3), 'a.b': Float64Array.of(seed / 3) },
})

describe('stages', () => {
  const models = { tokenizer: stage('tokenizer', 1), tagger: stage('tagger', 2), parser: stage('parser', 3) }

  test('come back from a joined model as they were', () => {
    expect(splitModel(readModel(writeModel(joinModels(models, about))))).toEqual(models)
    expect(splitModel(joinModels({ tagger: models.tagger }, about))).toEqual({ tagger: models.tagger })
    expect(splitModel(models.parser)).toEqual({ parser: models.parser })
  })

  test('must be what they are given as', () => {
    expect(() => joinModels({ tagger: models.parser }, about)).toThrow(/"parser" was given as the tagger/)
    expect(() => splitModel(stage('recipe', 1))).toThrow(/kind "recipe"/)
  })
})

test('a model that is whole, but not one of these stages, is refused with its file', () => {
  const bytes = writeModel(joinModels({ tagger: stage('tagger', 1) }, about))
  expect(() => readPipeline(bytes, 'x.gz')).toThrow(/not a usable model/)
  try {
    readPipeline(bytes, 'x.gz')
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-input', place: { file: 'x.gz' } })
  }
})
