// Charts are well-formed, with logarithmic axes.
import { expect, test } from 'vitest'
import { chart, type Panel } from './svg-chart.js'

const panel: Panel = {
  title: 'a < b & c',
  xLabel: 'iterations',
  yLabel: 'distance',
  yFloor: 1e-4,
  series: [
    {
      name: 'one',
      colour: '#ff0000',
      points: [
        { x: 0, y: 5 },
        { x: 1, y: 1 },
        { x: 10, y: 0.01 },
        { x: 100, y: 0 },
      ],
    },
  ],
}

const line = (svg: string) =>
  /<polyline points="([^"]*)"/
    .exec(svg)![1]
    .split(' ')
    .map((pair) => pair.split(',').map(Number))

test('powers of ten are evenly spaced, what is below the floor lies on it, x = 0 has no place', () => {
  const points = line(chart([panel], 1))
  expect(points).toHaveLength(3)
  const [[x0, y0], [x1, y1], [x2, y2]] = points as [number[], number[], number[]]
  expect(x1 - x0).toBeCloseTo(x2 - x1, 1)
  expect(y1 - y0).toBeCloseTo(y2 - y1, 1)
  expect(y2).toBeGreaterThan(y0)
})

test('text is escaped, every name stands in the legend once, elements are closed', () => {
  const svg = chart([panel, { ...panel, title: 'second' }], 2)
  expect(svg).toContain('a &lt; b &amp; c')
  expect(svg.match(/>one</g)).toHaveLength(1)
  expect(svg.match(/<g /g)).toHaveLength(svg.match(/<\/g>/g)!.length)
  expect(svg.match(/<text /g)).toHaveLength(svg.match(/<\/text>/g)!.length)
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
})

test('an empty panel is drawn too', () => {
  expect(chart([{ ...panel, series: [] }], 1)).not.toMatch(/NaN|Infinity|undefined/)
})
