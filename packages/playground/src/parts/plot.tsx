// Lines over iterations, as SVG, with a cursor. Colours come from the style sheet; lines also differ by
// dashes.

/** A line. Points are [x, y]; points that are not finite are left out. */
export interface Series {
  readonly name: string
  readonly points: readonly (readonly [number, number])[]
  /** Draws steps: the value stays until the next point, as that of a bound does. */
  readonly steps?: boolean
}

interface PlotProps {
  readonly title: string
  readonly series: readonly Series[]
  readonly log?: boolean
  /** The step that the reader is looking at. */
  readonly cursor?: number | undefined
  /** The last x, if it is known before all points are. */
  readonly end?: number | undefined
  readonly height?: number
  /** The unit of x. */
  readonly unit?: string
}

const WIDTH = 380
const LEFT = 52
const RIGHT = 12
const TOP = 12
const BOTTOM = 34

export function Plot({
  title,
  series,
  log = false,
  cursor,
  end,
  height = 190,
  unit = 'iteration',
}: PlotProps) {
  const visible = series.map((line) => ({
    ...line,
    points: line.points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y) && (!log || y > 0)),
  }))
  const all = visible.flatMap(({ points }) => points)
  const last = Math.max(1, end ?? 0, ...all.map(([x]) => x))
  const ys = all.map(([, y]) => (log ? Math.log10(y) : y))
  const ticks = log ? powerTicks(ys) : niceTicks(ys)
  const [low, high] = [ticks[0], ticks.at(-1)!]
  const toX = (x: number) => LEFT + ((WIDTH - LEFT - RIGHT) * x) / last
  const toY = (y: number) => TOP + (height - TOP - BOTTOM) * (1 - (y - low) / (high - low || 1))
  const place = ([x, y]: readonly [number, number]) =>
    [toX(x).toFixed(1), toY(log ? Math.log10(y) : y).toFixed(1)] as const
  return (
    <figure class="plot">
      <figcaption>
        {title}
        <ul class="legend">
          {visible.map(({ name }, i) => (
            <li key={name}>
              <svg width="26" height="8" aria-hidden="true">
                <path d="M0 4H26" class={`line line-${i}`} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={`${title}: ${describe(visible)}`}>
        {ticks.map((tick) => (
          <g key={tick} class="tick">
            <path d={`M${LEFT} ${toY(tick).toFixed(1)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 8} y={toY(tick) + 4} text-anchor="end">
              {log ? power(tick) : plain(tick)}
            </text>
          </g>
        ))}
        {niceTicks([0, last])
          .filter((tick) => tick <= last && Number.isInteger(tick))
          .map((tick) => (
            <text key={`x${tick}`} class="label" x={toX(tick)} y={height - BOTTOM + 16} text-anchor="middle">
              {tick}
            </text>
          ))}
        <text class="label" x={(LEFT + WIDTH - RIGHT) / 2} y={height - 3} text-anchor="middle">
          {unit}
        </text>
        {cursor !== undefined && (
          <path class="cursor" d={`M${toX(Math.min(cursor, last)).toFixed(1)} ${TOP}V${height - BOTTOM}`} />
        )}
        {visible.map(({ name, points, steps }, i) => (
          <path key={name} class={`line line-${i}`} d={lineThrough(points.map(place), steps === true)} />
        ))}
        {visible.map(
          ({ name, points }, i) =>
            points.length === 1 && (
              <circle
                key={name}
                class={`dot line-${i}`}
                cx={place(points[0])[0]}
                cy={place(points[0])[1]}
                r="3"
              />
            ),
        )}
      </svg>
    </figure>
  )
}

function lineThrough(points: readonly (readonly [string, string])[], steps: boolean): string {
  return points.map(([x, y], i) => (i === 0 ? `M${x} ${y}` : steps ? `H${x}V${y}` : `L${x} ${y}`)).join('')
}

/** Round numbers that enclose all values. */
function niceTicks(values: readonly number[]): number[] {
  let [low, high] = [Math.min(...values), Math.max(...values)]
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1]
  if (high - low < 1e-9 * Math.max(1, Math.abs(high))) [low, high] = [low - 0.5, high + 0.5]
  const raw = (high - low) / 4
  const size = 10 ** Math.floor(Math.log10(raw))
  const step = size * ([1, 2, 5].find((m) => m * size >= raw) ?? 10)
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)]
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

/** At most five powers of ten. */
function powerTicks(exponents: readonly number[]): number[] {
  if (exponents.length === 0) return [0, 1]
  const low = Math.floor(Math.min(...exponents))
  const high = Math.max(low + 1, Math.ceil(Math.max(...exponents)))
  const step = Math.ceil((high - low) / 4)
  const count = Math.ceil((high - low) / step) + 1
  return Array.from({ length: count }, (_, i) => low + i * step)
}

function power(exponent: number): string {
  const digits = Array.from(String(exponent), (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]))
  return `10${digits.join('')}`
}

function plain(y: number): string {
  return String(Number(y.toPrecision(6))).replace('-', '−')
}

function describe(series: readonly Series[]): string {
  const ends = series.map(({ name, points }) => {
    const last = points.at(-1)
    return last === undefined ? `${name}: none` : `${name} ${Number(last[1].toPrecision(5))}`
  })
  return `at the end ${ends.join(', ')}`
}
