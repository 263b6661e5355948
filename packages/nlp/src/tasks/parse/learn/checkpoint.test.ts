// Checkpoints: training that stops after any epoch and continues gives the same bytes.

import { Random } from '@parleyjs/core/internal'
import { type CheckpointStore, readModel, writeModel } from '@parleyjs/learn'
import { Fingerprint } from '@parleyjs/learn/internal'
import { describe, expect, it } from 'vitest'
import type { TrainingSentence } from '../interface/parser-input.js'
import type { Parser } from '../parser.js'
import { type TrainParserOptions, trainParser } from './train-parser.js'

const bits = { pruner: 10, fine: 10, arc: 12, label: 10, treeLabel: 10, second: 12 }
const bytesOf = (parser: Parser) => writeModel(parser.toModel({ licence: 'CC0-1.0', trainedOn: 'a test' }))

/** Sentences of two to seven words that are trees, drawn at random. */
function treebank(count: number, seed: number): TrainingSentence[] {
  const generator = new Random(seed)
  const random = (n: number) => generator.below(n)
  return Array.from({ length: count }, () => {
    const n = 2 + random(6)
    const root = random(n)
    return {
      forms: Array.from({ length: n }, () => `w${random(9)}`),
      upos: Array.from({ length: n }, () => ['NOUN', 'VERB', 'DET'][random(3)]),
      heads: Array.from({ length: n }, (_, i) => (i === root ? 0 : i < root ? i + 2 : i)),
      deprels: Array.from({ length: n }, (_, i) => (i === root ? 'root' : ['a', 'b'][random(2)])),
    }
  })
}

/** A store that keeps bytes, as a file does, and a training that is stopped after the n-th save. */
class Kept implements CheckpointStore {
  bytes: Uint8Array | null = null
  saves = 0
  constructor(private readonly last = Number.POSITIVE_INFINITY) {}
  load() {
    return this.bytes === null ? null : readModel(this.bytes)
  }
  save(state: Parameters<CheckpointStore['save']>[0]) {
    this.bytes = writeModel(state)
    if (++this.saves === this.last) throw new Error('stopped')
  }
}

const sentences = treebank(30, 1)
const predicted = sentences.map(({ forms }) => ({ forms, upos: forms.map(() => 'NOUN') }))

describe.each(['arc', 'second'] as const)('%s', (parts) => {
  const options: TrainParserOptions = { parts, epochs: 5, bits, predicted, seed: 3, network: false }
  const whole = bytesOf(trainParser(sentences, options))

  it.each([1, 2, 4, 5, 6])('a training stopped after save %i goes on to the same bytes', (last) => {
    const first = new Kept(last)
    expect(() => trainParser(sentences, { ...options, checkpoint: first })).toThrow('stopped')
    const second = new Kept()
    second.bytes = first.bytes
    expect(Buffer.compare(bytesOf(trainParser(sentences, { ...options, checkpoint: second })), whole)).toBe(0)
    // Nothing was done twice: the state before the first epoch and those after each are saved once.
    expect(first.saves + second.saves).toBe(6)
  })

  it('keeping checkpoints changes nothing, nor does measuring', () => {
    const checkpoint = new Kept()
    const measured = { ...options, checkpoint, dev: sentences, onProgress: () => {}, onStep: () => {} }
    expect(Buffer.compare(bytesOf(trainParser(sentences, measured)), whole)).toBe(0)
    expect(checkpoint.saves).toBe(6)
  })
})

describe('with a network', () => {
  const few = sentences.slice(0, 6)
  const options: TrainParserOptions = { parts: 'arc', epochs: 1, bits, seed: 3, network: true }
  const kept = new Kept()
  const whole = bytesOf(trainParser(few, { ...options, checkpoint: kept }))

  it.each([2, 3, 7])('a training stopped after save %i goes on to the same bytes', (last) => {
    const first = new Kept(last)
    expect(() => trainParser(few, { ...options, checkpoint: first })).toThrow('stopped')
    const second = new Kept()
    second.bytes = first.bytes
    expect(Buffer.compare(bytesOf(trainParser(few, { ...options, checkpoint: second })), whole)).toBe(0)
    expect(first.saves + second.saves).toBe(kept.saves)
    expect(kept.saves).toBeGreaterThan(7)
  })
})

describe('a checkpoint of another training is refused with what differs', () => {
  const options: TrainParserOptions = { parts: 'arc', epochs: 2, bits, predicted, network: false }
  const kept = new Kept()
  trainParser(sentences, { ...options, checkpoint: kept })
  const resume = (from: readonly TrainingSentence[], changed: TrainParserOptions) => () =>
    trainParser(from, { ...options, ...changed, checkpoint: kept })

  it.each([
    ['more epochs', { epochs: 3 }, /epochs was 2 and is 3\./],
    ['another seed', { seed: 9 }, /seed was 1 and is 9\./],
    ['other parts', { parts: 'second' }, /parts was .*arc.* and is /],
    ['tables of other sizes', { bits: { ...bits, arc: 11 } }, /bits was .*"arc":12.* and is .*"arc":11/],
    ['other predicted tags', { predicted: sentences }, /predictedTags was "[0-9a-f]{16}" and is /],
  ] as [string, TrainParserOptions, RegExp][])('%s', (_, changed, message) => {
    expect(resume(sentences, changed)).toThrow(message)
  })

  it('another treebank, if only by a relation', () => {
    const other = sentences.map((sentence, s) =>
      s > 0 ? sentence : { ...sentence, deprels: sentence.deprels.map(() => 'root') },
    )
    expect(resume(other, {})).toThrow(/another training: treebank was "[0-9a-f]{16}" and is "[0-9a-f]{16}"/)
    expect(resume(sentences.slice(1), { predicted: predicted.slice(1) })).toThrow(
      /sentences was 30 and is 29/,
    )
  })

  it('something that is no checkpoint', () => {
    const wrong = new Kept()
    wrong.bytes = bytesOf(trainParser(sentences, options))
    expect(() => trainParser(sentences, { ...options, checkpoint: wrong })).toThrow(
      /no checkpoint of a parser in training, but a "parser"/,
    )
  })
})

it('progress: steps grow up to 1, and each epoch is reported', () => {
  const shares: number[] = []
  const epochs: number[] = []
  trainParser(sentences, {
    bits,
    epochs: 5,
    onStep: (_, share) => shares.push(share),
    onProgress: ({ epoch }) => epochs.push(epoch),
  })
  expect(epochs).toEqual([1, 2, 3, 4, 5])
  expect(shares.length).toBeGreaterThan(5 * 30)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares[0]).toBeGreaterThan(0)
  expect(shares[shares.length - 1]).toBe(1)
})

it('a fingerprint tells where texts end and in which order they come', () => {
  const of = (...texts: string[]) => texts.reduce((sum, text) => sum.add(text), new Fingerprint()).toString()
  const all = [of('ab', 'c'), of('a', 'bc'), of('abc'), of('c', 'ab'), of('abc', ''), of()]
  expect(new Set(all).size).toBe(all.length)
})
