// What pruning keeps, and whether its probabilities are calibrated: the share of gold heads that survive,
// arcs per word, and the accuracy of heads by confidence.
//
//   PARLEY_DATA=… node bench/dist/parsing/pruner.js [--model M] [--treebank en_ewt] [--part dev]
//
// The default is the English model that comes with Parley. Tags are the treebank's.
import { parseArgs } from 'node:util'
import { modelUrl } from '@parleyjs/model-en'
import type { Parser, Sentence } from '@parleyjs/nlp'
import { markdownTable } from '../table.js'
import { type Bin, binsOf, calibrationError } from './calibration.js'
import { loadParser } from './trained-models.js'
import { type Part, readTreebank } from './treebanks.js'

/** Bins of confidence. */
const BINS = 10

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    treebank: { type: 'string', default: 'en_ewt' },
    part: { type: 'string', default: 'dev' },
  },
})

const parser = loadParser(values.model ?? modelUrl)
const sentences = readTreebank(values.treebank, values.part as Part).filter(({ length }) => length > 0)
const { words, arcs, found, most } = survivors(parser, sentences)
console.log(
  `${markdownTable(
    ['words', 'gold heads kept, %', 'arcs per word', 'most heads of a word'],
    [[words, ((100 * found) / words).toFixed(2), (arcs / words).toFixed(2), most]],
  )}\n`,
)
const confidence: number[] = []
const right: boolean[] = []
for (const sentence of sentences) {
  const parse = parser.parse(sentence)
  for (let i = 0; i < parse.heads.length; i++) {
    confidence.push(parse.confidence[i])
    right.push(parse.heads[i] === sentence.heads[i])
  }
}
const bins = binsOf(confidence, right, BINS)
console.log(
  `${markdownTable(
    ['confidence', 'words', 'mean confidence', 'right heads'],
    bins.map(({ from, to, count, confidence: mean, accuracy }: Bin) => [
      `${from.toFixed(1)}–${to.toFixed(1)}`,
      count,
      count === 0 ? '' : mean.toFixed(3),
      count === 0 ? '' : accuracy.toFixed(3),
    ]),
  )}\n\nExpected error of calibration: ${calibrationError(bins).toFixed(4)}.`,
)

/** The arcs that survive pruning, before arcs are compared by their scores. */
function survivors(
  parser: Parser,
  sentences: readonly Sentence[],
): { words: number; arcs: number; found: number; most: number } {
  const sum = { words: 0, arcs: 0, found: 0, most: 0 }
  for (const sentence of sentences) {
    const { head, modifier } = parser.problem(sentence, { slack: Number.POSITIVE_INFINITY }).arcs
    const heads = new Int32Array(sentence.length + 1)
    for (let a = 0; a < head.length; a++) {
      heads[modifier[a]]++
      if (sentence.heads[modifier[a] - 1] === head[a]) sum.found++
    }
    for (const count of heads) sum.most = Math.max(sum.most, count)
    sum.words += sentence.length
    sum.arcs += head.length
  }
  return sum
}
