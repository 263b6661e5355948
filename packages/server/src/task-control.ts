// Back-pressure and cancellation through shared memory: a stop flag, and the number of batches that the
// reader has taken. A busy thread receives no messages, and must not run ahead of a slow reader.

/** Maximum number of batches that are sent but not yet taken by the reader. */
export const WINDOW = 4
const STOP = 0
const TAKEN = 1

export class TaskControl {
  private readonly cells: Int32Array
  private sent = 0

  constructor(readonly memory = new SharedArrayBuffer(8)) {
    this.cells = new Int32Array(memory)
  }

  /** Cancels the task: the client has gone, or its time is up. */
  stop(): void {
    Atomics.store(this.cells, STOP, 1)
    Atomics.notify(this.cells, TAKEN)
  }

  get stopped(): boolean {
    return Atomics.load(this.cells, STOP) === 1
  }

  /** Counts a batch that the reader has taken. */
  take(): void {
    Atomics.add(this.cells, TAKEN, 1)
    Atomics.notify(this.cells, TAKEN)
  }

  /** In the worker thread: waits until another batch may be sent, or the task is cancelled. */
  waitForReader(): void {
    for (;;) {
      const taken = Atomics.load(this.cells, TAKEN)
      if (this.stopped || this.sent - taken < WINDOW) break
      Atomics.wait(this.cells, TAKEN, taken)
    }
    this.sent++
  }
}
