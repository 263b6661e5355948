// Shows the iterations of AD³ one at a time: the arcs that factors believe in, and those they disagree about.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { Plot } from '../parts/plot.js'
import { Scroll } from '../parts/scroll.js'
import { StepControls } from '../parts/step-controls.js'
import { ArcCloud } from './arc-cloud.js'
import { disputesIn } from './disputes.js'
import type { Study, StudyStep } from './parse-types.js'

interface StepsViewProps {
  readonly study: Study
  /** The steps in the order of iterations; empty for the subgradient method. */
  readonly steps: readonly StudyStep[]
}

export function StepsView({ study, steps }: StepsViewProps) {
  const [at, setAt] = useState(0)
  const last = Math.max(0, steps.length - 1)
  // A new sentence is shown at its last step; the reader can go back and play.
  useEffect(() => setAt(last), [last])
  const step = steps[Math.min(at, last)]
  const disputes = useMemo(() => (step === undefined ? [] : disputesIn(study, step)), [study, step])
  const cursor = step?.iteration
  if (study.iterations === 0 && steps.length <= 1)
    return (
      <p>
        {study.factors.length <= 1
          ? 'With arcs alone, one factor, the tree, knows everything. The best tree is found without iterations.'
          : `All ${study.factors.length} factors agree from the start: no iteration was needed.`}
      </p>
    )
  return (
    <>
      <div class="plots">
        <Plot
          title="Bound and value"
          cursor={cursor}
          series={[
            { name: 'bound', points: study.rows.map((row) => [row.iteration, row.bound]), steps: true },
            {
              name: 'value of the best tree',
              points: study.rows.map((row) => [row.iteration, row.value]),
              steps: true,
            },
            {
              name: 'dual',
              points: (steps.length > 0 ? steps : study.rows).map((s) => [s.iteration, s.dual]),
            },
          ]}
        />
        <Plot
          title="Residuals"
          log
          cursor={cursor}
          series={[
            {
              name: 'disagreement',
              points: (steps.length > 0 ? steps : study.rows).map((s) => [s.iteration, s.primalResidual]),
            },
            {
              name: 'change',
              points: (steps.length > 0 ? steps : study.rows).map((s) => [s.iteration, s.dualResidual]),
            },
          ]}
        />
        <Plot
          title={`Active factors, of ${study.factors.length}`}
          cursor={cursor}
          series={[
            {
              name: 'active',
              points: (steps.length > 0 ? steps : study.rows).map((s) => [s.iteration, s.activeFactors]),
            },
          ]}
        />
      </div>
      {step === undefined ? (
        <p>
          The beliefs of single factors are shown for AD³ only. In the subgradient method, every factor
          chooses one whole answer per iteration.
        </p>
      ) : (
        <>
          <StepControls at={Math.min(at, last)} last={last} onMove={setAt} />
          <ArcCloud study={study} step={step} disputed={new Set(disputes.map(({ arc }) => arc))} />
          <DisputeTable study={study} step={step} disputes={disputes} />
        </>
      )}
    </>
  )
}

const MOST_SHOWN = 8

function DisputeTable({
  study,
  step,
  disputes,
}: {
  study: Study
  step: StudyStep
  disputes: ReturnType<typeof disputesIn>
}) {
  const { arcs, forms, factors } = study
  const who = (h: number) => (h === 0 ? 'root' : forms[h - 1])
  if (step.iteration === 0) return <p>Before the first iteration no factor has a belief yet.</p>
  if (disputes.length === 0)
    return <p>After iteration {step.iteration}, all factors agree about every arc (to 0.01).</p>
  return (
    <Scroll label="Disputed arcs">
      <table class="disputes">
        <caption>
          After iteration {step.iteration}, factors disagree about {disputes.length}{' '}
          {disputes.length === 1 ? 'arc' : 'arcs'}
          {disputes.length > MOST_SHOWN && `; the ${MOST_SHOWN} most disputed are`}
        </caption>
        <thead>
          <tr>
            <th scope="col">arc</th>
            <th scope="col">marginal</th>
            <th scope="col">beliefs of the factors</th>
          </tr>
        </thead>
        <tbody>
          {disputes.slice(0, MOST_SHOWN).map(({ arc, votes }) => (
            <tr key={arc}>
              <th scope="row">
                {who(arcs.head[arc])} → {who(arcs.modifier[arc])}
              </th>
              <td>{step.beliefs[arc].toFixed(2)}</td>
              <td>
                {votes.map(({ factor, vote }) => (
                  <span key={factor} class="vote">
                    {factors[factor].name} <b>{vote.toFixed(2)}</b>
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
