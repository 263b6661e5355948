// The summaries tab: documents, and a summary within a budget. What is left out is grey, and the main
// concepts are marked.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { CopyLink } from '../parts/copy-link.js'
import { download } from '../parts/download.js'
import { TextField } from '../parts/text-field.js'
import type { TabProps } from '../tabs.js'
import { useTask } from '../work/use-task.js'
import { EXAMPLE } from './example.js'
import type { SummaryResult, SummarySettings } from './summary-types.js'

const MOST_CHARACTERS = 30_000
const FEWEST_WORDS = 5
const MOST_WORDS = 200
const USUAL_WORDS = 30

function readSettings({ words, extractive }: Readonly<Record<string, string>>): SummarySettings {
  const wanted = Math.round(Number(words ?? USUAL_WORDS))
  return {
    words: wanted >= FEWEST_WORDS && wanted <= MOST_WORDS ? wanted : USUAL_WORDS,
    extractive: extractive === 'yes',
  }
}

export function SummariseTab({ model, values, keep }: TabProps) {
  const [text, setText] = useState(values.text ?? EXAMPLE)
  const [settings, setSettings] = useState(() => readSettings(values))
  const documents = useMemo(() => text.split(/^---+\s*$/m).filter((part) => part.trim() !== ''), [text])
  const request = useMemo(() => ({ documents, settings }), [documents, settings])
  const { result, failure, busy } = useTask(model, 'summarise', request)
  const { words, extractive } = settings
  useEffect(() => {
    if (Object.keys(values).length === 0) return
    setText(values.text ?? EXAMPLE)
    setSettings(readSettings(values))
  }, [values])
  useEffect(
    () =>
      keep({
        text: text === EXAMPLE ? '' : text,
        words: String(words),
        extractive: extractive ? 'yes' : '',
      }),
    [keep, text, words, extractive],
  )
  return (
    <>
      <p>
        Sentences are chosen and shortened together: every sentence has a factor that knows what may be cut,
        every concept has a factor that rewards it once, and a budget limits the whole. A proven bound says
        how close the summary is to the best one.
      </p>
      <TextField
        id="documents"
        label="Documents, with a line --- between them"
        rows={7}
        most={MOST_CHARACTERS}
        text={text}
        onText={setText}
      />
      <div class="settings">
        <label>
          Budget{' '}
          <input
            type="range"
            min={FEWEST_WORDS}
            max={MOST_WORDS}
            value={words}
            onInput={(event) => setSettings({ ...settings, words: Number(event.currentTarget.value) })}
          />{' '}
          <output>{words} words</output>
        </label>
        <label>
          <input
            type="checkbox"
            checked={extractive}
            onChange={(event) => setSettings({ ...settings, extractive: event.currentTarget.checked })}
          />{' '}
          whole sentences only
        </label>
        <CopyLink />
      </div>
      {failure !== null && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {result !== null && (
        <div class={busy ? 'busy' : ''} aria-busy={busy}>
          <Outcome result={result} />
        </div>
      )}
    </>
  )
}

function Outcome({ result }: { result: SummaryResult }) {
  const { text, words, allWords, status, value, bound, iterations, documents, concepts, warnings } = result
  const gap = (100 * (bound - value)) / Math.max(1e-9, Math.abs(bound))
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} class="failure">
          {warning}
        </p>
      ))}
      <section aria-label="Summary">
        <h2>Summary</h2>
        <p class="summary">{text}</p>
        <p class="verdict" role="status">
          {words} of {allWords} words.{' '}
          {status === 'optimal' ? (
            <strong>Proven best</strong>
          ) : (
            <strong>Within {gap.toFixed(1)} % of the bound</strong>
          )}
          {iterations > 0 && ` after ${iterations} iterations`}.
        </p>
        <div class="actions">
          <button type="button" onClick={() => download('summary.txt', `${text}\n`, 'text/plain')}>
            Text
          </button>
        </div>
      </section>
      <section aria-label="The documents">
        <h2>The documents</h2>
        <p class="hint">
          Text in the summary is black, words cut from its sentences are struck out, and concepts are
          underlined.
        </p>
        {documents.map((sentences, d) => (
          <p key={d} class="document">
            {sentences.map(({ used, runs }, s) => (
              <span key={s} class={used ? 'used' : 'unused'}>
                {runs.map((run, r) => (
                  <span
                    key={r}
                    class={[used && !run.kept && 'deleted', run.concept && 'concept']
                      .filter(Boolean)
                      .join(' ')}
                  >
                    {run.text}
                  </span>
                ))}{' '}
              </span>
            ))}
          </p>
        ))}
      </section>
      <section aria-label="Concepts">
        <h2>Concepts</h2>
        <ul class="concepts">
          {concepts.map(({ key, weight, covered }) => (
            <li key={key} class={covered ? 'covered' : ''}>
              {key} <small>{weight.toFixed(2)}</small>
              {!covered && <small> left out</small>}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
