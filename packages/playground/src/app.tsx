// The page: its header, its tabs, and the model that most tabs need.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { readHash, writeHash } from './hash.js'
import { TABS } from './tabs.js'
import { type ModelState, useModel } from './work/use-model.js'

export function App() {
  const [place, setPlace] = useState(() => readHash(location.hash))
  const model = useModel()
  const sections = model.kind === 'ready' ? model.facts.sections : []
  const tabs = TABS.filter(({ section, id }) =>
    // A tab that the address names is shown until the model turns out not to support it.
    section === undefined
      ? true
      : sections.includes(section) || (id === place.tab && model.kind === 'loading'),
  )
  const tab = tabs.find(({ id }) => id === place.tab) ?? tabs[0]
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const follow = () => setPlace(readHash(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    document.title = `${tab.name} – Parley playground`
  }, [tab])

  /** Keeps the address in step with the page, without a history entry for every letter. */
  const keep = useCallback(
    (values: Readonly<Record<string, string>>) => {
      try {
        history.replaceState(null, '', writeHash({ tab: tab.id, values }))
      } catch {
        // Some browsers limit the rate of changes; the next change will be stored.
      }
    },
    [tab],
  )
  const go = (step: number) => {
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]
    location.hash = writeHash({ tab: next.id, values: {} })
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    go(step)
  }
  const Body = tab.body
  return (
    <>
      <header class="top">
        <h1>Parley</h1>
        <p>
          Models that each know a part of the answer exchange messages until they agree, and tell you whether
          the result is provably the best. Everything runs in your browser.
        </p>
      </header>
      <div class="tabs" role="tablist" aria-label="Views" ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, name }) => (
          <a
            key={id}
            id={`tab-${id}`}
            role="tab"
            href={`#${id}`}
            aria-selected={id === tab.id}
            aria-controls="body"
            tabIndex={id === tab.id ? 0 : -1}
          >
            {name}
          </a>
        ))}
      </div>
      <main>
        <div id="body" role="tabpanel" aria-labelledby={`tab-${tab.id}`}>
          {tab.needsModel && <ModelNote model={model} />}
          <Body key={tab.id} model={model} values={place.tab === tab.id ? place.values : {}} keep={keep} />
        </div>
      </main>
    </>
  )
}

/** Shows the progress while the model loads; nothing afterwards. */
function ModelNote({ model }: { model: ModelState }) {
  if (model.kind === 'ready') return null
  if (model.kind === 'failed')
    return (
      <p class="failure" role="alert">
        {model.message}
      </p>
    )
  const { received, total } = model.loading
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  return (
    <div class="loading" role="status">
      <p>
        The English model is loading
        {total > 0 && `: ${megabytes(received)} of ${megabytes(total)} MB`}. It is downloaded once and then
        kept by your browser; after that the page needs no network.
      </p>
      <progress aria-label="Loading the model" value={received} max={Math.max(1, total)} />
    </div>
  )
}
