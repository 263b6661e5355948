// Two numbers that the main thread and a working thread share: "stop", and how many batches the reader has taken. A
// thread at work hears no messages, and must not run ahead of a slow reader.

/** Batches that may be on their way. */
export const WINDOW = 4
const STOP = 0
const TAKEN = 1

export class TaskControl {
  private readonly cells: Int32Array
  private sent = 0

  constructor(readonly memory = new SharedArrayBuffer(8)) {
    this.cells = new Int32Array(memory)
  }

  /** The asker has gone, or its time is up. */
  stop(): void {
    Atomics.store(this.cells, STOP, 1)
    Atomics.notify(this.cells, TAKEN)
  }

  get stopped(): boolean {
    return Atomics.load(this.cells, STOP) === 1
  }

  /** The reader has taken a batch. */
  take(): void {
    Atomics.add(this.cells, TAKEN, 1)
    Atomics.notify(this.cells, TAKEN)
  }

  /** In the working thread: waits until another batch may be sent. */
  waitForReader(): void {
    for (;;) {
      const taken = Atomics.load(this.cells, TAKEN)
      if (this.stopped || this.sent - taken < WINDOW) break
      Atomics.wait(this.cells, TAKEN, taken)
    }
    this.sent++
  }
}
