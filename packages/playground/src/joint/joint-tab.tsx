// The tab of two models: a grammar and a tagger reach agreement about the tags of words, round by round
// (paper 3, section 5).
import { constituencyToSvg, drawConstituency, type PennTree, writePenn } from '@parleyjs/nlp'
import type { JointRound } from '@parleyjs/nlp/internal'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { CopyLink } from '../parts/copy-link.js'
import { download } from '../parts/download.js'
import { Drawing } from '../parts/drawing.js'
import { Plot } from '../parts/plot.js'
import { Scroll } from '../parts/scroll.js'
import { StepControls } from '../parts/step-controls.js'
import { TextField } from '../parts/text-field.js'
import type { TabProps } from '../tabs.js'
import { useTask } from '../work/use-task.js'
import { EXAMPLES } from './examples.js'
import type { JointResult, StepRule } from './joint-types.js'

const MOST_CHARACTERS = 400

export function JointTab({ model, values, keep }: TabProps) {
  const [text, setText] = useState(values.text ?? EXAMPLES[0])
  const [step, setStep] = useState<StepRule>(values.step === 'polyak' ? 'polyak' : 'rush')
  const request = useMemo(() => ({ text, step }), [text, step])
  const { result, failure } = useTask(model, 'agree', request)
  useEffect(() => {
    if (values.text !== undefined) setText(values.text)
  }, [values])
  useEffect(() => keep({ text, step: step === 'rush' ? '' : step }), [keep, text, step])
  return (
    <>
      <p>
        A grammar knows phrases, a tagger knows which tags follow each other. Each finds its own best answer.
        Where they differ about the tag of a word, a price u is put on the tag, and both decide again. When
        they agree, the answer is proven to be the best for both together.
      </p>
      <TextField
        id="joint-text"
        label="Sentence"
        rows={2}
        most={MOST_CHARACTERS}
        text={text}
        onText={setText}
      />
      <p class="examples">
        Or try:{' '}
        {EXAMPLES.map((example) => (
          <button key={example} type="button" class="quiet" onClick={() => setText(example)}>
            {example.split(' ').slice(0, 4).join(' ')}
          </button>
        ))}
      </p>
      <div class="settings">
        <label>
          Price updates{' '}
          <select value={step} onChange={(event) => setStep(event.currentTarget.value as StepRule)}>
            <option value="rush">as in Rush et al. (2010)</option>
            <option value="polyak">by Polyak’s rule</option>
          </select>
        </label>
        <CopyLink />
      </div>
      {failure !== null && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {result !== null && <Agreement result={result} />}
    </>
  )
}

function Agreement({ result }: { result: JointResult }) {
  const { rounds, words, cut, status, derived } = result
  const [at, setAt] = useState(0)
  const last = Math.max(0, rounds.length - 1)
  // A new sentence starts at the first round, where the models differ.
  useEffect(() => setAt(0), [result])
  const round = rounds[Math.min(at, last)]
  const final = result.tree
  return (
    <>
      <p class="verdict" role="status">
        {status === 'optimal' ? (
          <>
            <strong>Proven best</strong> after {rounds.length} {rounds.length === 1 ? 'round' : 'rounds'}: no
            other tree and tags score more than {number(result.value)} under both models together.
          </>
        ) : (
          <>
            <strong>No agreement</strong> after {rounds.length} rounds: the best found scores{' '}
            {number(result.value)}, the bound is {number(result.bound)}.
          </>
        )}
        {!derived && ' The grammar has no tree for the whole sentence: partial trees stand side by side.'}
        {cut && ' Only the first sentence is parsed.'}
      </p>
      {round !== undefined && (
        <section aria-label="Rounds">
          <StepControls name="Round" at={Math.min(at, last)} last={last} onMove={setAt} />
          <RoundTable words={words} round={round} />
          <Prices words={words} round={round} />
          <h2>The grammar’s tree in this round</h2>
          <TreeDrawing tree={round.tree} />
          <div class="plots">
            <Plot
              title="Bound and value"
              unit="round"
              cursor={round.round}
              series={[
                { name: 'bound', points: rounds.map((r) => [r.round, r.bound]), steps: true },
                { name: 'value', points: rounds.map((r) => [r.round, r.value]), steps: true },
                { name: 'dual', points: rounds.map((r) => [r.round, r.dual]) },
              ]}
            />
            <Plot
              title="Words whose tags are disputed"
              unit="round"
              cursor={round.round}
              series={[{ name: 'disputed', points: rounds.map((r) => [r.round, r.disagreements.length]) }]}
            />
          </div>
        </section>
      )}
      <h2>The answer</h2>
      <TreeDrawing tree={final} />
      <div class="actions">
        <button
          type="button"
          onClick={() => download('tree.svg', constituencyToSvg([final]), 'image/svg+xml')}
        >
          SVG
        </button>
        <button type="button" onClick={() => download('tree.mrg', `${writePenn(final)}\n`, 'text/plain')}>
          Penn brackets
        </button>
      </div>
    </>
  )
}

function number(x: number): string {
  if (!Number.isFinite(x)) return x < 0 ? '−∞' : '∞'
  return x.toFixed(3).replace('-', '−')
}

function TreeDrawing({ tree }: { tree: PennTree }) {
  const draw = useCallback(
    (pen: Parameters<typeof drawConstituency>[1]) => drawConstituency(tree, pen),
    [tree],
  )
  return <Drawing label={`Constituency tree ${writePenn(tree)}`} draw={draw} />
}

/** The tags that both models give to every word. */
function RoundTable({ words, round }: { words: readonly string[]; round: JointRound }) {
  const { grammarTags, taggerTags, disagreements } = round
  const mark = (i: number) => (disagreements.includes(i) ? 'disputed-tag' : '')
  return (
    <Scroll label="Tags of both models">
      <table class="tags">
        <caption>
          Round {round.round}
          {round.round === 0 && ', in which each model decides alone'}:{' '}
          {disagreements.length === 0
            ? 'both models agree on all tags'
            : `the models differ about ${disagreements.map((i) => `“${words[i]}”`).join(', ')}`}
        </caption>
        <thead>
          <tr>
            <td />
            {words.map((word, i) => (
              <th key={i} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">grammar</th>
            {grammarTags.map((tag, i) => (
              <td key={i} class={mark(i)}>
                {tag}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">tagger</th>
            {taggerTags.map((tag, i) => (
              <td key={i} class={mark(i)}>
                {tag}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </Scroll>
  )
}

/** The table of the multipliers u: what a tag of a word earned in the grammar and cost in the tagger. */
function Prices({ words, round: { multipliers } }: { words: readonly string[]; round: JointRound }) {
  if (multipliers.length === 0) return <p>u is 0 everywhere: no tag has a price yet.</p>
  return (
    <Scroll label="Prices">
      <table>
        <caption>u: what a tag earned in the grammar, and cost in the tagger, in this round</caption>
        <thead>
          <tr>
            <th scope="col">word</th>
            <th scope="col">tag</th>
            <th scope="col">u</th>
          </tr>
        </thead>
        <tbody>
          {multipliers.map(({ word, tag, u }) => (
            <tr key={`${word} ${tag}`}>
              <th scope="row">
                {words[word]} ({word + 1})
              </th>
              <td>{tag}</td>
              <td>{`${u > 0 ? '+' : '−'}${Math.abs(u).toFixed(3)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
