import {
  GeneralTree,
  GrandparentHeadAutomaton,
  HeadAutomaton,
  HeadBigrams,
  Sequence,
  SequenceBudget,
  TriSiblingAutomaton,
} from './index.js'
import { describeLaws, oneHot, product, type Structure, withForbidden } from './testing/structure-laws.js'

/** s(m, s) in the order of the file format: a table by pairs, filled with a running index. */
function siblingTable(n: number, scores: Float64Array): number[][] {
  let next = 0
  return Array.from({ length: n + 1 }, (_, m) =>
    Array.from({ length: n + 2 }, (_, s) => (s > m ? scores[next++] : Number.NaN)),
  )
}

function siblingPairs(modifiers: number[]): [number, number][] {
  const taken = [0, ...modifiers.flatMap((x, i) => (x ? [i + 1] : [])), modifiers.length + 1]
  return taken.slice(1).map((s, i) => [taken[i], s])
}

const headAutomaton: Structure = (random) => {
  const n = random.below(7)
  const siblings = withForbidden(random, random.scores(((n + 1) * (n + 2)) / 2))
  const table = siblingTable(n, siblings)
  return {
    factor: new HeadAutomaton({ siblings }),
    degree: n,
    enumerate: () =>
      [...product(Array(n).fill(2))].map((links) => ({
        links,
        own: siblingPairs(links).reduce((sum, [m, s]) => sum + table[m][s], 0),
      })),
  }
}

function grandparentHeadAutomaton(grand: boolean): Structure {
  return (random) => {
    const n = random.below(5)
    const count = ((n + 1) * (n + 2)) / 2
    const grandparentCount = 1 + random.below(4)
    const grandparents = withForbidden(random, random.scores(grandparentCount * n))
    const siblings = withForbidden(random, random.scores(count))
    const grandSiblings = withForbidden(random, random.scores(grandparentCount * count))
    const table = siblingTable(n, siblings)
    const own = (g: number, modifiers: number[]) => {
      const grandTable = siblingTable(n, grandSiblings.subarray(g * count))
      let sum = 0
      for (const [m, s] of siblingPairs(modifiers)) sum += table[m][s] + (grand ? grandTable[m][s] : 0)
      modifiers.forEach((x, i) => {
        if (x) sum += grandparents[g * n + i]
      })
      return sum
    }
    return {
      factor: new GrandparentHeadAutomaton({
        grandparentCount,
        grandparents,
        siblings,
        ...(grand ? { grandSiblings } : {}),
      }),
      degree: grandparentCount + n,
      enumerate: () =>
        [...product([grandparentCount, ...Array(n).fill(2)])].map(([g, ...modifiers]) => ({
          links: [...oneHot([grandparentCount], [g]), ...modifiers],
          own: own(g, modifiers),
        })),
    }
  }
}

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

/** t(a, b, c) in the documented order, by the numbers of the three. */
function triSiblingTable(n: number, scores: Float64Array): Map<string, number> {
  const table = new Map<string, number>()
  let next = 0
  for (let a = 0; a <= n; a++)
    for (let b = 0; b <= n; b++)
      if (b > a || (a === 0 && b === 0))
        for (let c = b + 1; c <= n + 1; c++) table.set(`${a} ${b} ${c}`, scores[next++])
  return table
}

function triSiblingAutomaton(withPairs: boolean): Structure {
  return (random) => {
    const n = random.below(7)
    const triSiblings = withForbidden(random, random.scores(n + 1 + (n * (n + 1) * (n + 2)) / 6))
    const siblings = withForbidden(random, random.scores(((n + 1) * (n + 2)) / 2))
    const triples = triSiblingTable(n, triSiblings)
    const pairs = siblingTable(n, siblings)
    const own = (links: number[]) => {
      const list = siblingPairs(links)
      return list.reduce((sum, [b, c], i) => {
        const a = i === 0 ? 0 : list[i - 1][0]
        return sum + triples.get(`${a} ${b} ${c}`)! + (withPairs ? pairs[b][c] : 0)
      }, 0)
    }
    return {
      factor: new TriSiblingAutomaton(withPairs ? { triSiblings, siblings } : { triSiblings }),
      degree: n,
      enumerate: () => [...product(Array(n).fill(2))].map((links) => ({ links, own: own(links) })),
    }
  }
}

describeLaws('HeadAutomaton', headAutomaton)
describeLaws('GrandparentHeadAutomaton', grandparentHeadAutomaton(false))
describeLaws('GrandparentHeadAutomaton with grand-siblings', grandparentHeadAutomaton(true))
describeLaws('TriSiblingAutomaton', triSiblingAutomaton(false))
describeLaws('TriSiblingAutomaton with siblings', triSiblingAutomaton(true))
describeLaws('Sequence', chain(false))
describeLaws('SequenceBudget', chain(true))
describeLaws('HeadBigrams', headBigrams)
describeLaws('GeneralTree', generalTree)
