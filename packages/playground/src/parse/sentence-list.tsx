// The list of sentences, from which one is chosen.
import type { ParseState } from './use-parse.js'

export function SentenceList({
  state,
  at,
  onChoose,
}: {
  state: ParseState
  at: number
  readonly onChoose: (sentence: number) => void
}) {
  const { sentences, cut } = state
  if (sentences.length < 2) return null
  return (
    <section aria-label="Sentences">
      <ol class="sentences">
        {sentences.map(({ forms, conllu, status }, i) => (
          <li key={i}>
            <button type="button" class="quiet" aria-pressed={i === at} onClick={() => onChoose(i)}>
              {/^# text = (.*)$/m.exec(conllu)?.[1] ?? forms.join(' ')}
              {status !== 'optimal' && <small> not proven</small>}
            </button>
          </li>
        ))}
      </ol>
      {cut && <p>Only the first {sentences.length} sentences are shown.</p>}
    </section>
  )
}
