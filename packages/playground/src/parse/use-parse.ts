// Parses the text and studies one sentence; asks the worker again whenever something changes.
import { useEffect, useState } from 'preact/hooks'
import type { ModelState } from '../work/use-model.js'
import type { ParsePlace } from './parse-settings.js'
import type { ParsedSentence, Study, StudyStep } from './parse-types.js'

export interface ParseState {
  readonly sentences: readonly ParsedSentence[]
  readonly cut: boolean
  readonly study: Study | null
  readonly steps: readonly StudyStep[]
  /** Steps of an unfinished study. */
  readonly coming: readonly StudyStep[]
  readonly busy: boolean
  readonly failure: string | null
}

const NOTHING: ParseState = {
  sentences: [],
  cut: false,
  study: null,
  steps: [],
  coming: [],
  busy: false,
  failure: null,
}
/** How long typing must pause before the text is parsed, in milliseconds. */
const PAUSE = 200

export function useParse(model: ModelState, { text, settings, sentence, demands }: ParsePlace): ParseState {
  const [state, setState] = useState<ParseState>(NOTHING)
  const change = (part: Partial<ParseState>) => setState((old) => ({ ...old, ...part }))

  useEffect(() => {
    if (model.kind !== 'ready') return
    if (text.trim() === '') return setState(NOTHING)
    const timer = setTimeout(async () => {
      change({ busy: true })
      const outcome = await model.client.call('parse', { text, settings })
      if (outcome.kind === 'failure') change({ failure: outcome.failure.message, busy: false })
      else if (outcome.kind === 'result') change({ ...outcome.result, failure: null })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [model, text, settings])

  const conllu = state.sentences[Math.min(sentence, state.sentences.length - 1)]?.conllu
  useEffect(() => {
    if (model.kind !== 'ready' || conllu === undefined) return
    const coming: StudyStep[] = []
    change({ busy: true, coming })
    const told = ({ steps }: { steps: readonly StudyStep[] }) => {
      coming.push(...steps)
      change({ coming: [...coming] })
    }
    void model.client.call('study', { conllu, settings, demands }, told).then((outcome) => {
      if (outcome.kind === 'failure') change({ failure: outcome.failure.message, busy: false, coming: [] })
      else if (outcome.kind === 'result')
        change({ study: outcome.result, steps: coming, coming: [], busy: false, failure: null })
    })
  }, [model, conllu, settings, demands])
  return state
}
