// The network against its formula and numeric gradients, and its implementations against each other, bit for
// bit.

import { Random } from '@parleyjs/core/internal'
import { Fields, restoreValues } from '@parleyjs/learn/internal'
import { describe, expect, it } from 'vitest'
import { ATOMS, EncodedSentence, Encoder } from '../features/encode.js'
import { ArcList } from '../trees/arc-list.js'
import { Adam } from './adam.js'
import { Batch } from './batch.js'
import { Gradient } from './gradient.js'
import {
  distanceRow,
  EMBEDDED,
  HIDDEN,
  LAYER_NAMES,
  type Layers,
  layerSizes,
  REACH,
  Rows,
  SQUARE,
  WINDOW,
  WORD,
} from './layers.js'
import { Network } from './network.js'
import { loadNetwork, saveNetwork } from './network-file.js'
import { Parameters } from './parameters.js'

const SENTENCES = [
  { forms: ['Dogs', 'bark', 'loudly'], upos: ['NOUN', 'VERB', 'ADV'], heads: [2, 0, 2], labels: [0, 1, 2] },
  {
    forms: ['Dogs', 'see', 'old', 'dogs'],
    upos: ['NOUN', 'VERB', 'ADJ', 'NOUN'],
    heads: [2, 0, 4, 2],
    labels: [0, 1, 2, 0],
  },
]
const LABELS = 3

/** Small random layers, the vocabulary of the sentences, and a batch of them with all arcs. */
function problem(seed: number) {
  const random = Random.of(seed)
  const encoder = Encoder.learn([...SENTENCES, ...SENTENCES])
  const known = EMBEDDED.map(() => new Set<number>())
  const encoded = SENTENCES.map((sentence) => {
    const into = new EncodedSentence()
    encoder.encode(sentence, into)
    for (let i = 0; i <= into.length; i++)
      for (const [k, [atom]] of EMBEDDED.entries()) known[k].add(into.atoms[(i + 2) * ATOMS + atom])
    return into
  })
  const vocabulary = new Rows(known.map((set) => Int32Array.from(set).sort()))
  const filled = (size: number) => Float32Array.from({ length: size }, () => 0.6 * (random.uniform() - 0.5))
  const sizes = layerSizes(LABELS)
  const layers = {
    embeddings: EMBEDDED.map(([, size], k) => filled((known[k].size + 1) * size)),
    ...Object.fromEntries(LAYER_NAMES.map((name) => [name, filled(sizes[name])])),
  } as unknown as Layers
  const batch = new Batch()
  SENTENCES.forEach(({ heads, labels }, s) => {
    const arcs = new ArcList()
    arcs.clear(heads.length)
    for (let m = 1; m <= heads.length; m++) {
      for (let h = 0; h <= heads.length; h++) if (h !== m) arcs.add(h, m, 0)
      arcs.end(m)
    }
    batch.add(encoded[s], arcs, vocabulary, heads, labels, 0, random)
  })
  return { layers, vocabulary, batch, encoded }
}

type Numbers = Float32Array | Float64Array

/** The loss by the book, in double precision and without dropout, of a layer given in place of its own. */
function lossOf(layers: Layers, batch: Batch, name?: string, instead?: Numbers): number {
  const of = (layer: string): Numbers =>
    layer === name ? instead! : layer in layers ? (layers[layer as 'arc'] as Numbers) : tables(layer)
  const tables = (layer: string) => layers.embeddings[Number(layer.slice('embedding '.length))]
  const times = (matrix: Numbers, at: number, x: readonly number[]) =>
    Array.from({ length: HIDDEN }, (_, j) => {
      let sum = 0
      for (let k = 0; k < x.length; k++) sum += matrix[at + j * x.length + k] * x[k]
      return sum
    })
  const add = (...rows: (readonly number[])[]) =>
    rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0))
  const positive = (row: readonly number[]) => row.map((value) => Math.max(0, value))
  const zeros = (count: number) => new Array<number>(count).fill(0)
  const words = Array.from({ length: batch.size }, (_, i) =>
    batch.isWord[i] === 0
      ? zeros(WORD)
      : EMBEDDED.flatMap(([, size], k) => {
          const row = batch.rows[i * EMBEDDED.length + k] * size
          return Array.from(of(`embedding ${k}`).slice(row, row + size))
        }),
  )
  const convolved = (rows: readonly (readonly number[])[], layer: string) =>
    rows.map((row, i) => {
      if (batch.isWord[i] === 0) return zeros(HIDDEN)
      const around = Array.from({ length: WINDOW }, (_, o) =>
        times(of(layer), o * HIDDEN * row.length, rows[i + o - REACH]),
      )
      return positive(add(Array.from(of(`${layer}Bias`)), ...around))
    })
  const hidden = convolved(words, 'first')
  const context = convolved(hidden, 'second').map((row, i) => add(row, hidden[i]))
  const out = Object.fromEntries(
    SQUARE.map((layer) => [layer, context.map((row) => times(of(layer), 0, row))]),
  )
  const scoreOf = (a: number) => {
    const [h, m, root] = [batch.arcHeads[a], batch.arcModifiers[a], batch.roots[a]]
    const row = distanceRow(h - root, m - root) * HIDDEN
    const inner = out.between.slice(Math.min(h, m) + 1, Math.max(h, m))
    const share = inner.map((x) => x.map((value) => value / Math.sqrt(inner.length)))
    const distance = Array.from(of('distance').slice(row, row + HIDDEN))
    const z = positive(add(out.head[h], out.modifier[m], distance, ...share))
    return z.reduce((sum, value, j) => sum + value * of('arc')[j], 0)
  }
  let loss = 0
  batch.gold.forEach((gold, g) => {
    const scores = Array.from({ length: batch.groups[g + 1] - batch.groups[g] }, (_, i) =>
      scoreOf(batch.groups[g] + i),
    )
    loss += logSum(scores) - scores[gold - batch.groups[g]]
    const both = positive(
      add(out.labelHead[batch.arcHeads[gold]], out.labelModifier[batch.arcModifiers[gold]]),
    )
    const logits = Array.from(of('labelBias'), (bias, l) =>
      both.reduce((sum, value, j) => sum + value * of('label')[l * HIDDEN + j], bias),
    )
    loss += logSum(logits) - logits[batch.labels[g]]
  })
  return loss
}

describe('the network', () => {
  it('has the loss and the gradient that the formula has, in every layer', () => {
    const { layers, batch } = problem(1)
    const parameters = new Parameters({ weights: layers })
    const loss = new Gradient(parameters, 0).add(batch, Random.of(1))
    expect(loss).toBeCloseTo(lossOf(layers, batch), 4)
    const gradient = parameters.copy('gradient')
    const random = Random.of(2)
    const check = (name: string, values: Float32Array, slopes: Float32Array) => {
      for (let trial = 0; trial < 4; trial++) {
        const i = Math.floor(random.uniform() * values.length)
        const [below, above] = [-1e-5, 1e-5].map((step) => {
          const moved = Float64Array.from(values)
          moved[i] += step
          return lossOf(layers, batch, name, moved)
        })
        expect(slopes[i], `${name}[${i}]`).toBeCloseTo((above - below) / 2e-5, 3)
      }
    }
    for (const name of LAYER_NAMES) check(name, layers[name], gradient[name])
    for (const [k, table] of layers.embeddings.entries())
      check(`embedding ${k}`, table, gradient.embeddings[k])
    expect(gradient.first.some((slope) => Math.abs(slope) > 0.01)).toBe(true)
  })

  it('learns the same bits without WebAssembly', () => {
    const [fast, plain] = [true, false].map((simd) => {
      const { layers, batch } = problem(7)
      const parameters = new Parameters({ weights: layers }, simd)
      const gradient = new Gradient(parameters, 0.3)
      const adam = new Adam(parameters, 0)
      const random = Random.of(3)
      const losses = [1, 2, 3].map(() => {
        const loss = gradient.add(batch, random)
        adam.step(0.01, batch)
        return loss
      })
      return {
        losses,
        weights: parameters.copy('weights'),
        squares: parameters.copy('squares'),
        before: layers,
      }
    })
    expect(plain.losses).toEqual(fast.losses)
    for (const name of LAYER_NAMES) {
      expect(plain.weights[name], name).toEqual(fast.weights[name])
      expect(plain.squares[name], name).toEqual(fast.squares[name])
      expect(fast.weights[name], name).not.toEqual(fast.before[name])
    }
    expect(plain.weights.embeddings).toEqual(fast.weights.embeddings)
  })

  it('scores at work as it does in training', () => {
    const { layers, vocabulary, batch, encoded } = problem(4)
    const network = new Network(vocabulary, layers)
    let loss = 0
    SENTENCES.forEach(({ heads, labels }, s) => {
      network.load(encoded[s])
      for (let m = 1; m <= heads.length; m++) {
        const all = Array.from(heads.keys(), (h) => h)
          .concat(heads.length)
          .filter((h) => h !== m)
        const scores = Array.from(
          network.scoreArcs(
            Int32Array.from(all),
            Int32Array.from(all, () => m),
            all.length,
          ),
        )
        loss += logSum(scores) - scores[all.indexOf(heads[m - 1])]
        const out = new Float64Array(LABELS)
        network.labels(heads[m - 1], m, out)
        loss += logSum(Array.from(out)) - out[labels[m - 1]]
      }
    })
    expect(lossOf(layers, batch)).toBeCloseTo(loss, 4)
  })

  it('scores the same bits without WebAssembly, whatever it saw before', () => {
    const { layers, vocabulary, encoded } = problem(5)
    const heads = Int32Array.of(0, 1, 2, 3, 3)
    const modifiers = Int32Array.of(1, 2, 3, 1, 2)
    const [fast, plain] = [true, false].map((simd) => new Network(vocabulary, layers, simd))
    const said = (network: Network, s: number) => {
      network.load(encoded[s])
      const labels = new Float64Array(LABELS)
      network.labels(2, 3, labels)
      return [...network.scoreArcs(heads, modifiers, heads.length), ...labels]
    }
    const first = said(fast, 0)
    expect(new Set(first).size).toBe(first.length)
    expect(said(plain, 0)).toEqual(first)
    expect(said(fast, 1)).not.toEqual(first)
    expect(said(fast, 0)).toEqual(first)
  })

  it('scores out of a file the same bits as with all its numbers restored, and goes back into the same bytes', () => {
    const { layers, vocabulary, encoded } = problem(7)
    const { arrays, scales } = saveNetwork(new Network(vocabulary, layers))
    const loaded = loadNetwork(arrays, new Fields('scales', scales), layers.labelBias.length)!
    const restored = (name: string) =>
      restoreValues(arrays[`network.${name}`] as Int8Array, scales[`network.${name}`])
    const whole = new Network(vocabulary, {
      ...loaded.layers,
      embeddings: EMBEDDED.map((_, k) => restored(`embedding${k}`)),
    })
    const heads = Int32Array.of(0, 1, 2, 3)
    const modifiers = Int32Array.of(1, 2, 3, 1)
    encoded.forEach((sentence) => {
      const [some, same] = [loaded, whole].map((network) => {
        network.load(sentence)
        return Array.from(network.scoreArcs(heads, modifiers, heads.length))
      })
      expect(new Set(some).size).toBe(heads.length)
      expect(same).toEqual(some)
    })
    expect(saveNetwork(loaded)).toEqual({ arrays, scales })
  })

  it('takes sentences of thousands of words, each scored by what is near it', () => {
    const { layers, vocabulary } = problem(6)
    const text = (times: number) => {
      const sentence = new EncodedSentence()
      const [{ forms, upos }] = SENTENCES
      const repeated = <T>(list: T[]) => Array.from({ length: times }, () => list).flat()
      Encoder.learn([...SENTENCES, ...SENTENCES]).encode(
        { forms: repeated(forms), upos: repeated(upos) },
        sentence,
      )
      return sentence
    }
    const network = new Network(vocabulary, layers)
    const score = (m: number) => network.scoreArcs(Int32Array.of(m - 1), Int32Array.of(m), 1)[0]
    network.load(text(5))
    const near = score(8)
    network.load(text(4000))
    expect(score(8)).toBe(near)
    expect(score(6002)).toBe(near)
    const count = 100_000
    const many = network.scoreArcs(new Int32Array(count).fill(7), new Int32Array(count).fill(8), count)
    expect(many[count - 1]).toBe(near)
  })
})

function logSum(scores: number[]): number {
  return Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0))
}
