// Draws a factor graph with the beliefs of an iteration: variables are round, factors square. The width of a
// link is the factor's belief that the variable is 1; a link is dashed and coloured where the factor differs
// from the marginals.

import { useMemo } from 'preact/hooks'
import { Scroll } from '../parts/scroll.js'
import type { Drawing, GraphStep } from './graph-types.js'
import { layOutGraph, type Point } from './layout.js'

interface GraphViewProps {
  readonly drawing: Drawing
  readonly step: GraphStep | undefined
}

/** Larger graphs are not drawn: they would be illegible. */
export const MOST_NODES = 120
/** Links carry numbers if there are at most this many. */
const MOST_NUMBERS = 40
const DISPUTED = 0.02
const MARGIN = 60

export function GraphView({ drawing, step }: GraphViewProps) {
  const { variables, factors } = drawing
  const edges = useMemo(() => edgesOf(drawing), [drawing])
  const { points, width, height } = useMemo(() => {
    const count = variables.length + factors.length
    return fit(
      layOutGraph(
        count,
        edges.map(({ variable, factor }) => [variable, variables.length + factor]),
      ),
    )
  }, [drawing, edges])
  const belief = (slot: number) => step?.beliefs[slot] ?? Number.NaN
  return (
    <Scroll label="Drawing of the graph">
      <svg
        class="graph"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Factor graph of ${variables.length} variables and ${factors.length} factors`}
      >
        {edges.map(({ variable, factor, links, negated }) => {
          const [from, to] = [points[variable], points[variables.length + factor]]
          // For a variable with several values, the link shows the one that the factor believes in most.
          const best = links.reduce((a, b) =>
            (step?.votes[b.link] ?? 0) > (step?.votes[a.link] ?? 0) ? b : a,
          )
          const vote = step?.votes[best.link] ?? Number.NaN
          const apart = links.some(
            ({ link, slot }) => Math.abs((step?.votes[link] ?? 0) - belief(slot)) > DISPUTED,
          )
          const known = !Number.isNaN(vote)
          return (
            <g key={`${variable}-${factor}`} class={known && apart ? 'link disputed' : 'link'}>
              <path
                d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
                style={{ strokeWidth: known ? 1 + 3 * vote : 1 }}
                class={negated ? 'negated' : ''}
              />
              {known && edges.length <= MOST_NUMBERS && (
                <text x={(from.x + to.x) / 2} y={(from.y + to.y) / 2 - 3}>
                  {vote.toFixed(2)}
                </text>
              )}
            </g>
          )
        })}
        {factors.map(({ kind, name }, f) => {
          const { x, y } = points[variables.length + f]
          return (
            <g key={`f${f}`} class="factor">
              <rect x={x - 9} y={y - 9} width="18" height="18" rx="2">
                <title>{[kind, name].filter(Boolean).join(': ')}</title>
              </rect>
              <text x={x} y={y + 22}>
                {kind}
              </text>
            </g>
          )
        })}
        {variables.map(({ name, slot, values }, v) => {
          const { x, y } = points[v]
          const { share, says } = shareOf(slot, values, belief)
          return (
            <g key={`v${v}`} class="variable">
              <circle class="empty" cx={x} cy={y} r="15" />
              <circle class="full" cx={x} cy={y} r={15 * Math.sqrt(share)} />
              <text x={x} y={y - 20}>
                {name}
              </text>
              <title>{says}</title>
            </g>
          )
        })}
      </svg>
    </Scroll>
  )
}

interface Edge {
  readonly variable: number
  readonly factor: number
  readonly negated: boolean
  /** Indices of the factor's links to the variable, and the slots that they belong to. */
  readonly links: { readonly link: number; readonly slot: number }[]
}

/** One line for a factor and a variable, however many values they share. */
function edgesOf({ factors }: Drawing): Edge[] {
  const edges: Edge[] = []
  let link = 0
  factors.forEach(({ links }, factor) => {
    const own = new Map<number, Edge>()
    for (const { variable, slot, negated } of links) {
      const edge = own.get(variable)
      if (edge === undefined) own.set(variable, { variable, factor, negated, links: [{ link, slot }] })
      else edge.links.push({ link, slot })
      link++
    }
    edges.push(...own.values())
  })
  return edges
}

/** The marginal of a binary variable, or that of the best value of a categorical one. */
function shareOf(slot: number, values: number, belief: (slot: number) => number) {
  if (Number.isNaN(belief(slot))) return { share: 0, says: 'nothing is known yet' }
  if (values === 2) return { share: clamp(belief(slot)), says: `1 with weight ${belief(slot).toFixed(3)}` }
  const weights = Array.from({ length: values }, (_, v) => belief(slot + v))
  const best = weights.indexOf(Math.max(...weights))
  return { share: clamp(weights[best]), says: weights.map((w, v) => `${v}: ${w.toFixed(3)}`).join(', ') }
}

const clamp = (x: number) => Math.max(0, Math.min(1, x))

/** Moves a layout to the margin. */
function fit(points: readonly Point[]): { points: Point[]; width: number; height: number } {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, top] = [Math.min(0, ...xs) - MARGIN, Math.min(0, ...ys) - MARGIN]
  const round = (x: number) => Math.round(10 * x) / 10
  return {
    points: points.map(({ x, y }) => ({ x: round(x - left), y: round(y - top) })),
    width: Math.ceil(Math.max(0, ...xs) - left + MARGIN),
    height: Math.ceil(Math.max(0, ...ys) - top + MARGIN),
  }
}
