// Draws line charts with logarithmic axes as SVG: a grid of panels under one legend.

export interface Series {
  readonly name: string
  readonly colour: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

export interface Panel {
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  readonly series: readonly Series[]
  /** Smaller values are drawn at this one. */
  readonly yFloor: number
}

const WIDTH = 430
const HEIGHT = 290
const MARGIN = { left: 66, right: 14, top: 34, bottom: 46 }
const LEGEND = 44
const INK = '#333333'
const FAINT = '#e3e3e3'

/** Panels in a grid of `columns` columns. Series of the same name share a line of the legend. */
export function chart(panels: readonly Panel[], columns: number): string {
  const rows = Math.ceil(panels.length / columns)
  const width = columns * WIDTH
  const height = rows * HEIGHT + LEGEND
  const named = new Map(panels.flatMap((panel) => panel.series.map((s) => [s.name, s.colour] as const)))
  const body = panels.map((panel, i) => {
    const place = `translate(${(i % columns) * WIDTH} ${LEGEND + Math.floor(i / columns) * HEIGHT})`
    return `<g transform="${place}">\n${drawPanel(panel)}\n</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      `font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    drawLegend(named, width),
    ...body,
    '</svg>\n',
  ].join('\n')
}

function drawLegend(named: ReadonlyMap<string, string>, width: number): string {
  const step = (width - MARGIN.left - MARGIN.right) / named.size
  return [...named]
    .map(([name, colour], i) => {
      const x = round(MARGIN.left + i * step)
      return (
        `<line x1="${x}" y1="24" x2="${x + 26}" y2="24" stroke="${colour}" stroke-width="2.5"/>` +
        `<text x="${x + 32}" y="28">${escaped(name)}</text>`
      )
    })
    .join('\n')
}

function drawPanel(panel: Panel): string {
  const points = panel.series.flatMap((s) => s.points).filter((p) => p.x > 0 && Number.isFinite(p.y))
  const [left, right] = decades(points.map((p) => p.x))
  const [bottom, top] = decades(points.map((p) => Math.max(p.y, panel.yFloor)))
  const inner = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom }
  const toX = (x: number) => MARGIN.left + ((Math.log10(x) - left) / (right - left)) * inner.width
  const toY = (y: number) => MARGIN.top + ((top - Math.log10(y)) / (top - bottom)) * inner.height
  const bottomEdge = MARGIN.top + inner.height
  const parts = [
    `<text x="${MARGIN.left}" y="${MARGIN.top - 12}" font-weight="600">${escaped(panel.title)}</text>`,
  ]
  for (const d of ticks(left, right)) {
    const x = round(toX(10 ** d))
    parts.push(
      `<line x1="${x}" y1="${MARGIN.top}" x2="${x}" y2="${bottomEdge}" stroke="${FAINT}"/>`,
      `<text x="${x}" y="${bottomEdge + 16}" text-anchor="middle">${power(d)}</text>`,
    )
  }
  for (const d of ticks(bottom, top)) {
    const y = round(toY(10 ** d))
    parts.push(
      `<line x1="${MARGIN.left}" y1="${y}" x2="${MARGIN.left + inner.width}" y2="${y}" stroke="${FAINT}"/>`,
      `<text x="${MARGIN.left - 8}" y="${y + 4}" text-anchor="end">${power(d)}</text>`,
    )
  }
  parts.push(
    `<rect x="${MARGIN.left}" y="${MARGIN.top}" width="${inner.width}" height="${inner.height}" fill="none" stroke="#999999"/>`,
    `<text x="${MARGIN.left + inner.width / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escaped(panel.xLabel)}</text>`,
    `<text transform="translate(16 ${MARGIN.top + inner.height / 2}) rotate(-90)" text-anchor="middle">${escaped(panel.yLabel)}</text>`,
  )
  for (const { points, colour } of panel.series) {
    const path = points
      .filter((p) => p.x > 0 && Number.isFinite(p.y))
      .map((p) => `${round(toX(p.x))},${round(toY(Math.max(p.y, panel.yFloor)))}`)
    if (path.length > 0)
      parts.push(
        `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`,
      )
  }
  return parts.join('\n')
}

/** The powers of ten around some numbers, at least one decade. */
function decades(numbers: readonly number[]): [number, number] {
  if (numbers.length === 0) return [0, 1]
  const low = Math.floor(Math.log10(numbers.reduce((a, b) => Math.min(a, b))))
  const high = Math.ceil(Math.log10(numbers.reduce((a, b) => Math.max(a, b))))
  return [low, Math.max(high, low + 1)]
}

function ticks(from: number, to: number): number[] {
  const step = to - from > 8 ? 2 : 1
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)
}

/** A power of ten as text: 10⁻³, but 1, 10, 100 and 1000 in full. */
function power(d: number): string {
  if (d >= 0 && d <= 3) return String(10 ** d)
  return `10<tspan dy="-5" font-size="9">${d < 0 ? `−${-d}` : d}</tspan>`
}

const round = (x: number) => Math.round(10 * x) / 10

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
