// The messages between an `OrderedPool` and its threads, and the side of the thread.
import { type ErrorCode, type ErrorPlace, ParleyError } from '../error.js'
import type { ThreadPort } from './thread.js'

export interface Batch<Task> {
  readonly tasks: readonly Task[]
}

/** Answers to the tasks of a batch, up to the first task that failed. */
export interface Reply<Answer> {
  readonly answers: readonly Answer[]
  /** Number of tasks that the only answer is for, if answers were joined. */
  readonly joined?: number
  readonly fault?: Fault
}

/**
 * An error in the form in which threads send it: structured clone keeps built-in errors, but not
 * `ParleyError`.
 */
export type Fault =
  | { readonly code: ErrorCode; readonly message: string; readonly place: ErrorPlace; readonly stack: string }
  | { readonly error: unknown }

/**
 * Inside a thread: answers the tasks of an `OrderedPool`, one after the other.
 *
 * @example
 * serveBatches(await threadPort(), (task: number) => 2 * task)
 *
 * @param join merges the answers to a batch into one, which is less work for the receiver; undefined if it
 *   cannot
 */
export function serveBatches<Task, Answer>(
  port: Pick<ThreadPort, 'postMessage' | 'onMessage'>,
  answer: (task: Task) => Answer | Promise<Answer>,
  join: (answers: readonly Answer[]) => Answer | undefined = () => undefined,
): void {
  let queue = Promise.resolve()
  const reply = (answers: readonly Answer[]): Reply<Answer> => {
    const one = answers.length > 1 ? join(answers) : undefined
    return one === undefined ? { answers } : { answers: [one], joined: answers.length }
  }
  const run = async ({ tasks }: Batch<Task>) => {
    const answers: Answer[] = []
    try {
      for (const task of tasks) {
        const found = answer(task)
        answers.push(found instanceof Promise ? await found : found)
      }
      port.postMessage(reply(answers))
    } catch (error) {
      port.postMessage({ ...reply(answers), fault: faultOf(error) } satisfies Reply<Answer>)
    }
  }
  port.onMessage((message) => {
    queue = queue.then(() => run(message as Batch<Task>))
  })
}

/** The form in which a thread sends an error. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof ParleyError)) return { error }
  const { code, message, place, stack = '' } = error
  return { code, message, place, stack }
}

/** The error that was sent as a fault. */
export function errorOf(fault: Fault): Error {
  if ('error' in fault) return fault.error instanceof Error ? fault.error : new Error(String(fault.error))
  const error = new ParleyError(fault.code, fault.message, fault.place)
  error.stack = fault.stack
  return error
}
