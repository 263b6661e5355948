// The tab of corpus-wide inference: sets of words that should get the same value, what changed, and why.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { CopyLink } from '../parts/copy-link.js'
import { Plot } from '../parts/plot.js'
import { TextField } from '../parts/text-field.js'
import type { TabProps } from '../tabs.js'
import { useTask } from '../work/use-task.js'
import type { Consensus, CorpusResult, CorpusSettings } from './corpus-types.js'
import { Changes, Sentences } from './corpus-view.js'
import { EXAMPLE } from './example.js'

const MOST_CHARACTERS = 20_000
const MOST_PENALTY: Readonly<Record<Consensus, number>> = { tags: 6, heads: 3 }
/** Default settings, chosen on development data; see docs/corpus-wide.md. */
const USUAL: Readonly<Record<Consensus, CorpusSettings>> = {
  tags: { consensus: 'tags', penalty: 3, least: 3 },
  heads: { consensus: 'heads', penalty: 0.3, least: 3 },
}

function readSettings({ consensus, penalty, least }: Readonly<Record<string, string>>): CorpusSettings {
  const usual = USUAL[consensus === 'heads' ? 'heads' : 'tags']
  const within = (text: string | undefined, low: number, high: number, other: number) =>
    text === undefined || !(Number(text) >= low && Number(text) <= high) ? other : Number(text)
  return {
    consensus: usual.consensus,
    penalty: within(penalty, 0, MOST_PENALTY[usual.consensus], usual.penalty),
    least: Math.round(within(least, 2, 9, usual.least)),
  }
}

export function CorpusTab({ model, values, keep }: TabProps) {
  const [text, setText] = useState(values.text ?? EXAMPLE)
  const [settings, setSettings] = useState(() => readSettings(values))
  const request = useMemo(() => ({ text, settings }), [text, settings])
  const { result, failure, busy } = useTask(model, 'corpus', request)
  const { consensus, penalty, least } = settings
  useEffect(() => {
    if (Object.keys(values).length === 0) return
    setText(values.text ?? EXAMPLE)
    setSettings(readSettings(values))
  }, [values])
  useEffect(
    () =>
      keep({ text: text === EXAMPLE ? '' : text, consensus, penalty: String(penalty), least: String(least) }),
    [keep, text, consensus, penalty, least],
  )
  return (
    <>
      <p>
        Sentences are usually tagged separately, although they share words. Here all words of a set should get
        the same value, and each word that differs costs a penalty. The answer is the best one for the whole
        corpus.
      </p>
      <TextField
        id="corpus-text"
        label="Corpus"
        rows={6}
        most={MOST_CHARACTERS}
        text={text}
        onText={setText}
      />
      <div class="settings">
        <label>
          What should agree{' '}
          <select
            value={consensus}
            onChange={(event) => setSettings(USUAL[event.currentTarget.value as Consensus])}
          >
            <option value="tags">tags of words that training did not see</option>
            <option value="heads">heads of words between the same tags</option>
          </select>
        </label>
        <label>
          Penalty{' '}
          <input
            type="range"
            min="0"
            max={MOST_PENALTY[consensus]}
            step="0.1"
            value={penalty}
            onInput={(event) => setSettings({ ...settings, penalty: Number(event.currentTarget.value) })}
          />{' '}
          <output>{penalty.toFixed(1)}</output>
        </label>
        <label>
          Sets of at least{' '}
          <select
            value={String(least)}
            onChange={(event) => setSettings({ ...settings, least: Number(event.currentTarget.value) })}
          >
            {[2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
              <option key={n} value={String(n)}>
                {n}
              </option>
            ))}
          </select>
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
          <Outcome result={result} consensus={consensus} />
        </div>
      )}
    </>
  )
}

function Outcome({ result, consensus }: { result: CorpusResult; consensus: Consensus }) {
  const [set, setSet] = useState<string | null>(null)
  const { sets, changes, sentences, status, value, bound, rows, rounds, cut } = result
  const count = sets.reduce((sum, { members }) => sum + members.length, 0)
  return (
    <>
      <p class="verdict" role="status">
        {sets.length === 0 ? (
          'There is no set: no word occurs often enough. Every sentence is solved separately.'
        ) : (
          <>
            <strong>
              {changes.length} {changes.length === 1 ? 'word' : 'words'} changed.
            </strong>{' '}
            {sets.length} {sets.length === 1 ? 'set' : 'sets'} with {count} words in {sentences.length}{' '}
            sentences;{' '}
            {status === 'optimal'
              ? `proven best after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`
              : `within ${(bound - value).toFixed(3)} of the bound after ${rounds} rounds.`}
          </>
        )}
        {cut && ` Only the first ${sentences.length} sentences are used.`}
      </p>
      {sets.length > 0 && (
        <section aria-label="Sets">
          <h2>Sets</h2>
          <p class="sets">
            {sets.map(({ name, members }) => (
              <button
                key={name}
                type="button"
                aria-pressed={set === name}
                onClick={() => setSet(set === name ? null : name)}
              >
                {name} <small>{members.length}</small>
              </button>
            ))}
          </p>
        </section>
      )}
      <Sentences result={result} chosen={set} consensus={consensus} />
      {changes.length > 0 && <Changes result={result} consensus={consensus} />}
      {rows.length > 1 && (
        <div class="plots">
          <Plot
            title="Bound and value"
            unit="round"
            series={[
              { name: 'bound', points: rows.map((row) => [row.iteration, row.bound]), steps: true },
              { name: 'value', points: rows.map((row) => [row.iteration, row.value]), steps: true },
            ]}
          />
        </div>
      )}
    </>
  )
}
