// The constituency models that ship with Parley, on MASC: the grammar alone, with the tagger (paper 3,
// section 4.1), and the two parsers that agree on arcs (section 4.2). The model learned from the training
// part only.
//
//   PARLEY_DATA=… node bench/dist/joint/english.js [--part dev] [--every 1]
//     [--model packages/model-en/english.parley.gz]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { ConstituencyParser, evaluateTrees, readModel, splitModel, treeWords } from '@parleyjs/nlp'
import type { ConstituencyOptions } from '@parleyjs/nlp/internal'
import { median } from '../median.js'
import { markdownTable } from '../table.js'
import { masc, type PartOfData } from './split.js'

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'test' },
    every: { type: 'string', default: '1' },
    model: { type: 'string' },
  },
})
const data = process.env.PARLEY_DATA
if (data === undefined) {
  console.error('PARLEY_DATA is not set: it names the folder that has constituency/masc.open.mrg.gz.')
  process.exit(2)
}
const model = readModel(gunzipSync(readFileSync(values.model ?? modelUrl)))
const parser = ConstituencyParser.fromModels(splitModel(model))
const trees = masc(data, values.part as PartOfData).filter((_, i) => i % Number(values.every) === 0)

const SYSTEMS: Record<string, ConstituencyOptions> = {
  'grammar alone (`--no-agreement`)': { agreement: false },
  'grammar and tagger': {},
  'two parsers (`--lexicalised`)': { lexicalised: true },
}

function milliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const rows = Object.entries(SYSTEMS).map(([name, options]) => {
  const times: number[] = []
  const found = trees.map((tree) => {
    const start = milliseconds()
    const parse = parser.parse(treeWords(tree), options)
    times.push(milliseconds() - start)
    return parse
  })
  const { brackets, exact, tags, dependencies } = evaluateTrees(
    trees,
    found.map(({ tree }) => tree),
  )
  const shares = [brackets.precision, brackets.recall, brackets.f1, exact.accuracy]
  const proven = found.filter(({ status }) => status === 'optimal').length / found.length
  return [
    name,
    ...[...shares, tags.accuracy, dependencies.accuracy, proven].map((share) => (100 * share).toFixed(1)),
    median(times).toFixed(0),
  ]
})
const columns = ['precision', 'recall', 'F1', 'exact', 'tags', 'heads', 'proven best', 'ms, median']
console.log(`${trees.length} sentences of all lengths:\n\n${markdownTable(['', ...columns], rows)}`)
