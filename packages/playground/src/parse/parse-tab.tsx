// The parse tab: trees for a text, and the solver's steps.
import { treeToSvg } from '@parleyjs/nlp'
import { useEffect, useState } from 'preact/hooks'
import { CopyLink } from '../parts/copy-link.js'
import { download } from '../parts/download.js'
import { Plot } from '../parts/plot.js'
import { TextField } from '../parts/text-field.js'
import type { TabProps } from '../tabs.js'
import {
  EXAMPLES,
  MOST_CHARACTERS,
  NO_DEMANDS,
  type ParsePlace,
  readPlace,
  writePlace,
} from './parse-settings.js'
import { SentenceList } from './sentence-list.js'
import { SettingsRow } from './settings-row.js'
import { StepsView } from './steps-view.js'
import { Alternatives, Verdict } from './tree-facts.js'
import { TreeView } from './tree-view.js'
import { type ParseState, useParse } from './use-parse.js'
import { WordPanel } from './word-panel.js'

export function ParseTab({ model, values, keep }: TabProps) {
  const [place, setPlace] = useState(() => readPlace(values))
  const [chosen, setChosen] = useState<number | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const change = (part: Partial<ParsePlace>) => setPlace((old) => ({ ...old, ...part }))
  const state = useParse(model, place)
  const { study } = state

  // The address was changed elsewhere: by a link, or by the Back button.
  useEffect(() => {
    if (Object.keys(values).length > 0) setPlace(readPlace(values))
  }, [values])
  useEffect(() => keep(writePlace(place)), [keep, place])
  useEffect(() => {
    setChosen(null)
    setPointed(null)
  }, [place.text, place.sentence])

  const setText = (text: string) => change({ text, sentence: 0, demands: NO_DEMANDS })
  const word = pointed ?? chosen
  const shown = word !== null && study !== null && word <= study.forms.length ? word : null
  const asked = place.demands.forced.length + place.demands.forbidden.length
  return (
    <>
      <section class="ask" aria-label="Text">
        <TextField
          id="text"
          label="Text to parse"
          rows={2}
          most={MOST_CHARACTERS}
          text={place.text}
          onText={setText}
        />
        <p class="examples">
          Or try:{' '}
          {EXAMPLES.map((example) => (
            <button key={example} type="button" class="quiet" onClick={() => setText(example)}>
              {example.split(' ').slice(0, 4).join(' ')} …
            </button>
          ))}
        </p>
        <SettingsRow
          has={model.kind === 'ready' ? model.facts.parts : []}
          settings={place.settings}
          onChange={(settings) => change({ settings })}
        />
      </section>
      {state.failure !== null && (
        <p class="failure" role="alert">
          {state.failure}{' '}
          {asked > 0 && (
            <button type="button" onClick={() => change({ demands: NO_DEMANDS })}>
              Remove all demands
            </button>
          )}
        </p>
      )}
      {study === null && model.kind !== 'ready' && <WhatIsComing />}
      <SentenceList
        state={state}
        at={place.sentence}
        onChoose={(sentence) => change({ sentence, demands: NO_DEMANDS })}
      />
      {study !== null && (
        <section class={state.busy ? 'busy' : ''} aria-label="Tree" aria-busy={state.busy}>
          <TreeView
            study={study}
            demands={place.demands}
            chosen={word}
            onPoint={setPointed}
            onChoose={setChosen}
          />
          <Verdict study={study} />
          <div class="actions">
            <button type="button" onClick={() => download('tree.svg', treeToSvg(study), 'image/svg+xml')}>
              SVG
            </button>
            <button
              type="button"
              onClick={() => download('sentences.conllu', conlluOf(state, place.sentence), 'text/plain')}
            >
              CoNLL-U
            </button>
            <CopyLink />
            {asked > 0 && (
              <button type="button" onClick={() => change({ demands: NO_DEMANDS })}>
                Remove {asked} {asked === 1 ? 'demand' : 'demands'}
              </button>
            )}
          </div>
          {shown === null ? (
            <p class="hint">
              Point at an arc, or move to it with the Tab key, to see its confidence and alternatives. Click
              it or press Enter to force or forbid heads.
            </p>
          ) : (
            <WordPanel
              study={study}
              word={shown}
              demands={place.demands}
              onDemands={(demands) => change({ demands })}
            />
          )}
          <Alternatives study={study} />
        </section>
      )}
      {study !== null && (
        <section aria-label="How it was found">
          <h2>How it was found</h2>
          {state.busy && state.coming.length > 5 ? (
            <Plot
              title="Dual so far"
              series={[{ name: 'dual', points: state.coming.map((step) => [step.iteration, step.dual]) }]}
            />
          ) : (
            <StepsView study={study} steps={state.steps} />
          )}
        </section>
      )}
    </>
  )
}

function WhatIsComing() {
  return (
    <p>
      The dependency tree will appear here: an arc from every word to the word it depends on. You can then
      follow how the factors reach agreement about every arc, and overrule them.
    </p>
  )
}

/** All sentences as CoNLL-U, the studied one with its current tree. */
function conlluOf({ sentences, study }: ParseState, at: number): string {
  return sentences.map(({ conllu }, i) => (i === at && study !== null ? study.conllu : conllu)).join('')
}
