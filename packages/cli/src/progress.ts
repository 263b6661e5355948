// Memory that the main thread and the solving thread share: the state of the solver one way, "stop" the other.
// A solver blocks its thread, so neither could send the other a message meanwhile.
import type { TraceRow } from '@parley/core'

const REFRESH_MS = 100

export class ProgressBoard {
  private readonly flags: Int32Array
  private readonly numbers: Float64Array

  constructor(readonly memory = new SharedArrayBuffer(16 + 3 * 8)) {
    this.flags = new Int32Array(memory, 0, 4)
    this.numbers = new Float64Array(memory, 16, 3)
  }

  /** For the solver's `onIteration`: notes the state; false if the user wants to stop. */
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

  /** Whether the input is read, and the solver at work. */
  get solving(): boolean {
    return Atomics.load(this.flags, 2) === 1
  }

  begin(): void {
    Atomics.store(this.flags, 2, 1)
  }

  /** As an `AbortSignal`: solvers look at it between iterations as well. */
  get aborted(): boolean {
    return this.stopped
  }
  /** Who pressed Ctrl-C waits for a good answer, but not for a second. */
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

/** Shows the board on a terminal until the returned function is called, which wipes the line. */
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
