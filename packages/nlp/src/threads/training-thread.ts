// A thread of a training: it holds the treebank and runs one phase after the other.
import { serveTasks, threadPort } from '@parleyjs/core/internal'
import { Weights } from '@parleyjs/learn/internal'
import { trainInOneGo } from '../pipeline/train-pipeline.js'
import { Course, type Tables } from '../tasks/parse/learn/course.js'
import {
  learnFine,
  learnNetwork,
  learnPruner,
  learnTreeLabels,
  learnWeights,
} from '../tasks/parse/learn/phases.js'
import { accuracy } from '../tasks/parse/learn/train-parser.js'
import { networkArrays, networkState } from '../tasks/parse/network/network-state.js'
import { jackknifeFold } from '../tasks/tag/jackknife.js'
import { TaggerCourse } from '../tasks/tag/train-tagger.js'
import type { Tagging } from '../tasks/tag/word-tagger.js'
import { Sentence } from '../text/conllu/sentence.js'
import {
  type CourseData,
  linearState,
  type NetworkArrays,
  type NetworkNews,
  type ShareNews,
  type TableStates,
  type TaskResult,
  type TrainingTask,
  type TrainingThreadData,
  type WeightsNews,
} from './training-tasks.js'

const port = await threadPort<TrainingThreadData>()
const sentences = port.data.sentences.map((packed) => Sentence.unpack(packed))
const dev = port.data.dev.map((packed) => Sentence.unpack(packed))
let course: Course | undefined
let taggerCourse: TaggerCourse | undefined

type TaggerTask = Extract<TrainingTask, { kind: 'guess' | 'first' | 'second' | 'third' | 'lemmas' }>

/** A thread belongs to one training, so it needs only one course. */
function courseOf({ options, predicted }: CourseData): Course {
  if (course === undefined) {
    const text = predicted === null ? null : new TextDecoder().decode(predicted.slice())
    const tags = text === null ? undefined : (JSON.parse(text) as Tagging[])
    course = new Course(
      sentences,
      tags?.map((one, i) => ({ ...one, forms: sentences[i].forms })),
      options,
    )
  }
  return course
}

serveTasks(port, (task: TrainingTask, { tell }): TaskResult => {
  switch (task.kind) {
    case 'tokenizer':
    case 'tagger':
      return trainInOneGo(task.kind, sentences, task.options, shareTeller(tell))
    case 'fold': {
      const { folds, fold, seed } = task
      const onProgress = shareTeller(tell)
      return jackknifeFold(sentences, folds, fold, { ...(seed !== undefined && { seed }), onProgress })
    }
    case 'guess':
    case 'first':
    case 'second':
    case 'third':
    case 'lemmas':
      return taggerStep(task, (message) => tell({ message, share: 0 } satisfies ShareNews))
    case 'pruner':
      return learnPruner(courseOf(task.course)).state
    case 'labels':
      return learnTreeLabels(courseOf(task.course)).state
    case 'weights':
      return weights(task, tell)
    case 'network':
      return network(task, tell)
    default:
      return learnFine(courseOf(task.course), Weights.from(task.pruner), task.kind).state
  }
})

function taggerStep(task: TaggerTask, tell: (message: string) => void): TaskResult {
  taggerCourse ??= new TaggerCourse(sentences, task.options)
  const steps = taggerCourse
  switch (task.kind) {
    case 'guess':
      return steps.guessFold(task.fold, tell)
    case 'first':
      return linearState(steps.firstLook(tell))
    case 'second':
      return linearState(steps.secondLook(task.guesses, task.unsure, tell))
    case 'third':
      return linearState(steps.analyses(task.guesses, tell))
    case 'lemmas': {
      const found = steps.lemmas()
      if (found === null) return null
      const { rules, choices, known } = found
      return { rules, choices, model: linearState(found.model), known: known?.table ?? null }
    }
  }
}

function shareTeller(tell: (news: ShareNews) => void) {
  return (message: string, share: number) => tell({ message, share })
}

function weights(
  { course: data, tables: given, from, report }: Extract<TrainingTask, { kind: 'weights' }>,
  tell: (news: WeightsNews) => void,
): TableStates {
  const course = courseOf(data)
  const tables: Tables = course.newTables()
  const learned = Object.keys(tables)
  for (const [name, state] of Object.entries(given)) tables[name] = Weights.from(state)
  const statesOf = (of: Tables): TableStates =>
    Object.fromEntries(learned.map((name) => [name, of[name].state]))
  const trainer = learnWeights(course, tables, from, {
    onStep: report.steps ? (epoch, done) => tell({ epoch, done }) : undefined,
    onEpoch: (progress, beyond, correct, trainer) =>
      tell({
        progress,
        beyond,
        correct,
        dev: report.accuracy ? accuracy(trainer.parser(beyond), dev) : null,
        tables: report.states ? statesOf(tables) : null,
      }),
  })
  const { arcWeights, labelWeights, secondWeights, higherWeights } = trainer.parser(true).model
  const averaged = { arc: arcWeights, label: labelWeights, second: secondWeights, higher: higherWeights }
  return statesOf(averaged as Tables)
}

function network(
  { course: data, pruner, from, report }: Extract<TrainingTask, { kind: 'network' }>,
  tell: (news: NetworkNews) => void,
): NetworkArrays {
  let last = from
  let told = 0
  learnNetwork(courseOf(data), Weights.from(pruner), from === null ? null : networkState(from), {
    onStep: (share) => {
      // Report about a hundred times in all.
      if (!report.steps || share - told < 0.01) return
      told = share
      tell({ share })
    },
    onEpoch: (state) => {
      last = networkArrays(state)
      if (report.states) tell({ state: last })
    },
  })
  return last!
}
