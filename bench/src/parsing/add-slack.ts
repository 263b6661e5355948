// Adds to a parser's model what `train parser --dev F` finds out since models have a slack (see
// parse/prune/learn-slack.ts of @parleyjs/nlp): how far behind the best arc into its word an arc may be. All
// else stays as it is.
//
//   PARLEY_DATA=… node bench/dist/parsing/add-slack.js MODEL TREEBANK OUT
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Parser, readModel, writeModel } from '@parleyjs/nlp'
import { readTreebank } from './treebanks.js'

const [file, treebank, out] = process.argv.slice(2)
if (file === undefined || treebank === undefined || out === undefined)
  throw new Error('Usage: node bench/dist/parsing/add-slack.js MODEL TREEBANK OUT')
const { header, arrays } = readModel(gunzipSync(readFileSync(file)), file)
const { slack } = Parser.fromModel({ header, arrays }).withSlackFor(readTreebank(treebank, 'dev')).model
if (slack === undefined) throw new Error(`${file} scores arcs alone: it needs no slack.`)
writeFileSync(out, gzipSync(writeModel({ header: { ...header, slack }, arrays }), { level: 9 }))
console.log(`${out}: slack ${slack.toFixed(3)}`)
