// How good a pipeline is: from gold tokens and tags, from gold tokens, from raw text, beside published
// figures.
//
//   PARLEY_DATA=… node bench/dist/parsing/accuracy.js [--model M] [--treebank en_ewt] [--parts dev,test]
//     [--json]
//
// The default is the English model that comes with Parley.
import { parseArgs } from 'node:util'
import { modelUrl } from '@parleyjs/model-en'
import type { MetricName } from '@parleyjs/nlp'
import { partsName } from '@parleyjs/nlp/internal'
import { type Cell, markdownTable } from '../table.js'
import { type Given, type Measured, measurePipeline } from './measure-pipeline.js'
import { type Published, TURBO, UDPIPE } from './published.js'
import { loadParser, loadPipeline } from './trained-models.js'
import { type Part, treebankSource } from './treebanks.js'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    treebank: { type: 'string', default: 'en_ewt' },
    parts: { type: 'string', default: 'dev,test' },
    json: { type: 'boolean', default: false },
  },
})

const INPUTS: readonly { given: Given; name: string; options: string }[] = [
  { given: 'tags', name: 'gold tokens and tags', options: '' },
  { given: 'tokens', name: 'gold tokens', options: ' --tags predict' },
  { given: 'text', name: 'raw text', options: ' --tokens predict' },
]
const TOKENS = ['Words', 'Sentences'] as const
const TAGS = ['UPOS', 'XPOS', 'UFeats', 'Lemmas'] as const
const TREES = ['UAS', 'LAS', 'LAS-subtypes'] as const
const HEADER = [
  'input',
  'system',
  'Words',
  'Sentences',
  'UPOS',
  'XPOS',
  'Feats',
  'Lemmas',
  'UAS',
  'LAS',
  'LAS, subtypes',
  'proven best',
]

const file = values.model ?? modelUrl
const pipeline = loadPipeline(file)
const { stages } = pipeline
const inputs = INPUTS.filter(
  ({ given }) => given === 'tags' || (stages.tagger && (given === 'tokens' || stages.tokenizer)),
)
const size = partsName(loadParser(file).parts)
const results: { part: string; given: Given; measured: Measured }[] = []
const sections: string[] = []
for (const part of values.parts.split(',') as Part[]) {
  const source = treebankSource(values.treebank, part)
  const rows: Cell[][] = []
  for (const { given, name, options } of inputs) {
    process.stderr.write(`${values.treebank} ${part}, ${name} …\n`)
    const measured = measurePipeline(pipeline, source, given)
    results.push({ part, given, measured })
    const proven = `${(100 * measured.proven).toFixed(1)} %`
    rows.push([name, `\`parley parse${options}\``, ...cellsOf(given, measured), proven])
    for (const peer of peers(part, given)) rows.push(peerCells(peer))
  }
  sections.push(
    `**${part === 'dev' ? 'Development' : 'Test'} part** (${results.at(-1)!.measured.words} words)\n\n${markdownTable(HEADER, rows)}`,
  )
}
console.log(values.json ? JSON.stringify(results) : sections.join('\n\n'))

/** Columns that were given are not measured. */
function cellsOf(given: Given, { scores }: Measured): Cell[] {
  const shown = (names: readonly MetricName[], known: boolean) =>
    names.map((name) => (known || scores[name] === undefined ? '' : scores[name].toFixed(2)))
  return [
    ...shown(TOKENS, given !== 'text'),
    ...shown(TAGS, given === 'tags'),
    ...TREES.map((name) => scores[name]?.toFixed(2)),
  ]
}

function peers(part: string, given: Given): Published[] {
  const turbo = TURBO.filter(
    (row) => given === 'tags' && row.treebank === values.treebank && row.part === part && row.parts === size,
  )
  return values.treebank === 'en_ewt' && part === 'test' ? [...turbo, UDPIPE[given]] : turbo
}

function peerCells({ system, upos, uas, las, full }: Published): Cell[] {
  const digits = full === undefined ? 1 : 2
  const cells = [uas, las, full].map((score) => score?.toFixed(digits) ?? '')
  return ['', system, '', '', upos?.toFixed(1) ?? '', '', '', '', ...cells, '']
}
