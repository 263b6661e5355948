// Isolated against corpus-wide parsing across domains (paper 4, supplement, Table 5): unlabelled attachment of all words by a
// first-order projective parser that knows forms and UPOS alone, since that is what both treebanks have in common.
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/parsing-accuracy.js [--part test] [--penalties 0.1,0.3,1] [--models FOLDER]
//
// The parsers are trained where they are missing, some five minutes for EWT. Contexts and penalties below were chosen on
// the development parts (--part dev --penalties …).
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  arcScorer,
  ParseCorpus,
  type Parser,
  parseCorpusWide,
  type Sentence,
  TagContexts,
  trainParser,
  writeModel,
} from '@parley/nlp'
import { loadParser } from '../parsing/trained-models.js'
import { type Part, readTreebank } from '../parsing/treebanks.js'

/** What words in the same set have in common. */
interface Contexts {
  readonly name: string
  readonly offsets: readonly number[]
  readonly words: boolean
}

const AROUND: Contexts = { name: 'tags at −1, 0, 1', offsets: [-1, 0, 1], words: false }
const LEFT: Contexts = { name: 'tags at −1, 0', offsets: [-1, 0], words: false }
const WORD: Contexts = { name: 'word and tag', offsets: [0], words: true }

const EXPERIMENTS = [
  { from: 'en_ewt', to: 'en_atis', contexts: AROUND, penalty: 0.5 },
  { from: 'en_ewt', to: 'en_atis', contexts: LEFT, penalty: 1.5 },
  { from: 'en_ewt', to: 'en_atis', contexts: WORD, penalty: 1 },
  { from: 'en_atis', to: 'en_ewt', contexts: AROUND, penalty: 0.1 },
  { from: 'en_atis', to: 'en_ewt', contexts: LEFT, penalty: 0.1 },
  { from: 'en_atis', to: 'en_ewt', contexts: WORD, penalty: 0.3 },
] as const

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'test' },
    penalties: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    to: { type: 'string' },
    models: { type: 'string', default: join(tmpdir(), 'parley-arc-parsers') },
  },
})

console.log('| trained on | parsed | sets | penalty | isolated | corpus-wide | gain | changed |')
console.log('|---|---|---|--:|--:|--:|--:|--:|')
const corpora = new Map<string, { sentences: Sentence[]; corpus: ParseCorpus }>()
for (const { from, to, contexts, penalty } of EXPERIMENTS) {
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

/** The treebank to be parsed, with the arcs that the parser of the other scores. */
function loaded(from: string, to: string) {
  const known = corpora.get(to)
  if (known !== undefined) return known
  const sentences = readTreebank(to, values.part as Part)
  const corpus = new ParseCorpus(arcScorer(arcParser(from)))
  for (const sentence of sentences) corpus.add(formsAndTags(sentence))
  const made = { sentences, corpus }
  corpora.set(to, made)
  return made
}

function arcParser(treebank: string): Parser {
  const file = join(values.models, `${treebank}.forms-and-tags.arc.parley`)
  if (!existsSync(file)) {
    process.stderr.write(`Training ${file} …\n`)
    const sentences = readTreebank(treebank, 'train').map((sentence) => ({
      ...formsAndTags(sentence),
      heads: sentence.heads,
      deprels: sentence.deprels,
    }))
    const parser = trainParser(sentences, { parts: 'arc', network: false })
    mkdirSync(values.models, { recursive: true })
    writeFileSync(
      `${file}.part`,
      writeModel(parser.toModel({ licence: 'that of the treebank', trainedOn: treebank })),
    )
    renameSync(`${file}.part`, file)
  }
  return loadParser(file)
}

function formsAndTags({ forms, upos }: Sentence) {
  return { forms, upos }
}

function attached(sentences: readonly Sentence[], heads: ArrayLike<number>): number {
  let right = 0
  let words = 0
  for (const sentence of sentences) for (const head of sentence.heads) if (head === heads[words++]) right++
  return (100 * right) / words
}
