// Places the nodes of a small graph: linked nodes attract, all repel each other (Fruchterman and Reingold
// 1991). The layout is deterministic.

export interface Point {
  x: number
  y: number
}

const ROUNDS = 320
/** Preferred distance of linked nodes, in pixels. */
const DISTANCE = 96

export function layOutGraph(count: number, links: readonly (readonly [number, number])[]): Point[] {
  const points = startOnSpiral(count)
  const [fx, fy] = [new Float64Array(count), new Float64Array(count)]
  for (let round = 0; round < ROUNDS; round++) {
    const heat = 40 * (1 - round / ROUNDS) + 0.5
    fx.fill(0)
    fy.fill(0)
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) pull(points, fx, fy, a, b, (d) => -(DISTANCE * DISTANCE) / d)
    for (const [a, b] of links) pull(points, fx, fy, a, b, (d) => (d * d) / DISTANCE)
    for (let a = 0; a < count; a++) {
      // A little gravity keeps unconnected parts on the page.
      fx[a] -= 0.6 * points[a].x
      fy[a] -= 0.9 * points[a].y
      const size = Math.hypot(fx[a], fy[a]) || 1
      const step = Math.min(size, heat) / size
      points[a].x += fx[a] * step
      points[a].y += fy[a] * step
    }
  }
  return points
}

/** Adds a force between two nodes; a positive one attracts. */
function pull(
  points: readonly Point[],
  fx: Float64Array,
  fy: Float64Array,
  a: number,
  b: number,
  force: (distance: number) => number,
): void {
  const dx = points[b].x - points[a].x
  const dy = points[b].y - points[a].y
  const distance = Math.max(1, Math.hypot(dx, dy))
  const f = force(distance) / distance
  fx[a] += f * dx
  fy[a] += f * dy
  fx[b] -= f * dx
  fy[b] -= f * dy
}

function startOnSpiral(count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = 2.399963 * i
    const radius = 26 * Math.sqrt(i + 0.5)
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
  })
}
