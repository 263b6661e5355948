// Runs a job: keeps the queue filled within a window, detects finished shards from the storage, and joins
// outputs.
import type { ErrorPlace } from '@parleyjs/core'
import type { Broker, JobRecord } from './broker.js'
import { type Job, orderOf, type ShardOrder, savedForm } from './job.js'
import { findFinished, joinInput, type Manifest, writeFailedManifest } from './join.js'
import {
  findFailure,
  findPart,
  forgetFailure,
  jobFolder,
  listShards,
  type PartHeader,
  REASONS,
  reasonOf,
  type ShardFailure,
  writeFailure,
} from './parts.js'
import { type Storage, StorageError, writeJson } from './storage.js'

export interface RunJobOptions {
  readonly storage: Storage
  readonly broker: Broker
  /** Maximum number of shards in the queue at a time. Default 256. */
  readonly window?: number
  /** How often the queue is asked about outstanding shards, in milliseconds. Default 2000. */
  readonly poll?: number
  /** Ends the function; queued shards stay in the queue. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  readonly onNotice?: (line: string) => void
}

export interface Progress {
  readonly shards: number
  readonly done: number
  readonly failed: number
  readonly sentences: number
}

export interface JobReport extends Progress {
  readonly state: 'done' | 'failed' | 'stopped' | 'interrupted'
  readonly finished: readonly Manifest[]
  readonly failures: readonly { readonly message: string; readonly place: ErrorPlace }[]
}

/** Time without any worker after which the user is notified, in milliseconds. */
const LONELY = 10_000
/** How often the record of a job is updated, in milliseconds. */
const RECORD = 1000

/** Runs a job until every shard is done or has failed. Results of earlier runs are reused. */
export async function runJob(job: Job, options: RunJobOptions): Promise<JobReport> {
  const run = new JobRun(job, options)
  try {
    await run.begin()
    return await run.goOn()
  } finally {
    run.end()
  }
}

interface InputState {
  readonly parts: (PartHeader | undefined)[]
  missing: number
  /** Number of sentences in the parts that exist. */
  sentences: number
  readonly failures: ShardFailure[]
  manifest: Manifest | null
}

class JobRun {
  private readonly inputs: InputState[]
  private readonly pending: Generator<ShardOrder, void, undefined>
  private exhausted = false
  private readonly outstanding = new Map<string, ShardOrder>()
  /** Shards that the broker reported as settled, with the reason if they were given up. */
  private readonly settled = new Map<string, string | undefined>()
  private readonly shards: number
  private done = 0
  private sentences = 0
  private wake: () => void = () => {}
  private readonly unlisten: () => void
  private recorded = 0
  private lonelySince = 0
  /** Objections of workers that the user has already seen. */
  private readonly objections = new Set<string>()

  constructor(
    private readonly job: Job,
    private readonly options: RunJobOptions,
  ) {
    this.inputs = job.inputs.map(({ shards }) => ({
      parts: shards.map(() => undefined),
      missing: shards.length,
      sentences: 0,
      failures: [],
      manifest: null,
    }))
    this.shards = job.inputs.reduce((sum, { shards }) => sum + shards.length, 0)
    this.pending = this.orders()
    this.unlisten = options.broker.onSettled((id, givenUp) => {
      if (!this.outstanding.has(id)) return
      this.settled.set(id, givenUp)
      this.wake()
    })
    options.signal?.addEventListener('abort', () => this.wake(), { once: true })
  }

  /** Registers the job, and finds what is done already. */
  async begin(): Promise<void> {
    const { job } = this
    const { storage, broker } = this.options
    await writeJson(storage, `${jobFolder(job)}/job.json`, savedForm(job))
    await broker.resume(job.id)
    for (const [i, input] of this.inputs.entries()) {
      if (await this.adopt(i)) continue
      const { parts, failures } = await listShards(storage, job, i)
      for (const index of failures)
        await forgetFailure(storage, { job: job.id, out: job.out, input: i, index })
      for (const index of parts) {
        const part = await findPart(storage, { job: job.id, out: job.out, input: i, index })
        if (part !== null && index < input.parts.length) this.keep(i, index, part)
      }
    }
    await this.record('running', true)
    this.report()
    for (const i of this.inputs.keys()) await this.joinIfWhole(i)
  }

  async goOn(): Promise<JobReport> {
    const { broker, signal } = this.options
    for (;;) {
      await this.fill()
      if (this.outstanding.size === 0) break
      if (this.settled.size === 0) await this.sleep()
      if (signal?.aborted === true) return this.finish('interrupted')
      if (this.settled.size > 0) await this.settle()
      else {
        if (await broker.isStopped(this.job.id)) return this.finish('stopped')
        await this.reconcile()
      }
      await this.record('running')
    }
    return this.finish(this.inputs.some(({ failures }) => failures.length > 0) ? 'failed' : 'done')
  }

  end(): void {
    this.unlisten()
  }

  /** All shards that still have to be done, in order. */
  private *orders(): Generator<ShardOrder, void, undefined> {
    for (const [i, state] of this.inputs.entries())
      for (let index = 0; index < state.parts.length && state.manifest === null; index++)
        if (state.parts[index] === undefined) yield orderOf(this.job, i, index)
  }

  /** Offers shards in batches, whenever a quarter of the window is free. */
  private async fill(): Promise<void> {
    const { broker, window = 256 } = this.options
    if (this.exhausted || this.outstanding.size > (3 * window) / 4) return
    const orders: ShardOrder[] = []
    while (this.outstanding.size < window) {
      const { value, done } = this.pending.next()
      if (done === true) {
        this.exhausted = true
        break
      }
      this.outstanding.set(value.id, value)
      orders.push(value)
    }
    if (orders.length > 0) await broker.offer(orders)
  }

  /** Waits until the broker reports an event, or until the next poll. */
  private async sleep(): Promise<void> {
    const { poll = 2000, signal } = this.options
    if (signal?.aborted === true) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, poll)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.wake = () => {}
  }

  private async settle(): Promise<void> {
    const settled = [...this.settled]
    this.settled.clear()
    for (const [id, givenUp] of settled) {
      const order = this.outstanding.get(id)
      if (order !== undefined) await this.look(order, givenUp)
    }
    this.report()
  }

  /** Checks the shards that the queue has forgotten: each is done, has failed, or is offered again. */
  private async reconcile(): Promise<void> {
    const { broker } = this.options
    const unknown = await broker.unknown([...this.outstanding.keys()])
    const lost: ShardOrder[] = []
    for (const id of unknown) {
      const order = this.outstanding.get(id)
      if (order !== undefined && !(await this.look(order))) lost.push(order)
    }
    if (lost.length > 0) await broker.offer(lost)
    if (unknown.length > 0) this.report()
    await this.noticeLoneliness()
    await this.noticeObjections()
  }

  /** Checks the storage for the result of a shard; false if there is none. */
  private async look(order: ShardOrder, givenUp?: string): Promise<boolean> {
    const { storage } = this.options
    const part = await findPart(storage, order)
    if (part !== null) {
      this.outstanding.delete(order.id)
      this.keep(order.input, order.index, part)
      await this.joinIfWhole(order.input)
      return true
    }
    let failure = await findFailure(storage, order)
    if (failure === null && (await this.adopt(order.input))) return true
    if (failure === null && givenUp !== undefined) {
      const { path } = order.sources[0]
      failure = { shard: order.id, message: givenUp, place: { file: path, line: order.line } }
      await writeFailure(storage, order, failure)
    }
    if (failure === null) return false
    this.outstanding.delete(order.id)
    this.inputs[order.input].failures.push(failure)
    return true
  }

  /** Adopts the output that another run of the same job has finished; false if there is none. */
  private async adopt(input: number): Promise<boolean> {
    const state = this.inputs[input]
    const manifest = state.manifest ?? (await findFinished(this.options.storage, this.job, input))
    if (manifest === null) return false
    state.manifest = manifest
    for (const order of [...this.outstanding.values()])
      if (order.input === input) this.outstanding.delete(order.id)
    this.done += state.missing
    this.sentences += manifest.output.sentences - state.sentences
    state.missing = 0
    state.sentences = manifest.output.sentences
    state.failures.length = 0
    state.parts.fill(undefined)
    return true
  }

  private keep(input: number, index: number, part: PartHeader): void {
    const state = this.inputs[input]
    if (state.parts[index] !== undefined) return
    state.parts[index] = part
    state.missing--
    state.sentences += part.sentences
    this.done++
    this.sentences += part.sentences
  }

  private async joinIfWhole(input: number): Promise<void> {
    const state = this.inputs[input]
    if (state.missing > 0 || state.manifest !== null) return
    try {
      state.manifest = await joinInput(this.options.storage, this.job, input, state.parts as PartHeader[])
    } catch (error) {
      // The parts disappear when another run has joined them.
      if (!(error instanceof StorageError) || !(await this.adopt(input))) throw error
    }
    // The manifest replaces the parts as the record of what is done.
    state.parts.fill(undefined)
  }

  private async noticeLoneliness(): Promise<void> {
    const { broker, onNotice } = this.options
    const { workers, waiting } = await broker.counts()
    const now = Date.now()
    if (workers === null || workers > 0) this.lonelySince = 0
    else if (this.lonelySince === 0) this.lonelySince = now
    else if (now - this.lonelySince > LONELY && Number.isFinite(this.lonelySince)) {
      onNotice?.(`${waiting} shards wait, and no worker is there. Start some: parley cluster worker`)
      this.lonelySince = Number.POSITIVE_INFINITY
    }
  }

  /** Tells the user why a worker refuses the job: perhaps no worker accepts it. */
  private async noticeObjections(): Promise<void> {
    const { broker, onNotice } = this.options
    const reason = await broker.objection(this.job.id)
    if (reason === null || this.objections.has(reason)) return
    this.objections.add(reason)
    onNotice?.(`A worker leaves this job to others: ${reason}`)
  }

  private async finish(state: JobReport['state']): Promise<JobReport> {
    this.report()
    if (state !== 'interrupted') await this.record(state, true)
    if (state === 'done') await this.options.storage.remove(jobFolder(this.job))
    for (const [i, { failures }] of this.inputs.entries())
      if (failures.length > 0) await writeFailedManifest(this.options.storage, this.job, i, failures)
    const finished = this.inputs.flatMap(({ manifest }) => manifest ?? [])
    const { failures } = this
    return { ...this.progress, state, finished, failures }
  }

  private get progress(): Progress {
    const { shards, done, sentences } = this
    const failed = this.inputs.reduce((sum, { failures }) => sum + failures.length, 0)
    return { shards, done, failed, sentences }
  }

  private get failures(): ShardFailure[] {
    const all = this.inputs.flatMap(({ failures }) => failures)
    return all.sort((a, b) => a.shard.localeCompare(b.shard, 'en', { numeric: true }))
  }

  private report(): void {
    this.options.onProgress?.(this.progress)
  }

  private async record(state: JobRecord['state'], now = false): Promise<void> {
    if (!now && Date.now() - this.recorded < RECORD) return
    this.recorded = Date.now()
    const { id, task, out, inputs } = this.job
    const { shards, done, failed } = this.progress
    const record = { id, task, out, inputs: inputs.length, shards, done, failed, state }
    const reasons = this.failures.slice(0, REASONS).map(reasonOf)
    await this.options.broker.record(reasons.length > 0 ? { ...record, reasons } : record)
  }
}
