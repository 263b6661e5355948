// Trains a parser with its phases in threads. The result is the same as that of `trainParser` for any number
// of threads. The longest phases, the weights and the network, do not depend on each other.
import type { TaskPool } from '@parleyjs/core/internal'
import { Weights, type WeightsState } from '@parleyjs/learn/internal'
import type {
  CourseData,
  NetworkArrays,
  NetworkNews,
  Reports,
  TableStates,
  TrainingTask,
  WeightsNews,
} from '../../../threads/training-tasks.js'
import { Network } from '../network/network.js'
import { networkState } from '../network/network-state.js'
import { Parser } from '../parser.js'
import { partsName } from '../parts/parts.js'
import { savedTraining, saveTraining } from './checkpoint.js'
import type { Course, Tables } from './course.js'
import type { WeightsProgress } from './phases.js'
import type { TrainParserOptions } from './train-parser.js'

/** Priority of tasks on the critical path. */
const URGENT = 2
const SOON = 1

type Hooks = Pick<TrainParserOptions, 'onProgress' | 'onStep' | 'checkpoint'> & { readonly network: boolean }

/**
 * Trains a parser; the threads of the pool hold the treebank. `measure`: they also hold a development set.
 */
export async function trainParserInThreads(
  course: Course,
  data: CourseData,
  pool: TaskPool,
  hooks: Hooks,
  measure: boolean,
): Promise<Parser> {
  const training = new ParallelTraining(course, hooks)
  const { saved } = training
  const report: Reports = {
    steps: hooks.onStep !== undefined,
    states: hooks.checkpoint !== undefined,
    accuracy: measure && hooks.onProgress !== undefined,
  }
  const run = <Result, News = never>(
    task: TrainingTask,
    urgency = 0,
    onNews: (news: News) => void = () => {},
  ) => pool.run<Result, News>(task, { urgency, onNews })
  const table = (kind: 'pruner' | 'labels', urgency: number) =>
    run<WeightsState>({ kind, course: data }, urgency)
  const kept = (name: string) => saved!.tables[name].state

  const labels = saved === null ? table('labels', 0) : Promise.resolve(kept('treeLabel'))
  labels.catch(() => {})
  const pruner = saved === null ? await table('pruner', URGENT) : kept('pruner')
  const fine = (kind: 'half0' | 'half1' | 'fine', urgency: number) =>
    saved === null ? run<WeightsState>({ kind, course: data, pruner }, urgency) : Promise.resolve(kept(kind))
  const halves = Promise.all([fine('half0', URGENT), fine('half1', URGENT)])
  const network = hooks.network
    ? run<NetworkArrays, NetworkNews>(
        { kind: 'network', course: data, pruner, from: saved?.network ?? null, report },
        SOON,
        (news) => training.networkTells(news),
      )
    : Promise.resolve(null)
  const others = Promise.all([fine('fine', 0), labels]).then(([fine, treeLabel]): TableStates => {
    const states = { pruner, fine, treeLabel }
    training.finished(states)
    return states
  })
  const weights = halves.then(async ([half0, half1]) => {
    training.finished({ half0, half1 })
    const tables = {
      pruner,
      half0,
      half1,
      ...(report.accuracy && (await others)),
      ...training.savedWeights(),
    }
    return run<TableStates, WeightsNews>(
      { kind: 'weights', course: data, tables, from: saved, report },
      URGENT,
      (news) => training.weightsTell(news),
    )
  })
  const [averaged, fixed, layers] = await Promise.all([weights, others, network])
  const all = tablesOf({ ...fixed, ...averaged })
  const made = layers === null ? null : networkState(layers)
  return new Parser({
    ...course.model({ ...all, treeLabel: all.treeLabel.averaged() }),
    network: made === null ? null : new Network(made.vocabulary, made.layers),
  })
}

function tablesOf(states: TableStates): Tables {
  return Object.fromEntries(Object.entries(states).map(([name, state]) => [name, Weights.from(state)]))
}

/**
 * How far weights and network are, each in its thread; both go into one checkpoint, as soon as pruners and
 * labels are there.
 */
class ParallelTraining {
  readonly saved: ReturnType<typeof savedTraining>
  private readonly fingerprint: Record<string, unknown>
  private readonly fixed: Record<string, WeightsState> = {}
  private weights: TableStates
  private progress: WeightsProgress
  private network: NetworkArrays | null
  private at = { epoch: 0, done: 0, network: 0 }

  constructor(
    private readonly course: Course,
    private readonly hooks: Hooks,
  ) {
    this.fingerprint = course.fingerprint(hooks.network)
    this.saved = savedTraining(hooks.checkpoint, this.fingerprint)
    const { saved } = this
    this.network = saved?.network ?? null
    this.progress = saved ?? {
      epoch: 0,
      order: Int32Array.from(course.gold, (_, i) => i),
      random: course.random('epochs').state,
    }
    this.weights = this.savedWeights()
    if (saved !== null) this.at = { epoch: saved.epoch, done: 1, network: 0 }
  }

  /** Weight tables of a saved training; empty at the beginning. */
  savedWeights(): TableStates {
    if (this.saved === null) return {}
    const { tables } = this.saved
    return Object.fromEntries(Object.keys(this.course.newTables()).map((name) => [name, tables[name].state]))
  }

  /** Sets the finished tables. */
  finished(states: TableStates): void {
    Object.assign(this.fixed, states)
  }

  weightsTell(news: WeightsNews): void {
    const { course, hooks } = this
    if ('done' in news) {
      this.at = { ...this.at, ...news }
      hooks.onStep?.(news.epoch, this.share())
      return
    }
    const { progress, beyond, correct, dev, tables } = news
    this.progress = progress
    this.at = { ...this.at, epoch: progress.epoch, done: 1 }
    if (tables !== null) {
      this.weights = tables
      this.save(`epoch ${progress.epoch}`)
    }
    hooks.onProgress?.({
      stage: beyond ? partsName(course.parts) : 'arc',
      epoch: progress.epoch,
      epochs: course.epochs,
      share: this.share(),
      correct,
      ...(dev !== null && { dev }),
    })
  }

  networkTells(news: NetworkNews): void {
    const { epochs } = this.course
    if ('share' in news) {
      this.at.network = news.share
      // The network's progress is reported only after the weights are finished.
      if (this.at.epoch >= epochs && this.at.done === 1) this.hooks.onStep?.(epochs + 1, this.share())
      return
    }
    this.network = news.state
    this.save(`epoch ${news.state.counts[0]} of the network`)
  }

  private share(): number {
    const { epoch, done, network } = this.at
    return this.course.share(epoch, done, this.hooks.network ? network : null)
  }

  private save(after: string): void {
    const { checkpoint } = this.hooks
    const { course, fixed, weights, progress, network } = this
    if (checkpoint === undefined || Object.keys(fixed).length < 5) return
    const begun = Object.keys(weights).length > 0
    const tables = { ...(!begun && course.newTables()), ...tablesOf({ ...fixed, ...weights }) }
    saveTraining(checkpoint, this.fingerprint, { ...progress, tables, network }, after)
  }
}
