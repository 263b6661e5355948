// What each distinction of a grammar contributes on the development part of MASC, sentences of up to 40
// words:
//   PARLEY_DATA=… node bench/dist/grammar.js [row]
import { evaluateTrees, trainGrammar, treeWords } from '@parleyjs/nlp'
import type { TreebankGrammarOptions } from '@parleyjs/nlp/internal'
import { masc } from './joint/split.js'

const data = process.env.PARLEY_DATA
if (!data) throw new Error('Set PARLEY_DATA to the folder with constituency/masc.open.mrg.gz.')
const train = masc(data, 'train')
const dev = masc(data, 'dev').filter((tree) => treeWords(tree).length <= 40)
const { marks } = trainGrammar(train.slice(0, 1)).counts.options
const without = (mark: (typeof marks)[number]) => ({ marks: marks.filter((other) => other !== mark) })

const rows: Record<string, TreebankGrammarOptions> = {
  'as it is': {},
  'no parents': { vertical: 1 },
  'no siblings': { horizontal: 0 },
  'two siblings': { horizontal: 2 },
  'from the right, not around the head': { direction: 'right' },
  'tags without parents': without('tagParent'),
  'no forms of verb phrases': without('verbForm'),
  'no base noun phrases': without('base'),
  'no unary constituents': without('unary'),
  'constituents with verbs marked': { marks: [...marks, 'hasVerb'] },
}

const wanted = process.argv[2]
console.log('| | F1 | tags | symbols | binary rules | ms for 36 to 40 words |\n|---|---|---|---|---|---|')
for (const [name, options] of Object.entries(rows)) {
  if (wanted !== undefined && wanted !== name) continue
  const grammar = trainGrammar(train, options)
  let [long, time] = [0, 0]
  const found = dev.map((tree) => {
    const before = process.cpuUsage().user
    const parse = grammar.parse(treeWords(tree))
    if (treeWords(tree).length >= 36) {
      long++
      time += process.cpuUsage().user - before
    }
    return parse.tree
  })
  const { brackets, allTags } = evaluateTrees(dev, found)
  const figures = [
    (100 * brackets.f1).toFixed(2),
    (100 * allTags.accuracy).toFixed(2),
    grammar.counts.symbols.length,
    grammar.grammars.fine.parent.length,
    (time / 1000 / long).toFixed(0),
  ]
  console.log(`| ${name} | ${figures.join(' | ')} |`)
}
