// Random small models for tests by law: graphs with cycles, chains, hard constraints, and features.
import { Random } from '@parleyjs/core/internal'
import type { ModelGraph, Output } from '../src/index.js'

export const LABELS = ['a', 'b', 'c']

/** An example: features of its variables, what links them, and the truth. */
export interface RandomExample {
  readonly features: readonly (readonly number[])[]
  readonly chain: boolean
  /** Pairs of variables that a table links. */
  readonly links: readonly (readonly [number, number])[]
  /** Variables of which at most one may be "c". */
  readonly exclusive: readonly number[]
  truth?: readonly (string | undefined)[]
}

/** Examples of 3 to 4 variables, or of `variables`; with `loops`, tables make cycles. */
export function randomExamples(
  seed: number,
  count: number,
  loops: boolean,
  exclusive = false,
): RandomExample[] {
  const random = Random.of(seed)
  return Array.from({ length: count }, () => {
    const n = 3 + random.below(2)
    const links: [number, number][] = []
    if (loops) for (let i = 0; i < n; i++) links.push([i, (i + 1) % n])
    return {
      features: Array.from({ length: n }, () => Array.from({ length: 3 }, () => random.below(3) - 1)),
      chain: !loops,
      links,
      exclusive: exclusive ? Array.from({ length: n }, (_, i) => i) : [],
    }
  })
}

export function buildRandom(x: RandomExample, g: ModelGraph): Output {
  const variables = x.features.map((features, i) =>
    g.categorical(
      LABELS,
      { bias: 1, ...Object.fromEntries(features.map((value, f) => [`f${f}`, value])) },
      `v${i}`,
    ),
  )
  if (x.chain) g.sequence(variables, (from, to) => ({ [`${from}>${to}`]: 1 }), { start: { start: 1 } })
  for (const [i, j] of x.links)
    g.dense([variables[i], variables[j]], (a, b) => ({ [a === b ? 'same' : `${a}-${b}`]: 1 }))
  if (x.exclusive.length > 0)
    g.atMostOne(
      x.exclusive.map((i) => variables[i].is('c')),
      'at most one c',
    )
  return variables
}

/** All assignments of n variables with 3 labels. */
export function* assignments(n: number): Generator<Int32Array> {
  const values = new Int32Array(n)
  for (;;) {
    yield values.slice()
    let i = n - 1
    while (i >= 0 && ++values[i] === 3) values[i--] = 0
    if (i < 0) return
  }
}
