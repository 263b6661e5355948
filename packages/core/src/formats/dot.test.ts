// `writeDot` draws all variables and factors, as valid DOT.
import { expect, test } from 'vitest'
import { randomGraph } from '../../test-support/format-graph.js'
import { FactorGraph } from '../graph/graph.js'
import { writeDot } from './dot.js'

test('variables, factors, negations and values are drawn', () => {
  const graph = new FactorGraph()
  const a = graph.binary(1, 'a "quoted" \\ name')
  const c = graph.categorical([0, 0.25, 1], 'two\nlines')
  graph.fix(c, 1)
  graph.xor([a.not, c.is(2)], 'choice')
  graph.dense([a, c], [0, 1, 2, 3, 4, 5])
  expect(writeDot(graph)).toBe(`graph parley {
  layout=neato; overlap=false; splines=true
  node [fontname="sans-serif"]
  v0 [label="a \\"quoted\\" \\\\ name\\n1"]
  v1 [label="two\\nlines\\n0 0.25 1\\n(evidence)"]
  f0 [shape=box, style=filled, fillcolor=lightgrey, label="choice\\nxor"]
  f0 -- v0 [style=dashed]
  f0 -- v1 [label="2"]
  f1 [shape=box, style=filled, fillcolor=lightgrey, label="dense"]
  f1 -- v0
  f1 -- v1
}
`)
})

test('every line is a statement with balanced quotes, whatever the names', () => {
  for (let seed = 0; seed < 50; seed++) {
    const lines = writeDot(randomGraph(seed)).split('\n').slice(3, -2)
    for (const line of lines)
      expect(line).toMatch(
        /^ {2}(?:[vf]\d+ \[(?:\w+=\w+, )*label="(?:[^"\\]|\\.)*"\]|f\d+ -- v\d+(?: \[.*\])?)$/,
      )
  }
})
