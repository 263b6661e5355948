import { describe, expect, it } from 'vitest'
import { ATOMS, EncodedSentence, Encoder } from '../features/encode.js'
import { Random } from '../learn/random.js'
import { ArcList } from '../trees/arc-list.js'
import { Batch } from './batch.js'
import { Gradient } from './gradient.js'
import { EMBEDDED, LAYER_NAMES, type Layers, layerSizes, Rows } from './layers.js'
import { Network } from './network.js'
import { addProducts } from './products.js'

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
  const filled = (size: number) => Float64Array.from({ length: size }, () => 0.6 * (random.next() - 0.5))
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

const zeros = (layers: Layers) =>
  ({
    embeddings: layers.embeddings.map(({ length }) => new Float64Array(length)),
    ...Object.fromEntries(LAYER_NAMES.map((name) => [name, new Float64Array(layers[name].length)])),
  }) as unknown as Layers

const lossOf = (layers: Layers, batch: Batch) =>
  new Gradient(layers, zeros(layers), 0).add(batch, Random.of(1))

describe('products of matrices', () => {
  it('equal the plain sums for all small sizes', () => {
    const random = Random.of(3)
    for (let rows = 0; rows < 4; rows++)
      for (let columns = 0; columns < 7; columns++)
        for (let length = 0; length < 4; length++) {
          const a = Float64Array.from({ length: rows * length + 2 }, () => random.next())
          const b = Float64Array.from({ length: columns * length + 3 }, () => random.next())
          const y = new Float64Array(rows * columns + 1).fill(1)
          addProducts(a, 2, length, rows, b, 3, length, columns, length, y, 1, columns)
          for (let i = 0; i < rows; i++)
            for (let j = 0; j < columns; j++) {
              let sum = 1
              for (let k = 0; k < length; k++) sum += a[2 + i * length + k] * b[3 + j * length + k]
              expect(y[1 + i * columns + j]).toBeCloseTo(sum, 12)
            }
        }
  })
})

describe('the network', () => {
  it('has the gradient that small changes of every layer show', () => {
    const { layers, batch } = problem(1)
    const gradient = zeros(layers)
    new Gradient(layers, gradient, 0).add(batch, Random.of(1))
    const random = Random.of(2)
    const check = (name: string, values: Float64Array, slopes: Float64Array) => {
      for (let trial = 0; trial < 12; trial++) {
        const i = Math.floor(random.next() * values.length)
        const kept = values[i]
        const step = 1e-5
        values[i] = kept + step
        const above = lossOf(layers, batch)
        values[i] = kept - step
        const below = lossOf(layers, batch)
        values[i] = kept
        expect(slopes[i], `${name}[${i}]`).toBeCloseTo((above - below) / (2 * step), 3)
      }
    }
    for (const name of LAYER_NAMES) check(name, layers[name], gradient[name])
    for (const [k, table] of layers.embeddings.entries())
      check(`embedding ${k}`, table, gradient.embeddings[k])
    expect(gradient.first.some((slope) => Math.abs(slope) > 0.01)).toBe(true)
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
