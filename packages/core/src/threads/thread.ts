// What a thread looks like from both of its ends, whatever runs it.

/** A thread, as seen by whoever started it. */
export interface Thread {
  /** Sends a message (structured clone; buffers in `transfer` move, shared memory is shared). */
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  /** Calls `listener` for every message from the thread, beginning with those that nobody has heard yet. */
  onMessage(listener: (message: unknown) => void): void
  /** Calls `listener` once if the thread fails, or ends without having been told to. */
  onError(listener: (error: Error) => void): void
  /** Ends the thread, whatever it is doing. */
  terminate(): Promise<void>
  /** Whether the thread keeps the process alive; as it is started, it does. Browsers know nothing of it. */
  ref(): void
  unref(): void
}

/** The other end, inside the thread. */
export interface ThreadPort<Data = unknown> {
  /** What `spawnThread` was given. */
  readonly data: Data
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  /** Calls `listener` for every message to the thread, beginning with those that nobody has heard yet. */
  onMessage(listener: (message: unknown) => void): void
  /** Hears no more: a thread of Node's that does nothing else ends. */
  close(): void
}

/** Hands messages to the one who listens, and keeps them until somebody does. */
export class Mailbox<Message> {
  private readonly kept: Message[] = []
  private readonly listeners: ((message: Message) => void)[] = []

  put(message: Message): void {
    if (this.listeners.length === 0) this.kept.push(message)
    for (const listener of this.listeners) listener(message)
  }

  listen(listener: (message: Message) => void): void {
    this.listeners.push(listener)
    for (const message of this.kept.splice(0)) listener(message)
  }
}
