// Draws all remaining arcs, each as strong as the factors' belief in it; disputed arcs are dashed and
// coloured.

import { useMemo } from 'preact/hooks'
import { Scroll } from '../parts/scroll.js'
import type { Study, StudyStep } from './parse-types.js'

interface ArcCloudProps {
  readonly study: Study
  readonly step: StudyStep
  readonly disputed: ReadonlySet<number>
}

/** Arcs with smaller beliefs are not drawn, unless they are disputed. */
const FAINT = 0.02
const WORD_GAP = 16
const LETTER = 8.2

export function ArcCloud({ study, step, disputed }: ArcCloudProps) {
  const { forms, arcs } = study
  const x = useMemo(() => placeWords(forms), [forms])
  const { head, modifier } = arcs
  let reach = 1
  for (let a = 0; a < head.length; a++)
    if (head[a] !== 0) reach = Math.max(reach, Math.abs(x[head[a]] - x[modifier[a]]))
  const base = Math.min(190, 30 + reach * 0.32)
  const width = x.at(-1)! + (LETTER * forms.at(-1)!.length) / 2 + WORD_GAP
  const paths: { key: number; d: string; disputed: boolean; belief: number }[] = []
  for (let a = 0; a < head.length; a++) {
    const belief = step.beliefs[a]
    if (belief < FAINT && !disputed.has(a)) continue
    const [to, from] = [x[modifier[a]], x[head[a]]]
    const height = Math.min(base - 14, 16 + Math.abs(to - from) * 0.3)
    const d =
      head[a] === 0
        ? `M${to} 4V${base}`
        : `M${from} ${base}C${from} ${base - height * 1.3} ${to} ${base - height * 1.3} ${to} ${base}`
    paths.push({ key: a, d, disputed: disputed.has(a), belief })
  }
  return (
    <Scroll label="Arcs that are believed in">
      <svg
        class="cloud"
        width={width}
        height={base + 34}
        viewBox={`0 0 ${width} ${base + 34}`}
        role="img"
        aria-label={`Arcs after iteration ${step.iteration}: ${paths.length} believed in, ${disputed.size} disputed`}
      >
        {paths.map(({ key, d, disputed: open, belief }) => (
          <path
            key={key}
            class={open ? 'disputed' : 'agreed'}
            d={d}
            style={{ opacity: 0.25 + 0.75 * belief }}
          />
        ))}
        {forms.map((form, i) => (
          <text key={i} x={x[i + 1]} y={base + 20} text-anchor="middle">
            {form}
          </text>
        ))}
      </svg>
    </Scroll>
  )
}

/** The centre of each word; index 0 is the root's and unused. */
function placeWords(forms: readonly string[]): number[] {
  const x = [0]
  let right = 0
  for (const form of forms) {
    const half = Math.max(20, form.length * LETTER) / 2
    x.push(right + WORD_GAP + half)
    right += WORD_GAP + 2 * half
  }
  return x
}
