// Isolated against corpus-wide tagging (paper 4, supplement, Table 4):
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/tagging-accuracy.js [--sizes 50,100] [--part test]
//     [--penalties 1,3]
import { parseArgs } from 'node:util'
import { tagCorpusWide } from '@parleyjs/nlp'
import type { Part } from '../parsing/treebanks.js'
import { PENALTY, SIZES, tagAccuracy, taggingCorpus } from './tagging-corpus.js'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: SIZES.join(',') },
    part: { type: 'string', default: 'test' },
    penalties: { type: 'string', default: String(PENALTY) },
  },
})

console.log('| trained on | penalty | isolated | corpus-wide | gain | words in sets | changed | gap |')
console.log('|--:|--:|--:|--:|--:|--:|--:|--:|')
for (const size of values.sizes.split(',').map(Number)) {
  const data = taggingCorpus(size, values.part as Part)
  for (const penalty of values.penalties.split(',').map(Number)) {
    const sets = data.words.sets(data.crf.tags, { penalty })
    const { isolated, joint, solution, changes } = tagCorpusWide(data.corpus, sets)
    const [before, after] = [tagAccuracy(data, isolated), tagAccuracy(data, joint)].map(
      (share) => 100 * share,
    )
    const cells = [size, penalty, before.toFixed(2), after.toFixed(2), (after - before).toFixed(2)]
    cells.push(sets.memberCount, [...changes()].length, solution.gap.toFixed(2))
    console.log(`| ${cells.join(' | ')} |`)
  }
}
