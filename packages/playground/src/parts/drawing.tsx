// Shows as SVG anything that draws itself with a pen.
import type { DrawingSize, Pen, TextRole } from '@parleyjs/nlp'
import { useMemo } from 'preact/hooks'
import { Scroll } from './scroll.js'

interface DrawingProps {
  readonly label: string
  readonly draw: (pen: Pen) => DrawingSize
}

/** `draw` should keep its identity as long as the drawing does not change. */
export function Drawing({ label, draw }: DrawingProps) {
  const { path, texts, width, height } = useMemo(() => collect(draw), [draw])
  return (
    <Scroll label={`Drawing: ${label}`}>
      <svg
        class="tree"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
      >
        <path class="drawn" d={path} />
        {texts.map(({ text, x, y, role }) => (
          <text key={`${x} ${y}`} class={role} x={x} y={y}>
            {text}
          </text>
        ))}
      </svg>
    </Scroll>
  )
}

function collect(draw: (pen: Pen) => DrawingSize) {
  let path = ''
  const texts: { text: string; x: number; y: number; role: TextRole }[] = []
  const point = (...numbers: number[]) => numbers.map((x) => Math.round(x * 10) / 10).join(' ')
  const size = draw({
    moveTo: (x, y) => {
      path += `M${point(x, y)}`
    },
    lineTo: (x, y) => {
      path += `L${point(x, y)}`
    },
    quadraticCurveTo: (cx, cy, x, y) => {
      path += `Q${point(cx, cy, x, y)}`
    },
    text: (text, x, y, role) => texts.push({ text, x, y, role }),
  })
  return { path, texts, ...size }
}
