import {
  describeLaws,
  oneHot,
  product,
  type Structure,
  withForbidden,
} from '../../test-support/structure-laws.js'
import { GeneralTree, HeadBigrams, Sequence, SequenceBudget, TrigramSequence } from '../index.js'

function chain(budgeted: boolean): Structure {
  return (random) => {
    const length = 1 + random.below(5)
    const states = Array.from({ length }, () => 1 + random.below(3))
    const edges = states.slice(1).reduce((sum, k, i) => sum + k * states[i], 0)
    const scores = withForbidden(random, random.scores(states[0] + edges + states[length - 1]))
    const budget = random.below(length + 2)
    const counted = random.below(2)
    const own = (path: number[]) => {
      if (budgeted && path.filter((s) => s === counted).length > budget) return Number.NEGATIVE_INFINITY
      let at = states[0]
      let sum = scores[path[0]]
      for (let t = 1; t < length; t++) {
        sum += scores[at + path[t - 1] * states[t] + path[t]]
        at += states[t - 1] * states[t]
      }
      return sum + scores[at + path[length - 1]]
    }
    return {
      factor: budgeted
        ? new SequenceBudget({ states, scores, budget, counted })
        : new Sequence({ states, scores }),
      degree: states.reduce((sum, k) => sum + k, 0),
      enumerate: () => [...product(states)].map((path) => ({ links: oneHot(states, path), own: own(path) })),
    }
  }
}

/** All triples of a path, each with its position, −1 standing for start and stop. */
function trigrams(path: number[]): [number, number, number, number][] {
  const padded = [-1, -1, ...path, -1]
  return padded.slice(2).map((state, t) => [t, padded[t], padded[t + 1], state])
}

function trigramSequence(asFunction: boolean): Structure {
  return (random) => {
    const states = Array.from({ length: 1 + random.below(5) }, () => 1 + random.below(3))
    const padded = [1, 1, ...states, 1]
    const tables = padded
      .slice(2)
      .map((k, t) => withForbidden(random, random.scores(padded[t] * padded[t + 1] * k)))
    const score = (t: number, a: number, b: number, c: number) =>
      tables[t][(Math.max(a, 0) * padded[t + 1] + Math.max(b, 0)) * padded[t + 2] + Math.max(c, 0)]
    return {
      factor: new TrigramSequence({
        states,
        scores: asFunction ? score : tables.flatMap((table) => [...table]),
      }),
      degree: states.reduce((sum, k) => sum + k, 0),
      enumerate: () =>
        [...product(states)].map((path) => ({
          links: oneHot(states, path),
          own: trigrams(path).reduce((sum, [t, a, b, c]) => sum + score(t, a, b, c), 0),
        })),
    }
  }
}

const headBigrams: Structure = (random) => {
  const words = 1 + random.below(5)
  const counts = Array.from({ length: words }, () => 1 + random.below(3))
  const tables = counts.slice(1).map((k, m) => withForbidden(random, random.scores(counts[m] * k)))
  const own = (heads: number[]) =>
    tables.reduce((sum, table, m) => sum + table[heads[m] * counts[m + 1] + heads[m + 1]], 0)
  return {
    factor: new HeadBigrams({ counts, pairs: tables.flatMap((table) => [...table]) }),
    degree: counts.reduce((sum, k) => sum + k, 0),
    enumerate: () => [...product(counts)].map((heads) => ({ links: oneHot(counts, heads), own: own(heads) })),
  }
}

const generalTree: Structure = (random) => {
  const length = 1 + random.below(6)
  const states = Array.from({ length }, () => 1 + random.below(3))
  // A random forest, its nodes then renamed, so that parents may come after their children.
  const name = Array.from({ length }, (_, i) => i).sort(() => random.below(3) - 1)
  const parents: number[] = Array(length).fill(-1)
  for (let i = 1; i < length; i++) if (random.below(5)) parents[name[i]] = name[random.below(i)]
  const tables = parents.map((p, i) =>
    p < 0 ? [] : [...withForbidden(random, random.scores(states[p] * states[i]))],
  )
  const own = (path: number[]) =>
    parents.reduce((sum, p, i) => sum + (p < 0 ? 0 : tables[i][path[p] * states[i] + path[i]]), 0)
  return {
    factor: new GeneralTree({ states, parents, scores: tables.flat() }),
    degree: states.reduce((sum, k) => sum + k, 0),
    enumerate: () => [...product(states)].map((path) => ({ links: oneHot(states, path), own: own(path) })),
  }
}

describeLaws('Sequence', chain(false))
describeLaws('SequenceBudget', chain(true))
describeLaws('TrigramSequence', trigramSequence(false))
describeLaws('TrigramSequence with scores from a function', trigramSequence(true))
describeLaws('HeadBigrams', headBigrams)
describeLaws('GeneralTree', generalTree)
