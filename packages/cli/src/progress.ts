// Shared memory between the main thread and the solving thread: the solver publishes its state, and the main
// thread sets the stop flag. A solver blocks its thread, so that messages could not be delivered.
import type { TraceRow } from '@parleyjs/core'

const REFRESH_MS = 100

export class ProgressBoard {
  private readonly flags: Int32Array
  private readonly numbers: Float64Array

  constructor(readonly memory = new SharedArrayBuffer(16 + 3 * 8)) {
    this.flags = new Int32Array(memory, 0, 4)
    this.numbers = new Float64Array(memory, 16, 3)
  }

  /** The callback for `onIteration` of the solver: stores the state; false if the user wants to stop. */
  readonly report = (row: Pick<TraceRow, 'iteration' | 'bound' | 'value'>): boolean => {
    this.numbers[0] = row.iteration
    this.numbers[1] = row.bound
    this.numbers[2] = row.value
    Atomics.store(this.flags, 1, 1)
    return !this.stopped
  }

  /** Whether there was an iteration. */
  get started(): boolean {
    return Atomics.load(this.flags, 1) === 1
  }

  /** Whether the input has been read and the solver is running. */
  get solving(): boolean {
    return Atomics.load(this.flags, 2) === 1
  }

  begin(): void {
    Atomics.store(this.flags, 2, 1)
  }

  /** The stop flag as an `AbortSignal`, which solvers also check between iterations. */
  get aborted(): boolean {
    return this.stopped
  }
  /** After Ctrl-C, the user waits for a good answer, but not for a whole second. */
  readonly grace = 400

  get stopped(): boolean {
    return Atomics.load(this.flags, 0) === 1
  }

  stop(): void {
    Atomics.store(this.flags, 0, 1)
  }

  /** One line on the current state; the empty string before the first iteration. */
  line(): string {
    if (!this.started) return ''
    const [iteration, bound, value] = this.numbers as unknown as [number, number, number]
    const gap = Number.isFinite(value) && Number.isFinite(bound) ? (bound - value).toPrecision(3) : '-'
    return `iteration ${iteration}  bound ${short(bound)}  value ${short(value)}  gap ${gap}`
  }
}

/** Shows the board on a terminal until the returned function is called, which erases the line. */
export function showProgress(board: ProgressBoard, terminal: NodeJS.WriteStream): () => void {
  if (!terminal.isTTY) return () => {}
  const timer = setInterval(() => {
    const line = board.line().slice(0, (terminal.columns || 80) - 1)
    if (line !== '') terminal.write(`\r${line}\x1b[K`)
  }, REFRESH_MS)
  return () => {
    clearInterval(timer)
    terminal.write('\r\x1b[K')
  }
}

function short(x: number): string {
  return Number.isFinite(x) ? String(Number(x.toPrecision(8))) : '-'
}
