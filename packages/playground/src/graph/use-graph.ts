// Sends a source to the worker, and returns the results.
import type { Algorithm } from '@parleyjs/core'
import { useEffect, useState } from 'preact/hooks'
import { Client } from '../work/client.js'
import type { Failure } from '../work/tasks.js'
import type { BoundRow, Drawing, GraphResult, GraphStep, GraphTasks, Language } from './graph-types.js'

export interface GraphState {
  readonly drawing: Drawing | null
  readonly steps: readonly GraphStep[]
  readonly rows: Readonly<Partial<Record<Algorithm, readonly BoundRow[]>>>
  readonly result: GraphResult | null
  readonly problems: readonly Failure[]
  readonly busy: boolean
}

const NOTHING: GraphState = { drawing: null, steps: [], rows: {}, result: null, problems: [], busy: false }
/** How long typing must pause before the source is solved, in milliseconds. */
const PAUSE = 300

let client: Client<GraphTasks> | undefined
const start = () =>
  new Worker(new URL('../workers/graph-worker.ts', import.meta.url), { type: 'module', name: 'graph' })

export function useGraph(language: Language, source: string): GraphState {
  const [state, setState] = useState(NOTHING)
  useEffect(() => {
    const timer = setTimeout(async () => {
      client ??= new Client<GraphTasks>(start)
      let coming: GraphState = { ...NOTHING, busy: true }
      const show = (part: Partial<GraphState>) => {
        coming = { ...coming, ...part }
        setState(coming)
      }
      const outcome = await client.call('solve', { language, source }, (progress) => {
        if (progress.kind === 'graph') show({ drawing: progress.drawing })
        else if (progress.kind === 'steps') show({ steps: [...coming.steps, ...progress.steps] })
        else {
          const { algorithm, row } = progress
          show({ rows: { ...coming.rows, [algorithm]: [...(coming.rows[algorithm] ?? []), row] } })
        }
      })
      if (outcome.kind === 'stopped') return
      if (outcome.kind === 'failure') setState({ ...NOTHING, problems: [outcome.failure] })
      // The last drawing stays while the source has an error.
      else if ('problems' in outcome.result) {
        const { problems } = outcome.result
        setState((old) => ({ ...old, problems, busy: false }))
      } else show({ result: outcome.result, busy: false })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [language, source])
  return state
}
