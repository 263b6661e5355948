// Isolated against corpus-wide parsing across domains (paper 4, supplement, Table 5): unlabelled attachment
// of all words by a first-order projective parser that knows forms and UPOS alone, since that is what both
// treebanks have in common.
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/parsing-accuracy.js [--part test] [--penalties 0.1,0.3,1]
//     [--models FOLDER]
//
// The parsers are trained where they are missing, some five minutes for EWT. Contexts and penalties were
// chosen on the development parts (--part dev --penalties …).
import { parseArgs } from 'node:util'
import { ParseCorpus, parseCorpusWide, type Sentence, TagContexts } from '@parleyjs/nlp'
import { arcScorer } from '@parleyjs/nlp/internal'
import { type Part, readTreebank } from '../parsing/treebanks.js'
import { ARC_PARSERS, arcParser, CROSSINGS, formsAndTags } from './across-domains.js'

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'test' },
    penalties: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    to: { type: 'string' },
    models: { type: 'string', default: ARC_PARSERS },
  },
})

console.log('| trained on | parsed | sets | penalty | isolated | corpus-wide | gain | changed |')
console.log('|---|---|---|--:|--:|--:|--:|--:|')
const corpora = new Map<string, { sentences: Sentence[]; corpus: ParseCorpus }>()
for (const { from, to, contexts, penalty } of CROSSINGS) {
  if (values.to !== undefined && values.to !== to) continue
  const { sentences, corpus } = loaded(from, to)
  const gathered = new TagContexts(contexts.offsets)
  for (const { upos, forms } of sentences) gathered.add(upos, contexts.words ? forms : undefined)
  for (const cost of values.penalties?.split(',').map(Number) ?? [penalty]) {
    const sets = gathered.sets(corpus.values, { penalty: cost })
    const { isolated, joint } = parseCorpusWide(corpus, sets, { maxIterations: Number(values.rounds) })
    const [before, after] = [attached(sentences, isolated), attached(sentences, joint)]
    const changed = joint.filter((head, i) => head !== isolated[i]).length
    const cells = [from, to, contexts.name, cost, before.toFixed(2), after.toFixed(2)]
    console.log(`| ${[...cells, (after - before).toFixed(2), changed].join(' | ')} |`)
  }
}

/** The treebank to parse, with the arcs scored by the parser of the other treebank. */
function loaded(from: string, to: string) {
  const known = corpora.get(to)
  if (known !== undefined) return known
  const sentences = readTreebank(to, values.part as Part)
  const corpus = new ParseCorpus(arcScorer(arcParser(from, values.models)))
  for (const sentence of sentences) corpus.add(formsAndTags(sentence))
  const made = { sentences, corpus }
  corpora.set(to, made)
  return made
}

function attached(sentences: readonly Sentence[], heads: ArrayLike<number>): number {
  let right = 0
  let words = 0
  for (const sentence of sentences) for (const head of sentence.heads) if (head === heads[words++]) right++
  return (100 * right) / words
}
