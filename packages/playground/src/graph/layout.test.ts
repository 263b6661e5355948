// The layout separates nodes, keeps links short, and is deterministic.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutGraph } from './layout.js'

test('nodes keep apart, links are not much longer than they like, and the drawing is always the same', () => {
  const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 30 }).map((parents) => ({
    count: parents.length + 1,
    links: parents.map((p, i) => [p % (i + 1), i + 1] as const),
  }))
  fc.assert(
    fc.property(tree, ({ count, links }) => {
      const points = layOutGraph(count, links)
      const far = (a: number, b: number) => Math.hypot(points[a].x - points[b].x, points[a].y - points[b].y)
      for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) expect(far(a, b)).toBeGreaterThan(8)
      for (const [a, b] of links) expect(far(a, b)).toBeLessThan(400)
      expect(layOutGraph(count, links)).toEqual(points)
    }),
    { numRuns: 30 },
  )
})
