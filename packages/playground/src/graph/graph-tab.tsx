// The factor graph tab: a small graph, or rules that make one, drawn with the factors' beliefs on its links
// and solved by four algorithms.

import type { Algorithm } from '@parleyjs/core'
import { useEffect, useState } from 'preact/hooks'
import { CopyLink } from '../parts/copy-link.js'
import { Plot } from '../parts/plot.js'
import { Scroll } from '../parts/scroll.js'
import { StepControls } from '../parts/step-controls.js'
import type { TabProps } from '../tabs.js'
import { CodeEditor } from './code-editor.js'
import { EXAMPLES } from './examples.js'
import type { GraphResult, GraphStep, Language } from './graph-types.js'
import { GraphView, MOST_NODES } from './graph-view.js'
import { type GraphState, useGraph } from './use-graph.js'

const NAMES: Readonly<Record<Algorithm, string>> = {
  ad3: 'AD³',
  subgradient: 'subgradient',
  mplp: 'MPLP',
  exact: 'exact',
}
const MOST_CHARACTERS = 50_000

interface Place {
  readonly language: Language
  readonly source: string
}

function readPlace({ language, source }: Readonly<Record<string, string>>): Place {
  if (source === undefined) return EXAMPLES[0]
  return { language: language === 'rules' ? 'rules' : 'json', source: source.slice(0, MOST_CHARACTERS) }
}

export function GraphTab({ values, keep }: TabProps) {
  const [{ language, source }, setPlace] = useState(() => readPlace(values))
  const state = useGraph(language, source)
  useEffect(() => {
    if (Object.keys(values).length > 0) setPlace(readPlace(values))
  }, [values])
  useEffect(() => keep({ language, source }), [keep, language, source])
  return (
    <>
      <p>
        Variables with scores, and factors that connect them. Write a graph in JSON, or rules, and watch the
        factors reach agreement: every factor has a belief about every variable it knows.
      </p>
      <div class="examples">
        Examples:{' '}
        {EXAMPLES.map((example) => (
          <button key={example.name} type="button" class="quiet" onClick={() => setPlace(example)}>
            {example.name}
          </button>
        ))}
      </div>
      <div class="settings">
        <label>
          Format{' '}
          <select
            value={language}
            onChange={(event) => setPlace({ language: event.currentTarget.value as Language, source })}
          >
            <option value="json">JSON</option>
            <option value="rules">rules</option>
          </select>
        </label>
        <CopyLink />
      </div>
      <CodeEditor
        id="source"
        label="The graph"
        value={source}
        problems={state.problems}
        onChange={(text) => setPlace({ language, source: text.slice(0, MOST_CHARACTERS) })}
      />
      {state.drawing !== null && <Votes state={state} />}
      <Comparison state={state} />
      {state.result !== null && <Answer result={state.result} />}
    </>
  )
}

function Votes({ state: { drawing, steps } }: { state: GraphState }) {
  const [at, setAt] = useState(0)
  const last = Math.max(0, steps.length - 1)
  useEffect(() => setAt(last), [last])
  const step: GraphStep | undefined = steps[Math.min(at, last)]
  const { variables, factors } = drawing!
  const nodes = variables.length + factors.length
  return (
    <section aria-label="Beliefs">
      <h2>Beliefs in AD³</h2>
      {steps.length > 1 && <StepControls at={Math.min(at, last)} last={last} onMove={setAt} />}
      {nodes > MOST_NODES ? (
        <p>
          The graph has {variables.length} variables and {factors.length} factors: too many to draw. It is
          solved nevertheless.
        </p>
      ) : (
        <GraphView drawing={drawing!} step={step} />
      )}
      <p class="hint">
        Circles fill up as the factors agree that a variable is 1, or on one of its values. The width of a
        link is its factor’s belief; dashed and coloured links differ from the marginal.
      </p>
    </section>
  )
}

function Comparison({ state: { rows, result } }: { state: GraphState }) {
  const algorithms = Object.keys(NAMES) as Algorithm[]
  if (Object.keys(rows).length === 0) return null
  const end = Math.max(1, ...Object.values(rows).flatMap((list) => list.map(({ iteration }) => iteration)))
  const series = algorithms.map((algorithm) => {
    const points = (rows[algorithm] ?? []).map(({ iteration, bound }) => [iteration, bound] as const)
    const last = points.at(-1)
    // A proven bound stays valid, so lines extend to the end.
    return {
      name: NAMES[algorithm],
      points: last === undefined ? [] : [...points, [end, last[1]] as const],
      steps: true,
    }
  })
  const best = Math.max(...(result?.solved ?? []).map(({ value }) => value))
  return (
    <section aria-label="Comparison">
      <h2>Four algorithms</h2>
      <div class="plots">
        <Plot
          title="Bound by iteration (nodes of the search for exact)"
          end={end}
          height={240}
          series={[
            ...series,
            ...(Number.isFinite(best)
              ? [
                  {
                    name: 'best value',
                    points: [
                      [0, best],
                      [end, best],
                    ] as const,
                  },
                ]
              : []),
          ]}
        />
        {result !== null && (
          <Scroll label="Table of the algorithms">
            <table>
              <thead>
                <tr>
                  <th scope="col">algorithm</th>
                  <th scope="col">status</th>
                  <th scope="col">value</th>
                  <th scope="col">bound</th>
                  <th scope="col">iterations</th>
                  <th scope="col">ms</th>
                </tr>
              </thead>
              <tbody>
                {result.solved.map(({ algorithm, status, value, bound, iterations, milliseconds }) => (
                  <tr key={algorithm}>
                    <th scope="row">{NAMES[algorithm]}</th>
                    <td>{status}</td>
                    <td>{plain(value)}</td>
                    <td>{plain(bound)}</td>
                    <td>{iterations}</td>
                    <td>{milliseconds.toFixed(1)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </div>
    </section>
  )
}

function plain(x: number): string {
  if (!Number.isFinite(x)) return x < 0 ? '−∞' : '∞'
  return String(Number(x.toFixed(4))).replace('-', '−')
}

function Answer({ result: { answer, remarks, solved } }: { result: GraphResult }) {
  const proven = solved.some(({ status }) => status === 'optimal')
  const infeasible = solved.some(({ status }) => status === 'infeasible')
  return (
    <section aria-label="Answer">
      <h2>Answer</h2>
      <p role="status">
        <strong>{infeasible ? 'No solution.' : proven ? 'Proven best.' : 'Not proven.'}</strong>{' '}
        {infeasible && 'These cannot all hold:'}
      </p>
      <ul class="answer">
        {answer.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {remarks.map((text) => (
          <li key={text} class="remark">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
