// Chains of part-of-speech tags, learned by `fit` and by CRFsuite from the same features, in turns.
//
//   node bench/dist/learn/upos.js [--treebank en_ewt] [--limit N] [--epochs 10] [--python python3]
//        [--methods perceptron,mira,likelihood] [--observed]
//
// With --observed, CRFsuite has weights for the pairs of features and labels that training saw only, which is
// its default; without, it has all pairs, as Parley does.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fit, type Method } from '@parleyjs/learn'
import { dataFolder } from '../instances.js'
import { markdownTable } from '../table.js'
import { runCrfsuite } from './crfsuite-peer.js'
import { readTagged, type TaggedSentence } from './upos-features.js'

/** CRFsuite's algorithm for each method, and its parameters. */
const PEERS = {
  perceptron: { algorithm: 'ap', params: { epsilon: 0 } },
  mira: { algorithm: 'pa', params: { epsilon: 0, type: 1, c: 1 } },
  likelihood: { algorithm: 'lbfgs', params: { c1: 0, c2: 1, delta: 1e-12, epsilon: 1e-12 } },
} as const

const { values: args } = parseArgs({
  options: {
    treebank: { type: 'string', default: 'en_ewt' },
    limit: { type: 'string', default: '1000000' },
    epochs: { type: 'string', default: '10' },
    python: { type: 'string', default: 'python3' },
    methods: { type: 'string', default: 'perceptron,mira,likelihood' },
    observed: { type: 'boolean', default: false },
  },
})

async function learn(
  method: Method,
  train: readonly TaggedSentence[],
  dev: readonly TaggedSentence[],
  epochs: number,
) {
  const tags = [...new Set(train.flatMap((sentence) => sentence.tags))]
  let begin = process.cpuUsage()
  let spent = 0
  let done = 0
  const model = await fit(train, {
    build(x, g) {
      const variables = x.features.map((names) =>
        g.categorical(tags, Object.fromEntries(names.map((name) => [name, 1]))),
      )
      g.sequence(variables)
      return variables
    },
    truth: (x) => x.tags,
    method,
    epochs,
    // CRFsuite adds c2 ‖w‖² to the sum of the losses; Parley adds λ/2 ‖w‖² to their mean.
    regularization: (2 * PEERS.likelihood.params.c2) / train.length,
    tolerance: 1e-12,
    onEpoch() {
      const { user, system } = process.cpuUsage(begin)
      // The first pass includes the making of graphs.
      if (done > 0) spent += (user + system) / 1e6
      done++
      begin = process.cpuUsage()
    },
  })
  let known = 0
  let right = 0
  for (const x of dev) {
    const answer = model.predict(x) as string[]
    known += answer.length
    right += answer.filter((tag, i) => tag === x.tags[i]).length
  }
  return { secondsPerEpoch: spent / Math.max(1, done - 1), epochs: done, accuracy: right / known }
}

const folder = join(dataFolder(), 'ud', args.treebank)
const train = readTagged(folder, 'train', Number(args.limit))
const dev = readTagged(folder, 'dev', Number(args.limit))
const epochs = Number(args.epochs)
const rows: string[][] = []
const percent = (share: number) => (100 * share).toFixed(2)
for (const method of args.methods.split(',') as (keyof typeof PEERS)[]) {
  const { algorithm, params } = PEERS[method]
  const all = args.observed ? {} : { 'feature.possible_states': 1, 'feature.possible_transitions': 1 }
  const own = await learn(method, train, dev, epochs)
  const peer = runCrfsuite(args.python, train, dev, algorithm, epochs, { ...params, ...all })
  rows.push([
    method,
    percent(own.accuracy),
    own.secondsPerEpoch.toFixed(2),
    String(own.epochs),
    peer === undefined ? '–' : percent(peer.accuracy),
    peer === undefined ? '–' : peer.secondsPerEpoch.toFixed(2),
    peer === undefined ? '–' : (own.secondsPerEpoch / peer.secondsPerEpoch).toFixed(2),
  ])
}
const head = ['method', 'Parley, dev', 's per epoch', 'epochs', 'CRFsuite, dev', 's per epoch', 'time ratio']
process.stdout.write(`${markdownTable(head, rows)}\n`)
