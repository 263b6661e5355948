// The threads that work on one graph: the caller's kernel and further threads, all in the same phase at a
// time.
import { ParleyError } from '../error.js'
import type { Steps } from '../limits/steps.js'
import { spawnThread } from '../threads/spawn.js'
import type { Thread } from '../threads/thread.js'
import { Control, mayBlock, SPINS } from './control.js'
import { type Kernel, PHASES, type Phase } from './kernel.js'
import type { Ad3Memory } from './memory.js'

/** Runs the phases: threads together, or one kernel alone. */
export interface Crew {
  /** Runs a phase on all blocks of the graph, and returns when all are done. */
  run(phase: Phase): void
  /** The phase `project` as a generator, only for a kernel alone. False if it was stopped. */
  projectSteps?(): Steps<boolean>
  /** Ends the threads. */
  close?(): void
}

export interface CrewOptions {
  /** The module of a thread, if a bundler has moved it: its address, or a function that makes the worker. */
  threadModule?: URL | (() => Worker)
  /** Seconds without progress after which a thread counts as dead. Default 30. */
  patience?: number
}

/** The data with which a thread of the crew starts; its first message is the memory. */
export interface CrewData {
  readonly control: Int32Array
  readonly member: number
  readonly members: number
}

export class ThreadCrew implements Crew {
  private readonly control = new Int32Array(new SharedArrayBuffer(16))
  private readonly blocks = mayBlock()
  private readonly threads: Thread[] = []
  private readonly ready: Promise<unknown>
  private readonly patience: number
  private failure: Error | undefined
  private work: { readonly kernel: Kernel; readonly memory: Ad3Memory } | undefined

  /** Starts the threads. The number of members includes the caller. */
  constructor(
    private readonly members: number,
    { threadModule: module = new URL('./crew-thread.js', import.meta.url), patience = 30 }: CrewOptions,
  ) {
    this.patience = patience
    this.ready = Promise.all(Array.from({ length: members - 1 }, (_, i) => this.hire(module, i + 1)))
    // `begin` reports the failure to its caller.
    this.ready.catch(() => {})
  }

  /** Resolves once all threads have the memory and are ready. */
  async begin(kernel: Kernel, memory: Ad3Memory): Promise<void> {
    this.work = { kernel, memory }
    for (const thread of this.threads) thread.postMessage(memory)
    await this.ready
  }

  private hire(module: URL | (() => Worker), member: number): Promise<void> {
    const { control, members } = this
    const thread = spawnThread(module, { control, member, members } satisfies CrewData)
    this.threads.push(thread)
    return new Promise((resolve, reject) => {
      thread.onMessage(() => resolve())
      thread.onError((error) => {
        this.failure ??= error
        reject(error)
      })
    })
  }

  run(phase: Phase): void {
    const { control, work } = this
    if (this.failure !== undefined) throw this.failure
    control[Control.phase] = PHASES.indexOf(phase)
    Atomics.store(control, Control.done, 0)
    Atomics.add(control, Control.generation, 1)
    Atomics.notify(control, Control.generation)
    work?.kernel.run(phase)
    this.wait()
  }

  private wait(): void {
    const { control, members } = this
    for (let i = 0; i < SPINS; i++) if (Atomics.load(control, Control.done) === members - 1) return
    let silent = 0
    let heard = this.heard()
    let since = performance.now()
    for (;;) {
      const done = Atomics.load(control, Control.done)
      if (Atomics.load(control, Control.failed) === 1)
        throw new ParleyError('thread-ended', 'A thread failed while it worked on the graph.')
      if (done === members - 1) return
      if (this.blocks) Atomics.wait(control, Control.done, done, 100)
      if (performance.now() - since < 100) continue
      // Time in which the machine sleeps does not count: each poll adds at most a tenth of a second.
      since = performance.now()
      silent = this.heard() === heard ? silent + 0.1 : 0
      heard = this.heard()
      if (silent >= this.patience)
        throw new ParleyError(
          'thread-ended',
          `A thread has done nothing for ${this.patience} s: it has ended, or the machine is overloaded.`,
        )
    }
  }

  /** A number that grows while any thread is at work. */
  private heard(): number {
    let sum = Atomics.load(this.control, Control.done)
    for (let m = 1; m < this.members; m++) sum += Atomics.load(this.work!.memory.beats, m)
    return sum
  }

  close(): void {
    for (const thread of this.threads.splice(0)) void thread.terminate()
  }
}
