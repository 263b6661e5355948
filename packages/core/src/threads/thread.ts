// The interface of a thread, seen from both of its ends, for all platforms.

/** A thread, as seen by the code that started it. */
export interface Thread {
  /** Sends a message by structured clone. Buffers in `transfer` are moved; shared memory is shared. */
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  /**
   * Calls `listener` for every message from the thread, beginning with those that arrived before any
   * listener.
   */
  onMessage(listener: (message: unknown) => void): void
  /** Calls `listener` once if the thread fails, or ends although `terminate` was not called. */
  onError(listener: (error: Error) => void): void
  /** Ends the thread, even if it is busy. */
  terminate(): Promise<void>
  /** Makes the thread keep the process alive, as it does by default. No effect in browsers. */
  ref(): void
  /** Lets the process end while the thread runs. No effect in browsers. */
  unref(): void
}

/** The other end, inside the thread. */
export interface ThreadPort<Data = unknown> {
  /** The data that `spawnThread` was given. */
  readonly data: Data
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  /**
   * Calls `listener` for every message to the thread, beginning with those that arrived before any listener.
   */
  onMessage(listener: (message: unknown) => void): void
  /** Stops listening. A thread of Node that does nothing else then ends. */
  close(): void
}

/** Passes messages to listeners, and keeps them until there is one. */
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
