// The entry point of a thread that helps `fit`.
import { serveTasks, threadPort } from '@parleyjs/core/internal'
import { SparseSum } from '../features/segment.js'
import type { Example } from '../methods/example.js'
import { chunkLoss } from '../methods/likelihood.js'
import { marginOf } from '../methods/margin.js'
import { templateFrom } from '../templates/portable-template.js'
import type { TiedSequence } from '../templates/tied-sequence.js'
import type { TeamData, TeamTask } from './team.js'

const port = await threadPort<TeamData>()
const { examples, weights, withCost, decoding } = port.data
const sequences = new Map<string, TiedSequence>()
const own = new Map<number, Example>()
for (const { index, example } of examples)
  own.set(index, { ...example, template: templateFrom(example.template, sequences) })
const slopes = new SparseSum()
slopes.reserve(weights.length)

function exampleOf(index: number): Example {
  const example = own.get(index)
  if (example === undefined) throw new Error(`example ${index} is not of this thread`)
  return example
}

serveTasks(port, (task: TeamTask) => {
  if (task.op === 'margins')
    return task.of.map(({ index, completion }) =>
      marginOf(exampleOf(index), weights, withCost, decoding, completion),
    )
  const list = Array.from({ length: task.to - task.from }, (_, i) => exampleOf(task.from + i))
  return chunkLoss(list, weights, slopes)
})
