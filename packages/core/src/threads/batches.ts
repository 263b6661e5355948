// The tasks of an `OrderedPool`: batches of small tasks, each batch a task of its thread.
import { type Fault, faultOf } from './fault.js'
import { serveTasks } from './task-thread.js'
import type { ThreadPort } from './thread.js'

/** Answers to the tasks of a batch, up to the first task that failed. */
export interface Answers<Answer> {
  readonly answers: readonly Answer[]
  /** Number of tasks that the only answer is for, if answers were joined. */
  readonly joined?: number
  readonly fault?: Fault
}

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
  const reply = (answers: readonly Answer[]): Answers<Answer> => {
    const one = answers.length > 1 ? join(answers) : undefined
    return one === undefined ? { answers } : { answers: [one], joined: answers.length }
  }
  serveTasks(port, async (tasks: readonly Task[]): Promise<Answers<Answer>> => {
    const answers: Answer[] = []
    try {
      for (const task of tasks) {
        const found = answer(task)
        answers.push(found instanceof Promise ? await found : found)
      }
      return reply(answers)
    } catch (error) {
      return { ...reply(answers), fault: faultOf(error) }
    }
  })
}
