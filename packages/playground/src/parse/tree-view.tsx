// A tree whose arcs can be hovered, focused and chosen.

import { useMemo } from 'preact/hooks'
import { Scroll } from '../parts/scroll.js'
import type { Demands, Study } from './parse-types.js'
import { drawPieces } from './tree-pen.js'

interface TreeViewProps {
  readonly study: Study
  readonly demands: Demands
  /** The chosen word, from 1. */
  readonly chosen: number | null
  readonly onPoint: (word: number | null) => void
  readonly onChoose: (word: number) => void
}

export const percent = (p: number) => `${p > 0.995 && p < 1 ? '>99' : (100 * p).toFixed(0)} %`

export function TreeView({ study, demands, chosen, onPoint, onChoose }: TreeViewProps) {
  const { forms, upos, heads, deprels, confidence } = study
  const drawn = useMemo(() => drawPieces(study, study.confidence.map(percent)), [study])
  const who = (h: number) => (h === 0 ? 'the root' : forms[h - 1])
  return (
    <Scroll label="Drawing of the tree">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing, whose parts are buttons */}
      <svg
        class="tree"
        width={drawn.width}
        height={drawn.height}
        viewBox={`0 0 ${drawn.width} ${drawn.height}`}
        role="group"
        aria-label={`Dependency tree of: ${forms.join(' ')}`}
      >
        {drawn.arcs.map(({ path, labels }, i) => {
          const word = i + 1
          const forced = demands.forced.some(([w]) => w === word)
          const doubt = confidence[i] < 0.5 ? ' doubt' : ''
          // The visible texts come first and in this order, so that the accessible name contains them.
          const says = `${forms[i]} ${upos[i]} ${percent(confidence[i])} ${deprels[i]} of ${who(heads[i])}${forced ? ', forced' : ''}`
          return (
            // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside an SVG
            <g
              key={word}
              class={`arc${chosen === word ? ' chosen' : ''}${forced ? ' forced' : ''}${doubt}`}
              role="button"
              tabIndex={0}
              aria-label={says}
              aria-pressed={chosen === word}
              onClick={() => onChoose(word)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return
                event.preventDefault()
                onChoose(word)
              }}
              onMouseEnter={() => onPoint(word)}
              onMouseLeave={() => onPoint(null)}
              onFocus={() => onPoint(word)}
              onBlur={() => onPoint(null)}
            >
              <path class="hit" d={path} />
              <path class="drawn" d={path} />
              {[...drawn.words[i].labels, ...labels].map(({ text, x, y, role }) => (
                <text key={role} class={role} x={x} y={y}>
                  {`${text} `}
                </text>
              ))}
            </g>
          )
        })}
      </svg>
    </Scroll>
  )
}
