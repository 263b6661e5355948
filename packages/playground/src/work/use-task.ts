// Calls the worker whenever the request changes, after a pause, and keeps the last answer until the next one
// arrives.
import { useEffect, useState } from 'preact/hooks'
import type { LanguageTasks } from './tasks.js'
import type { ModelState } from './use-model.js'

export interface TaskState<Result> {
  readonly result: Result | null
  readonly failure: string | null
  readonly busy: boolean
}

/** How long changes must pause, in milliseconds. */
const PAUSE = 200

/** `request` should keep its identity as long as its content does not change. */
export function useTask<Name extends keyof LanguageTasks>(
  model: ModelState,
  name: Name,
  request: LanguageTasks[Name]['request'],
): TaskState<LanguageTasks[Name]['result']> {
  const [state, setState] = useState<TaskState<LanguageTasks[Name]['result']>>({
    result: null,
    failure: null,
    busy: false,
  })
  useEffect(() => {
    if (model.kind !== 'ready') return
    const timer = setTimeout(async () => {
      setState((old) => ({ ...old, busy: true }))
      const outcome = await model.client.call(name, request)
      if (outcome.kind === 'result') setState({ result: outcome.result, failure: null, busy: false })
      else if (outcome.kind === 'failure')
        setState((old) => ({ ...old, failure: outcome.failure.message, busy: false }))
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [model, name, request])
  return state
}
