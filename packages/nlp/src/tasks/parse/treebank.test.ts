// Training on a real treebank reaches a minimum accuracy.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseConllu } from '../../text/conllu/read.js'
import { accuracy, trainParser } from './learn/train-parser.js'

// The treebank is in the directory that PARLEY_DATA names.
const data = process.env.PARLEY_DATA
const name =
  data === undefined ? 'parsing a real treebank (skipped: PARLEY_DATA is not set)' : 'parsing a real treebank'

function load(part: string, count: number) {
  const bytes = gunzipSync(readFileSync(`${data}/ud/en_ewt/${part}.conllu.gz`))
  return parseConllu(bytes.toString()).slice(0, count)
}

describe.skipIf(data === undefined)(name, () => {
  it('learns from 150 sentences, and more from parts of two arcs than from arcs alone', () => {
    const train = load('train', 150)
    const dev = load('dev', 80)
    const bits = { pruner: 18, fine: 18, arc: 19, label: 18, treeLabel: 18, second: 19 }
    const arc = accuracy(trainParser(train, { parts: 'arc', epochs: 4, bits }), dev)
    const second = accuracy(trainParser(train, { parts: 'second', epochs: 4, bits }), dev)
    expect(arc.uas).toBeGreaterThan(0.62)
    expect(arc.las).toBeGreaterThan(0.55)
    expect(second.uas).toBeGreaterThan(arc.uas)
    expect(second.las).toBeGreaterThan(arc.las)
  })
})
