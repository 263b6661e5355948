// Text in, trees out, with what the solver did to find them.
import { type PartName, partsName, treeToSvg } from '@parley/nlp'
import { useEffect, useState } from 'preact/hooks'
import { CopyLink } from '../parts/copy-link.js'
import { download } from '../parts/download.js'
import { Plot } from '../parts/plot.js'
import type { TabProps } from '../tabs.js'
import {
  EXAMPLE,
  MOST_CHARACTERS,
  NO_DEMANDS,
  type ParsePlace,
  readPlace,
  writePlace,
} from './parse-settings.js'
import type { ParseSettings, Study } from './parse-types.js'
import { StepsView } from './steps-view.js'
import { TreeView } from './tree-view.js'
import { type ParseState, useParse } from './use-parse.js'
import { WordPanel } from './word-panel.js'

const EXAMPLES = [
  EXAMPLE,
  'Time flies like an arrow; fruit flies like a banana.',
  'The horse raced past the barn fell. The old man the boats.',
  'We learned a lesson in 1987 about volatility.',
]

export function ParseTab({ model, values, keep }: TabProps) {
  const [place, setPlace] = useState(() => readPlace(values))
  const [chosen, setChosen] = useState<number | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const change = (part: Partial<ParsePlace>) => setPlace((old) => ({ ...old, ...part }))
  const state = useParse(model, place)
  const { study } = state

  // An address that someone else wrote: a link, or the way back.
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
        <label for="text">Text to parse</label>
        <textarea
          id="text"
          rows={2}
          maxLength={MOST_CHARACTERS}
          spellcheck={false}
          value={place.text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p class="examples">
          Or try:{' '}
          {EXAMPLES.map((example) => (
            <button key={example} type="button" class="quiet" onClick={() => setText(example)}>
              {example.split(' ').slice(0, 4).join(' ')} …
            </button>
          ))}
        </p>
        <Settings
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
              Drop all demands
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
                Drop {asked} {asked === 1 ? 'demand' : 'demands'}
              </button>
            )}
          </div>
          {shown === null ? (
            <p class="hint">
              Point at an arc, or walk to it with the Tab key, for its confidence and alternatives; click it
              or press Enter to force or forbid heads.
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
              title="Dual, as it happens"
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
      Soon there will be a tree here: an arc from every word to the word it depends on, drawn as the parser
      finds them. You can then look over the parser’s shoulder as its parts bargain about every arc, and
      overrule them.
    </p>
  )
}

/** What can be chosen is what the model has learned. */
function Settings({
  has,
  settings,
  onChange,
}: {
  has: readonly string[]
  settings: ParseSettings
  readonly onChange: (settings: ParseSettings) => void
}) {
  const choices: readonly (readonly PartName[])[] = [
    ['arc'],
    ['arc', 'sibling'],
    ['arc', 'grandparent'],
    has as readonly PartName[],
  ]
  const label = (parts: readonly PartName[]) =>
    parts === has ? `${partsName(parts)}: all that the model knows` : parts.join(' + ')
  const same = (parts: readonly string[]) =>
    parts.every((part) => settings.parts.includes(part as PartName)) &&
    has.every((part) => parts.includes(part) || !settings.parts.includes(part as PartName))
  return (
    <div class="settings">
      <label>
        Parts{' '}
        <select
          disabled={has.length === 0}
          value={String(choices.findIndex(same))}
          onChange={(event) => onChange({ ...settings, parts: choices[Number(event.currentTarget.value)]! })}
        >
          {has.length > 0 &&
            choices.map((parts, i) => (
              <option key={label(parts)} value={String(i)}>
                {label(parts)}
              </option>
            ))}
        </select>
      </label>
      <label>
        Algorithm{' '}
        <select
          value={settings.algorithm}
          onChange={(event) =>
            onChange({ ...settings, algorithm: event.currentTarget.value as ParseSettings['algorithm'] })
          }
        >
          <option value="ad3">AD³</option>
          <option value="subgradient">subgradient</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={settings.projective}
          onChange={(event) => onChange({ ...settings, projective: event.currentTarget.checked })}
        />{' '}
        no crossing arcs
      </label>
    </div>
  )
}

function SentenceList({
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

function Verdict({ study: { status, value, bound, iterations, factors } }: { study: Study }) {
  const rounds =
    iterations === 0 ? 'without iterations' : `after ${iterations} iterations of ${factors.length} factors`
  const number = (x: number) => x.toFixed(3).replace('-', '−')
  return (
    <p class="verdict" role="status">
      {status === 'optimal' ? (
        <>
          <strong>Proven best.</strong> No tree over the arcs that survived pruning scores more than{' '}
          {number(value)}, {rounds}.
        </>
      ) : (
        <>
          <strong>Not proven.</strong> This tree scores {number(value)}; no tree scores more than{' '}
          {number(bound)}, {rounds}.
        </>
      )}
    </p>
  )
}

function Alternatives({ study }: { study: Study }) {
  const { forms, heads, alternatives, value } = study
  if (alternatives.length === 0) return null
  const who = (h: number) => (h === 0 ? 'root' : forms[h - 1]!)
  return (
    <details>
      <summary>The next best trees</summary>
      <ol start={2}>
        {alternatives.map((tree, i) => (
          <li key={i}>
            {(value - tree.value).toFixed(3)} less:{' '}
            {tree.heads
              .map((h, w) => (h === heads[w] ? null : `${who(h)} → ${forms[w]} (${tree.deprels[w]})`))
              .filter((text) => text !== null)
              .join(', ')}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** All sentences, the studied one with its tree as it is now. */
function conlluOf({ sentences, study }: ParseState, at: number): string {
  return sentences.map(({ conllu }, i) => (i === at && study !== null ? study.conllu : conllu)).join('')
}
