// Trains one parser on one treebank with gold tags, in its own process, and records the cost of training
// beside the model.
//
//   PARLEY_DATA=… node bench/dist/parsing/train-model.js --treebank en_ewt --parts second --out M.gz
//     [--epochs 8] [--network M]
//
// --network uses the network of another model of the treebank: it does not depend on the parts, and takes
// half of the time.
import { renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { trainParser, writeModel } from '@parleyjs/nlp'
import type { ParserParts } from '@parleyjs/nlp/internal'
import { loadParser } from './trained-models.js'
import { countWords, readTreebank } from './treebanks.js'

/** The cost of a training. */
export interface TrainingRecord {
  readonly treebank: string
  readonly parts: string
  readonly epochs: number | null
  readonly sentences: number
  readonly words: number
  /** Processor time of the process, reading the treebank included. */
  readonly cpuSeconds: number
  /** Whether the network was taken from another model. */
  readonly networkGiven: boolean
  readonly peakMegabytes: number
  /** Size of the compressed model. */
  readonly megabytes: number
}

const { values } = parseArgs({
  options: {
    treebank: { type: 'string', default: 'en_ewt' },
    parts: { type: 'string', default: 'second' },
    out: { type: 'string' },
    epochs: { type: 'string' },
    network: { type: 'string' },
  },
})
const { treebank, parts, out } = values
if (out === undefined) {
  console.error('Say where the model goes: --out M.gz')
  process.exit(2)
}
const epochs = values.epochs === undefined ? null : Number(values.epochs)
const network =
  values.network === undefined ? undefined : (loadParser(values.network).model.network ?? undefined)
const sentences = readTreebank(treebank, 'train')
const learned = trainParser(sentences, {
  parts: parts as ParserParts,
  ...(epochs !== null && { epochs }),
  network: network ?? true,
  onProgress: ({ stage, epoch, epochs: all, correct }) =>
    process.stderr.write(
      `  ${treebank} ${parts}: epoch ${epoch} of ${all} (${stage}), ${(100 * correct).toFixed(2)} % right, ${Math.round(cpuSeconds())} s\n`,
    ),
})
const parser = learned.withSlackFor(readTreebank(treebank, 'dev'))
const cpu = cpuSeconds()
const bytes = writeModel(parser.toModel({ licence: 'that of the treebank', trainedOn: treebank }))
const packed = gzipSync(bytes, { level: 6 })
const record: TrainingRecord = {
  treebank,
  parts,
  epochs,
  sentences: sentences.length,
  words: countWords(sentences),
  cpuSeconds: Math.round(cpu),
  networkGiven: network !== undefined,
  peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  megabytes: Number((packed.length / 1e6).toFixed(2)),
}
writeFileSync(`${out}.json`, `${JSON.stringify(record)}\n`)
// The model file appears only when it is complete: an existing one counts as finished.
writeFileSync(`${out}.part`, packed)
renameSync(`${out}.part`, out)

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
