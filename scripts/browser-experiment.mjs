// Run by the browser test in Node and in the browser: solves a graph with every algorithm and returns all
// numbers as bits, so that the test detects a difference in the last bit.

export function experiment(core) {
  const results = {}
  for (const algorithm of ['ad3', 'subgradient', 'mplp', 'exact']) {
    const { status, value, bound, gap, assignment, marginals, iterations } = core[algorithm](
      makeGraph(core.FactorGraph),
    )
    results[algorithm] = {
      status,
      iterations,
      assignment: assignment === null ? null : Array.from(assignment),
      value,
      numbers: bits([value, bound, gap]),
      marginals: bits(marginals),
    }
  }
  return results
}

/** A small graph with every kind of factor, and scores that are not round. */
function makeGraph(FactorGraph) {
  const graph = new FactorGraph()
  let seed = 12345
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 31 - 1
  }
  const x = Array.from({ length: 12 }, (_, i) => graph.binary(random(), `x${i}`))
  const c = Array.from({ length: 4 }, () => graph.categorical([random(), random(), random()]))
  graph.xor([x[0], x[1], x[2]])
  graph.atMostOne([x[2], x[3], x[4].not])
  graph.or([x[4], x[5], x[6]])
  graph.orOut([x[0], x[6]], x[7])
  graph.andOut([x[1], x[5].not], x[8])
  graph.implies([x[3]], x[9])
  graph.budget(x, 6)
  graph.knapsack([x[8], x[9], x[10]], [0.5, 0.7, 0.9], 1.5)
  graph.parity([x[9], x[10], x[11]])
  for (let i = 0; i < 11; i++) graph.pair(x[i], x[i + 1], random())
  for (let i = 0; i < 4; i++)
    graph.dense(
      [c[i], c[(i + 1) % 4]],
      Array.from({ length: 9 }, () => 2 * random()),
    )
  graph.dense([c[0], x[11]], Array.from({ length: 6 }, random))
  const first = {
    // Forbids that the second of two variables is 1, with a factor in the form that a user would write.
    name: 'first-only',
    maximize(scores, configuration) {
      configuration[0] = scores[0] > 0 ? 1 : 0
      configuration[1] = 0
      return 0
    },
  }
  graph.add(first, [x[3], x[10]])
  return graph
}

function bits(numbers) {
  const view = new DataView(new ArrayBuffer(8))
  return Array.from(numbers, (x) => {
    view.setFloat64(0, x)
    return view.getBigUint64(0).toString(16).padStart(16, '0')
  }).join(' ')
}
