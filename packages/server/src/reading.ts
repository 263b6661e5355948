// The reader's side of an answer: the batches that a thread has sent and nobody has read yet.

/** The batches of an answer. Asking for the next batch acknowledges the previous one. */
export type Answer = AsyncGenerator<readonly string[], void, undefined>

/** Maximum number of batches that are sent but not acknowledged. */
export const WINDOW = 4

export class Reading {
  /** Time when the reader last took a batch. */
  readAt = performance.now()
  private readonly batches: (readonly string[])[] = []
  /** Acknowledges the batches that the thread has sent, the oldest first. */
  private readonly acknowledge: (() => void)[] = []
  private readonly failing = new AbortController()
  private isOver = false
  private hasUnread = false
  private wake = () => {}

  /** Aborted when the answer has failed, so that its thread need not go on. */
  get signal(): AbortSignal {
    return this.failing.signal
  }

  /** Adds a batch. Resolves when the reader has acknowledged it. */
  readonly push = (pieces: readonly string[]): Promise<void> => {
    this.batches.push(pieces)
    this.wake()
    return new Promise((resolve) => this.acknowledge.push(resolve))
  }

  /** Whether the thread must wait until the reader takes a batch. */
  get isFull(): boolean {
    return this.batches.length >= WINDOW - 1
  }

  finish(): void {
    this.isOver = true
    this.wake()
  }

  /** Ends the answer with an error, unless it has ended. */
  fail(reason: unknown): void {
    if (this.isOver) return
    this.failing.abort(reason instanceof Error ? reason : new Error(String(reason)))
    this.finish()
  }

  /** The next batch; null at the end. */
  async next(): Promise<readonly string[] | null> {
    if (this.hasUnread) {
      this.acknowledge.shift()?.()
      this.readAt = performance.now()
    }
    while (this.batches.length === 0 && !this.isOver)
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    this.failing.signal.throwIfAborted()
    const batch = this.batches.shift() ?? null
    this.hasUnread = batch !== null
    return batch
  }
}
