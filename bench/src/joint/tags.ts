// Paper 3, section 4.1, on a treebank: Tables 1 and 3, Fig. 5 and times, as Markdown.
//
//   PARLEY_DATA=… node bench/dist/joint/tags.js --treebank masc --part test [--every 1] [--max-length 40]
//     [--intersect 40] [--exact] [--weight 0.7|dev] [--dev-trees 400] [--tables rounds,times]
import { parseArgs } from 'node:util'
import type { PennTree } from '@parleyjs/nlp'
import { chooseTaggerWeight, treeWords } from '@parleyjs/nlp'
import { sampleTrees } from '@parleyjs/nlp/internal'
import { craft, masc, type PartOfData } from './split.js'
import {
  accuracyTable,
  checkIntersection,
  curveTable,
  roundsTable,
  summary,
  timeTable,
} from './tags-report.js'
import { cpu, runSentence, trainJoint } from './tags-run.js'

const { values } = parseArgs({
  options: {
    treebank: { type: 'string', default: 'masc' },
    part: { type: 'string', default: 'test' },
    every: { type: 'string', default: '1' },
    'max-length': { type: 'string', default: '40' },
    intersect: { type: 'string', default: '40' },
    exact: { type: 'boolean', default: false },
    /**
     * The weight of the tagger; `dev`: the best on the development part, by the rule of `parley train
     * grammar`.
     */
    weight: { type: 'string', default: '0.7' },
    /** Maximum number of trees of the development part. */
    'dev-trees': { type: 'string', default: '400' },
    tables: { type: 'string', default: 'summary,rounds,accuracy,curve,times,check' },
  },
})
const data = process.env.PARLEY_DATA
if (data === undefined) {
  console.error('PARLEY_DATA is not set: it names the folder that has constituency/masc.open.mrg.gz.')
  process.exit(2)
}
const read = values.treebank === 'craft' ? craft : masc
const isShort = (tree: PennTree) => treeWords(tree).length <= Number(values['max-length'])
const chosen = read(data, values.part as PartOfData)
  .filter((_, i) => i % Number(values.every) === 0)
  .filter(isShort)
process.stderr.write(`training on ${values.treebank} …\n`)
const start = cpu()
const parser = trainJoint(read(data, 'train'))
const training = cpu() - start
const setting =
  values.weight === 'dev' ? chooseOnDev() : { weight: Number(values.weight), countWordsOnce: false }
const results = chosen.map((tree, i) => {
  if (i % 20 === 19) process.stderr.write(`  ${i + 1} of ${chosen.length}\n`)
  return runSentence(parser, tree, {
    intersectUpTo: Number(values.intersect),
    exact: values.exact,
    ...setting,
  })
})
const tables: Record<string, () => string> = {
  summary: () => summary(results, training, setting),
  rounds: () => roundsTable(results),
  accuracy: () => accuracyTable(results),
  curve: () => curveTable(results),
  times: () => timeTable(results),
  check: () => checkIntersection(results),
}

function chooseOnDev(): { weight: number; countWordsOnce: boolean } {
  const sample = sampleTrees(read(data!, 'dev'), Number(values['dev-trees']), Number(values['max-length']))
  const { weight, countWordsOnce, tried } = chooseTaggerWeight(parser, sample)
  for (const one of tried) {
    const words = one.countWordsOnce ? 'once' : 'twice'
    const [f1, tags] = [one.f1, one.tags].map((share) => (100 * share).toFixed(2))
    process.stderr.write(`  weight ${one.weight}, words ${words}: F1 ${f1}, tags ${tags} on dev\n`)
  }
  return { weight, countWordsOnce }
}

const wanted = values.tables.split(',').map((name) => tables[name]?.() ?? `There is no table "${name}".`)
console.log(wanted.join('\n\n'))
