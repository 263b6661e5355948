// Cancellation and back-pressure of a task through shared memory: a busy thread receives no messages, and
// must not run ahead of a slow reader.

const STOP = 0
const ROOM = 1
/** Number of reports that is as good as unlimited. */
const MANY = 2 ** 29

export class TaskControl {
  private readonly cells: Int32Array

  constructor(readonly memory: SharedArrayBuffer) {
    this.cells = new Int32Array(memory)
  }

  /** The control of a new task, of which at most `window` reports may be unread. */
  static of(window = MANY): TaskControl {
    const control = new TaskControl(new SharedArrayBuffer(8))
    Atomics.store(control.cells, ROOM, window)
    return control
  }

  /** Asks the task to stop. */
  stop(): void {
    Atomics.store(this.cells, STOP, 1)
    // A thread that waits for room must wake up.
    Atomics.store(this.cells, ROOM, MANY)
    Atomics.notify(this.cells, ROOM)
  }

  get stopped(): boolean {
    return Atomics.load(this.cells, STOP) === 1
  }

  /** Makes room for one more report: one has been read. */
  makeRoom(): void {
    Atomics.add(this.cells, ROOM, 1)
    Atomics.notify(this.cells, ROOM)
  }

  /** In the thread of the task: waits until there is room for a report, or the task is stopped. */
  takeRoom(): void {
    while (Atomics.load(this.cells, ROOM) <= 0) Atomics.wait(this.cells, ROOM, 0)
    Atomics.sub(this.cells, ROOM, 1)
  }
}
