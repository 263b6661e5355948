// A small corpus that agrees with itself: sets of words that should get the same value, what changed, and why.
import type { Change } from '@parley/nlp'
import { Fragment } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { CopyLink } from '../parts/copy-link.js'
import { Plot } from '../parts/plot.js'
import { Scroll } from '../parts/scroll.js'
import type { TabProps } from '../tabs.js'
import type { ModelState } from '../work/use-model.js'
import type { Consensus, CorpusResult, CorpusSettings } from './corpus-types.js'
import { EXAMPLE } from './example.js'

const MOST_CHARACTERS = 20_000
const MOST_PENALTY: Readonly<Record<Consensus, number>> = { tags: 6, heads: 3 }
/** Chosen on development data, see docs/corpus-wide.md. */
const USUAL: Readonly<Record<Consensus, CorpusSettings>> = {
  tags: { consensus: 'tags', penalty: 3, least: 3 },
  heads: { consensus: 'heads', penalty: 0.3, least: 3 },
}
/** How long typing and moving must pause, in milliseconds. */
const PAUSE = 200

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
  const { result, failure, busy } = useCorpus(model, text, settings)
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
        Sentences are usually tagged one by one, though they share words. Here the words of a set should all
        get the same value, and each that differs costs a penalty: the whole corpus gets the answer that is
        best as a whole.
      </p>
      <label for="corpus-text">Corpus</label>
      <textarea
        id="corpus-text"
        rows={6}
        maxLength={MOST_CHARACTERS}
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="settings">
        <label>
          What should agree{' '}
          <select
            value={consensus}
            onChange={(event) => setSettings(USUAL[event.currentTarget.value as Consensus])}
          >
            <option value="tags">tags of words that training did not know</option>
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

function useCorpus(model: ModelState, text: string, settings: CorpusSettings) {
  const [state, setState] = useState<{ result: CorpusResult | null; failure: string | null; busy: boolean }>({
    result: null,
    failure: null,
    busy: false,
  })
  useEffect(() => {
    if (model.kind !== 'ready') return
    const timer = setTimeout(async () => {
      setState((old) => ({ ...old, busy: true }))
      const outcome = await model.client.call('corpus', { text, settings })
      if (outcome.kind === 'result') setState({ result: outcome.result, failure: null, busy: false })
      else if (outcome.kind === 'failure')
        setState((old) => ({ ...old, failure: outcome.failure.message, busy: false }))
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [model, text, settings])
  return state
}

function Outcome({ result, consensus }: { result: CorpusResult; consensus: Consensus }) {
  const [set, setSet] = useState<string | null>(null)
  const { sets, changes, sentences, status, value, bound, rows, rounds, cut } = result
  const count = sets.reduce((sum, { members }) => sum + members.length, 0)
  return (
    <>
      <p class="verdict" role="status">
        {sets.length === 0 ? (
          'There is no set: no word comes often enough. Every sentence stands for itself.'
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
        {cut && ` Only the first ${sentences.length} sentences are taken.`}
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

const place = (sentence: number, word: number) => `${sentence} ${word}`

/** The corpus with sets underlined and changes marked. */
function Sentences({
  result: { sentences, sets, changes },
  chosen,
  consensus,
}: {
  result: CorpusResult
  chosen: string | null
  consensus: Consensus
}) {
  const { inSet, lit, changed } = useMemo(() => {
    const inSet = new Set(sets.flatMap(({ members }) => members.map(([s, w]) => place(s, w))))
    const lit = new Set(sets.find(({ name }) => name === chosen)?.members.map(([s, w]) => place(s, w)))
    const changed = new Map(changes.map((change) => [place(change.sentence, change.word), change]))
    return { inSet, lit, changed }
  }, [sets, changes, chosen])
  return (
    <section aria-label="The corpus">
      <h2>The corpus</h2>
      <ol class="corpus">
        {sentences.map(({ forms, tags }, s) => (
          <li key={s}>
            {forms.map((form, w) => {
              const key = place(s, w)
              const change = changed.get(key)
              const shows = lit.has(key) || change !== undefined
              const names = ['token', inSet.has(key) && 'member', lit.has(key) && 'lit'].filter(Boolean)
              return (
                <Fragment key={w}>
                  <span class={names.join(' ')}>
                    {form}
                    {shows && (
                      <small>
                        {change === undefined ? (
                          consensus === 'tags' && tags[w]
                        ) : (
                          <>
                            <del>{change.before}</del> <ins>{change.after}</ins>
                          </>
                        )}
                      </small>
                    )}
                  </span>{' '}
                </Fragment>
              )
            })}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Changes({
  result: { changes, sentences },
  consensus,
}: {
  result: CorpusResult
  consensus: Consensus
}) {
  const [before, after] = consensus === 'tags' ? ['alone', 'together'] : ['head alone', 'head together']
  return (
    <section aria-label="What changed, and why">
      <h2>What changed, and why</h2>
      <Scroll label="Changes">
        <table>
          <thead>
            <tr>
              <th scope="col">sentence</th>
              <th scope="col">word</th>
              <th scope="col">{before}</th>
              <th scope="col">{after}</th>
              <th scope="col">because</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={place(change.sentence, change.word)}>
                <td>{change.sentence + 1}</td>
                <th scope="row">{sentences[change.sentence]!.forms[change.word]}</th>
                <td>{change.before}</td>
                <td>{change.after}</td>
                <td>{reasonOf(change)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

function reasonOf({ because }: Change): string {
  if (because.length === 0) return 'another word of its sentence changed'
  return because
    .map(
      ({ set, consensus, agree, members, agreedBefore }) =>
        `${agree} of ${members} in “${set}” have ${consensus}; ${agreedBefore} had it before`,
    )
    .join('; ')
}
