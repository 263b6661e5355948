// Provides the model to the whole page: one worker holds it.
import { useEffect, useState } from 'preact/hooks'
import { Client } from './client.js'
import type { LanguageTasks, Loading, ModelFacts } from './tasks.js'

export type ModelState =
  | { readonly kind: 'loading'; readonly loading: Loading }
  | { readonly kind: 'ready'; readonly facts: ModelFacts; readonly client: Client<LanguageTasks> }
  | { readonly kind: 'failed'; readonly message: string }

const start = () =>
  new Worker(new URL('../workers/language-worker.ts', import.meta.url), { type: 'module', name: 'language' })

/**
 * Caches the page for use without a network, after the model, so that the model is not delayed. Only secure
 * origins support this.
 */
function keepPage(): void {
  navigator.serviceWorker?.register('./sw.js').catch(() => undefined)
}

export function useModel(): ModelState {
  const [state, setState] = useState<ModelState>({ kind: 'loading', loading: { received: 0, total: 0 } })
  useEffect(() => {
    const client = new Client<LanguageTasks>(start)
    void client
      .call('load', {}, (loading) => setState({ kind: 'loading', loading }))
      .then((outcome) => {
        if (outcome.kind === 'result') setState({ kind: 'ready', facts: outcome.result, client })
        else if (outcome.kind === 'failure') setState({ kind: 'failed', message: outcome.failure.message })
        keepPage()
      })
  }, [])
  return state
}
